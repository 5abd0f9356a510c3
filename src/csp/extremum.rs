//! The smallest or the largest of some variables.

use std::fmt;

use itertools::Itertools;

use super::layers::Machine;
use super::reading::Reading;
use super::residual::{Frame, Residual};
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
    pub(super) fn is_beyond(self, first: u64, second: u64) -> bool {
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
    /// What the value must be. Its variable is not in the scope.
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

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let reading = Reading::new(Rule::scope(self), frame);
        let values = reading.domains.iter().flatten().copied().sorted_unstable().dedup().collect();
        let limit = self.condition.variable().and_then(|variable| reading.place(variable));
        let (extreme, condition) = (self.extreme, self.condition.clone());
        reading.open(End { values, limit, extreme, condition }, frame)
    }
}

/// The end so far and what it is compared with, as one more than the positions among all values.
struct End {
    values: Vec<Value>,
    /// Where the variable of the condition is read.
    limit: Option<usize>,
    extreme: Extreme,
    condition: Condition,
}

impl Machine for End {
    fn limits(&self) -> Vec<u64> {
        vec![self.values.len() as u64; 2]
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        let number = 1 + self.values.partition_point(|&other| other < value) as u64;
        if self.limit == Some(place) {
            state[1] = number;
        } else if state[0] == 0 || self.extreme.is_beyond(number, state[0]) {
            state[0] = number;
        }
        true
    }

    fn accepts(&self, state: &[u64]) -> bool {
        let value = |number: u64| number.checked_sub(1).map(|at| self.values[at as usize]);
        let limit = value(state[1]).unwrap_or(0);
        value(state[0]).is_some_and(|end| self.condition.allows(end.into(), limit))
    }
}
