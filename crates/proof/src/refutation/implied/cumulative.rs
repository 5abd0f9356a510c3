//! Tasks share a resource.

use super::Most;
use super::tasks::{Task, is_overloaded, task};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::Cumulative;

pub(super) fn most(constraint: &Cumulative, gains: &Gains<'_>) -> Most {
    let tasks = constraint.tasks.iter().filter_map(|one| {
        let ((length, _), (height, _)) = gains.ends(one.length).zip(gains.ends(one.height))?;
        task(gains.ends(one.origin.into())?, length, height)
    });
    let tasks: Vec<Task> = tasks.collect();
    let (_, limit) = gains.ends(constraint.limit)?;
    if is_overloaded(&tasks, limit.into(), gains) { None } else { gains.rest() }
}
