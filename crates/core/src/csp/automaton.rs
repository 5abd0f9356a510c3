//! The values are a word that an automaton accepts.

use itertools::Itertools;

use super::{Csp, Malformed, Rule, Value, VarId};

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
