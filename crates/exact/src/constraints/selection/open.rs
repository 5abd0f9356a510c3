//! What is left of a selection: whether an atom holds, and the value that the result has or must
//! have.

use crate::residual::{Field, Frame, Residual, VarSet, View};
use cnfetti_core::csp::VarId;

use cnfetti_core::csp::Selection;

/// Whether an atom holds and whether the result is assigned.
pub(super) struct Open {
    result: VarId,
    result_set: VarSet,
    /// The choices by variable and index, sorted, with the row of the value; `None` where the
    /// result cannot have the value, and so the atom cannot hold.
    choices: Vec<(VarId, usize, Option<usize>)>,
    /// Atoms of variables that are not pieces: the bit, the row, and the row of the result.
    plain: Vec<(usize, usize, Option<usize>)>,
    /// For each row of the result the last step at which a piece can bring it.
    last_piece: Vec<Option<usize>>,
    /// [`NONE`]; [`MATCHED`]; or [`VALUE`] plus a row: of the result when it is assigned and no
    /// atom holds, otherwise of the value that the atom that holds demands.
    state: Field,
    /// Whether the result is assigned.
    assigned: Field,
}

/// Neither the result nor an atom is decided.
const NONE: u64 = 0;

/// An atom holds, and the result has its value.
const MATCHED: u64 = 1;

/// The result and an atom wait for each other.
const VALUE: u64 = 2;

impl Open {
    pub(super) fn new(selection: &Selection, frame: &mut Frame) -> Open {
        let mut choices = Vec::new();
        let mut plain = Vec::new();
        let mut last_piece = vec![None; frame.rows()];
        for choice in &selection.choices {
            let variable = choice.atom.variable;
            let Some(index) = frame.index(choice.atom) else { continue };
            let can = frame.domain(selection.result).contains(&choice.value);
            let row = frame.row(choice.value).filter(|_| can);
            choices.push((variable, index, row));
            if let Some(bit) = frame.bit(variable) {
                plain.push((bit, index, row));
            } else if let Some(row) = row {
                last_piece[row] = last_piece[row].max(Some(frame.step(choice.atom)));
            }
        }
        choices.sort_unstable();
        Open {
            result: selection.result,
            result_set: frame.set(&[selection.result]),
            choices,
            plain,
            last_piece,
            state: frame.field(VALUE + frame.rows() as u64),
            assigned: frame.field(1),
        }
    }
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, index: usize) -> bool {
        let state = view.get(self.state);
        let assigned = view.get(self.assigned) == 1;
        let row = if variable == self.result {
            view.set(self.assigned, 1);
            Some(index)
        } else {
            let place = self.choices.binary_search_by_key(&(variable, index), |c| (c.0, c.1));
            let Ok(place) = place else { return true };
            self.choices[place].2
        };
        let Some(row) = row else { return false };
        let meets = if variable == self.result { state != NONE } else { assigned };
        let next = VALUE + row as u64;
        view.set(self.state, if meets { MATCHED } else { next });
        if meets { state == next } else { state == NONE }
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let state = view.get(self.state);
        let assigned = view.get(self.assigned) == 1;
        if state == MATCHED || state != NONE && !assigned {
            // An atom holds, and the others must not.
            self.plain.iter().for_each(|&(bit, row, _)| view.remove_one(row, bit));
            if !assigned {
                let others = (0..view.rows()).filter(|&row| state != VALUE + row as u64);
                others.for_each(|row| view.remove(row, &self.result_set));
            }
            return true;
        }
        if assigned {
            return self.can_bring(view, (state - VALUE) as usize);
        }
        for row in 0..view.rows() {
            if view.count(row, &self.result_set) > 0 && !self.can_bring(view, row) {
                view.remove(row, &self.result_set);
            }
        }
        true
    }
}

impl Open {
    /// Whether an atom that brings this value can still come to hold.
    fn can_bring(&self, view: &View<'_>, row: usize) -> bool {
        self.last_piece[row].is_some_and(|last| last >= view.step())
            || self.plain.iter().any(|&(bit, at, brings)| brings == Some(row) && view.can(at, bit))
    }
}
