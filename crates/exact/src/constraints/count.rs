//! Counts of variables with given values.

use super::reading::Reading;
use crate::layers::Machine;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Condition, Count, Rule, Value};

pub(super) fn residual(constraint: &Count, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(Rule::scope(constraint), frame);
    let limit = constraint.condition.variable().and_then(|variable| reading.place(variable));
    let machine = Counter {
        limit: limit.map(|place| (place, reading.domains[place].clone())),
        size: constraint.scope.len() as u64,
        values: constraint.values.clone(),
        condition: constraint.condition.clone(),
    };
    reading.open(machine, frame)
}

/// A state is the number so far, and one more than the position of what it is compared with.
struct Counter {
    /// Where the variable of the condition is read, and its values.
    limit: Option<(usize, Vec<Value>)>,
    size: u64,
    values: Vec<Value>,
    condition: Condition,
}

impl Machine for Counter {
    fn limits(&self) -> Vec<u64> {
        vec![self.size, self.limit.as_ref().map_or(0, |(_, domain)| domain.len() as u64)]
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        match &self.limit {
            Some((at, domain)) if *at == place => {
                state[1] = 1 + domain.partition_point(|&other| other < value) as u64;
            }
            _ => state[0] += u64::from(self.values.contains(&value)),
        }
        true
    }

    fn accepts(&self, state: &[u64]) -> bool {
        let other = match (&self.limit, state[1].checked_sub(1)) {
            (Some((_, domain)), Some(position)) => domain[position as usize],
            _ => 0,
        };
        self.condition.allows(state[0] as i64, other)
    }
}
