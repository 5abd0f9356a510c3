//! Each variable says which one follows it, and together they go around in a circle.

use super::reading::Reading;
use crate::layers::Machine;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Circuit, Condition, Rule, Value};

pub(super) fn residual(constraint: &Circuit, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(Rule::scope(constraint), frame);
    let places = reading.scope.iter();
    let places = places.map(|variable| constraint.scope.iter().position(|other| other == variable));
    let limit = constraint.limit().and_then(|variable| reading.place(variable));
    let limits = limit.map(|place| reading.domains[place].clone()).unwrap_or_default();
    let all = constraint.scope.len() as i64;
    let counts = constraint.size.as_ref().is_some_and(|size| match size {
        Condition::Within(ranges) => !ranges.covers(2, all),
        Condition::Compare(..) => true,
    });
    let paths = Paths { circuit: constraint.clone(), places: places.collect(), limits, counts };
    reading.open(paths, frame)
}

/// The paths so far, each by its ends. A state has whether the circuit is closed, how many places are
/// on it as far as that matters, one more than the position of what this number is compared with, and
/// for each place without a successor where its path begins: 0 when with itself, otherwise one more
/// than that place. (The mates of Knuth's Simpath, The Art of Computer Programming 7.1.4.)
struct Paths {
    circuit: Circuit,
    /// For each place of the reading the place of the variable, but of that of the condition.
    places: Vec<Option<usize>>,
    /// The values of the variable of the condition.
    limits: Vec<Value>,
    /// Whether it matters how many places are on the circuit, as long as it is closed.
    counts: bool,
}

const CLOSED: usize = 0;
const SIZE: usize = 1;
const LIMIT: usize = 2;
const BEGIN: usize = 3;

impl Paths {
    /// The places without a successor, when all variables up to this place of the reading are read.
    fn open(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.places[place + 1..].iter().copied().flatten()
    }

    fn begin(state: &[u64], end: usize) -> usize {
        state[BEGIN + end].checked_sub(1).map_or(end, |begin| begin as usize)
    }
}

impl Machine for Paths {
    fn limits(&self) -> Vec<u64> {
        let all = self.circuit.scope.len();
        let mut limits = vec![1, all as u64, self.limits.len() as u64];
        limits.resize(BEGIN + all, all as u64);
        limits
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        let Some(at) = self.places[place] else {
            state[LIMIT] = 1 + self.limits.partition_point(|&other| other < value) as u64;
            return true;
        };
        let Some(next) = self.circuit.place(value) else { return false };
        let begin = Paths::begin(state, at);
        if next == at && self.circuit.size.is_some() {
            // Not on the circuit: nobody may lead here.
            return begin == at;
        }
        state[SIZE] += u64::from(self.counts);
        state[BEGIN + at] = 0;
        if next == begin {
            // Closed: what is left must lead to itself.
            let is_alone = self.open(place).all(|other| Paths::begin(state, other) == other);
            let is_whole = self.circuit.size.is_some() || self.open(place).next().is_none();
            let is_first = state[CLOSED] == 0;
            state[CLOSED] = 1;
            return is_first && is_alone && is_whole;
        }
        let end = self.open(place).find(|&other| Paths::begin(state, other) == next);
        if let Some(end) = end {
            state[BEGIN + end] = 1 + begin as u64;
        }
        end.is_some() && state[CLOSED] == 0
    }

    fn accepts(&self, state: &[u64]) -> bool {
        let limit = state[LIMIT].checked_sub(1).map_or(0, |at| self.limits[at as usize]);
        let size = &self.circuit.size;
        state[CLOSED] == 1
            && (!self.counts
                || size.as_ref().is_none_or(|size| size.allows(state[SIZE] as i64, limit)))
    }
}
