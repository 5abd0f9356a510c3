//! Sums, differences and products of integers in binary.
//!
//! Results are determined: each digit is the output of a gate. They are computed modulo a power of
//! two above the range of the result, so carries beyond it need no variables.

use super::Binary;
use crate::binary;
use crate::cnf::Cnf;
use crate::lit::{Bit, Lit};
use crate::writer::{self, Writer};

impl Binary {
    /// The negated integer; needs no clauses.
    ///
    /// # Panics
    ///
    /// Panics if its values do not fit into 64 bits.
    pub fn negated(&self) -> Binary {
        let largest = i128::from(self.offset) + (1_i128 << self.digits.len()) - 1;
        Binary {
            offset: narrow(-largest),
            digits: self.digits.iter().map(|&digit| !digit).collect(),
            min: narrow(-i128::from(self.max)),
            max: narrow(-i128::from(self.min)),
        }
    }

    /// This integer plus a constant; needs no clauses.
    ///
    /// # Panics
    ///
    /// Panics if its values do not fit into 64 bits.
    pub fn plus_constant(&self, constant: i64) -> Binary {
        let shifted = |value: i64| narrow(i128::from(value) + i128::from(constant));
        Binary {
            offset: shifted(self.offset),
            digits: self.digits.clone(),
            min: shifted(self.min),
            max: shifted(self.max),
        }
    }

    /// This integer times a constant: additions of shifted digits.
    ///
    /// # Panics
    ///
    /// Panics if its values do not fit into 64 bits, or a variable of this integer is not in the
    /// formula.
    pub fn times_constant(&self, cnf: &mut Cnf, constant: i64) -> Binary {
        let ends = [self.min, self.max].map(|end| i128::from(end) * i128::from(constant));
        Range::of(&ends).sum(cnf, self.lits(), |_, sum| {
            sum.add_multiple(self, constant);
            sum.add_constant(i128::from(self.offset) * i128::from(constant));
        })
    }

    /// The sum of both integers: a full adder for each digit.
    ///
    /// # Panics
    ///
    /// Panics if its values do not fit into 64 bits, or a variable of one integer is not in the
    /// formula.
    pub fn plus(&self, cnf: &mut Cnf, other: &Binary) -> Binary {
        let ends = [(self.min, other.min), (self.max, other.max)];
        let ends = ends.map(|(a, b)| i128::from(a) + i128::from(b));
        Range::of(&ends).sum(cnf, self.lits().chain(other.lits()), |_, sum| {
            sum.add_multiple(self, 1);
            sum.add_multiple(other, 1);
            sum.add_constant(i128::from(self.offset) + i128::from(other.offset));
        })
    }

    /// The product of both integers: a gate for each pair of digits, and about as many full
    /// adders.
    ///
    /// # Panics
    ///
    /// Panics if its values do not fit into 64 bits, or a variable of one integer is not in the
    /// formula.
    pub fn times(&self, cnf: &mut Cnf, other: &Binary) -> Binary {
        let ends = [self.min, self.max]
            .map(|a| [other.min, other.max].map(|b| i128::from(a) * i128::from(b)));
        Range::of(&ends.concat()).sum(cnf, self.lits().chain(other.lits()), |out, sum| {
            sum.add_multiple(self, other.offset);
            sum.add_multiple(other, self.offset);
            sum.add_constant(i128::from(self.offset) * i128::from(other.offset));
            for (i, &a) in self.digits.iter().enumerate() {
                for (j, &b) in
                    other.digits.iter().enumerate().take(sum.columns.len().saturating_sub(i))
                {
                    sum.add_digit(out.all_of(&[a, b]), i + j);
                }
            }
        })
    }
}

/// The range of a result.
struct Range {
    min: i64,
    max: i64,
}

/// A sum of digits times powers of two, modulo 2 to the power of the number of columns.
struct Sum {
    constant: i128,
    /// The digits of weight 1, 2, 4, …
    columns: Vec<Vec<Bit>>,
}

impl Range {
    /// The range from the smallest of the values to the largest.
    fn of(values: &[i128]) -> Range {
        let min = values.iter().min().copied().unwrap_or(0);
        Range { min: narrow(min), max: narrow(values.iter().max().copied().unwrap_or(min)) }
    }

    /// The integer in this range that is congruent to the sum.
    fn sum(
        &self,
        cnf: &mut Cnf,
        inputs: impl IntoIterator<Item = Lit>,
        write: impl FnOnce(&mut Writer<'_>, &mut Sum),
    ) -> Binary {
        let length = binary::length(self.max.abs_diff(self.min));
        let digits = writer::define(cnf, inputs, |out| {
            let mut sum =
                Sum { constant: -i128::from(self.min), columns: vec![Vec::new(); length] };
            write(out, &mut sum);
            for (place, column) in sum.columns.iter_mut().enumerate() {
                if sum.constant >> place & 1 == 1 {
                    column.push(Bit::True);
                }
            }
            out.leave_out_repeats();
            binary::sum(out, sum.columns)
        });
        Binary { offset: self.min, digits, min: self.min, max: self.max }
    }
}

impl Sum {
    /// Adds the digits of an integer, without its offset, times a factor.
    fn add_multiple(&mut self, number: &Binary, factor: i64) {
        for (place, &digit) in number.digits.iter().enumerate() {
            // For a digit d, -d is (1 - d) - 1.
            if factor < 0 {
                self.add_constant(i128::from(factor) << place);
            }
            let digit = if factor < 0 { !digit } else { digit };
            for column in (0..64).filter(|column| factor.unsigned_abs() >> column & 1 == 1) {
                self.add_digit(digit, place + column);
            }
        }
    }

    /// Adds a constant. Overflow does not matter: there are far fewer columns.
    fn add_constant(&mut self, constant: i128) {
        self.constant = self.constant.wrapping_add(constant);
    }

    fn add_digit(&mut self, digit: Bit, place: usize) {
        match self.columns.get_mut(place) {
            Some(column) if digit != Bit::False => column.push(digit),
            _ => {}
        }
    }
}

/// # Panics
///
/// Panics if the number does not fit into 64 bits.
fn narrow(number: i128) -> i64 {
    i64::try_from(number).expect("the values of an integer fit into 64 bits")
}
