//! Bin packing.

use cnfetti_encodings::Cnf;
use cnfetti_encodings::linear::Term;

use super::conditions::sum_of;
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Atom, BinPacking};

/// For each bin the sum of the sizes of what is in it.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, packing: &BinPacking, choices: &Choices) {
    for &variable in &packing.scope {
        for (value, lit) in map.values(variable) {
            if packing.bins.iter().all(|bin| bin.value != value) {
                cnf.add_clause([!lit]);
            }
        }
    }
    for bin in &packing.bins {
        let things = packing.scope.iter().zip(&packing.sizes).filter(|(_, size)| **size > 0);
        let terms = things.filter_map(|(&variable, &size)| {
            Some(Term::boolean(map.literal(Atom { variable, value: bin.value })?, size))
        });
        sum_of(cnf, map, terms.collect(), 0, &bin.load, choices);
    }
}
