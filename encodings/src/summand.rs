//! Summands in the form that all encodings of sums use: values from 0 on.

use crate::lit::{Bit, Lit};

/// A summand with at least two values, the smallest of which is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Summand {
    /// Exactly one of the literals holds, because of other clauses. The value is the weight of its
    /// class.
    OneOf(Vec<Class>),
    /// An integer in order encoding, times its coefficient.
    Order {
        /// The values, increasing.
        weights: Vec<u64>,
        /// For each value but the first, whether it is reached. Other clauses make each imply the
        /// one before.
        reached: Vec<Lit>,
    },
}

/// The literals of one weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) weight: u64,
    /// There is at least one.
    pub(crate) lits: Vec<Lit>,
}

/// The condition under which a summand has one of its values.
pub(crate) enum When<'a> {
    /// One of these literals holds.
    OneOf(&'a [Lit]),
    /// Both of these hold.
    Between(Bit, Bit),
}

impl Summand {
    /// The largest value.
    pub(crate) fn max(&self) -> u64 {
        self.weight(self.num_values() - 1)
    }

    /// The number of values.
    pub(crate) fn num_values(&self) -> usize {
        match self {
            Summand::OneOf(classes) => classes.len(),
            Summand::Order { weights, .. } => weights.len(),
        }
    }

    /// The value with this index, in increasing order.
    pub(crate) fn weight(&self, index: usize) -> u64 {
        match self {
            Summand::OneOf(classes) => classes[index].weight,
            Summand::Order { weights, .. } => weights[index],
        }
    }

    /// The values.
    pub(crate) fn weights(&self) -> impl ExactSizeIterator<Item = u64> {
        (0..self.num_values()).map(|index| self.weight(index))
    }

    /// The condition under which the summand has the value with this index.
    pub(crate) fn when(&self, index: usize) -> When<'_> {
        match self {
            Summand::OneOf(classes) => When::OneOf(&classes[index].lits),
            Summand::Order { .. } => When::Between(self.reached(index), !self.reached(index + 1)),
        }
    }

    /// For an integer in order encoding, whether it is at least the value with this index.
    pub(crate) fn reached(&self, index: usize) -> Bit {
        match self {
            Summand::Order { reached, .. } if index > 0 => {
                reached.get(index - 1).map_or(Bit::False, |&lit| lit.into())
            }
            _ => Bit::True,
        }
    }

    /// The literals of the summand.
    pub(crate) fn lits(&self) -> impl Iterator<Item = Lit> {
        let (classes, reached): (&[Class], &[Lit]) = match self {
            Summand::OneOf(classes) => (classes, &[]),
            Summand::Order { reached, .. } => (&[], reached),
        };
        classes.iter().flat_map(|class| &class.lits).chain(reached).copied()
    }

    /// The value as a sum of weighted literals.
    pub(crate) fn terms(&self) -> Vec<(u64, Lit)> {
        match self {
            Summand::OneOf(classes) => {
                let of_class = |class: &Class| {
                    let weight = class.weight;
                    class.lits.iter().map(move |&lit| (weight, lit)).collect::<Vec<_>>()
                };
                classes.iter().filter(|class| class.weight > 0).flat_map(of_class).collect()
            }
            Summand::Order { weights, reached } => {
                let steps = weights.windows(2).map(|pair| pair[1] - pair[0]);
                steps.zip(reached.iter().copied()).collect()
            }
        }
    }

    /// Replaces each value by its distance from the largest.
    pub(crate) fn mirror(&mut self) {
        let max = self.max();
        match self {
            Summand::OneOf(classes) => {
                classes.iter_mut().for_each(|class| class.weight = max - class.weight);
                classes.reverse();
            }
            Summand::Order { weights, reached } => {
                weights.iter_mut().for_each(|weight| *weight = max - *weight);
                weights.reverse();
                reached.iter_mut().for_each(|lit| *lit = !*lit);
                reached.reverse();
            }
        }
    }

    /// Divides each value by a common divisor.
    pub(crate) fn divide(&mut self, divisor: u64) {
        match self {
            Summand::OneOf(classes) => {
                classes.iter_mut().for_each(|class| class.weight /= divisor);
            }
            Summand::Order { weights, .. } => {
                weights.iter_mut().for_each(|weight| *weight /= divisor);
            }
        }
    }
}
