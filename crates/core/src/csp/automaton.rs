//! The values are a word that an automaton accepts.

use std::collections::BTreeMap;

use super::{Csp, Malformed, Rule, Value, VarId};
use crate::domains::{Domains, Empty, Step};
use itertools::Itertools;

/// A deterministic automaton that reads the values in the order of the scope ends in an accepting
/// state. (Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables, CP
/// 2004.) A multivalued decision diagram is an automaton whose states are its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// The initial state. States can have any numbers.
    pub start: u32,
    /// The states in which a word is accepted.
    pub accepting: Vec<u32>,
    /// At most one transition for each state and value.
    pub transitions: Vec<Transition>,
}

/// A transition of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transition {
    /// The state before.
    pub from: u32,
    /// The value that the automaton reads.
    pub value: Value,
    /// The state after.
    pub to: u32,
}

impl Automaton {
    pub(super) fn verify(&self) -> Result<(), Malformed> {
        let steps = self.transitions.iter().map(|step| (step.from, step.value));
        match steps.duplicates().next() {
            Some((state, value)) => Err(Malformed::NotDeterministic { state, value }),
            None => Ok(()),
        }
    }
}

impl Rule for Automaton {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let end = self.scope.iter().try_fold(self.start, |state, variable| {
            let value = solution[variable.index()];
            let step = self.transitions.iter().find(|t| t.from == state && t.value == value);
            step.map(|step| step.to)
        });
        end.is_some_and(|state| self.accepting.contains(&state))
    }

    fn describe(&self, csp: &Csp) -> String {
        let states = self.transitions.iter().flat_map(|step| [step.from, step.to]);
        let states = states.chain([self.start]).unique().count();
        format!("Automaton({}; {states} states)", csp.names(&self.scope))
    }
}

/// Values that no accepted word has.
pub(super) fn propagate(domains: &mut Domains, automaton: &Automaton) -> Step {
    let mut from: BTreeMap<u32, Vec<(i64, u32)>> = BTreeMap::new();
    for step in &automaton.transitions {
        from.entry(step.from).or_default().push((step.value.into(), step.to));
    }
    // The states that a word can reach, place by place.
    let mut reached = vec![vec![automaton.start]];
    for &variable in &automaton.scope {
        let mut next = Vec::new();
        for state in &reached[reached.len() - 1] {
            let steps = from.get(state).map_or(&[][..], Vec::as_slice);
            domains.work += steps.len() as u64;
            let open = steps.iter().filter(|(value, _)| domains.has(variable, *value));
            next.extend(open.map(|&(_, to)| to));
        }
        next.sort_unstable();
        next.dedup();
        reached.push(next);
    }
    let mut alive = reached.pop().unwrap_or_default();
    alive.retain(|state| automaton.accepting.contains(state));
    for (&variable, states) in automaton.scope.iter().zip(&reached).rev() {
        let mut values = Vec::new();
        let mut before = Vec::new();
        for state in states {
            let steps = from.get(state).map_or(&[][..], Vec::as_slice);
            domains.work += steps.len() as u64;
            let length = values.len();
            let open = steps.iter().filter(|(value, to)| {
                domains.has(variable, *value) && alive.binary_search(to).is_ok()
            });
            values.extend(open.map(|&(value, _)| value));
            if values.len() > length {
                before.push(*state);
            }
        }
        values.sort_unstable();
        values.dedup();
        if values.len() < domains.size(variable) {
            domains.retain(variable, |value| values.binary_search(&value).is_ok())?;
        }
        alive = before;
    }
    if alive.is_empty() { Err(Empty) } else { Ok(()) }
}
