//! A variable has a value.

use super::{Atom, Csp, Rule, Value, VarId};
use crate::domains::{Domains, Step};

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
        let Atom { variable, value } = self.atom;
        format!("{} = {}", csp.name(variable), csp.value_text(variable, value))
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        !values.contains(&self.atom.value)
    }
}

/// Only the value is left.
pub(super) fn propagate(domains: &mut Domains, fixed: &Fixed) -> Step {
    domains.assign(fixed.atom.variable, fixed.atom.value.into())
}
