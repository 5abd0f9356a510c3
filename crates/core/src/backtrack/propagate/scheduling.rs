//! Tasks and boxes: what certainly runs at a time, and what must come before what.

use super::super::domains::{Domains, Empty, Step};
use crate::csp::{Cumulative, Extent, NoOverlap, Operand};

/// A task that certainly needs something: its bounds, with the least length and height.
#[derive(Clone, Copy)]
struct Bounds {
    earliest: i64,
    latest: i64,
    length: i64,
    height: i64,
}

/// Tasks leave room for what certainly runs at a time (time tabling: Beldiceanu and Carlsson, A New Multi-resource
/// cumulatives Constraint with Negative Heights, 2002).
pub(super) fn cumulative(domains: &mut Domains, cumulative: &Cumulative) -> Step {
    for task in &cumulative.tasks {
        domains.keep(task.length, 0, i64::MAX)?;
        domains.keep(task.height, 0, i64::MAX)?;
    }
    domains.keep(cumulative.limit, 0, i64::MAX)?;
    let bounds = |task: &crate::csp::Task| Bounds {
        earliest: domains.low(task.origin),
        latest: domains.high(task.origin),
        length: domains.least(task.length),
        height: domains.least(task.height),
    };
    let tasks: Vec<Bounds> = cumulative.tasks.iter().map(bounds).collect();
    let profile = profile(&tasks);
    domains.work += (8 * tasks.len() + 4 * profile.len()) as u64;
    let highest = profile.iter().map(|piece| piece.height).max().unwrap_or(0);
    domains.keep(cumulative.limit, highest, i64::MAX)?;
    let limit = domains.most(cumulative.limit);
    for (task, bounds) in cumulative.tasks.iter().zip(&tasks) {
        let Bounds { earliest, latest, length, height } = *bounds;
        if length == 0 || height == 0 {
            continue;
        }
        if height > limit {
            return Err(Empty);
        }
        if highest + height <= limit {
            continue;
        }
        let part = bounds.certain();
        if earliest < latest {
            domains.work += profile.len() as u64 / 4;
            let begin = first_fit(&profile, earliest, length, limit - height, part, height);
            let end = last_fit(&profile, latest + length, length, limit - height, part, height);
            domains.between(task.origin, begin, end - length)?;
        }
        if let (Some((begin, end)), Operand::Variable(variable)) = (part, task.height) {
            let others = profile.iter().filter(|piece| piece.begin < end && begin < piece.end);
            let most = others.map(|piece| piece.height - height).max().unwrap_or(0);
            domains.at_most(variable, limit - most)?;
        }
    }
    Ok(())
}

impl Bounds {
    /// When the task certainly runs.
    fn certain(&self) -> Option<(i64, i64)> {
        let (begin, end) = (self.latest, self.earliest + self.length);
        (begin < end).then_some((begin, end))
    }
}

/// How much certainly runs in a stretch of time.
#[derive(Clone, Copy)]
struct Piece {
    begin: i64,
    end: i64,
    height: i64,
}

/// The stretches in which something certainly runs.
fn profile(tasks: &[Bounds]) -> Vec<Piece> {
    let mut changes: Vec<(i64, i64)> = Vec::with_capacity(2 * tasks.len());
    for task in tasks.iter().filter(|task| task.height > 0) {
        if let Some((begin, end)) = task.certain() {
            changes.push((begin, task.height));
            changes.push((end, -task.height));
        }
    }
    changes.sort_unstable();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut height = 0;
    for pair in changes.windows(2) {
        let [(begin, change), (end, _)] = [pair[0], pair[1]];
        height += change;
        if begin < end && height > 0 {
            pieces.push(Piece { begin, end, height });
        }
    }
    pieces
}

/// Whether a piece leaves no room for a task that is part of it from `own.0` to `own.1`.
fn is_full(piece: &Piece, room: i64, own: Option<(i64, i64)>, height: i64) -> bool {
    let is_part = own.is_some_and(|(begin, end)| begin <= piece.begin && piece.end <= end);
    piece.height - if is_part { height } else { 0 } > room
}

/// The first time from `begin` on at which a task fits.
fn first_fit(
    profile: &[Piece],
    begin: i64,
    length: i64,
    room: i64,
    own: Option<(i64, i64)>,
    height: i64,
) -> i64 {
    let mut begin = begin;
    for piece in &profile[profile.partition_point(|piece| piece.end <= begin)..] {
        if piece.begin >= begin + length {
            break;
        }
        if is_full(piece, room, own, height) {
            begin = piece.end;
        }
    }
    begin
}

/// The last time up to `end` at which a task can end.
fn last_fit(
    profile: &[Piece],
    end: i64,
    length: i64,
    room: i64,
    own: Option<(i64, i64)>,
    height: i64,
) -> i64 {
    let mut end = end;
    for piece in profile[..profile.partition_point(|piece| piece.begin < end)].iter().rev() {
        if piece.end <= end - length {
            break;
        }
        if is_full(piece, room, own, height) {
            end = piece.begin;
        }
    }
    end
}

/// Two boxes that certainly overlap in all dimensions but one are apart in that.
pub(super) fn no_overlap(domains: &mut Domains, constraint: &NoOverlap) -> Step {
    for extent in constraint.boxes.iter().flatten() {
        domains.keep(extent.length, 0, i64::MAX)?;
    }
    for (place, one) in constraint.boxes.iter().enumerate() {
        for other in &constraint.boxes[place + 1..] {
            domains.work += one.len() as u64;
            let is_empty =
                |extents: &[Extent]| extents.iter().any(|extent| domains.least(extent.length) == 0);
            if !constraint.ignores_empty || !is_empty(one) && !is_empty(other) {
                apart(domains, one, other)?;
            }
        }
    }
    Ok(())
}

fn apart(domains: &mut Domains, one: &[Extent], other: &[Extent]) -> Step {
    // The only way in which they can be apart: the one that comes first, and the other.
    let mut only = None;
    for (&one, &other) in one.iter().zip(other) {
        for (first, second) in [(one, other), (other, one)] {
            if domains.low(first.origin) + domains.least(first.length)
                <= domains.high(second.origin)
                && only.replace((first, second)).is_some()
            {
                return Ok(());
            }
        }
    }
    let Some((first, second)) = only else { return Err(Empty) };
    let length = domains.least(first.length);
    domains.at_least(second.origin, domains.low(first.origin) + length)?;
    domains.at_most(first.origin, domains.high(second.origin) - length)?;
    if let Operand::Variable(variable) = first.length {
        let most = domains.high(second.origin) - domains.low(first.origin);
        domains.at_most(variable, most)?;
    }
    Ok(())
}
