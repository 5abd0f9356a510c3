//! A piece cannot lie inside an area with a sum if the rest of the area could no longer reach that sum.

use std::collections::{BTreeMap, BTreeSet};

use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Area, Finders};
use crate::Draft;
use crate::techniques::UNFIT_PIECES;
use crate::tiling::{Covered, Tiling};

/// Nobody adds up the values of larger areas.
const MOST_PLACES: usize = 8;

/// For each area all such pieces at once.
pub(super) fn find(finders: &Finders, tiling: &Tiling, known: &Candidates) -> Vec<Draft> {
    let is_small = |area: &&Area| (2..=MOST_PLACES).contains(&area.scope.len());
    let areas = finders.areas.iter().filter(is_small).filter(|area| area.scope.iter().all_unique());
    let areas: Vec<&Area> = areas.collect();
    if areas.is_empty() {
        return Vec::new();
    }
    let is_left = |(atom, _): &(Atom, _)| known.of(atom.variable).contains(&atom.value);
    let pieces = tiling.placements().filter(is_left).collect_vec();
    areas.into_iter().filter_map(|area| of_area(finders, area, &pieces, known)).collect()
}

fn of_area(
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

/// What the places can add up to, on top of this much.
fn sums(places: &[VarId], start: i64, known: &Candidates) -> BTreeSet<i64> {
    places.iter().fold(BTreeSet::from([start]), |sums, &place| {
        let values = known.of(place).iter().map(|&value| i64::from(value));
        sums.into_iter().cartesian_product(values).map(|(sum, value)| sum + value).collect()
    })
}
