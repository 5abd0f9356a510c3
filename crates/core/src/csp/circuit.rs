//! Each variable names its successor, and together they form one circuit.

use super::{Condition, Csp, Rule, Value, VarId};

/// The values are the places of the successors, which form one circuit. (Laurière, A Language and a
/// Program for Stating and Solving Combinatorial Problems, 1978.)
///
/// Without a condition on its size, the circuit visits all places; a single place is its own
/// successor. With a condition, a place that is its own successor is not on the circuit, which has
/// at least two places and a size that satisfies the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// The number of the first place, such as 0 or 1.
    pub first: Value,
    /// The condition on the number of places on the circuit; `None` if all are on it. Its variable
    /// is not in the scope.
    pub size: Option<Condition>,
}

impl Circuit {
    /// The place to which a value refers, counted from 0.
    pub fn place(&self, value: Value) -> Option<usize> {
        let place = usize::try_from(i64::from(value) - i64::from(self.first)).ok()?;
        (place < self.scope.len()).then_some(place)
    }

    /// The variable of its condition, if it has one.
    pub fn limit(&self) -> Option<VarId> {
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
}
