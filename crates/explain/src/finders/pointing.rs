//! The places that are left for a value in one row are all in another row too, so it has the value nowhere else:
//! Sudoku's pointing pairs, claiming and locked candidates.

use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Different, Finders};
use crate::Draft;
use crate::techniques::POINTING;
use crate::tiling::Tiling;

pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let full = finders.different.iter().filter(|different| different.is_full);
    full.flat_map(|row| of_row(finders, row, known)).collect()
}

fn of_row(finders: &Finders, row: &Different, known: &Candidates) -> Vec<Draft> {
    let values = finders.open_values(row, known).into_iter();
    values.flat_map(|value| of_value(finders, row, value, known)).collect()
}

/// What the places that are left for the value rule out, one step for each row that they share.
fn of_value(finders: &Finders, row: &Different, value: Value, known: &Candidates) -> Vec<Draft> {
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
