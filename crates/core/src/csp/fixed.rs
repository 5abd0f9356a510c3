//! A variable has a value.

use super::{Atom, Csp, Rule, Value, VarId};

/// The atom holds: a given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The variable and its value.
    pub atom: Atom,
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
}
