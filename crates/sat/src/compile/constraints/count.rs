//! Counts of variables with given values.

use super::any_of;
use super::conditions::number_of;
use crate::compile::{Choices, Map};
use cnfetti_core::csp::Count;
use cnfetti_encodings::{Cnf, Lit};

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
