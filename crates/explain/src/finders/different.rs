//! Places with different values, if there are no pencil marks: single places for a value, single values for a place, and
//! values that one row confines to another.

use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Different, Finders};
use crate::Draft;
use crate::techniques::{ONLY_CELL, ONLY_VALUE, POINTING};
use crate::tiling::Tiling;

/// Of places that have each value once, one is left for a value: the others are taken, or differ from a place that
/// has it. Sudoku's hidden single.
pub(super) fn only_cell(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let full = finders.different.iter().filter(|different| different.is_full);
    full.flat_map(|different| only_cells_of(finders, different, known)).collect()
}

fn only_cells_of(finders: &Finders, row: &Different, known: &Candidates) -> Vec<Draft> {
    let values = finders.open_values(row, known).into_iter();
    values.filter_map(|value| only_cell_for(finders, row, value, known)).collect()
}

fn only_cell_for(
    finders: &Finders,
    row: &Different,
    value: Value,
    known: &Candidates,
) -> Option<Draft> {
    let can_be = |place: &&VarId| finders.can_be(**place, value, known);
    let only = *row.scope.iter().filter(can_be).exactly_one().ok()?;
    let (constraints, facts) = finders.reasons_against(row, value, &[only], known);
    let conclusions = vec![Fact { variable: only, said: Said::Is(value) }];
    Some(Draft::proposed(&ONLY_CELL, constraints, facts, conclusions))
}

/// A place differs from others that have all values but one. Sudoku's naked single.
pub(super) fn only_value(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    finders.places().filter_map(|place| only_value_of(finders, place, known)).collect()
}

fn only_value_of(finders: &Finders, place: VarId, known: &Candidates) -> Option<Draft> {
    let domain = known.of(place);
    if domain.len() < 2 {
        return None;
    }
    let (mut constraints, mut facts, mut left) = (Vec::new(), Vec::new(), domain.to_vec());
    for at in finders.rows_of(place) {
        let row = &finders.different[at];
        for &peer in row.scope.iter().filter(|&&peer| peer != place) {
            let Some(value) = known.decided(peer).filter(|value| left.contains(value)) else {
                continue;
            };
            left.retain(|other| *other != value);
            constraints.push(row.constraint);
            facts.push(Fact { variable: peer, said: Said::Is(value) });
        }
    }
    let &[only] = &left[..] else { return None };
    constraints.dedup();
    // With a single rule, this is a step of that rule.
    if constraints.len() < 2 {
        return None;
    }
    let gone = finders.gone(place, known);
    if !gone.is_empty() {
        facts.push(Fact { variable: place, said: Said::IsNone(gone) });
    }
    let conclusions = vec![Fact { variable: place, said: Said::Is(only) }];
    Some(Draft::proposed(&ONLY_VALUE, constraints, facts, conclusions))
}

/// The places that are left for a value in one row are all in another row too, so it has the value nowhere else:
/// Sudoku's pointing pairs, claiming and locked candidates.
pub(super) fn pointing(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let full = finders.different.iter().filter(|different| different.is_full);
    full.flat_map(|row| pointing_of(finders, row, known)).collect()
}

fn pointing_of(finders: &Finders, row: &Different, known: &Candidates) -> Vec<Draft> {
    let values = finders.open_values(row, known).into_iter();
    values.flat_map(|value| pointing_for(finders, row, value, known)).collect()
}

/// What the places that are left for the value rule out, one step for each row that they share.
fn pointing_for(
    finders: &Finders,
    row: &Different,
    value: Value,
    known: &Candidates,
) -> Vec<Draft> {
    let can_be = |place: &VarId| finders.can_be(*place, value, known);
    let places: Vec<VarId> = row.scope.iter().copied().filter(can_be).collect();
    let Some(&first) = places.first().filter(|_| places.len() > 1) else { return Vec::new() };
    let shared = finders.rows_of(first).map(|at| &finders.different[at]).filter(|other| {
        other.constraint != row.constraint && places.iter().all(|place| other.scope.contains(place))
    });
    let drafts = shared.filter_map(|other| {
        let gone = other.scope.iter().filter(|place| !row.scope.contains(place));
        let said = || Said::IsNone(vec![value]);
        let conclusions = gone.filter(|place| can_be(place));
        let conclusions =
            conclusions.map(|&variable| Fact { variable, said: said() }).collect_vec();
        if conclusions.is_empty() {
            return None;
        }
        let (mut constraints, facts) = finders.reasons_against(row, value, &places, known);
        constraints.push(other.constraint);
        Some(Draft::proposed(&POINTING, constraints, facts, conclusions))
    });
    drafts.collect()
}
