//! Integers in binary.

use super::order::sorted;
use crate::binary;
use crate::cnf::Cnf;
use crate::lit::{Bit, Lit};
use crate::writer::{self, Writer};

/// An integer in binary, also called log encoding: an offset and the digits of what is above it,
/// the lowest first. Digits can be known, so constants are integers as well.
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
/// // Negative and shifted numbers cost nothing.
/// let clauses = cnf.num_clauses();
/// let y = x.negated().plus_constant(7);
/// assert_eq!((y.min(), y.max(), cnf.num_clauses()), (-499_993, 500_007, clauses));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binary {
    pub(super) offset: i64,
    /// The lowest first.
    pub(super) digits: Vec<Bit>,
    /// No smaller value is possible, by clauses over the digits.
    pub(super) min: i64,
    /// No larger value is possible, by clauses over the digits.
    pub(super) max: i64,
}

impl Binary {
    /// A new integer with these values, given in any order; `None` when there are none. The digits
    /// are new variables, and clauses exclude the numbers that are no values: at most two for each
    /// digit and gap.
    ///
    /// # Panics
    ///
    /// When two values are 2^63 or more apart.
    pub fn new(cnf: &mut Cnf, values: impl IntoIterator<Item = i64>) -> Option<Binary> {
        let values = sorted(values)?;
        let (min, max) = (values[0], values[values.len() - 1]);
        let length = binary::length(distance(min, max));
        let digits: Vec<Bit> = cnf.new_lits(length).into_iter().map(Bit::Lit).collect();
        for gap in values.windows(2).filter(|pair| pair[1] - pair[0] > 1) {
            exclude(cnf, &digits, distance(min, gap[0]) + 1, distance(min, gap[1]) - 1);
        }
        exclude(cnf, &digits, distance(min, max) + 1, (1 << length) - 1);
        Some(Binary { offset: min, digits, min, max })
    }

    /// Always this value.
    pub fn constant(value: i64) -> Binary {
        Binary { offset: value, digits: Vec::new(), min: value, max: value }
    }

    /// With these digits above the smallest value.
    pub(super) fn from_digits(min: i64, digits: Vec<Bit>, max: i64) -> Binary {
        Binary { offset: min, digits, min, max }
    }

    /// No smaller value is possible; it need not be possible itself.
    pub fn min(&self) -> i64 {
        self.min
    }

    /// No larger value is possible; it need not be possible itself.
    pub fn max(&self) -> i64 {
        self.max
    }

    /// The number to add to the one that the digits write.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// The digits, the lowest first.
    pub fn digits(&self) -> &[Bit] {
        &self.digits
    }

    /// The literals among the digits.
    pub(crate) fn lits(&self) -> impl Iterator<Item = Lit> {
        self.digits.iter().filter_map(|digit| digit.lit())
    }

    /// Whether it is at least this large: at most an auxiliary and three clauses for each digit.
    ///
    /// # Panics
    ///
    /// When a variable of it is not in the formula.
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

    /// Whether it has this value: an auxiliary and a clause more than there are digits.
    ///
    /// # Panics
    ///
    /// When a variable of it is not in the formula.
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

/// How far apart two values are.
///
/// # Panics
///
/// When that is 2^63 or more.
pub(super) fn distance(small: i64, large: i64) -> u64 {
    let distance = large.abs_diff(small);
    assert!(distance < 1 << 63, "the values of an integer are too far apart");
    distance
}

/// Excludes the numbers from the first to the last, block by block: a block has the numbers that
/// begin with the same digits.
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
