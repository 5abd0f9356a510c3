//! Channelling: two lists that describe the same thing.

use cnfetti_encodings::Cnf;

use super::add;
use crate::compile::Map;
use cnfetti_core::csp::{Atom, Channel};

/// For each place of both lists: one says the other just when that says it back. No auxiliaries.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, channel: &Channel) {
    for &variable in &channel.first {
        for (value, lit) in map.values(variable) {
            if channel.place(value).is_none() {
                cnf.add_clause([!lit]);
            }
        }
    }
    for pair in channel.pairs() {
        let forth = map.literal(Atom { variable: pair.first, value: pair.to_second });
        let back = map.literal(Atom { variable: pair.second, value: pair.to_first });
        if let Some(forth) = forth {
            add(cnf, [!forth].into_iter().chain(back));
        }
        if let Some(back) = back.filter(|_| channel.is_mutual()) {
            add(cnf, [!back].into_iter().chain(forth));
        }
    }
}
