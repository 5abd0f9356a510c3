//! Places that have each value once have a known sum. Areas with given sums cover them but for one place, or cover
//! one place more: that one has the difference. Killer Sudoku's innies and outies, the rule of 45.

use cnfetti_core::csp::VarId;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Different, Finders, Total};
use crate::Draft;
use crate::techniques::INNIES;
use crate::tiling::Tiling;

/// For each row, and for each two that share no place.
pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    if finders.totals.is_empty() {
        return Vec::new();
    }
    let full = finders.different.iter().filter(|row| row.is_full).collect_vec();
    let one = full.iter().map(|&row| vec![row]);
    let are_apart =
        |[one, other]: &[&Different; 2]| one.scope.iter().all(|place| !other.scope.contains(place));
    let pairs = full.iter().copied().array_combinations().filter(are_apart);
    let two = pairs.map(|rows| rows.to_vec());
    one.chain(two).filter_map(|rows| of_rows(finders, &rows, known)).collect()
}

fn of_rows(finders: &Finders, rows: &[&Different], known: &Candidates) -> Option<Draft> {
    let is_inside = |place: &VarId| rows.iter().any(|row| row.scope.contains(place));
    let is_open = |place: &&VarId| known.decided(**place).is_none();
    let mut covered: Vec<VarId> = Vec::new();
    let mut constraints = rows.iter().map(|row| row.constraint).collect_vec();
    // The sum of the places outside, less that of the places inside which no area covers.
    let mut difference: i64 = -rows.iter().map(|row| row.sum).sum::<i64>();
    let mut outies: Vec<VarId> = Vec::new();
    for Total { constraint, scope, sum } in &finders.totals {
        let (inside, outside): (Vec<VarId>, Vec<VarId>) = scope.iter().partition(|p| is_inside(p));
        let open = |places: &[VarId]| places.iter().filter(is_open).count();
        let is_new = inside.iter().all(|place| !covered.contains(place));
        if inside.is_empty() || !is_new || open(&outside) > 0 && open(&outside) >= open(&inside) {
            continue;
        }
        constraints.push(*constraint);
        difference += sum;
        covered.extend(inside);
        outies.extend(outside);
    }
    let places = rows.iter().flat_map(|row| &row.scope).copied();
    let innies = places.filter(|place| !covered.contains(place)).collect_vec();
    let both =
        || outies.iter().map(|place| (place, 1)).chain(innies.iter().map(|place| (place, -1)));
    let (&only, sign) = both().filter(|(place, _)| is_open(place)).exactly_one().ok()?;
    let decided = both().filter_map(|(place, sign)| Some(sign * i64::from(known.decided(*place)?)));
    let value = sign * (difference - decided.sum::<i64>());
    let value = i32::try_from(value).ok().filter(|value| known.of(only).contains(value))?;
    let others = both().map(|(place, _)| *place).filter(|place| *place != only);
    let facts =
        others.filter_map(|place| finders.fact(place, known)).unique_by(|fact| fact.variable);
    // A cell of two areas outside would count twice.
    let is_once = outies.iter().all_unique();
    let conclusions = vec![Fact { variable: only, said: Said::Is(value) }];
    (is_once && constraints.len() > rows.len())
        .then(|| Draft::proposed(&INNIES, constraints, facts.collect(), conclusions))
}
