//! Each variable is larger than the one before it.

use itertools::Itertools;

use super::{Csp, Rule, Value, VarId};

/// The values increase strictly along the scope. This breaks the symmetry between equal things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Increasing {
    /// The variables, each once.
    pub scope: Vec<VarId>,
}

impl Rule for Increasing {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.scope
            .iter()
            .map(|variable| solution[variable.index()])
            .tuple_windows()
            .all(|(before, after)| before < after)
    }

    fn describe(&self, csp: &Csp) -> String {
        format!("Increasing({})", csp.names(&self.scope))
    }
}
