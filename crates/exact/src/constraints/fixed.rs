//! A variable has a value.

use crate::residual::{Frame, Residual, View};
use cnfetti_core::csp::{Fixed, VarId};

pub(super) fn residual(constraint: &Fixed, frame: &mut Frame) -> Box<dyn Residual> {
    Box::new(Open { bit: frame.bit(constraint.atom.variable), index: frame.index(constraint.atom) })
}

/// The only value of the variable.
struct Open {
    bit: Option<usize>,
    index: Option<usize>,
}

impl Residual for Open {
    fn assign(&self, _view: &mut View<'_>, _variable: VarId, index: usize) -> bool {
        Some(index) == self.index
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        if let Some(bit) = self.bit {
            let others = (0..view.rows()).filter(|&row| Some(row) != self.index);
            others.for_each(|row| view.remove_one(row, bit));
        }
        self.index.is_some()
    }
}
