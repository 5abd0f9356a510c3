//! A variable has a value.

use crate::compile::Map;
use cnfetti_core::csp::Fixed;
use cnfetti_encodings::Cnf;

pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &Fixed) {
    match map.saying(constraint.atom) {
        Some(lits) => lits.into_iter().for_each(|lit| cnf.add_clause([lit])),
        None => cnf.add_clause([]),
    }
}
