//! No two variables are equal.

use itertools::Itertools;

use super::{Constraint, Csp, Rule, Value, VarId};

/// No two variables of the scope are equal, except that several may have the value `except`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllDifferent {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// A value that may repeat, such as 0 for an empty seat.
    pub except: Option<Value>,
}

impl From<AllDifferent> for Constraint {
    fn from(constraint: AllDifferent) -> Constraint {
        Constraint::AllDifferent(constraint)
    }
}

impl Rule for AllDifferent {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.scope
            .iter()
            .map(|variable| solution[variable.index()])
            .filter(|&value| Some(value) != self.except)
            .all_unique()
    }

    fn describe(&self, csp: &Csp) -> String {
        match self.except {
            None => format!("AllDifferent({})", csp.names(&self.scope)),
            Some(value) => format!("AllDifferentExcept{value}({})", csp.names(&self.scope)),
        }
    }
}
