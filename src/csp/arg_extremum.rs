//! Where the smallest or the largest of some variables is.

use itertools::Itertools;

use super::layers::Machine;
use super::reading::Reading;
use super::residual::{Frame, Residual};
use super::{Condition, Constraint, Csp, Extreme, Rule, Value, VarId};

/// Which of several places counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Any one that the condition allows.
    Any,
    /// The first one.
    First,
    /// The last one.
    Last,
}

/// A place where the variables have their smallest or their largest value is as the condition demands.
/// Without variables it never holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgExtremum {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// What the first place is called, such as 0 or 1.
    pub first: Value,
    /// Which end.
    pub extreme: Extreme,
    /// Which place, where there are several.
    pub rank: Rank,
    /// What the place must be. Its variable is not in the scope.
    pub condition: Condition,
}

impl From<ArgExtremum> for Constraint {
    fn from(constraint: ArgExtremum) -> Constraint {
        Constraint::ArgExtremum(constraint)
    }
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

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let reading = Reading::new(Rule::scope(self), frame);
        let values = reading.domains.iter().flatten().copied().sorted_unstable().dedup().collect();
        let index = |&variable: &VarId| self.scope.iter().position(|&other| other == variable);
        let positions = reading.scope.iter().map(index).collect();
        reading.open(Places { arg: self.clone(), values, positions }, frame)
    }
}

/// The end so far and what the place is compared with, as one more than the positions among all
/// values, and then the set of the places where the end is; of the first or the last place only that.
struct Places {
    arg: ArgExtremum,
    values: Vec<Value>,
    /// For each place of the reading the position in the scope, but of the variable of the condition.
    positions: Vec<Option<usize>>,
}

impl Places {
    fn add(&self, set: &mut [u64], at: usize) {
        let before =
            (0..self.arg.scope.len()).find(|&other| set[other / 64] >> (other % 64) & 1 == 1);
        let replaces = match (self.arg.rank, before) {
            (Rank::First, Some(before)) => at < before,
            (Rank::Last, Some(before)) => at > before,
            _ => {
                set[at / 64] |= 1 << (at % 64);
                return;
            }
        };
        if replaces {
            set.fill(0);
            set[at / 64] |= 1 << (at % 64);
        }
    }
}

impl Machine for Places {
    fn limits(&self) -> Vec<u64> {
        let size = self.arg.scope.len();
        let word = |word: usize| u64::MAX >> (64 - (size - 64 * word).min(64));
        let set = (0..size.div_ceil(64)).map(word);
        [self.values.len() as u64; 2].into_iter().chain(set).collect()
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        let number = 1 + self.values.partition_point(|&other| other < value) as u64;
        let Some(at) = self.positions[place] else {
            state[1] = number;
            return true;
        };
        if state[0] == 0 || self.arg.extreme.is_beyond(number, state[0]) {
            state[0] = number;
            state[2..].fill(0);
        }
        if number == state[0] {
            self.add(&mut state[2..], at);
        }
        true
    }

    fn accepts(&self, state: &[u64]) -> bool {
        let limit = state[1].checked_sub(1).map_or(0, |at| self.values[at as usize]);
        let first = i64::from(self.arg.first);
        (0..self.arg.scope.len()).any(|at| {
            state[2 + at / 64] >> (at % 64) & 1 == 1
                && self.arg.condition.allows(first + at as i64, limit)
        })
    }
}
