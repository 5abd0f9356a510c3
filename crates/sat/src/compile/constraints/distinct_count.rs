//! For each value whether it is seen; then the number of those is bounded.

use super::conditions::number_of;
use super::{any_of, occurrences_of, values_of};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::DistinctCount;
use cnfetti_encodings::{Cnf, Lit};

pub(super) fn encode(cnf: &mut Cnf, map: &Map, count: &DistinctCount, choices: &Choices) {
    let values = values_of(map, &count.scope);
    let counted = values.into_iter().filter(|value| !count.except.contains(value));
    let seen = counted.map(|value| any_of(cnf, &occurrences_of(map, &count.scope, value)));
    let seen: Vec<Lit> = seen.collect();
    number_of(cnf, map, &seen, 0, &count.condition, choices);
}
