//! Each variable's value is also the next one's, around in a circle.

use crate::compile::{Choices, Map, sums};
use cnfetti_core::csp::{AllEqual, Atom, Ranges};
use cnfetti_encodings::Cnf;
use itertools::Itertools;

pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &AllEqual, choices: &Choices) {
    if !constraint.scope.iter().all(|&variable| map.has_values(variable)) {
        for (&variable, &next) in constraint.scope.iter().tuple_windows() {
            sums::compare(cnf, map, [variable, next], &Ranges::exactly(0), choices);
        }
        return;
    }
    for (&variable, &next) in constraint.scope.iter().circular_tuple_windows() {
        if variable != next {
            for (value, lit) in map.values(variable) {
                cnf.add_clause(
                    [!lit].into_iter().chain(map.literal(Atom { variable: next, value })),
                );
            }
        }
    }
}
