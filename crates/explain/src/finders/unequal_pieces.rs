//! A piece with two different values cannot lie inside an area of equal places.

use std::collections::BTreeMap;

use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

use super::{Equal, Finders};
use crate::Draft;
use crate::techniques::UNEQUAL_PIECES;
use crate::tiling::Tiling;

/// All such pieces and areas at once: it is one thought.
pub(super) fn find(finders: &Finders, tiling: &Tiling, known: &Candidates) -> Vec<Draft> {
    let mut constraints = Vec::new();
    let mut gone: BTreeMap<VarId, Vec<Value>> = BTreeMap::new();
    for Equal { constraint, scope } in &finders.equal {
        for (Atom { variable, value }, within) in tiling.placements() {
            let inside = within.iter().filter(|place| scope.contains(&place.result));
            let inside: Vec<_> = inside.collect();
            let differ = inside.windows(2).any(|pair| pair[0].value != pair[1].value);
            if !differ || !known.of(variable).contains(&value) {
                continue;
            }
            constraints.push(*constraint);
            constraints.extend(inside.iter().map(|place| place.constraint));
            gone.entry(variable).or_default().push(value);
        }
    }
    let conclusions = gone.into_iter().map(|(variable, mut values)| {
        values.sort_unstable();
        values.dedup();
        Fact { variable, said: Said::IsNone(values) }
    });
    let conclusions: Vec<Fact> = conclusions.collect();
    match conclusions.is_empty() {
        true => Vec::new(),
        false => vec![Draft::proposed(&UNEQUAL_PIECES, constraints, Vec::new(), conclusions)],
    }
}
