//! An automaton that remembers values until they no longer matter.

use super::reading::Reading;
use crate::layers::Machine;
use cnfetti_core::csp::{Rule, Value};

/// Remembers the values that were read, by their positions in the domains, and lets a function judge
/// them each time.
pub(super) struct Known<J> {
    domains: Vec<Vec<Value>>,
    judge: J,
}

impl<J: Fn(&mut [Option<Value>]) -> Option<bool> + Send + Sync> Known<J> {
    /// `judge` says whether the constraint holds, given the values that are known by their places in
    /// the reading; `None` as long as that is open, which it is not when all are known. What can no
    /// longer matter it may forget.
    pub(super) fn new(reading: &Reading, judge: J) -> Known<J> {
        Known { domains: reading.domains.clone(), judge }
    }

    fn values(&self, state: &[u64]) -> Vec<Option<Value>> {
        let value = |(domain, &number): (&Vec<Value>, &u64)| {
            number.checked_sub(1).map(|position| domain[position as usize])
        };
        self.domains.iter().zip(&state[1..]).map(value).collect()
    }
}

/// For any rule: nothing is judged before everything is known.
pub(super) fn all_known<R: Rule + Clone + Send + Sync + 'static>(
    reading: &Reading,
    rule: &R,
) -> impl Machine + use<R> {
    let (rule, scope) = (rule.clone(), reading.scope.clone());
    let size = scope.iter().map(|variable| variable.index() + 1).max().unwrap_or(0);
    Known::new(reading, move |values| {
        let mut solution = vec![0; size];
        for (variable, value) in scope.iter().zip(values) {
            solution[variable.index()] = (*value)?;
        }
        Some(rule.holds(&solution))
    })
}

impl<J: Fn(&mut [Option<Value>]) -> Option<bool> + Send + Sync> Machine for Known<J> {
    /// First whether it is settled that the constraint holds.
    fn limits(&self) -> Vec<u64> {
        let sizes = self.domains.iter().map(|domain| domain.len() as u64);
        std::iter::once(1).chain(sizes).collect()
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        if state[0] == 1 {
            return true;
        }
        let mut values = self.values(state);
        values[place] = Some(value);
        let judged = (self.judge)(&mut values);
        state.fill(0);
        match judged {
            Some(holds) => state[0] = holds.into(),
            None => {
                for ((number, domain), value) in
                    state[1..].iter_mut().zip(&self.domains).zip(values)
                {
                    let position = value.and_then(|value| domain.binary_search(&value).ok());
                    *number = position.map_or(0, |position| 1 + position as u64);
                }
            }
        }
        judged != Some(false)
    }

    fn accepts(&self, state: &[u64]) -> bool {
        state[0] == 1 || (self.judge)(&mut self.values(state)) == Some(true)
    }
}
