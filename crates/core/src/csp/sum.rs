//! A bound on the sum of the variables.

use cnfetti_encodings::Relation;
use itertools::Itertools;

use super::{Constraint, Csp, Rule, Value, VarId};

/// The sum of the variables is at most, at least or exactly the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// The relation: at most, at least or exactly.
    pub relation: Relation,
    /// The bound.
    pub bound: i64,
}

impl From<Sum> for Constraint {
    fn from(constraint: Sum) -> Constraint {
        Constraint::Sum(constraint)
    }
}

impl Rule for Sum {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let sum: i64 =
            self.scope.iter().map(|variable| i64::from(solution[variable.index()])).sum();
        self.relation.holds(sum, self.bound)
    }

    fn describe(&self, csp: &Csp) -> String {
        let names = self.scope.iter().map(|&variable| csp.name(variable)).join(" + ");
        format!("Sum({names}) {} {}", self.relation, self.bound)
    }
}
