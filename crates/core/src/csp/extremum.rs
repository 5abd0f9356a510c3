//! A condition on the smallest or the largest of some variables.

use std::fmt;

use super::{Condition, Csp, Rule, Value, VarId};

/// Smallest or largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The smallest.
    Minimum,
    /// The largest.
    Maximum,
}

impl Extreme {
    /// Whether the first number is more extreme than the second.
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

/// The smallest or the largest value of the variables satisfies the condition. (Beldiceanu,
/// Pruning for the Minimum Constraint Family, CP 2001.) Never holds without variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremum {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// Smallest or largest.
    pub extreme: Extreme,
    /// The condition on that value. Its variable is not in the scope.
    pub condition: Condition,
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
