//! Integers over existing variables, and constraints that tie two encodings of an integer together.

use super::binary::{Binary, distance, exclude};
use super::order::Order;
use crate::binary;
use crate::cnf::Cnf;
use crate::lit::{Bit, Lit};
use crate::summand::Summand;
use crate::writer;

impl Order {
    /// The integer with these values, in increasing order, and for each value but the smallest a
    /// literal that is true exactly when the value is reached; `None` if there are no values. Call
    /// [`Order::restrict`] to make each literal imply the one before.
    ///
    /// # Panics
    ///
    /// Panics unless there is exactly one value more than there are literals.
    pub fn over(values: impl IntoIterator<Item = i64>, reached: Vec<Lit>) -> Option<Order> {
        let values: Vec<i64> = values.into_iter().collect();
        if values.is_empty() {
            return None;
        }
        assert_eq!(values.len(), reached.len() + 1, "a literal for each value but the smallest");
        Some(Order::from_parts(values, reached))
    }

    /// States that each threshold implies the one before: a clause for each value but two.
    ///
    /// # Panics
    ///
    /// Panics if a variable of the integer is not in the formula.
    pub fn restrict(&self, cnf: &mut Cnf) {
        for pair in self.lits().windows(2) {
            cnf.add_clause([!pair[1], pair[0]]);
        }
    }

    /// Ties value literals, in the order of the values, to the thresholds: the literal of the
    /// integer's value holds. Both determine each other; about four clauses for each value.
    ///
    /// # Panics
    ///
    /// Panics unless there is a literal for each value, or if a variable is not in the formula.
    pub fn tie_values(&self, cnf: &mut Cnf, values: &[Lit]) {
        assert_eq!(self.values().len(), values.len(), "a literal for each value");
        for (index, &value) in values.iter().enumerate() {
            let (low, high) = (self.reached(index), self.reached(index + 1));
            cnf.add_bits([!Bit::Lit(value), low]);
            cnf.add_bits([!Bit::Lit(value), !high]);
            cnf.add_bits([!low, high, Bit::Lit(value)]);
        }
    }

    /// States that the integer in binary is equal. The digits and the thresholds determine each
    /// other; about five clauses for each value.
    ///
    /// # Panics
    ///
    /// Panics if the offset is larger than the smallest value, or a variable is not in the
    /// formula.
    pub fn tie_binary(&self, cnf: &mut Cnf, number: &Binary) {
        assert!(number.offset() <= self.values()[0], "no value is below the offset");
        let weights = self.values().iter().map(|value| value.abs_diff(number.offset())).collect();
        let summand = Summand::Order { weights, reached: self.lits().to_vec() };
        let lits = self.lits().iter().copied().chain(number.lits());
        writer::define(cnf, lits, |out| {
            for (place, &digit) in number.digits().iter().enumerate() {
                binary::tie_digit(out, &summand, place, digit);
            }
            Vec::new()
        });
    }
}

impl Binary {
    /// The number of digits of an integer in this range.
    ///
    /// # Panics
    ///
    /// Panics if `min` and `max` are 2^63 or more apart.
    pub fn num_digits(min: i64, max: i64) -> usize {
        binary::length(distance(min, max))
    }

    /// The integer in this range whose distance from `min` has these digits, lowest first. Call
    /// [`Binary::restrict`] to exclude some of the values.
    ///
    /// # Panics
    ///
    /// Panics unless there are [`Binary::num_digits`] literals.
    pub fn over(min: i64, max: i64, digits: &[Lit]) -> Binary {
        assert_eq!(digits.len(), Binary::num_digits(min, max), "a literal for each digit");
        Binary::from_digits(min, digits.iter().copied().map(Bit::Lit).collect(), max)
    }

    /// States that the integer has one of these values, which are increasing and include the
    /// smallest and the largest: at most two clauses for each digit and gap.
    ///
    /// # Panics
    ///
    /// Panics if a variable of the integer is not in the formula.
    pub fn restrict(&self, cnf: &mut Cnf, values: impl IntoIterator<Item = i64>) {
        let mut next = self.offset();
        for value in values {
            if next < value {
                exclude(
                    cnf,
                    self.digits(),
                    distance(self.offset(), next),
                    distance(self.offset(), value) - 1,
                );
            }
            next = value + 1;
        }
        let first = distance(self.offset(), next);
        exclude(cnf, self.digits(), first, (1 << self.digits().len()) - 1);
    }

    /// Ties literals, given with their values, to the digits: the literal of the integer's value
    /// holds. Both determine each other; a clause for each value and digit, and one more for each
    /// value.
    ///
    /// # Panics
    ///
    /// Panics if a variable is not in the formula.
    pub fn tie_values(&self, cnf: &mut Cnf, values: impl IntoIterator<Item = (i64, Lit)>) {
        for (value, lit) in values {
            let number = value.abs_diff(self.offset());
            let digit = |(place, &digit): (usize, &Bit)| match number >> place & 1 {
                1 => digit,
                _ => !digit,
            };
            let digits: Vec<Bit> = self.digits().iter().enumerate().map(digit).collect();
            for &digit in &digits {
                cnf.add_bits([!Bit::Lit(lit), digit]);
            }
            cnf.add_bits(digits.into_iter().map(|digit| !digit).chain([Bit::Lit(lit)]));
        }
    }
}
