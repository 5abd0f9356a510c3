//! Each variable names its successor, and together they form one circuit.

use super::rows::Rows;
use super::{Condition, Csp, Rule, Value, VarId};
use crate::domains::{Domains, Empty, Step};

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

/// All are different, and a chain closes only when it has everybody.
pub(super) fn propagate(domains: &mut Domains, circuit: &Circuit) -> Step {
    let Circuit { scope, first, size } = circuit;
    let (first, length) = (i64::from(*first), scope.len());
    for &variable in scope {
        domains.between(variable, first, first + length as i64 - 1)?;
    }
    if size.is_none() && length > 1 {
        for (place, &variable) in scope.iter().enumerate() {
            domains.remove(variable, first + place as i64)?;
        }
    }
    domains.work += 4 * length as u64;
    let next = |domains: &Domains, place: usize| {
        domains.only(scope[place]).map(|value| (value - first) as usize)
    };
    // Nobody has two predecessors.
    let mut before = vec![None; length];
    for place in 0..length {
        let Some(after) = next(domains, place) else { continue };
        if before[after].replace(place).is_some() {
            return Err(Empty);
        }
        let value = first + after as i64;
        for &other in scope.iter().filter(|&&other| other != scope[place]) {
            if domains.has(other, value) {
                domains.remove(other, value)?;
            }
        }
    }
    for (start, before) in before.iter().enumerate() {
        // Chains are followed from their beginnings.
        if before.is_some() {
            continue;
        }
        let (mut end, mut steps) = (start, 0);
        while let Some(after) = next(domains, end).filter(|_| steps < length) {
            (end, steps) = (after, steps + 1);
        }
        if size.is_none() && steps > 0 && steps + 1 < length {
            domains.remove(scope[end], first + start as i64)?;
        }
    }
    closed(domains, circuit, next)
}

/// A closed circuit leaves out nobody, or only those that point at themselves.
fn closed(
    domains: &mut Domains,
    circuit: &Circuit,
    next: impl Fn(&Domains, usize) -> Option<usize>,
) -> Step {
    let Circuit { scope, first, size } = circuit;
    let length = scope.len();
    let mut seen = vec![false; length];
    for start in 0..length {
        let (mut at, mut on) = (start, vec![false; length]);
        let mut steps = 0;
        while !seen[at] {
            (seen[at], on[at], steps) = (true, true, steps + 1);
            let Some(after) = next(domains, at) else { break };
            at = after;
            if at == start && (steps > 1 || size.is_none()) {
                domains.work += length as u64;
                if size.is_none() {
                    return if steps == length { Ok(()) } else { Err(Empty) };
                }
                for other in (0..length).filter(|&other| !on[other]) {
                    domains.assign(scope[other], i64::from(*first) + other as i64)?;
                }
                return Ok(());
            }
        }
    }
    Ok(())
}

impl Rows<'_> {
    /// Each place is the successor of exactly one.
    pub(super) fn circuit(&mut self, circuit: &Circuit) {
        for place in 0..circuit.scope.len() {
            let Ok(value) = Value::try_from(i64::from(circuit.first) + place as i64) else {
                return;
            };
            let Some(sum) = self.occurrences(&circuit.scope, value) else { return };
            self.program.state(sum, 1, 1);
            if circuit.size.is_none() && circuit.scope.len() > 1 {
                let Some(sum) = self.occurrences(&circuit.scope[place..=place], value) else {
                    return;
                };
                self.program.state(sum, 0, 0);
            }
        }
    }
}
