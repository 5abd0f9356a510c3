//! A condition on the number of different values.

use itertools::Itertools;

use super::{Comparison, Condition, Csp, Rule, Value, VarId};

/// The number of different values in the scope satisfies the condition. (Pachet and Roy, Automatic
/// Generation of Music Programs, CP 1999: "NValues".)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctCount {
    /// The variables whose values are counted, each once. May be empty: then the count is 0.
    pub scope: Vec<VarId>,
    /// Values that are not counted, each once.
    pub except: Vec<Value>,
    /// The condition on the number. Its variable is not in the scope.
    pub condition: Condition,
}

impl Rule for DistinctCount {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain(self.condition.variable()).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let values = self.scope.iter().map(|variable| solution[variable.index()]);
        let counted = values.filter(|value| !self.except.contains(value));
        self.condition.holds(counted.unique().count() as i64, solution)
    }

    fn describe(&self, csp: &Csp) -> String {
        let (names, condition) = (csp.names(&self.scope), self.condition.describe(csp));
        match self.except[..] {
            [] => format!("DistinctCount({names}) {condition}"),
            _ => {
                let except = csp.values_text(&self.scope, &self.except);
                format!("DistinctCount({names}; except {except}) {condition}")
            }
        }
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        matches!(self.condition, Condition::Compare(Comparison::Equal, _))
            && !self.except.iter().any(|except| values.contains(except))
    }
}
