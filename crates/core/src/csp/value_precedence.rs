//! The values first occur in a given order.

use super::{Csp, Rule, Value, VarId};

/// Along the scope, each value of the list occurs only after the value before it. Of the solutions
/// that differ by renaming interchangeable values, this keeps one. (Law and Lee, Global
/// Constraints for Integer and Set Value Precedence, CP 2004.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePrecedence {
    /// The variables in reading order, each once.
    pub scope: Vec<VarId>,
    /// The values in the order in which they first occur.
    pub values: Vec<Value>,
}

impl Rule for ValuePrecedence {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let mut seen = 0;
        self.scope.iter().all(|variable| {
            let value = solution[variable.index()];
            match self.values.iter().position(|&listed| listed == value) {
                Some(position) if position == seen => {
                    seen += 1;
                    true
                }
                Some(position) => position < seen,
                None => true,
            }
        })
    }

    fn describe(&self, csp: &Csp) -> String {
        let values: Vec<String> =
            self.values.iter().map(|&value| csp.values_text(&self.scope, &[value])).collect();
        format!("ValuePrecedence({}; {})", csp.names(&self.scope), values.join(" before "))
    }
}
