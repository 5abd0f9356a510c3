//! Of places that have each value once, one is left for a value: the others are taken, or differ from a place that
//! has it. Sudoku's hidden single.

use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Different, Finders};
use crate::Draft;
use crate::laying::Laying;
use crate::techniques::ONLY_CELL;

pub(super) fn find(finders: &Finders, _: &Laying, known: &Candidates) -> Vec<Draft> {
    let full = finders.different.iter().filter(|different| different.is_full);
    full.flat_map(|different| of_row(finders, different, known)).collect()
}

fn of_row(finders: &Finders, row: &Different, known: &Candidates) -> Vec<Draft> {
    let open: Vec<VarId> =
        row.scope.iter().copied().filter(|&place| known.decided(place).is_none()).collect();
    let values: Vec<Value> =
        open.iter().flat_map(|&place| known.of(place)).copied().unique().collect();
    let is_open =
        |value: &Value| !row.scope.iter().any(|&place| known.decided(place) == Some(*value));
    let values = values.into_iter().filter(is_open);
    values.filter_map(|value| of_value(finders, row, &open, value, known)).collect()
}

fn of_value(
    finders: &Finders,
    row: &Different,
    open: &[VarId],
    value: Value,
    known: &Candidates,
) -> Option<Draft> {
    // Who has the value elsewhere, and the rule by which a place differs from it.
    let seen = |place: VarId| {
        finders.rows_of(place).find_map(|at| {
            let other = &finders.different[at];
            let has = other.scope.iter().find(|&&peer| known.decided(peer) == Some(value))?;
            Some((other.constraint, *has))
        })
    };
    let can_be = |place: VarId| known.of(place).contains(&value) && seen(place).is_none();
    let only = open.iter().copied().filter(|&place| can_be(place)).exactly_one().ok()?;
    let (mut constraints, mut facts) = (vec![row.constraint], Vec::new());
    for &place in row.scope.iter().filter(|&&place| place != only) {
        match (known.decided(place), known.of(place).contains(&value), seen(place)) {
            (Some(taken), ..) => facts.push(Fact { variable: place, said: Said::Is(taken) }),
            (None, _, Some((constraint, variable))) => {
                constraints.push(constraint);
                facts.push(Fact { variable, said: Said::Is(value) });
            }
            (None, ..) => facts.push(Fact { variable: place, said: Said::IsNone(vec![value]) }),
        }
    }
    let facts = facts.into_iter().unique_by(|fact| fact.variable).collect();
    let constraints = constraints.into_iter().unique().collect();
    let conclusions = vec![Fact { variable: only, said: Said::Is(value) }];
    Some(Draft::proposed(&ONLY_CELL, constraints, facts, conclusions))
}
