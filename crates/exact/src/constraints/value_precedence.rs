//! The values first occur in a given order.

use crate::residual::{Field, Frame, Residual, View};
use cnfetti_core::csp::{Atom, ValuePrecedence, VarId};

pub(super) fn residual(constraint: &ValuePrecedence, frame: &mut Frame) -> Box<dyn Residual> {
    let size = constraint.scope.len() as u64;
    let step = |&variable: &VarId| frame.step(Atom { variable, value: 0 });
    let steps = constraint.scope.iter().map(step).collect();
    let fields = constraint.values.iter().map(|_| frame.field(size + SEEN)).collect();
    let rows = constraint.values.iter().map(|&value| frame.row(value)).collect();
    Box::new(Open { scope: constraint.scope.clone(), steps, rows, first: fields })
}

/// Where each value occurs first.
struct Open {
    scope: Vec<VarId>,
    /// When each variable of the scope is decided.
    steps: Vec<usize>,
    /// For each value.
    rows: Vec<Option<usize>>,
    /// For each value [`UNSEEN`], [`SETTLED`], or [`SEEN`] plus a position in the scope.
    first: Vec<Field>,
}

/// The value did not occur.
const UNSEEN: u64 = 0;

/// The value's first occurrence is known and follows that of the value before it.
const SETTLED: u64 = 1;

/// The value occurs, and an earlier variable that is not assigned may have it too.
const SEEN: u64 = 2;

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        let listed = self.rows.iter().position(|&listed| listed == Some(row));
        let position = self.scope.iter().position(|&other| other == variable);
        if let (Some(listed), Some(position)) = (listed, position) {
            let here = SEEN + position as u64;
            let first = view.get(self.first[listed]);
            if first == UNSEEN || first > here {
                view.set(self.first[listed], here);
            }
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let assigned = self.steps.iter().take_while(|&&step| step < view.step()).count() as u64;
        // No variable comes before the first value's predecessor.
        let mut before = SETTLED;
        for &field in &self.first {
            let first = view.get(field);
            if first >= SEEN && first < SEEN + assigned {
                // Nothing can change any more about what occurs up to here.
                if before == UNSEEN || before > first {
                    return false;
                }
                view.set(field, SETTLED);
            }
            before = first;
        }
        true
    }
}
