//! Exactly one atom; each decides the result; and a value of the result needs an atom that goes
//! with it.

use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Atom, Selection, Value};
use cnfetti_encodings::{Cnf, Lit, at_most_one};

pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &Selection, choices: &Choices) {
    let atoms: Vec<(Lit, Value)> = constraint
        .choices
        .iter()
        .filter_map(|choice| Some((map.literal(choice.atom)?, choice.value)))
        .collect();
    let lits: Vec<Lit> = atoms.iter().map(|&(lit, _)| lit).collect();
    cnf.add_clause(lits.iter().copied());
    at_most_one::encode(cnf, &lits, choices.at_most_one, choices.form);
    let result = constraint.result;
    for &(lit, value) in &atoms {
        let decided = map.literal(Atom { variable: result, value });
        cnf.add_clause([!lit].into_iter().chain(decided));
    }
    for (value, lit) in map.values(result) {
        let support = atoms.iter().filter(|&&(_, written)| written == value).map(|&(lit, _)| lit);
        cnf.add_clause([!lit].into_iter().chain(support));
    }
}
