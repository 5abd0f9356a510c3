//! Of places that have each value once, one is left for a value: the others are taken, or differ from a place that
//! has it. Sudoku's hidden single.

use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Different, Finders};
use crate::Draft;
use crate::techniques::ONLY_CELL;
use crate::tiling::Tiling;

pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let full = finders.different.iter().filter(|different| different.is_full);
    full.flat_map(|different| of_row(finders, different, known)).collect()
}

fn of_row(finders: &Finders, row: &Different, known: &Candidates) -> Vec<Draft> {
    let values = finders.open_values(row, known).into_iter();
    values.filter_map(|value| of_value(finders, row, value, known)).collect()
}

fn of_value(finders: &Finders, row: &Different, value: Value, known: &Candidates) -> Option<Draft> {
    let can_be = |place: &&VarId| finders.can_be(**place, value, known);
    let only = *row.scope.iter().filter(can_be).exactly_one().ok()?;
    let (constraints, facts) = finders.reasons_against(row, value, &[only], known);
    let conclusions = vec![Fact { variable: only, said: Said::Is(value) }];
    Some(Draft::proposed(&ONLY_CELL, constraints, facts, conclusions))
}
