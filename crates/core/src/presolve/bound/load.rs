//! Whether tasks need more of a resource than there is in the time that they have, or items more than their bins hold.

use crate::csp::{
    BinPacking, Comparison, Condition, Constraint, Csp, Cumulative, NoOverlap, Operand, Ranges,
};
use crate::limit::Budget;

/// With more tasks or items than this, a constraint is not checked.
const MAX_TASKS: usize = 400;

/// A task: its earliest start, its latest end, and the least energy (length times height) that it takes. Or an item: the
/// place of its first bin among all bins, the place after its last one, and its size.
struct Load {
    earliest: i64,
    latest: i64,
    energy: i64,
}

/// The position of a constraint whose tasks between some earliest start and some latest end need more than the
/// resource gives, or whose items between two bins need more than these hold. No domain may be empty. (Baptiste, Le Pape
/// and Nuijten, Constraint-Based Scheduling, 2001: overload checking.)
pub(super) fn overloaded(csp: &Csp, budget: &Budget) -> Option<usize> {
    csp.constraints().iter().position(|posted| match &posted.constraint {
        Constraint::NoOverlap(constraint) => {
            is_overloaded(on_a_line(csp, constraint), |from, to| to - from, budget)
        }
        Constraint::Cumulative(constraint) => {
            let limit = ends(csp, constraint.limit).1;
            let room = |from: i64, to: i64| limit.saturating_mul(to - from);
            limit >= 0 && is_overloaded(of_resource(csp, constraint), room, budget)
        }
        Constraint::BinPacking(packing) => is_overfull(csp, packing, budget),
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

/// Whether the items that must be between two bins are larger than what these can hold.
fn is_overfull(csp: &Csp, packing: &BinPacking, budget: &Budget) -> bool {
    let total: i64 = packing.sizes.iter().sum();
    let mut bins: Vec<(i64, i64)> = packing
        .bins
        .iter()
        .map(|bin| (bin.value.into(), most(csp, &bin.load).clamp(0, total)))
        .collect();
    bins.sort_unstable();
    // What the first so many bins hold; each holds at most the total.
    let held: Vec<i64> = std::iter::once(0)
        .chain(bins.iter().scan(0_i64, |sum, &(_, most)| {
            *sum = sum.saturating_add(most);
            Some(*sum)
        }))
        .collect();
    let items = packing.scope.iter().zip(&packing.sizes).filter(|&(_, size)| *size > 0);
    let loads = items.map(|(&variable, &energy)| {
        let (first, last) = ends(csp, variable.into());
        Load {
            earliest: bins.partition_point(|&(bin, _)| bin < first) as i64,
            latest: bins.partition_point(|&(bin, _)| bin <= last) as i64,
            energy,
        }
    });
    let room = |from: i64, to: i64| held[to as usize] - held[from as usize];
    is_overloaded(loads.collect(), room, budget)
}

/// The largest number that the condition allows.
fn most(csp: &Csp, condition: &Condition) -> i64 {
    let last = |ranges: &Ranges| ranges.intervals().last().map_or(0, |&(_, last)| last);
    match condition {
        Condition::Within(ranges) => last(ranges),
        Condition::Compare(Comparison::Different, _) => i64::MAX,
        &Condition::Compare(comparison, variable) => {
            last(&comparison.with(ends(csp, variable.into()).1))
        }
    }
}

/// Whether the tasks between some earliest start and some latest end need more than there is room for.
fn is_overloaded(mut loads: Vec<Load>, room: impl Fn(i64, i64) -> i64, budget: &Budget) -> bool {
    if loads.len() > MAX_TASKS {
        return false;
    }
    budget.spend((loads.len() * loads.len()) as u64);
    loads.sort_unstable_by_key(|load| load.latest);
    loads.iter().map(|load| load.earliest).any(|from| {
        let mut energy = 0_i64;
        loads.iter().filter(|load| load.earliest >= from).any(|load| {
            energy = load.energy.saturating_add(energy);
            energy > room(from, load.latest)
        })
    })
}
