//! The smallest or the largest of some variables.

use std::fmt;

use super::{Condition, Constraint, Csp, Rule, Value, VarId};

/// Which end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The smallest.
    Minimum,
    /// The largest.
    Maximum,
}

impl Extreme {
    /// Whether the first number is further at this end than the second.
    pub fn is_beyond(self, first: u64, second: u64) -> bool {
        match self {
            Extreme::Minimum => first < second,
            Extreme::Maximum => first > second,
        }
    }
}

impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Extreme::Minimum => "Minimum",
            Extreme::Maximum => "Maximum",
        })
    }
}

/// The smallest or the largest value of the variables is as the condition demands. (Beldiceanu,
/// Pruning for the Minimum Constraint Family, CP 2001.) Without variables it never holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremum {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// Which end.
    pub extreme: Extreme,
    /// The condition on the value. Its variable is not in the scope.
    pub condition: Condition,
}

impl From<Extremum> for Constraint {
    fn from(constraint: Extremum) -> Constraint {
        Constraint::Extremum(constraint)
    }
}

impl Rule for Extremum {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain(self.condition.variable()).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let values = self.scope.iter().map(|variable| solution[variable.index()]);
        let end = match self.extreme {
            Extreme::Minimum => values.min(),
            Extreme::Maximum => values.max(),
        };
        end.is_some_and(|end| self.condition.holds(end.into(), solution))
    }

    fn describe(&self, csp: &Csp) -> String {
        let condition = self.condition.describe(csp);
        format!("{}({}) {condition}", self.extreme, csp.names(&self.scope))
    }
}
