//! Conversions from value literals to integers, and between the encodings of integers.

use std::collections::BTreeMap;

use super::binary::{Binary, distance};
use super::order::{Order, sorted};
use crate::binary;
use crate::cnf::Cnf;
use crate::definition::Meaning;
use crate::lit::{Bit, Lit};
use crate::summand::{Class, Summand};
use crate::unary;
use crate::writer;

impl Order {
    /// The integer with these value literals, given in any order; `None` if there are none. You
    /// must make sure that exactly one of them holds ([`domain::encode`](crate::domain::encode)).
    ///
    /// # Panics
    ///
    /// Panics if a literal's variable was not declared, or is an auxiliary variable of an
    /// encoding.
    pub fn of_values(cnf: &mut Cnf, values: impl IntoIterator<Item = (i64, Lit)>) -> Option<Order> {
        let (values, classes) = by_value(values);
        if values.is_empty() {
            return None;
        }
        let lits: Vec<Lit> = classes.iter().flatten().copied().collect();
        let summand = one_of((0..).zip(classes));
        let reached = writer::define(cnf, lits, |out| unary::thresholds(out, &summand));
        Some(Order::from_parts(values, reached.into_iter().filter_map(Bit::lit).collect()))
    }

    /// The same integer in binary: as many auxiliaries as digits, and about four clauses for each
    /// value.
    ///
    /// # Panics
    ///
    /// Panics if a variable of the integer is not in the formula.
    pub fn to_binary(&self, cnf: &mut Cnf) -> Binary {
        let (min, max) = (self.values()[0], self.values()[self.values().len() - 1]);
        let weights = self.values().iter().map(|value| value.abs_diff(min)).collect();
        let summand = Summand::Order { weights, reached: self.lits().to_vec() };
        let lits = self.lits().iter().copied();
        let digits = writer::define(cnf, lits, |out| binary::digits(out, &summand));
        Binary::from_digits(min, digits, max)
    }
}

impl Binary {
    /// The integer with these value literals, given in any order; `None` if there are none. You
    /// must make sure that exactly one of them holds ([`domain::encode`](crate::domain::encode)).
    ///
    /// # Panics
    ///
    /// Panics if a literal's variable was not declared, or is an auxiliary variable of an
    /// encoding; or if two values are 2^63 or more apart.
    pub fn of_values(
        cnf: &mut Cnf,
        values: impl IntoIterator<Item = (i64, Lit)>,
    ) -> Option<Binary> {
        let (values, classes) = by_value(values);
        let (&min, &max) = (values.first()?, values.last()?);
        distance(min, max);
        let lits: Vec<Lit> = classes.iter().flatten().copied().collect();
        let weights = values.iter().map(|value| value.abs_diff(min));
        let summand = one_of(weights.zip(classes));
        let digits = writer::define(cnf, lits, |out| binary::digits(out, &summand));
        Some(Binary::from_digits(min, digits, max))
    }

    /// The same integer in order encoding, with these values; `None` if there are none. Other
    /// values are excluded from now on, unless other clauses exclude them already. As many
    /// auxiliaries as values, and about five clauses for each.
    ///
    /// # Panics
    ///
    /// Panics if a variable of the integer is not in the formula.
    pub fn to_order(&self, cnf: &mut Cnf, values: impl IntoIterator<Item = i64>) -> Option<Order> {
        let is_possible = |value: &i64| (self.min..=self.max).contains(value);
        let values = sorted(values.into_iter().filter(is_possible))?;
        let weights: Vec<u64> = values.iter().map(|value| value.abs_diff(self.offset)).collect();
        let reached = writer::define(cnf, self.lits(), |out| {
            let reached = out.new_lits(values.len() - 1);
            for (&lit, &weight) in reached.iter().zip(&weights[1..]) {
                let digits = || (0..).zip(&self.digits).map(|(place, &digit)| (1 << place, digit));
                out.means(lit, || Meaning::reaches(digits(), weight));
            }
            for pair in reached.windows(2) {
                out.define([!pair[1], pair[0]]);
            }
            let summand = Summand::Order { weights, reached: reached.clone() };
            for (place, &digit) in self.digits.iter().enumerate() {
                binary::tie_digit(out, &summand, place, digit);
            }
            reached.into_iter().map(Bit::Lit).collect()
        });
        Some(Order::from_parts(values, reached.into_iter().filter_map(Bit::lit).collect()))
    }
}

fn one_of(classes: impl Iterator<Item = (u64, Vec<Lit>)>) -> Summand {
    Summand::OneOf(classes.map(|(weight, lits)| Class { weight, lits }).collect())
}

/// The values in increasing order, each with its literals.
fn by_value(values: impl IntoIterator<Item = (i64, Lit)>) -> (Vec<i64>, Vec<Vec<Lit>>) {
    let mut classes = BTreeMap::<i64, Vec<Lit>>::new();
    for (value, lit) in values {
        classes.entry(value).or_default().push(lit);
    }
    classes.into_iter().unzip()
}
