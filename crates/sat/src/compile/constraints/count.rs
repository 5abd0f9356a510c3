//! Counts of variables with given values, and of different values.

use cnfetti_encodings::{Cnf, Lit};

use super::conditions::number_of;
use super::{any_of, occurrences_of, values_of};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Count, DistinctCount};

/// For each variable whether it has one of the values; then the number of those is bounded.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, count: &Count, choices: &Choices) {
    let mut lits = Vec::new();
    for &variable in &count.scope {
        let having = map.values(variable).filter(|(value, _)| count.values.contains(value));
        let having: Vec<Lit> = having.map(|(_, lit)| lit).collect();
        if !having.is_empty() {
            lits.push(any_of(cnf, &having));
        }
    }
    number_of(cnf, map, &lits, 0, &count.condition, choices);
}

/// For each value whether it is seen; then the number of those is bounded.
pub(super) fn distinct(cnf: &mut Cnf, map: &Map, count: &DistinctCount, choices: &Choices) {
    let values = values_of(map, &count.scope);
    let counted = values.into_iter().filter(|value| !count.except.contains(value));
    let seen = counted.map(|value| any_of(cnf, &occurrences_of(map, &count.scope, value)));
    let seen: Vec<Lit> = seen.collect();
    number_of(cnf, map, &seen, 0, &count.condition, choices);
}
