//! Tasks that share a resource: too much of it is needed in some time.

use super::Most;
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{Cumulative, NoOverlap};

/// With more tasks than this, a resource is not checked.
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
