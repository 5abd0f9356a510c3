//! Whether tasks need more of a resource than there is in the time that they have.

use crate::csp::{Constraint, Csp, Cumulative, NoOverlap, Operand};
use crate::limit::Budget;

/// With more tasks than this, a resource is not checked.
const MAX_TASKS: usize = 400;

/// A task: its earliest start, its latest end, and the least energy (length times height) that it
/// takes.
struct Load {
    earliest: i64,
    latest: i64,
    energy: i64,
}

/// The position of a constraint whose tasks between some earliest start and some latest end need more than the
/// resource gives. No domain may be empty. (Baptiste, Le Pape and Nuijten, Constraint-Based Scheduling, 2001: overload
/// checking.)
pub(super) fn overloaded(csp: &Csp, budget: &Budget) -> Option<usize> {
    csp.constraints().iter().position(|posted| match &posted.constraint {
        Constraint::NoOverlap(constraint) => is_overloaded(on_a_line(csp, constraint), 1, budget),
        Constraint::Cumulative(constraint) => {
            let limit = ends(csp, constraint.limit).1;
            limit >= 0 && is_overloaded(of_resource(csp, constraint), limit, budget)
        }
        _ => false,
    })
}

/// The boxes of one dimension that have a positive length.
fn on_a_line(csp: &Csp, constraint: &NoOverlap) -> Vec<Load> {
    let lines = constraint.boxes.iter().filter_map(|extents| match extents[..] {
        [extent] => Some((ends(csp, extent.origin.into()), ends(csp, extent.length).0, 1)),
        _ => None,
    });
    lines.filter_map(load).collect()
}

fn of_resource(csp: &Csp, constraint: &Cumulative) -> Vec<Load> {
    let tasks = constraint.tasks.iter().map(|task| {
        let [length, height] = [task.length, task.height].map(|operand| ends(csp, operand).0);
        (ends(csp, task.origin.into()), length, height)
    });
    tasks.filter_map(load).collect()
}

/// A task that starts between these times; `None` if its length or height can be 0.
fn load(((first, last), length, height): ((i64, i64), i64, i64)) -> Option<Load> {
    let load =
        Load { earliest: first, latest: last + length, energy: length.saturating_mul(height) };
    (length > 0 && height > 0).then_some(load)
}

fn ends(csp: &Csp, operand: Operand) -> (i64, i64) {
    match operand {
        Operand::Constant(value) => (value.into(), value.into()),
        Operand::Variable(variable) => {
            let domain = csp.domain(variable);
            (domain[0].into(), domain[domain.len() - 1].into())
        }
    }
}

/// Whether the tasks between some earliest start and some latest end need more than the resource gives.
fn is_overloaded(mut loads: Vec<Load>, limit: i64, budget: &Budget) -> bool {
    if loads.len() > MAX_TASKS {
        return false;
    }
    budget.spend((loads.len() * loads.len()) as u64);
    loads.sort_unstable_by_key(|load| load.latest);
    loads.iter().map(|load| load.earliest).any(|from| {
        let mut energy = 0_i64;
        loads.iter().filter(|load| load.earliest >= from).any(|load| {
            energy = load.energy.saturating_add(energy);
            energy > limit.saturating_mul(load.latest - from)
        })
    })
}
