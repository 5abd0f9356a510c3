//! Tasks that share a resource: too much of it is needed in some time. Items that share bins: they are too large.

use super::{Most, sums};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{BinPacking, Comparison, Condition, Cumulative, NoOverlap};

/// With more tasks, or with more items or bins than this, a constraint is not checked.
const MAX_TASKS: usize = 400;

/// What a task needs at least, and the time that it needs it in.
struct Task {
    from: i128,
    to: i128,
    need: i128,
}

/// Boxes on a line.
pub(super) fn no_overlap(constraint: &NoOverlap, gains: &Gains<'_>) -> Most {
    let tasks = constraint.boxes.iter().filter_map(|extents| match extents[..] {
        [extent] => {
            let (length, _) = gains.ends(extent.length)?;
            task(gains.ends(extent.origin.into())?, length, 1)
        }
        _ => None,
    });
    if is_overloaded(&tasks.collect::<Vec<_>>(), 1, gains) { None } else { gains.rest() }
}

pub(super) fn cumulative(constraint: &Cumulative, gains: &Gains<'_>) -> Most {
    let tasks = constraint.tasks.iter().filter_map(|one| {
        let ((length, _), (height, _)) = gains.ends(one.length).zip(gains.ends(one.height))?;
        task(gains.ends(one.origin.into())?, length, height)
    });
    let tasks: Vec<Task> = tasks.collect();
    let (_, limit) = gains.ends(constraint.limit)?;
    if is_overloaded(&tasks, limit.into(), gains) { None } else { gains.rest() }
}

/// `None` if the task may need nothing.
fn task((first, last): (i64, i64), length: i64, height: i64) -> Option<Task> {
    let (from, length) = (first.into(), i128::from(length));
    let task = Task { from, to: i128::from(last) + length, need: length * i128::from(height) };
    (length > 0 && height > 0).then_some(task)
}

/// Whether the tasks that must run between two times need more than there is.
fn is_overloaded(tasks: &[Task], limit: i128, gains: &Gains<'_>) -> bool {
    let number = tasks.len();
    if number > MAX_TASKS {
        return false;
    }
    gains.budget.spend((number * number) as u64);
    let mut by_end: Vec<&Task> = tasks.iter().collect();
    by_end.sort_unstable_by_key(|task| task.to);
    tasks.iter().any(|Task { from, .. }| {
        let inside = by_end.iter().filter(|task| task.from >= *from);
        let mut need = 0;
        inside.into_iter().any(|task| {
            need += task.need;
            need > limit * (task.to - from)
        })
    })
}

/// Each bin by itself, and all bins between two of them: what must be in these is not larger than what they can hold.
pub(super) fn bin_packing(packing: &BinPacking, gains: &Gains<'_>) -> Most {
    if is_overfull(packing, gains)? { None } else { sums::bin_packing(packing, gains) }
}

/// `None` if a variable has no value.
fn is_overfull(packing: &BinPacking, gains: &Gains<'_>) -> Option<bool> {
    let (items, bins) = (packing.scope.len(), packing.bins.len());
    if items.max(bins) > MAX_TASKS {
        return Some(false);
    }
    gains.budget.spend((bins * (bins + items)) as u64);
    let total: i128 = packing.sizes.iter().map(|&size| i128::from(size)).sum();
    let mut holds = Vec::new();
    for bin in &packing.bins {
        let most = match &bin.load {
            Condition::Within(ranges) => ranges.intervals().last().map(|&(_, last)| last.into()),
            &Condition::Compare(comparison, variable) => {
                let (_, last) = gains.ends(variable.into())?;
                match comparison {
                    Comparison::Less => Some(i128::from(last) - 1),
                    Comparison::AtMost | Comparison::Equal => Some(last.into()),
                    _ => Some(total),
                }
            }
        };
        holds.push((i64::from(bin.value), most.unwrap_or(0).clamp(0, total)));
    }
    holds.sort_unstable();
    let mut things = Vec::new();
    for (&variable, &size) in packing.scope.iter().zip(&packing.sizes) {
        let (first, last) = gains.ends(variable.into())?;
        things.push((last, first, i128::from(size)));
    }
    things.sort_unstable();
    Some((0..bins).any(|from| {
        let before = from.checked_sub(1).map(|before| holds[before].0);
        let mut inside = things.iter().peekable();
        let mut left = 0;
        holds[from..].iter().enumerate().any(|(at, &(_, room))| {
            left += room;
            let high = holds.get(from + at + 1).map_or(i64::MAX, |&(next, _)| next - 1);
            while let Some(&(_, first, size)) = inside.next_if(|&&(last, ..)| last <= high) {
                left -= if before.is_none_or(|bin| first > bin) { size } else { 0 };
            }
            left < 0
        })
    }))
}
