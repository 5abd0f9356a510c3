//! Each variable says which one follows it, and together they go around in a circle.

use super::layers::Machine;
use super::reading::Reading;
use super::residual::{Frame, Residual};
use super::{Condition, Constraint, Csp, Rule, Value, VarId};

/// The values are the places of the successors, which form one circuit. (Laurière, A Language and a
/// Program for Stating and Solving Combinatorial Problems, 1978.)
///
/// Without a condition on its size the circuit goes through all places; of a single place it is the
/// place followed by itself. With a condition, places that are followed by themselves are not on the
/// circuit, which has at least two places; its size is as the condition demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// What the first place is called, such as 0 or 1.
    pub first: Value,
    /// What the number of places on the circuit must be, when not all have to be on it. Its variable is
    /// not in the scope.
    pub size: Option<Condition>,
}

impl From<Circuit> for Constraint {
    fn from(constraint: Circuit) -> Constraint {
        Constraint::Circuit(constraint)
    }
}

impl Circuit {
    /// The place that a value says, counted from 0.
    pub(crate) fn place(&self, value: Value) -> Option<usize> {
        let place = usize::try_from(i64::from(value) - i64::from(self.first)).ok()?;
        (place < self.scope.len()).then_some(place)
    }

    fn limit(&self) -> Option<VarId> {
        self.size.as_ref().and_then(Condition::variable)
    }
}

impl Rule for Circuit {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain(self.limit()).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let next = |place: usize| self.place(solution[self.scope[place].index()]);
        let all = self.scope.len();
        let start = match &self.size {
            None => (all > 0).then_some(0),
            Some(_) => (0..all).find(|&place| next(place) != Some(place)),
        };
        let Some(start) = start else { return false };
        let (mut at, mut length) = (start, 0);
        while length < all {
            let Some(after) = next(at) else { return false };
            (at, length) = (after, length + 1);
            if at == start {
                break;
            }
        }
        let loops = (0..all).filter(|&place| next(place) == Some(place)).count();
        match &self.size {
            None => at == start && length == all,
            Some(size) => {
                at == start && length + loops == all && size.holds(length as i64, solution)
            }
        }
    }

    fn describe(&self, csp: &Csp) -> String {
        let names = csp.names(&self.scope);
        match &self.size {
            None => format!("Circuit({names})"),
            Some(size) => format!("Circuit({names}) of size {}", size.describe(csp)),
        }
    }

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let reading = Reading::new(Rule::scope(self), frame);
        let places = reading.scope.iter();
        let places = places.map(|variable| self.scope.iter().position(|other| other == variable));
        let limit = self.limit().and_then(|variable| reading.place(variable));
        let limits = limit.map(|place| reading.domains[place].clone()).unwrap_or_default();
        let paths = Paths { circuit: self.clone(), places: places.collect(), limits };
        reading.open(paths, frame)
    }
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
        state[SIZE] += u64::from(self.circuit.size.is_some());
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
            && size.as_ref().is_none_or(|size| size.allows(state[SIZE] as i64, limit))
    }
}
