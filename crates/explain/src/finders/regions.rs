//! Regions of places with equal values or with a sum: which values they cannot have, and which pieces do not lie inside.

use std::collections::{BTreeMap, BTreeSet};

use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Area, Counted, Equal, Finders};
use crate::Draft;
use crate::techniques::{ENOUGH_LEFT, UNEQUAL_PIECES, UNFIT_PIECES};
use crate::tiling::{Covered, Tiling};

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

/// A piece with two different values cannot lie inside an area of equal places.
///
/// It finds all such pieces at once, because that is one thought.
pub(super) fn unequal_pieces(finders: &Finders, tiling: &Tiling, known: &Candidates) -> Vec<Draft> {
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

/// Larger areas have too many sums for a person.
const MOST_PLACES: usize = 8;

/// A piece cannot lie inside an area with a sum if the rest of the area could no longer reach that sum.
///
/// It finds all such pieces of an area at once.
pub(super) fn unfit_pieces(finders: &Finders, tiling: &Tiling, known: &Candidates) -> Vec<Draft> {
    let is_small = |area: &&Area| (2..=MOST_PLACES).contains(&area.scope.len());
    let areas = finders.areas.iter().filter(is_small).filter(|area| area.scope.iter().all_unique());
    let areas: Vec<&Area> = areas.collect();
    if areas.is_empty() {
        return Vec::new();
    }
    let is_left = |(atom, _): &(Atom, _)| known.of(atom.variable).contains(&atom.value);
    let pieces = tiling.placements().filter(is_left).collect_vec();
    areas.into_iter().filter_map(|area| unfit_pieces_of(finders, area, &pieces, known)).collect()
}

fn unfit_pieces_of(
    finders: &Finders,
    area: &Area,
    pieces: &[(Atom, Vec<Covered>)],
    known: &Candidates,
) -> Option<Draft> {
    let mut constraints = vec![area.constraint];
    let mut rest: BTreeSet<VarId> = BTreeSet::new();
    let mut gone: BTreeMap<VarId, BTreeSet<Value>> = BTreeMap::new();
    for (Atom { variable, value }, covered) in pieces {
        let inside = covered.iter().filter(|place| area.scope.contains(&place.result));
        let inside = inside.collect_vec();
        let fits = |place: &&Covered| known.of(place.result).contains(&place.value);
        if inside.len() < 2 || !inside.iter().all(fits) {
            continue;
        }
        let is_inside = |place: &&VarId| inside.iter().any(|other| other.result == **place);
        let others = area.scope.iter().filter(|place| !is_inside(place)).copied().collect_vec();
        let own: i64 = inside.iter().map(|place| i64::from(place.value)).sum();
        if !sums(&others, own, known).into_iter().any(|sum| area.within.contains(sum)) {
            constraints.extend(inside.iter().map(|place| place.constraint));
            rest.extend(others);
            gone.entry(*variable).or_default().insert(*value);
        }
    }
    let facts = rest.into_iter().filter_map(|place| finders.fact(place, known)).collect();
    let conclusions = gone.into_iter().map(|(variable, values)| {
        let said = Said::IsNone(values.into_iter().collect());
        Fact { variable, said }
    });
    let conclusions: Vec<Fact> = conclusions.collect();
    (!conclusions.is_empty())
        .then(|| Draft::proposed(&UNFIT_PIECES, constraints, facts, conclusions))
}

/// The possible sums of the places, added to this number.
fn sums(places: &[VarId], start: i64, known: &Candidates) -> BTreeSet<i64> {
    places.iter().fold(BTreeSet::from([start]), |sums, &place| {
        let values = known.of(place).iter().map(|&value| i64::from(value));
        sums.into_iter().cartesian_product(values).map(|(sum, value)| sum + value).collect()
    })
}
