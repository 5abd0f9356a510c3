//! The state of a count of different values under any condition.

use itertools::Itertools;

use super::super::reading::Reading;
use crate::layers::Machine;
use cnfetti_core::csp::{Condition, Value};

use cnfetti_core::csp::DistinctCount;

/// What the number is compared with, as one more than its position in the domain, and then the set of
/// the values that were seen.
pub(super) struct Seen {
    /// Where the variable of the condition is read, and its values.
    limit: Option<(usize, Vec<Value>)>,
    /// The values that are counted.
    values: Vec<Value>,
    condition: Condition,
}

impl Seen {
    pub(super) fn new(count: &DistinctCount, reading: &Reading) -> Seen {
        let limit = count.condition.variable().and_then(|variable| reading.place(variable));
        let values = reading.domains.iter().flatten().copied();
        let values = values.filter(|value| !count.except.contains(value));
        Seen {
            limit: limit.map(|place| (place, reading.domains[place].clone())),
            values: values.sorted_unstable().dedup().collect(),
            condition: count.condition.clone(),
        }
    }
}

impl Machine for Seen {
    fn limits(&self) -> Vec<u64> {
        let limit = self.limit.as_ref().map_or(0, |(_, domain)| domain.len() as u64);
        let words = self.values.len().div_ceil(64);
        std::iter::once(limit).chain(vec![u64::MAX; words]).collect()
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        match &self.limit {
            Some((at, domain)) if *at == place => {
                state[0] = 1 + domain.partition_point(|&other| other < value) as u64;
            }
            _ => {
                if let Ok(number) = self.values.binary_search(&value) {
                    state[1 + number / 64] |= 1 << (number % 64);
                }
            }
        }
        true
    }

    fn accepts(&self, state: &[u64]) -> bool {
        let limit = match (&self.limit, state[0].checked_sub(1)) {
            (Some((_, domain)), Some(position)) => domain[position as usize],
            _ => 0,
        };
        let seen: u32 = state[1..].iter().map(|word| word.count_ones()).sum();
        self.condition.allows(seen.into(), limit)
    }
}
