//! An objective as a weighted sum of literals, as solvers of pseudo-Boolean problems and of maximum
//! satisfiability take it.

use std::collections::BTreeMap;

use cnfetti_encodings::{Bit, Lit};

use super::Map;
use cnfetti_core::csp::Objective;

/// A constant and the weights of the literals that are true, to be as small as possible. Of a
/// literal and its negation at most one is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// The constant part.
    pub constant: i64,
    /// The weight of each literal, never zero.
    pub weights: BTreeMap<Lit, i64>,
}

impl Weights {
    /// The sum over the literals of a map: no auxiliary is needed. Where the most is looked for it
    /// has the other sign. Weights are of variables, not of negations.
    pub fn new(map: &Map, objective: &Objective) -> Weights {
        let mut sum = Weights::default();
        for term in objective.terms.as_slice() {
            let weight = term.weight * objective.sense.sign();
            if let Some(order) = map.own_order(term.variable) {
                let values = order.values();
                sum.constant += weight * values[0];
                for step in values.windows(2) {
                    if let Bit::Lit(lit) = order.at_least(step[1]) {
                        sum.add(lit, weight * (step[1] - step[0]));
                    }
                }
            } else if let Some(binary) = map.own_binary(term.variable) {
                sum.constant += weight * binary.offset();
                for (place, &digit) in binary.digits().iter().enumerate() {
                    match digit {
                        Bit::False => {}
                        Bit::True => sum.constant += weight << place,
                        Bit::Lit(lit) => sum.add(lit, weight << place),
                    }
                }
            } else {
                let weighted = map.values(term.variable);
                let weighted = weighted.map(|(value, lit)| (lit, weight * i64::from(value)));
                let weighted: Vec<(Lit, i64)> = weighted.collect();
                // Exactly one of them holds, so the smallest is paid in any case.
                let least = weighted.iter().map(|&(_, weight)| weight).min().unwrap_or(0);
                sum.constant += least;
                weighted.into_iter().for_each(|(lit, weight)| sum.add(lit, weight - least));
            }
        }
        sum.weights.retain(|_, weight| *weight != 0);
        sum
    }

    /// The same with weights above zero, of negations where they were below.
    #[must_use]
    pub fn positive(&self) -> Weights {
        let mut sum = Weights { constant: self.constant, weights: BTreeMap::new() };
        for (&lit, &weight) in &self.weights {
            match weight > 0 {
                true => sum.weights.insert(lit, weight),
                false => {
                    sum.constant += weight;
                    sum.weights.insert(!lit, -weight)
                }
            };
        }
        sum
    }

    fn add(&mut self, lit: Lit, weight: i64) {
        if lit.is_positive() {
            *self.weights.entry(lit).or_default() += weight;
        } else {
            self.constant += weight;
            *self.weights.entry(!lit).or_default() -= weight;
        }
    }
}
