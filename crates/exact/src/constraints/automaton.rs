//! The values are a word that an automaton accepts.

use super::reading::Reading;
use crate::layers::{Layers, Machine};
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Automaton, Value};
use itertools::Itertools;
use std::collections::HashMap;

pub(super) fn residual(constraint: &Automaton, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(constraint.scope.clone(), frame);
    reading.open(Run::new(constraint, &reading), frame)
}

/// The automaton unfolded over these domains, which are those of its scope, and reduced.
pub(crate) fn layers(automaton: &Automaton, domains: Vec<Vec<Value>>) -> Layers {
    let reading = Reading::in_order(automaton.scope.clone(), domains);
    let machine = Run::new(automaton, &reading);
    let layers = Layers::new(&machine, &reading.domains, usize::MAX, |_| false);
    layers.expect("any number of edges is allowed")
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
