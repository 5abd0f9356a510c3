//! One list is before another one in a dictionary.

use super::reading::Reading;
use crate::layers::Machine;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Lex, Rule, Value};

pub(super) fn residual(constraint: &Lex, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(constraint.scope(), frame);
    let mut uses = vec![Vec::new(); reading.scope.len()];
    let mut pairs = Vec::new();
    for (first, second) in constraint.first.iter().zip(&constraint.second).filter(|(x, y)| x != y) {
        let places = [first, second].map(|&variable| reading.place(variable).unwrap_or(0));
        for (side, place) in places.into_iter().enumerate() {
            uses[place].push((pairs.len(), side));
        }
        pairs.push(places.map(|place| reading.domains[place].clone()));
    }
    reading.open(Dictionary { pairs, uses, is_strict: constraint.is_strict }, frame)
}

/// How each pair of values compares, or the one of them that is known; nothing of what comes after a
/// pair that differs. The first number of a state is whether the constraint surely holds.
struct Dictionary {
    /// The domains of both sides.
    pairs: Vec<[Vec<Value>; 2]>,
    /// For each place of the reading the pairs and sides where the variable is.
    uses: Vec<Vec<(usize, usize)>>,
    is_strict: bool,
}

const OPEN: u64 = 0;
const LESS: u64 = 1;
const EQUAL: u64 = 2;
const GREATER: u64 = 3;
/// From here on one side is known: first the values of the first list, then those of the second.
const KNOWN: u64 = 4;

impl Dictionary {
    fn code(&self, pair: usize, side: usize, value: Value) -> u64 {
        let [first, second] = &self.pairs[pair];
        let domain = if side == 0 { first } else { second };
        let position = domain.partition_point(|&other| other < value) as u64;
        KNOWN + position + if side == 0 { 0 } else { first.len() as u64 }
    }

    /// The value of one side that a code stands for.
    fn known(&self, pair: usize, code: u64) -> Value {
        let [first, second] = &self.pairs[pair];
        let position = (code - KNOWN) as usize;
        first.get(position).copied().unwrap_or_else(|| second[position - first.len()])
    }
}

impl Machine for Dictionary {
    fn limits(&self) -> Vec<u64> {
        let sizes = self.pairs.iter().map(|pair| KNOWN + (pair[0].len() + pair[1].len()) as u64);
        std::iter::once(1).chain(sizes).collect()
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        if state[0] == 1 {
            return true;
        }
        for &(pair, side) in &self.uses[place] {
            let code = &mut state[1 + pair];
            *code = match *code {
                OPEN => self.code(pair, side, value),
                LESS..=GREATER => *code,
                other => {
                    let other = self.known(pair, other);
                    let (first, second) = if side == 0 { (value, other) } else { (other, value) };
                    match first.cmp(&second) {
                        std::cmp::Ordering::Less => LESS,
                        std::cmp::Ordering::Equal => EQUAL,
                        std::cmp::Ordering::Greater => GREATER,
                    }
                }
            };
        }
        let differs = state[1..].iter().position(|&code| code == LESS || code == GREATER);
        if let Some(pair) = differs {
            state[pair + 2..].fill(OPEN);
        }
        match state[1..].iter().find(|&&code| code != EQUAL) {
            Some(&LESS) => {
                state.fill(0);
                state[0] = 1;
                true
            }
            Some(&GREATER) => false,
            _ => true,
        }
    }

    fn accepts(&self, state: &[u64]) -> bool {
        state[0] == 1 || !self.is_strict
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// How many states there are, of three pairs of variables with three values each that are read in this
    /// order: 0 and 1 are the first pair, 2 and 3 the second.
    fn states(order: [usize; 6]) -> usize {
        let uses = order.map(|variable| vec![(variable / 2, variable % 2)]).to_vec();
        let pairs = vec![[vec![0, 1, 2], vec![0, 1, 2]]; 3];
        let dictionary = Dictionary { pairs, uses, is_strict: true };
        let mut states = HashSet::from([vec![0; 4]]);
        let mut number = 1;
        for place in 0..order.len() {
            let after = states.iter().flat_map(|state| {
                let after = |value| {
                    let mut state = state.clone();
                    dictionary.read(&mut state, place, value).then_some(state)
                };
                (0..3).filter_map(after).collect::<Vec<_>>()
            });
            states = after.collect();
            number += states.len();
        }
        number
    }

    /// More would mean that states which leave the same to be read no longer merge.
    #[test]
    fn states_are_as_few_as_ever_in_every_order() {
        let orders =
            [[0, 1, 2, 3, 4, 5], [4, 5, 2, 3, 0, 1], [0, 2, 4, 1, 3, 5], [4, 2, 3, 0, 5, 1]];
        assert_eq!(orders.map(states), [18, 38, 56, 50]);
    }
}
