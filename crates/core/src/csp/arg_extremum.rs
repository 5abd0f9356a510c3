//! A condition on the position of the smallest or largest variable.

use itertools::Itertools;

use super::{Condition, Csp, Extreme, Rule, Value, VarId};

/// Which position counts if the extremum occurs more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Any of them that satisfies the condition.
    Any,
    /// The first one.
    First,
    /// The last one.
    Last,
}

/// A position at which the variables have their smallest or largest value satisfies the condition.
/// Never holds without variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgExtremum {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// The number of the first position, such as 0 or 1.
    pub first: Value,
    /// Smallest or largest.
    pub extreme: Extreme,
    /// Which position counts if there are several.
    pub rank: Rank,
    /// The condition on the position. Its variable is not in the scope.
    pub condition: Condition,
}

impl Rule for ArgExtremum {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain(self.condition.variable()).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let values = self.scope.iter().map(|variable| solution[variable.index()]).collect_vec();
        let end = match self.extreme {
            Extreme::Minimum => values.iter().min(),
            Extreme::Maximum => values.iter().max(),
        };
        let extreme = |&place: &usize| Some(&values[place]) == end;
        let mut places = (0..values.len()).filter(extreme);
        let is_right =
            |place: usize| self.condition.holds(i64::from(self.first) + place as i64, solution);
        match self.rank {
            Rank::Any => places.any(is_right),
            Rank::First => places.next().is_some_and(is_right),
            Rank::Last => places.next_back().is_some_and(is_right),
        }
    }

    fn describe(&self, csp: &Csp) -> String {
        let rank = match self.rank {
            Rank::Any => "",
            Rank::First => "first ",
            Rank::Last => "last ",
        };
        let condition = self.condition.describe(csp);
        format!("{rank}Arg{}({}) {condition}", self.extreme, csp.names(&self.scope))
    }
}
