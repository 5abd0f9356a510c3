//! A weighted sum.

use super::conditions;
use crate::compile::{Choices, Map, counts, sums};
use cnfetti_core::csp::Linear;
use cnfetti_encodings::{Cnf, Lit};

/// As a count where it is one, unless a variable has no literals of its values.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &Linear, choices: &Choices) {
    let wanted = counts::are_wanted(choices);
    let counted = wanted.then(|| counts::counted(constraint, |variable| map.domain(variable)));
    let stated = counted.flatten().and_then(|counted| {
        let numbers = counted.numbers(&constraint.within);
        let lits: Option<Vec<Lit>> = counted.atoms.iter().map(|&atom| map.literal(atom)).collect();
        Some((lits.filter(|_| !counted.is_too_long(&numbers, choices))?, numbers))
    });
    match stated {
        Some((lits, numbers)) => conditions::number_within(cnf, &lits, 0, &numbers, choices),
        None => sums::linear(cnf, map, constraint, choices),
    }
}
