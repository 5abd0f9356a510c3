//! The values are a word that an automaton accepts.

use std::collections::HashMap;

use itertools::Itertools;

use super::layers::Machine;
use super::reading::Reading;
use super::residual::{Frame, Residual};
use super::{Constraint, Csp, Malformed, Rule, Value, VarId};

/// A deterministic automaton, reading the values in the order of the scope, ends in an accepting state.
/// (Pesant, A Regular Language Membership Constraint for Finite Sequences of Variables, CP 2004.) A
/// multivalued decision diagram is an automaton whose states are its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// The state in which it starts. States have any numbers.
    pub start: u32,
    /// The states in which it may end.
    pub accepting: Vec<u32>,
    /// From one state with one value to one state at most.
    pub transitions: Vec<Transition>,
}

/// What an automaton does with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transition {
    /// The state before.
    pub from: u32,
    /// The value that is read.
    pub value: Value,
    /// The state after.
    pub to: u32,
}

impl From<Automaton> for Constraint {
    fn from(constraint: Automaton) -> Constraint {
        Constraint::Automaton(constraint)
    }
}

impl Automaton {
    pub(super) fn verify(&self) -> Result<(), Malformed> {
        let steps = self.transitions.iter().map(|step| (step.from, step.value));
        match steps.duplicates().next() {
            Some((state, value)) => Err(Malformed::NotDeterministic { state, value }),
            None => Ok(()),
        }
    }

    /// The machine that reads in this order.
    pub(crate) fn machine(&self, reading: &Reading) -> impl Machine + use<> {
        Run::new(self, reading)
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

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let reading = Reading::new(self.scope.clone(), frame);
        reading.open(Run::new(self, &reading), frame)
    }
}

/// The state after the values that are known from the first one on, then for each variable what was
/// read of it too early.
struct Run {
    /// States by their numbers here; the start is 0.
    steps: HashMap<(u64, Value), u64>,
    accepting: Vec<bool>,
    /// For each variable of the scope its domain.
    domains: Vec<Vec<Value>>,
    /// For each place of the reading the position in the scope.
    position: Vec<usize>,
    /// For each place how many variables of the scope are known from the first one on before it.
    before: Vec<usize>,
}

impl Run {
    fn new(automaton: &Automaton, reading: &Reading) -> Run {
        let mut numbers = HashMap::from([(automaton.start, 0)]);
        let mut number = |state: u32| {
            let next = numbers.len() as u64;
            *numbers.entry(state).or_insert(next)
        };
        let steps: HashMap<(u64, Value), u64> = automaton
            .transitions
            .iter()
            .map(|step| ((number(step.from), step.value), number(step.to)))
            .collect();
        let mut accepting = vec![false; numbers.len()];
        for state in &automaton.accepting {
            if let Some(&number) = numbers.get(state) {
                accepting[number as usize] = true;
            }
        }
        let places = automaton.scope.iter().map(|&variable| reading.place(variable).unwrap_or(0));
        let places = places.collect_vec();
        let mut position = vec![0; places.len()];
        places.iter().enumerate().for_each(|(at, &place)| position[place] = at);
        let known = |place: usize| places.iter().take_while(|&&other| other < place).count();
        let domains = places.iter().map(|&place| reading.domains[place].clone()).collect();
        let before = (0..=places.len()).map(known).collect();
        Run { steps, accepting, domains, position, before }
    }
}

impl Machine for Run {
    fn limits(&self) -> Vec<u64> {
        let sizes = self.domains.iter().map(|domain| domain.len() as u64);
        std::iter::once(self.accepting.len() as u64).chain(sizes).collect()
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        let at = self.position[place];
        let position = self.domains[at].partition_point(|&other| other < value);
        state[1 + at] = 1 + position as u64;
        for known in self.before[place]..self.before[place + 1] {
            let code = std::mem::take(&mut state[1 + known]);
            let Some(&value) =
                code.checked_sub(1).and_then(|at| self.domains[known].get(at as usize))
            else {
                return false;
            };
            match self.steps.get(&(state[0], value)) {
                Some(&next) => state[0] = next,
                None => return false,
            }
        }
        true
    }

    fn accepts(&self, state: &[u64]) -> bool {
        self.accepting[state[0] as usize]
    }
}
