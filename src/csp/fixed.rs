//! A variable has a value.

use super::residual::{Frame, Residual, View};
use super::{Atom, Constraint, Csp, Rule, Value, VarId};

/// The atom holds: a given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The variable and its value.
    pub atom: Atom,
}

impl From<Fixed> for Constraint {
    fn from(constraint: Fixed) -> Constraint {
        Constraint::Fixed(constraint)
    }
}

impl Rule for Fixed {
    fn scope(&self) -> Vec<VarId> {
        vec![self.atom.variable]
    }

    fn holds(&self, solution: &[Value]) -> bool {
        solution[self.atom.variable.index()] == self.atom.value
    }

    fn describe(&self, csp: &Csp) -> String {
        format!("{} = {}", csp.name(self.atom.variable), self.atom.value)
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        !values.contains(&self.atom.value)
    }

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        Box::new(Open { bit: frame.bit(self.atom.variable), index: frame.index(self.atom) })
    }
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
