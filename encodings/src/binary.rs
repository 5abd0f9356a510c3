//! Sums in binary: columns of digits, full adders, comparison with a bound.

use std::collections::VecDeque;

use crate::bit::{Bit, add_clause};
use crate::{Cnf, Form, Relation};

/// How a sum is bounded.
pub(crate) struct Goal {
    pub(crate) relation: Relation,
    pub(crate) bound: u64,
    pub(crate) form: Form,
}

impl Goal {
    /// Whether ones have to make ones.
    pub(crate) fn upward(&self) -> bool {
        self.form == Form::TwoSided || self.relation != Relation::AtLeast
    }

    /// Whether zeros have to make zeros.
    pub(crate) fn downward(&self) -> bool {
        self.form == Form::TwoSided || self.relation != Relation::AtMost
    }

    fn digit(&self, column: usize) -> bool {
        column < 64 && self.bound >> column & 1 == 1
    }

    /// Whether a one in this column exceeds an upper bound.
    fn exceeds(&self, column: usize) -> bool {
        let length = (u64::BITS - self.bound.leading_zeros()) as usize;
        self.relation != Relation::AtLeast && column >= length
    }
}

/// Bounds the sum of all digits. The digits of column c count 2^c each.
pub(crate) fn bound(cnf: &mut Cnf, goal: &Goal, columns: Vec<Vec<Bit>>) {
    let sum = add(cnf, goal, columns);
    let digit = |column: usize| sum.get(column).copied().unwrap_or(Bit::False);
    let columns = sum.len().max((u64::BITS - goal.bound.leading_zeros()) as usize);
    for column in 0..columns {
        let above = column + 1..columns;
        let wanted = goal.digit(column);
        match goal.relation {
            // A one where the bound has a zero: then some higher one of the bound is missing.
            Relation::AtMost if !wanted => {
                let ones = above.filter(|&above| goal.digit(above)).map(|above| !digit(above));
                add_clause(cnf, [!digit(column)].into_iter().chain(ones));
            }
            // A zero where the bound has a one: then there is a higher one in excess.
            Relation::AtLeast if wanted => {
                let zeros = above.filter(|&above| !goal.digit(above)).map(digit);
                add_clause(cnf, [digit(column)].into_iter().chain(zeros));
            }
            Relation::Exactly => {
                add_clause(cnf, [if wanted { digit(column) } else { !digit(column) }]);
            }
            Relation::AtMost | Relation::AtLeast => {}
        }
    }
}

/// The digits of the sum.
fn add(cnf: &mut Cnf, goal: &Goal, columns: Vec<Vec<Bit>>) -> Vec<Bit> {
    let mut columns: VecDeque<VecDeque<Bit>> = columns.into_iter().map(VecDeque::from).collect();
    let mut sum = Vec::new();
    while let Some(mut column) = columns.pop_front() {
        if goal.exceeds(sum.len()) {
            column.iter().for_each(|&digit| add_clause(cnf, [!digit]));
            sum.push(Bit::False);
            continue;
        }
        while let Some(digits) = take(&mut column) {
            let (digit, carry) = adder(cnf, goal, digits, sum.len());
            column.push_back(digit);
            if columns.is_empty() {
                columns.push_back(VecDeque::new());
            }
            columns[0].push_back(carry);
        }
        sum.push(column.pop_front().unwrap_or(Bit::False));
    }
    sum
}

/// Two or three digits to add, when the column has more than one.
fn take(column: &mut VecDeque<Bit>) -> Option<[Bit; 3]> {
    match column.len() {
        0 | 1 => None,
        2 => Some([column.pop_front()?, column.pop_front()?, Bit::False]),
        _ => Some([column.pop_front()?, column.pop_front()?, column.pop_front()?]),
    }
}

/// The sum of three digits of a column: its digit and its carry.
fn adder(cnf: &mut Cnf, goal: &Goal, [a, b, c]: [Bit; 3], column: usize) -> (Bit, Bit) {
    let digit = Bit::Lit(cnf.new_lit());
    let carry = if goal.exceeds(column + 1) { Bit::False } else { Bit::Lit(cnf.new_lit()) };
    if goal.upward() {
        for ones in [[a, !b, !c], [!a, b, !c], [!a, !b, c], [a, b, c]] {
            // An odd number of ones: the clause excludes this case.
            add_clause(cnf, ones.map(|bit| !bit).into_iter().chain([digit]));
        }
        for [a, b] in [[a, b], [a, c], [b, c]] {
            add_clause(cnf, [!a, !b, carry]);
        }
    }
    if goal.downward() {
        for zeros in [[!a, b, c], [a, !b, c], [a, b, !c], [!a, !b, !c]] {
            // An even number of ones.
            add_clause(cnf, zeros.map(|bit| !bit).into_iter().chain([!digit]));
        }
        for [a, b] in [[a, b], [a, c], [b, c]] {
            add_clause(cnf, [a, b, !carry]);
        }
    }
    (digit, carry)
}
