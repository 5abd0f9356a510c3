//! Where the smallest or the largest of some variables is.

use super::reading::Reading;
use crate::layers::Machine;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{ArgExtremum, Rank, Rule, Value, VarId};
use itertools::Itertools;

pub(super) fn residual(constraint: &ArgExtremum, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(Rule::scope(constraint), frame);
    let values = reading.domains.iter().flatten().copied().sorted_unstable().dedup().collect();
    let index = |&variable: &VarId| constraint.scope.iter().position(|&other| other == variable);
    let positions = reading.scope.iter().map(index).collect();
    reading.open(Places { arg: constraint.clone(), values, positions }, frame)
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
