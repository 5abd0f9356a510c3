//! All variables are equal.

use itertools::Itertools;

use super::{Csp, Rule, Value, VarId};

/// All variables of the scope have the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllEqual {
    /// The variables, each once.
    pub scope: Vec<VarId>,
}

impl Rule for AllEqual {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.scope.iter().map(|variable| solution[variable.index()]).all_equal()
    }

    fn describe(&self, csp: &Csp) -> String {
        format!("AllEqual({})", csp.names(&self.scope))
    }

    fn treats_alike(&self, _values: &[Value]) -> bool {
        true
    }
}
