//! Finds values that would make a puzzle unique, and how close its solutions are.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use itertools::Itertools;

use crate::helpers::Helpers;
use crate::smus::{Minimum, Patience, minimum};
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::limit::Budget;

/// Two solutions and the variables on which they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closest {
    /// The solutions, as positions in the list.
    pub pair: [usize; 2],
    /// Where they differ.
    pub differ: Vec<VarId>,
}

/// The variables that a puzzle could give: those of its projection if it has one, else all that a reader sees.
pub fn cells(csp: &Csp) -> Vec<VarId> {
    match csp.projections().first() {
        Some(projection) if !projection.scope.is_empty() => projection.scope.clone(),
        _ => seen(csp),
    }
}

/// All variables that a reader sees.
pub fn seen(csp: &Csp) -> Vec<VarId> {
    let helpers = Helpers::new(csp, &[]);
    csp.ids().filter(|&variable| !helpers.contains(variable)).collect()
}

/// The values that occur in one of the solutions only: any of them as a given leaves that one.
pub fn deciding_givens(cells: &[VarId], solutions: &[Vec<Value>]) -> Vec<Atom> {
    let decides = |&variable: &VarId| {
        let counts = solutions.iter().map(|solution| solution[variable.index()]).counts();
        let once = counts.into_iter().filter(|&(_, count)| count == 1).map(|(value, _)| value);
        once.sorted().map(move |value| Atom { variable, value })
    };
    cells.iter().flat_map(decides).collect()
}

/// The fewest values of some solution that no other solution has together; `None` when there is
/// no such set or the budget ends first.
pub fn fewest_givens(
    cells: &[VarId],
    solutions: &[Vec<Value>],
    budget: &Budget,
) -> Option<Vec<Atom>> {
    let mut best: Option<Vec<Atom>> = None;
    for (at, solution) in solutions.iter().enumerate() {
        let others = solutions.iter().enumerate().filter(|&(other, _)| other != at);
        let differences: Vec<FixedBitSet> =
            others.map(|(_, other)| difference(cells, solution, other)).collect();
        let below = best.as_ref().map_or(cells.len() + 1, Vec::len);
        match minimum(&differences, below, &Patience::within(budget.clone())) {
            Minimum::OutOfTime => return None,
            Minimum::NotBelow => {}
            Minimum::Found(set) => {
                let atom =
                    |&at: &usize| Atom { variable: cells[at], value: solution[cells[at].index()] };
                best = Some(set.iter().sorted().map(atom).collect());
            }
        }
    }
    best
}

/// The two solutions that differ on the fewest variables; `None` when there are not two.
pub fn closest(cells: &[VarId], solutions: &[Vec<Value>]) -> Option<Closest> {
    let distance = |one: &[Value], other: &[Value]| {
        cells.iter().filter(|cell| one[cell.index()] != other[cell.index()]).count()
    };
    let pair = (0..solutions.len())
        .array_combinations()
        .min_by_key(|&[one, other]| distance(&solutions[one], &solutions[other]))?;
    let [one, other] = pair.map(|at| &solutions[at]);
    let differ = cells.iter().copied().filter(|cell| one[cell.index()] != other[cell.index()]);
    Some(Closest { pair, differ: differ.collect() })
}

/// For each value, in how many solutions it occurs somewhere.
pub fn occurrences(cells: &[VarId], solutions: &[Vec<Value>]) -> BTreeMap<Value, usize> {
    let mut counts = BTreeMap::new();
    for solution in solutions {
        for value in cells.iter().map(|cell| solution[cell.index()]).unique() {
            *counts.entry(value).or_default() += 1;
        }
    }
    counts
}

fn difference(cells: &[VarId], one: &[Value], other: &[Value]) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        set.set(at, one[cell.index()] != other[cell.index()]);
    }
    set
}
