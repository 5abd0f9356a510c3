//! Tasks that share a resource: too much of it is needed in some time.

use crate::refutation::gains::Gains;

/// With more tasks, or with more items or bins than this, a constraint is not checked.
pub(super) const MAX_TASKS: usize = 400;

/// What a task needs at least, and the time that it needs it in.
pub(super) struct Task {
    from: i128,
    to: i128,
    need: i128,
}

/// `None` if the task may need nothing.
pub(super) fn task((first, last): (i64, i64), length: i64, height: i64) -> Option<Task> {
    let (from, length) = (first.into(), i128::from(length));
    let task = Task { from, to: i128::from(last) + length, need: length * i128::from(height) };
    (length > 0 && height > 0).then_some(task)
}

/// Whether the tasks that must run between two times need more than there is.
pub(super) fn is_overloaded(tasks: &[Task], limit: i128, gains: &Gains<'_>) -> bool {
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
