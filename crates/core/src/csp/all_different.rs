//! No two variables are equal.

use itertools::Itertools;

use super::{Constraint, Csp, Rule, Value, VarId};

/// No two variables of the scope are equal, except that several may have the same value of
/// `except`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllDifferent {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// Values that may repeat, such as 0 for an empty seat.
    pub except: Vec<Value>,
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
        // Counts ask this about thousands of solutions, and few values are sorted sooner than hashed.
        let values = self.scope.iter().map(|variable| solution[variable.index()]);
        let values = values.filter(|value| !self.except.contains(value));
        values.sorted_unstable().tuple_windows().all(|(one, next)| one != next)
    }

    fn describe(&self, csp: &Csp) -> String {
        let names = csp.names(&self.scope);
        match self.except[..] {
            [] => format!("AllDifferent({names})"),
            [value] => format!("AllDifferentExcept{value}({names})"),
            _ => format!("AllDifferent({names}; except {})", self.except.iter().join(", ")),
        }
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        !self.except.iter().any(|except| values.contains(except))
    }
}
