//! For each listed value but the last, and each position, whether it was seen up to there: what
//! the next value needs.

use super::any_of;
use crate::compile::Map;
use cnfetti_core::csp::{Atom, ValuePrecedence};
use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools;

pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &ValuePrecedence) {
    for (&earlier, &later) in constraint.values.iter().tuple_windows() {
        let mut seen: Option<Lit> = None;
        for &variable in &constraint.scope {
            if let Some(lit) = map.literal(Atom { variable, value: later }) {
                cnf.add_clause([!lit].into_iter().chain(seen));
            }
            let here = map.literal(Atom { variable, value: earlier });
            seen = match (seen, here) {
                (Some(before), Some(here)) => Some(any_of(cnf, &[before, here])),
                (before, here) => before.or(here),
            };
        }
    }
}
