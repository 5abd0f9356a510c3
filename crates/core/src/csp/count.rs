//! A condition on the number of variables that have certain values.

use itertools::Itertools;

use super::{Condition, Csp, Rule, Value, VarId};

/// The number of variables that have one of the values satisfies the condition. (Also known as
/// among: Beldiceanu and Contejean, Introducing Global Constraints in CHIP, 1994.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// The values, each once.
    pub values: Vec<Value>,
    /// The condition on their number. Its variable is not in the scope.
    pub condition: Condition,
}

impl Rule for Count {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain(self.condition.variable()).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let counted = |variable: &&VarId| self.values.contains(&solution[variable.index()]);
        let count = self.scope.iter().filter(counted).count();
        self.condition.holds(count as i64, solution)
    }

    fn describe(&self, csp: &Csp) -> String {
        let values = self.values.iter().join(", ");
        let condition = self.condition.describe(csp);
        format!("Count({}; {values}) {condition}", csp.names(&self.scope))
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        let counted = |value| self.values.contains(value);
        self.condition.variable().is_none() && values.iter().map(counted).all_equal()
    }
}
