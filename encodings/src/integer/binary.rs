//! Integers in binary.

use std::ops::RangeInclusive;

use super::order::sorted;
use crate::binary;
use crate::cnf::Cnf;
use crate::lit::{Bit, Lit};
use crate::writer::{self, Writer};

/// An integer in binary, also called log encoding: an offset, and the digits of the distance from
/// it, lowest digit first. Digits can be known, so constants are integers as well.
///
/// Iwama and Miyazaki, SAT-Variable Complexity of Hard Combinatorial Problems, IFIP 1994.
///
/// ```
/// use cnfetti_encodings::Cnf;
/// use cnfetti_encodings::integer::Binary;
///
/// let mut cnf = Cnf::new();
/// let x = Binary::new(&mut cnf, -500_000..=500_000).expect("there are values");
/// assert_eq!((x.digits().len(), x.min(), x.max()), (20, -500_000, 500_000));
///
/// // Negation and addition of a constant need no clauses.
/// let clauses = cnf.num_clauses();
/// let y = x.negated().plus_constant(7);
/// assert_eq!((y.min(), y.max(), cnf.num_clauses()), (-499_993, 500_007, clauses));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binary {
    pub(super) offset: i64,
    /// Lowest digit first.
    pub(super) digits: Vec<Bit>,
    /// A lower bound, enforced by clauses over the digits.
    pub(super) min: i64,
    /// An upper bound, enforced by clauses over the digits.
    pub(super) max: i64,
}

impl Binary {
    /// Creates an integer with these values, given in any order; returns `None` if there are none.
    /// The digits are new variables, and clauses exclude the numbers that are not values: at most
    /// two for each digit and gap.
    ///
    /// # Panics
    ///
    /// Panics if two values are 2^63 or more apart.
    pub fn new(cnf: &mut Cnf, values: impl IntoIterator<Item = i64>) -> Option<Binary> {
        let values = sorted(values)?;
        let (min, max) = (values[0], values[values.len() - 1]);
        let binary = Binary::within(cnf, min..=max)?;
        for gap in values.windows(2).filter(|pair| pair[1] - pair[0] > 1) {
            let [from, to] = [distance(min, gap[0]) + 1, distance(min, gap[1]) - 1];
            exclude(cnf, &binary.digits, from, to);
        }
        Some(binary)
    }

    /// Creates an integer with all values of an interval, without listing them; returns `None` if
    /// there are none.
    ///
    /// # Panics
    ///
    /// Panics if its ends are 2^63 or more apart.
    pub fn within(cnf: &mut Cnf, interval: RangeInclusive<i64>) -> Option<Binary> {
        let (&min, &max) = (!interval.is_empty()).then_some((interval.start(), interval.end()))?;
        let length = binary::length(distance(min, max));
        let digits: Vec<Bit> = cnf.new_lits(length).into_iter().map(Bit::Lit).collect();
        exclude(cnf, &digits, distance(min, max) + 1, (1 << length) - 1);
        Some(Binary { offset: min, digits, min, max })
    }

    /// Creates a constant.
    pub fn constant(value: i64) -> Binary {
        Binary { offset: value, digits: Vec::new(), min: value, max: value }
    }

    /// The integer with these digits above the smallest value.
    pub(super) fn from_digits(min: i64, digits: Vec<Bit>, max: i64) -> Binary {
        Binary { offset: min, digits, min, max }
    }

    /// A lower bound on the value; the value need not be possible.
    pub fn min(&self) -> i64 {
        self.min
    }

    /// An upper bound on the value; the value need not be possible.
    pub fn max(&self) -> i64 {
        self.max
    }

    /// The offset: add it to the number that the digits represent.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// The digits, lowest first.
    pub fn digits(&self) -> &[Bit] {
        &self.digits
    }

    /// The literals among the digits.
    pub(crate) fn lits(&self) -> impl Iterator<Item = Lit> {
        self.digits.iter().filter_map(|digit| digit.lit())
    }

    /// Returns whether the integer is at least this large: at most an auxiliary and three clauses
    /// for each digit.
    ///
    /// # Panics
    ///
    /// Panics if a variable of the integer is not in the formula.
    pub fn at_least(&self, cnf: &mut Cnf, value: i64) -> Bit {
        if value <= self.min || value > self.max {
            return (value <= self.min).into();
        }
        let bound = value.abs_diff(self.offset);
        let chain = |out: &mut Writer<'_>| {
            let mut reached = Bit::True;
            for (place, &digit) in self.digits.iter().enumerate() {
                reached = if bound >> place & 1 == 1 {
                    out.all_of(&[digit, reached])
                } else {
                    out.any_of(&[digit, reached])
                };
            }
            vec![reached]
        };
        writer::define(cnf, self.lits(), chain)[0]
    }

    /// Returns whether the integer has this value: one auxiliary, and one clause more than there
    /// are digits.
    ///
    /// # Panics
    ///
    /// Panics if a variable of the integer is not in the formula.
    pub fn equals(&self, cnf: &mut Cnf, value: i64) -> Bit {
        if value < self.min || value > self.max {
            return Bit::False;
        }
        let number = value.abs_diff(self.offset);
        let digits = self.digits.iter().enumerate();
        let same: Vec<Bit> = digits
            .map(|(place, &digit)| if number >> place & 1 == 1 { digit } else { !digit })
            .collect();
        writer::define(cnf, self.lits(), |out| vec![out.all_of(&same)])[0]
    }
}

/// The distance of two values.
///
/// # Panics
///
/// Panics if that is 2^63 or more.
pub(super) fn distance(small: i64, large: i64) -> u64 {
    let distance = large.abs_diff(small);
    assert!(distance < 1 << 63, "the values of an integer are too far apart");
    distance
}

/// Excludes the numbers from the first to the last, in blocks of numbers that share their leading
/// digits.
pub(super) fn exclude(cnf: &mut Cnf, digits: &[Bit], first: u64, last: u64) {
    let mut next = first;
    while next <= last {
        let left = binary::length(last - next + 1) as u32 - 1;
        let place = next.trailing_zeros().min(left);
        let same =
            |(place, &digit): (usize, &Bit)| if next >> place & 1 == 1 { !digit } else { digit };
        cnf.add_bits(digits.iter().enumerate().skip(place as usize).map(same));
        match next.checked_add(1 << place) {
            Some(beyond) => next = beyond,
            None => return,
        }
    }
}
