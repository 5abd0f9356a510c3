//! The smallest or the largest of some variables.

use super::reading::Reading;
use crate::layers::Machine;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Condition, Extreme, Extremum, Rule, Value};
use itertools::Itertools;

pub(super) fn residual(constraint: &Extremum, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(Rule::scope(constraint), frame);
    let values = reading.domains.iter().flatten().copied().sorted_unstable().dedup().collect();
    let limit = constraint.condition.variable().and_then(|variable| reading.place(variable));
    let (extreme, condition) = (constraint.extreme, constraint.condition.clone());
    reading.open(End { values, limit, extreme, condition }, frame)
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
