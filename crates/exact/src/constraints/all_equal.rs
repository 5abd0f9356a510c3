//! All variables are equal.

use crate::residual::{Frame, Residual, VarSet, View};
use cnfetti_core::csp::{AllEqual, VarId};

pub(super) fn residual(constraint: &AllEqual, frame: &mut Frame) -> Box<dyn Residual> {
    Box::new(Open { scope: frame.set(&constraint.scope) })
}

/// The variables that are left can take the same values, those common to all.
struct Open {
    scope: VarSet,
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, _variable: VarId, row: usize) -> bool {
        let others = (0..view.rows()).filter(|&other| other != row);
        others.for_each(|other| view.remove(other, &self.scope));
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let rest = view.rest(&self.scope);
        for row in 0..view.rows() {
            let able = view.count(row, &self.scope);
            if able > 0 && able < rest {
                view.remove(row, &self.scope);
            }
        }
        rest == 0 || (0..view.rows()).any(|row| view.count(row, &self.scope) > 0)
    }
}
