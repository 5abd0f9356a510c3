//! Sums as given, and in normal form.

use std::collections::BTreeMap;

use crate::integer::{Binary, Order};
use crate::labels::Relation;
use crate::lit::{Bit, Lit};
use crate::summand::{Class, Summand};

/// A term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    kind: Kind,
    /// The factor of an integer, or the weight of a Boolean.
    factor: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Boolean(Lit),
    OneOf(Vec<(Lit, i64)>),
    Order(Order),
    Binary(Binary),
}

impl Term {
    /// The weight if the literal is true, otherwise 0.
    pub fn boolean(lit: Lit, weight: i64) -> Term {
        Term { kind: Kind::Boolean(lit), factor: weight }
    }

    /// The weight of the literal that is true. You must make sure that exactly one is: for
    /// instance, these are the value literals of a finite-domain variable, tied together by
    /// [`domain::encode`](crate::domain::encode). Without literals, no sum meets any bound.
    pub fn one_of(values: impl IntoIterator<Item = (Lit, i64)>) -> Term {
        Term { kind: Kind::OneOf(values.into_iter().collect()), factor: 1 }
    }

    /// An integer in order encoding times a factor. Unary encodings use its thresholds directly.
    pub fn order(integer: &Order, factor: i64) -> Term {
        Term { kind: Kind::Order(integer.clone()), factor }
    }

    /// An integer in binary times a factor: each digit is a Boolean with a weight.
    pub fn binary(integer: &Binary, factor: i64) -> Term {
        Term { kind: Kind::Binary(integer.clone()), factor }
    }

    /// The literals of the term.
    pub(super) fn lits(&self) -> Vec<Lit> {
        match &self.kind {
            Kind::Boolean(lit) => vec![*lit],
            Kind::OneOf(values) => values.iter().map(|&(lit, _)| lit).collect(),
            Kind::Order(integer) => integer.lits().to_vec(),
            Kind::Binary(integer) => integer.lits().collect(),
        }
    }

    /// The summands of the term, with their minimum shifted to 0, and the sum of the original
    /// minima; `None` if the term has no value.
    fn parts(&self) -> Option<(Vec<Summand>, i128)> {
        let factor = i128::from(self.factor);
        Some(match &self.kind {
            Kind::Boolean(lit) => {
                let (summand, min) = boolean(*lit, factor);
                (vec![summand], min)
            }
            Kind::OneOf(values) => {
                let min = values.iter().map(|&(_, weight)| weight).min()?;
                (vec![by_weight(values, min)], min.into())
            }
            Kind::Order(integer) => {
                let values = integer.values();
                let least = values[0];
                let weight =
                    |value: i64| narrow(u128::from(value.abs_diff(least)) * factor.unsigned_abs());
                let mut summand = Summand::Order {
                    weights: values.iter().map(|&value| weight(value)).collect(),
                    reached: integer.lits().to_vec(),
                };
                let min =
                    factor * i128::from(if factor < 0 { values[values.len() - 1] } else { least });
                if factor < 0 {
                    summand.mirror();
                }
                (vec![summand], min)
            }
            Kind::Binary(integer) => {
                let mut parts = (Vec::new(), factor * i128::from(integer.offset()));
                for (place, &digit) in integer.digits().iter().enumerate() {
                    match digit {
                        Bit::False => {}
                        Bit::True => parts.1 += factor << place,
                        Bit::Lit(lit) => {
                            let (summand, min) = boolean(lit, factor << place);
                            parts.0.push(summand);
                            parts.1 += min;
                        }
                    }
                }
                parts
            }
        })
    }
}

/// A weighted literal as a summand, and its smallest value.
fn boolean(lit: Lit, weight: i128) -> (Summand, i128) {
    let (zero, more) = if weight < 0 { (lit, !lit) } else { (!lit, lit) };
    let class = |weight, lit| Class { weight, lits: vec![lit] };
    let classes = match narrow(weight.unsigned_abs()) {
        0 => vec![Class { weight: 0, lits: vec![zero, more] }],
        weight => vec![class(0, zero), class(weight, more)],
    };
    (Summand::OneOf(classes), weight.min(0))
}

/// # Panics
///
/// Panics if the number does not fit into 64 bits.
fn narrow(number: u128) -> u64 {
    u64::try_from(number).expect("the weights of a sum fit into 64 bits")
}

/// A sum in normal form.
pub(super) enum Normal {
    /// The bound always holds.
    Always,
    /// The bound never holds.
    Never,
    Open {
        summands: Vec<Summand>,
        relation: Relation,
        bound: u64,
    },
}

pub(super) fn normalize(terms: &[Term], mut relation: Relation, bound: i64) -> Normal {
    let mut bound = i128::from(bound);
    let mut summands = Vec::new();
    for term in terms {
        // Exactly one of no literals holds: the formula has no model.
        let Some((parts, min)) = term.parts() else { return Normal::Never };
        bound -= min;
        summands.extend(parts);
    }
    summands.retain(|summand| summand.max() > 0);
    let total: i128 = summands.iter().map(|summand| i128::from(summand.max())).sum();
    match relation {
        Relation::AtMost if bound >= total => return Normal::Always,
        Relation::AtLeast if bound <= 0 => return Normal::Always,
        Relation::AtMost | Relation::Exactly if bound < 0 => return Normal::Never,
        Relation::AtLeast | Relation::Exactly if bound > total => return Normal::Never,
        Relation::Exactly if total == 0 => return Normal::Always,
        _ => {}
    }
    if 2 * bound > total {
        bound = total - bound;
        summands.iter_mut().for_each(Summand::mirror);
        relation = relation.mirrored();
    }
    let divisor = divide(&mut summands);
    let bound = match relation {
        Relation::AtMost => bound / divisor,
        Relation::AtLeast => (bound + divisor - 1) / divisor,
        Relation::Exactly if bound % divisor == 0 => bound / divisor,
        Relation::Exactly => return Normal::Never,
    };
    assert!(u64::try_from(total).is_ok(), "the weights of a sum are too large");
    Normal::Open { summands, relation, bound: bound as u64 }
}

/// The literals of a term by their weight above the minimum.
fn by_weight(values: &[(Lit, i64)], min: i64) -> Summand {
    let mut weights = BTreeMap::<u64, Vec<Lit>>::new();
    for &(lit, weight) in values {
        weights.entry(weight.abs_diff(min)).or_default().push(lit);
    }
    let classes = weights.into_iter().map(|(weight, lits)| Class { weight, lits });
    Summand::OneOf(classes.collect())
}

/// Divides the weights by their greatest common divisor, and returns it.
fn divide(summands: &mut [Summand]) -> i128 {
    let weights = summands.iter().flat_map(Summand::weights);
    let divisor = weights.fold(0, gcd).max(1);
    summands.iter_mut().for_each(|summand| summand.divide(divisor));
    i128::from(divisor)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
