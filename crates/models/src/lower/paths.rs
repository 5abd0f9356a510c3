//! Automata, circuits and flows.

use std::collections::{BTreeMap, BTreeSet};

use super::{Done, Lowering};
use crate::tree::Automaton;
use crate::{Comparison, Condition, Expr, Operator};
use cnfetti_core::csp::{self, Circuit, Ranges, Transition, Value};
use cnfetti_input::InputError;

/// Automata that have more states once they are deterministic are refused.
const MAX_STATES: usize = 50_000;

impl Lowering<'_> {
    /// Makes the automaton deterministic. (Rabin and Scott, Finite Automata and Their Decision
    /// Problems, 1959.)
    pub(super) fn automaton(&mut self, scope: &[Expr], automaton: &Automaton) -> Done {
        let mut steps: BTreeMap<(usize, Value), BTreeSet<usize>> = BTreeMap::new();
        let mut letters: BTreeMap<usize, BTreeSet<Value>> = BTreeMap::new();
        for &(from, by, to) in &automaton.transitions {
            steps.entry((from, by)).or_default().insert(to);
            letters.entry(from).or_default().insert(by);
        }
        let start = BTreeSet::from([automaton.start]);
        let mut sets = vec![start.clone()];
        let mut numbers = BTreeMap::from([(start, 0_u32)]);
        let (mut transitions, mut at) = (Vec::new(), 0);
        while at < sets.len() {
            self.poll.step().map_err(InputError::limit)?;
            let set = sets[at].clone();
            let by: BTreeSet<Value> =
                set.iter().filter_map(|state| letters.get(state)).flatten().copied().collect();
            for value in by {
                let next = set.iter().filter_map(|&state| steps.get(&(state, value)));
                let next: BTreeSet<usize> = next.flatten().copied().collect();
                let to = *numbers.entry(next.clone()).or_insert_with(|| {
                    sets.push(next);
                    sets.len() as u32 - 1
                });
                transitions.push(Transition { from: at as u32, value, to });
            }
            at += 1;
            if sets.len() > MAX_STATES {
                return Err(
                    self.error("the automaton has too many states once it is made deterministic")
                );
            }
        }
        let accepts = |set: &BTreeSet<usize>| automaton.finals.iter().any(|end| set.contains(end));
        let accepting = (0..sets.len()).filter(|&at| accepts(&sets[at])).map(|at| at as u32);
        let accepting = accepting.collect();
        let scope = self.distinct(scope)?;
        self.post(csp::Automaton { scope, start: 0, accepting, transitions })
    }

    /// Indices form one circuit of at least two; the others are their own successors.
    pub(super) fn circuit(&mut self, list: &[Expr], start: i64, size: Option<&Condition>) -> Done {
        let (scope, first) = (self.distinct(list)?, self.first_place(start)?);
        let size = match size {
            Some(size) => self.condition(size, &scope)?,
            None => csp::Condition::Within(Ranges::at_least(2)),
        };
        self.post(Circuit { scope, first, size: Some(size) })
    }

    /// States a sum for each node: outflow minus inflow equals its balance.
    pub(super) fn flow(&mut self, list: &[Expr], arcs: &[[usize; 2]], balance: &[Expr]) -> Done {
        for (node, balance) in balance.iter().enumerate() {
            let at_node =
                |(&[from, to], flow): (&[usize; 2], &Expr)| match (from == node, to == node) {
                    (true, false) => Some(flow.clone()),
                    (false, true) => Some(Expr::Apply(Operator::Neg, vec![flow.clone()])),
                    _ => None,
                };
            let flows = arcs.iter().zip(list).filter_map(at_node).collect();
            let surplus = Expr::Apply(Operator::Add, flows);
            self.post_relation(Comparison::Equal, &surplus, balance)?;
        }
        Ok(())
    }
}
