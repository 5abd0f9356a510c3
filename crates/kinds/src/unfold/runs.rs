//! Runs of true items, in a line and around a cell.

use std::sync::Arc;

use cnfetti_models::{Automaton, Constraint, Expr, Tuples};
use itertools::Itertools;

use super::links::truths;
use super::{Unfold, Unfolder};
use crate::ast::Ast;
use crate::board::Place;
use crate::data::Entry;
use crate::value::Val;

impl<'k> Unfolder<'k> {
    /// States the lengths of the runs of true items as a regular constraint.
    pub(super) fn runs(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let scope = self.value(&args[0])?.items().iter().map(Val::expr).collect::<Vec<Expr>>();
        let lengths = self.value(&args[1])?;
        let lengths = lengths.items().iter().filter_map(Val::number).filter(|&length| length > 0);
        let mut transitions = vec![(0, 0, 0)];
        let mut state = 0;
        for (at, length) in lengths.take(scope.len() + 1).enumerate() {
            if at > 0 {
                transitions.push((state, 0, state + 1));
                transitions.push((state + 1, 0, state + 1));
                state += 1;
            }
            for _ in 0..length.min(scope.len() as i64 + 1) {
                transitions.push((state, 1, state + 1));
                state += 1;
            }
        }
        if state > 0 {
            transitions.push((state, 0, state + 1));
            transitions.push((state + 1, 0, state + 1));
        }
        let finals = if state > 0 { vec![state, state + 1] } else { vec![0] };
        let states = (0..=state + 1).map(|state| state.to_string()).collect();
        let automaton = Automaton { states, transitions, start: 0, finals }.into();
        self.post(Constraint::Regular { scope, automaton })
    }

    /// States the lengths of the runs of true cells around a cell as a table.
    pub(super) fn runs_around(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let around = truths(&self.value(&args[0])?);
        let lengths = self.value(&args[1])?;
        let lengths = lengths.items().iter().filter_map(Val::number).collect_vec();
        if around.len() > MAX_AROUND {
            return Err(self.error(format!("takes more than {MAX_AROUND} cells around one")));
        }
        let open = around.iter().filter(|(_, truth)| truth.truth().is_none());
        let scope: Vec<Expr> = open.map(|(_, truth)| truth.expr()).collect();
        let mut cells = Vec::new();
        for pattern in 0..1_u32 << scope.len() {
            let mut bits = (0..scope.len()).map(|at| pattern >> at & 1 == 1);
            let truth = |(_, truth): &(Place, Val)| {
                truth.truth().unwrap_or_else(|| bits.next().unwrap_or(false))
            };
            let is_so = around.iter().map(truth).collect_vec();
            let places = around.iter().map(|(place, _)| *place).collect_vec();
            if fits(&lengths_around(&places, &is_so), &lengths) {
                let row = (0..scope.len()).map(|at| Some((pattern >> at & 1) as i32));
                cells.extend(row);
                if scope.is_empty() {
                    return Ok(());
                }
            }
        }
        if cells.is_empty() {
            return self.hold(Val::Truth(false));
        }
        let tuples = Arc::new(Tuples { arity: scope.len(), cells });
        self.post(Constraint::Extension { scope, tuples, positive: true })
    }
}

/// The most cells around a cell.
const MAX_AROUND: usize = 8;

/// The lengths of the runs. Consecutive cells belong to one run if they share a side; the last and
/// the first are consecutive too. A single 0 if there are none.
pub(crate) fn lengths_around(places: &[Place], is_so: &[bool]) -> Vec<i64> {
    let number = places.len();
    let follows = |at: usize| beside(places[at], places[(at + 1) % number]);
    // Start after a gap, so that no run wraps around.
    let Some(start) = (0..number).find(|&at| !is_so[at] || !follows(at)) else {
        return vec![number as i64];
    };
    let mut lengths = vec![0];
    for step in 1..=number {
        let at = (start + step) % number;
        let before = (start + step - 1) % number;
        if !follows(before) || !is_so[at] {
            lengths.push(0);
        }
        if let Some(last) = lengths.last_mut() {
            *last += i64::from(is_so[at]);
        }
    }
    lengths.retain(|&length| length > 0);
    if lengths.is_empty() { vec![0] } else { lengths }
}

fn beside(one: Place, other: Place) -> bool {
    match (one, other) {
        (Place::Cell(row, column), Place::Cell(other_row, other_column)) => {
            row.abs_diff(other_row) + column.abs_diff(other_column) == 1
        }
        _ => false,
    }
}

/// Whether these are the lengths of a clue, in any order; some numbers of the clue may be unknown.
fn fits(found: &[i64], wanted: &[i64]) -> bool {
    let mut left = found.to_vec();
    let known = wanted.iter().filter(|&&length| length != Entry::ANY);
    let all = known.into_iter().all(|length| {
        let at = left.iter().position(|other| other == length);
        at.map(|at| left.swap_remove(at)).is_some()
    });
    all && found.len() == wanted.len()
}
