//! Tasks that share a resource.

use super::{Csp, Operand, Rule, Value, VarId};
use crate::domains::{Domains, Empty, Step};
use itertools::Itertools;

/// At every time, the heights of the running tasks sum to at most the limit. (Aggoun and
/// Beldiceanu, Extending CHIP in Order to Solve Complex Scheduling and Placement Problems, 1993.)
///
/// A task runs from its origin for its length. Lengths and heights are not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cumulative {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The capacity of the resource. If it is a variable, no task uses that variable.
    pub limit: Operand,
}

/// A task, which runs for some time and uses some of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Task {
    /// When the task begins. No two tasks share this variable.
    pub origin: VarId,
    /// The length of the task. If it is a variable, it has no other use in the constraint.
    pub length: Operand,
    /// How much of the resource the task uses. If it is a variable, it has no other use in the
    /// constraint.
    pub height: Operand,
}

impl Rule for Cumulative {
    fn scope(&self) -> Vec<VarId> {
        let variables = self.tasks.iter().flat_map(|task| {
            let others = [task.length, task.height].map(Operand::variable);
            std::iter::once(task.origin).chain(others.into_iter().flatten())
        });
        variables.chain(self.limit.variable()).collect()
    }

    /// The sum grows only where a task begins, so checking these times is enough.
    fn holds(&self, solution: &[Value]) -> bool {
        let begin = |task: &Task| i64::from(solution[task.origin.index()]);
        let end = |task: &Task| begin(task) + task.length.value(solution);
        let limit = self.limit.value(solution);
        let is_valid =
            |task: &Task| task.length.value(solution) >= 0 && task.height.value(solution) >= 0;
        limit >= 0
            && self.tasks.iter().all(is_valid)
            && self.tasks.iter().map(begin).all(|time| {
                let running =
                    self.tasks.iter().filter(|task| (begin(task)..end(task)).contains(&time));
                running.map(|task| task.height.value(solution)).sum::<i64>() <= limit
            })
    }

    fn describe(&self, csp: &Csp) -> String {
        let tasks = self.tasks.iter().map(|task| {
            let [length, height] = [task.length, task.height].map(|operand| operand.describe(csp));
            format!("{height} from {} for {length}", csp.name(task.origin))
        });
        format!("Cumulative({}) <= {}", tasks.format(", "), self.limit.describe(csp))
    }
}

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
pub(super) fn propagate(domains: &mut Domains, cumulative: &Cumulative) -> Step {
    for task in &cumulative.tasks {
        domains.keep(task.length, 0, i64::MAX)?;
        domains.keep(task.height, 0, i64::MAX)?;
    }
    domains.keep(cumulative.limit, 0, i64::MAX)?;
    let bounds = |task: &Task| Bounds {
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
