//! Whether tasks need more of a resource than there is in the time that they have.

use crate::csp::{Constraint, Csp, Cumulative, NoOverlap, Operand};
use crate::limit::Budget;

/// More tasks of one resource are not looked at.
const MOST_TASKS: usize = 400;

/// A task: when it can begin at the earliest, when it has to end, and how much it takes at least.
struct Load {
    earliest: i64,
    latest: i64,
    energy: i64,
}

/// Whether some tasks do not fit, by what has to run between an earliest and a latest time. No domain is
/// empty. (Baptiste, Le Pape and Nuijten, Constraint-Based Scheduling, 2001: overload checking.)
pub(super) fn is_too_much(csp: &Csp, budget: &Budget) -> bool {
    csp.constraints().iter().any(|posted| match &posted.constraint {
        Constraint::NoOverlap(constraint) => is_overloaded(on_a_line(csp, constraint), 1, budget),
        Constraint::Cumulative(constraint) => {
            let limit = ends(csp, constraint.limit).1;
            limit >= 0 && is_overloaded(of_resource(csp, constraint), limit, budget)
        }
        _ => false,
    })
}

/// Boxes of one dimension, none of which is without length.
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

/// A task that begins between these times; `None` when it may take nothing.
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

/// Whether between some earliest and some latest time more is needed than the resource gives.
fn is_overloaded(mut loads: Vec<Load>, limit: i64, budget: &Budget) -> bool {
    if loads.len() > MOST_TASKS {
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
