//! Between neighbours, for each value of the second one whether it is larger: chained, so that
//! the size is linear in the domains.

use super::any_of;
use crate::compile::{Choices, Map, sums};
use cnfetti_core::csp::{Increasing, Ranges, Value};
use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools;

pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &Increasing, choices: &Choices) {
    for (&before, &after) in constraint.scope.iter().tuple_windows() {
        if !map.has_values(before) || !map.has_values(after) {
            sums::compare(cnf, map, [before, after], &Ranges::at_most(-1), choices);
            continue;
        }
        // `larger[i]` says that `after` has one of its values from the i-th on.
        let lits: Vec<(Value, Lit)> = map.values(after).collect();
        let mut larger: Vec<Lit> = Vec::with_capacity(lits.len());
        for &(_, lit) in lits.iter().rev() {
            let from_here = match larger.last() {
                None => lit,
                Some(&beyond) => any_of(cnf, &[lit, beyond]),
            };
            larger.push(from_here);
        }
        larger.reverse();
        for (value, lit) in map.values(before) {
            let first_larger = lits.partition_point(|&(other, _)| other <= value);
            cnf.add_clause([!lit].into_iter().chain(larger.get(first_larger).copied()));
        }
    }
}
