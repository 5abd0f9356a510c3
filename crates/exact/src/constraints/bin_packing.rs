//! Bin packing: things of given sizes go into bins.

use super::reading::Reading;
use crate::layers::Machine;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Bin, BinPacking, Condition, Rule, Value};

pub(super) fn residual(constraint: &BinPacking, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(Rule::scope(constraint), frame);
    let sizes = reading.scope.iter().map(|variable| {
        let thing = constraint.scope.iter().position(|other| other == variable)?;
        Some(constraint.sizes[thing])
    });
    let sizes = sizes.collect();
    let limit = |bin: &Bin| bin.load.variable().and_then(|limit| reading.place(limit));
    let limits = constraint.bins.iter().map(limit).collect();
    let domains = reading.domains.clone();
    reading.open(Loads { packing: constraint.clone(), sizes, limits, domains }, frame)
}

/// What is in each bin so far, and then for each bin one more than the position of what that is compared
/// with.
struct Loads {
    packing: BinPacking,
    /// For each place of the reading the size of the thing; `None` for a variable of a condition.
    sizes: Vec<Option<i64>>,
    /// For each bin where the variable of its condition is read.
    limits: Vec<Option<usize>>,
    domains: Vec<Vec<Value>>,
}

impl Loads {
    fn is_right(&self, bin: usize, load: i64, limit: u64) -> bool {
        let limit = match (self.limits[bin], limit.checked_sub(1)) {
            (Some(place), Some(position)) => self.domains[place][position as usize],
            _ => 0,
        };
        self.packing.bins[bin].load.allows(load, limit)
    }
}

impl Machine for Loads {
    fn limits(&self) -> Vec<u64> {
        let all: i64 = self.packing.sizes.iter().sum();
        let loads = vec![all as u64; self.limits.len()];
        let limit = |place: &Option<usize>| place.map_or(0, |at| self.domains[at].len() as u64);
        loads.into_iter().chain(self.limits.iter().map(limit)).collect()
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        let bins = self.limits.len();
        if let Some(size) = self.sizes[place] {
            let Some(bin) = self.packing.bins.iter().position(|bin| bin.value == value) else {
                return false;
            };
            state[bin] += size as u64;
            return match &self.packing.bins[bin].load {
                Condition::Within(ranges) => ranges.meets(state[bin] as i64, i64::MAX),
                Condition::Compare(..) => true,
            };
        }
        let position = self.domains[place].partition_point(|&other| other < value);
        for (bin, _) in self.limits.iter().enumerate().filter(|(_, limit)| **limit == Some(place)) {
            state[bins + bin] = 1 + position as u64;
        }
        true
    }

    fn accepts(&self, state: &[u64]) -> bool {
        let bins = self.limits.len();
        (0..bins).all(|bin| self.is_right(bin, state[bin] as i64, state[bins + bin]))
    }
}
