//! An area of equal places cannot have a value with fewer places left than the area needs.

use cnfetti_core::csp::Value;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

use super::{Counted, Equal, Finders};
use crate::Draft;
use crate::techniques::ENOUGH_LEFT;
use crate::tiling::Tiling;

/// For each area all such values at once.
pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    finders.equal.iter().filter_map(|equal| of_area(equal, &finders.counted, known)).collect()
}

fn of_area(equal: &Equal, counted: &[Counted], known: &Candidates) -> Option<Draft> {
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
        // Where none is left at all, that alone says so.
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
