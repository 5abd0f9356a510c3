//! How many different values occur.

use itertools::Itertools;

use super::{Constraint, Csp, Rule, Value, VarId};

/// The number of different values in the scope is the value of a variable. (Pachet and Roy,
/// Automatic Generation of Music Programs, CP 1999: "NValues".)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctCount {
    /// The variables whose values are counted, each once. May be empty: then the count is 0.
    pub scope: Vec<VarId>,
    /// The variable that is the count; not in the scope.
    pub count: VarId,
}

impl From<DistinctCount> for Constraint {
    fn from(constraint: DistinctCount) -> Constraint {
        Constraint::DistinctCount(constraint)
    }
}

impl Rule for DistinctCount {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = self.scope.clone();
        scope.push(self.count);
        scope
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let distinct =
            self.scope.iter().map(|variable| solution[variable.index()]).unique().count();
        Value::try_from(distinct) == Ok(solution[self.count.index()])
    }

    fn describe(&self, csp: &Csp) -> String {
        format!("DistinctCount({}) = {}", csp.names(&self.scope), csp.name(self.count))
    }
}
