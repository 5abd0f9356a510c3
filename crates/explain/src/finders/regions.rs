//! Regions of places with equal values: which values they cannot have.

use cnfetti_core::csp::Value;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

use super::{Counted, Equal, Finders};
use crate::Draft;
use crate::techniques::ENOUGH_LEFT;
use crate::tiling::Tiling;

/// An area of equal places cannot have a value with fewer places left than the area needs.
///
/// It finds all such values of an area at once.
pub(super) fn enough_left(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    finders
        .equal
        .iter()
        .filter_map(|equal| enough_left_of(equal, &finders.counted, known))
        .collect()
}

fn enough_left_of(equal: &Equal, counted: &[Counted], known: &Candidates) -> Option<Draft> {
    let (mut constraints, mut facts) = (vec![equal.constraint], Vec::new());
    let mut gone: Vec<Value> = Vec::new();
    for Counted { constraint, scope, occurrence } in counted {
        let value = occurrence.value;
        let is_open = equal.scope.iter().any(|&place| known.of(place).contains(&value));
        if !is_open || !equal.scope.iter().all(|place| scope.contains(place)) {
            continue;
        }
        let outside = scope.iter().filter(|place| !equal.scope.contains(place));
        let taken = outside.filter(|&&place| known.decided(place) == Some(value));
        let taken: Vec<Fact> =
            taken.map(|&variable| Fact { variable, said: Said::Is(value) }).collect();
        // If all are taken, the count alone rules the value out.
        let is_used_up = taken.len() >= occurrence.count;
        if !is_used_up && taken.len() + equal.scope.len() > occurrence.count {
            constraints.push(*constraint);
            facts.extend(taken);
            gone.push(value);
        }
    }
    let conclusions = equal.scope.iter().filter_map(|&variable| {
        let new: Vec<Value> =
            known.of(variable).iter().copied().filter(|value| gone.contains(value)).collect();
        (!new.is_empty()).then_some(Fact { variable, said: Said::IsNone(new) })
    });
    let conclusions: Vec<Fact> = conclusions.collect();
    (!conclusions.is_empty())
        .then(|| Draft::proposed(&ENOUGH_LEFT, constraints, facts, conclusions))
}
