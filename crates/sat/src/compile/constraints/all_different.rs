//! Each value at most once. Where there are as many values as variables every value is needed,
//! which is said too since unit propagation alone does not see it.

use super::{occurrences_of, values_of};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::AllDifferent;
use cnfetti_encodings::{Cnf, at_most_one};

pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &AllDifferent, choices: &Choices) {
    let values = values_of(map, &constraint.scope);
    for &value in values.iter().filter(|value| !constraint.except.contains(value)) {
        let lits = occurrences_of(map, &constraint.scope, value);
        at_most_one::encode(cnf, &lits, choices.at_most_one, choices.form);
    }
    if constraint.except.is_empty() && values.len() <= constraint.scope.len() {
        for &value in &values {
            cnf.add_clause(occurrences_of(map, &constraint.scope, value));
        }
        if values.len() < constraint.scope.len() {
            cnf.add_clause([]);
        }
    }
}
