//! Sums in binary: columns of digits, full adders, comparison with a bound.

use std::collections::VecDeque;
use std::ops::Range;

use crate::definition::Meaning;
use crate::labels::Relation;
use crate::lit::{Bit, Lit};
use crate::summand::{Class, Summand};
use crate::writer::Writer;

/// What the digits are for. Only digits that can matter get a variable, and only the needed
/// directions get clauses.
pub(crate) struct Goal {
    relation: Relation,
    bound: u64,
    /// Where the digits of sums end.
    end: End,
    /// Whether clauses must propagate ones from the inputs to the sum.
    upward: bool,
    /// Whether clauses must propagate zeros from the inputs to the sum.
    downward: bool,
}

/// Where the digits of a sum end.
#[derive(Clone, Copy)]
enum End {
    /// After the last carry.
    Open,
    /// Before this column, because larger sums are not allowed.
    Bound(usize),
    /// Before this column; carries into it are dropped.
    Modulus(usize),
}

impl Goal {
    pub(crate) fn new(out: &Writer<'_>, relation: Relation, bound: u64) -> Goal {
        let (upward, downward) = out.directions(relation);
        let is_limited = out.holds_always() && relation != Relation::AtLeast;
        Goal {
            relation,
            bound,
            end: if is_limited { End::Bound(length(bound)) } else { End::Open },
            upward,
            downward,
        }
    }

    /// A goal for digits with their exact values.
    fn exact(end: End) -> Goal {
        Goal { relation: Relation::Exactly, bound: 0, end, upward: true, downward: true }
    }

    fn digit(&self, column: usize) -> bool {
        column < 64 && self.bound >> column & 1 == 1
    }
}

/// The number of binary digits of a number.
pub(crate) fn length(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()) as usize
}

/// Bounds the sum of all digits. The digits of column c have the weight 2^c.
pub(crate) fn bound(out: &mut Writer<'_>, goal: &Goal, columns: Vec<Vec<Bit>>) {
    let sum = add(out, goal, columns);
    compare(out, goal, &sum);
}

/// The digits of the sum of all digits, as many as there are columns: the sum modulo a power of
/// two. The digits of column c have the weight 2^c.
pub(crate) fn sum(out: &mut Writer<'_>, columns: Vec<Vec<Bit>>) -> Vec<Bit> {
    let goal = Goal::exact(End::Modulus(columns.len()));
    add(out, &goal, columns)
}

/// All digits of the value of a summand.
pub(crate) fn digits(out: &mut Writer<'_>, summand: &Summand) -> Vec<Bit> {
    let goal = Goal::exact(End::Open);
    (0..length(summand.max())).map(|column| digit(out, &goal, summand, column)).collect()
}

/// Ties an existing digit to the value of a summand.
pub(crate) fn tie_digit(out: &mut Writer<'_>, summand: &Summand, column: usize, digit: Bit) {
    tie(out, &Goal::exact(End::Open), summand, &runs(summand, column), digit);
}

/// Requires that the number with these digits meets the bound.
pub(crate) fn compare(out: &mut Writer<'_>, goal: &Goal, digits: &[Bit]) {
    let digit = |column: usize| digits.get(column).copied().unwrap_or(Bit::False);
    let columns = digits.len().max(length(goal.bound));
    for column in 0..columns {
        let above = column + 1..columns;
        let wanted = goal.digit(column);
        match goal.relation {
            // A one where the bound has a zero: then the number lacks one of the bound's higher
            // ones.
            Relation::AtMost if !wanted => {
                let ones = above.filter(|&above| goal.digit(above)).map(|above| !digit(above));
                out.require([!digit(column)].into_iter().chain(ones));
            }
            // A zero where the bound has a one: then the number has a higher one that the bound
            // lacks.
            Relation::AtLeast if wanted => {
                let zeros = above.filter(|&above| !goal.digit(above)).map(digit);
                out.require([digit(column)].into_iter().chain(zeros));
            }
            Relation::Exactly => {
                out.require([if wanted { digit(column) } else { !digit(column) }]);
            }
            Relation::AtMost | Relation::AtLeast => {}
        }
    }
}

/// Adds all digits, and returns the digits of the sum.
fn add(out: &mut Writer<'_>, goal: &Goal, columns: Vec<Vec<Bit>>) -> Vec<Bit> {
    let mut columns: VecDeque<VecDeque<Bit>> = columns.into_iter().map(VecDeque::from).collect();
    let mut sum = Vec::new();
    while let Some(mut column) = columns.pop_front() {
        if matches!(goal.end, End::Bound(end) if sum.len() >= end) {
            column.iter().for_each(|&digit| out.require([!digit]));
            sum.push(Bit::False);
            continue;
        }
        while let Some(digits) = take(&mut column) {
            let (digit, carry) = adder(out, goal, digits, sum.len() + 1);
            column.push_back(digit);
            if carry != Bit::False {
                if columns.is_empty() {
                    columns.push_back(VecDeque::new());
                }
                columns[0].push_back(carry);
            }
        }
        sum.push(column.pop_front().unwrap_or(Bit::False));
    }
    sum
}

/// Takes two or three digits to add, if the column has more than one.
fn take(column: &mut VecDeque<Bit>) -> Option<[Bit; 3]> {
    match column.len() {
        0 | 1 => None,
        2 => Some([column.pop_front()?, column.pop_front()?, Bit::False]),
        _ => Some([column.pop_front()?, column.pop_front()?, column.pop_front()?]),
    }
}

/// Adds three digits of a column: returns the sum digit and the carry to the next column.
fn adder(out: &mut Writer<'_>, goal: &Goal, [a, b, c]: [Bit; 3], next: usize) -> (Bit, Bit) {
    let is_lost = matches!(goal.end, End::Modulus(end) if next >= end);
    for [a, b, c] in [[a, b, c], [a, c, b], [b, c, a]] {
        if a == b {
            return (c, if is_lost { Bit::False } else { a });
        }
        if a == !b {
            return (!c, if is_lost { Bit::False } else { c });
        }
    }
    let digit = Bit::Lit(out.new_lit());
    let is_beyond = matches!(goal.end, End::Bound(end) if next >= end);
    let carry = if is_beyond || is_lost { Bit::False } else { Bit::Lit(out.new_lit()) };
    define_outputs(out, [a, b, c], (digit, carry), is_lost);
    if goal.upward {
        for ones in [[a, !b, !c], [!a, b, !c], [!a, !b, c], [a, b, c]] {
            // An odd number of ones: the clause makes the digit one.
            out.define(ones.map(|bit| !bit).into_iter().chain([digit]));
        }
        for [a, b] in [[a, b], [a, c], [b, c]].into_iter().filter(|_| !is_lost) {
            out.define([!a, !b, carry]);
        }
    }
    if goal.downward {
        for zeros in [[!a, b, c], [a, !b, c], [a, b, !c], [!a, !b, !c]] {
            // An even number of ones: the clause makes the digit zero.
            out.define(zeros.map(|bit| !bit).into_iter().chain([!digit]));
        }
        for [a, b] in [[a, b], [a, c], [b, c]] {
            out.define([a, b, !carry]);
        }
    }
    (digit, carry)
}

/// Defines the digit and the carry of a sum. If the carry of three digits is dropped, no
/// definition exists.
fn define_outputs(
    out: &mut Writer<'_>,
    [a, b, c]: [Bit; 3],
    (digit, carry): (Bit, Bit),
    is_lost: bool,
) {
    let Bit::Lit(digit) = digit else { return };
    if let Bit::Lit(carry) = carry {
        out.means(carry, || Meaning::count([a, b, c], 2));
        let ones = || [a, b, c].into_iter().map(|bit| (1, bit)).chain([(2, Bit::Lit(!carry))]);
        out.means(digit, || Meaning::reaches(ones(), 3));
    } else if !is_lost {
        out.means(digit, || Meaning::any([a, b, c]));
    } else if c == Bit::False {
        out.means(digit, || Meaning::is([(1, a), (1, b)], 1));
    }
}

/// A binary digit of the value of a summand.
pub(crate) fn digit(out: &mut Writer<'_>, goal: &Goal, summand: &Summand, column: usize) -> Bit {
    match summand {
        Summand::OneOf(classes) => digit_of_classes(out, goal, classes, column),
        Summand::Order { .. } => digit_of_order(out, goal, summand, column),
    }
}

fn digit_of_classes(out: &mut Writer<'_>, goal: &Goal, classes: &[Class], column: usize) -> Bit {
    let with_digit = |wanted: bool| -> Vec<Lit> {
        let has_digit = |class: &&Class| (class.weight >> column & 1 == 1) == wanted;
        let classes = classes.iter().filter(has_digit);
        classes.flat_map(|class| class.lits.iter().copied()).collect()
    };
    let (ones, zeros) = (with_digit(true), with_digit(false));
    match (&ones[..], &zeros[..]) {
        ([], _) => Bit::False,
        ([one], _) => (*one).into(),
        (_, [zero]) => (!*zero).into(),
        _ => {
            let lit = out.new_lit();
            out.means(lit, || Meaning::any(ones.iter().copied()));
            let digit = Bit::Lit(lit);
            if goal.upward {
                ones.iter().for_each(|&one| out.define([Bit::Lit(!one), digit]));
            }
            if goal.downward {
                zeros.iter().for_each(|&zero| out.define([Bit::Lit(!zero), !digit]));
            }
            digit
        }
    }
}

fn digit_of_order(out: &mut Writer<'_>, goal: &Goal, summand: &Summand, column: usize) -> Bit {
    let runs = runs(summand, column);
    match &runs[..] {
        [(_, is_one)] => (*is_one).into(),
        [_, (above, is_one)] => {
            let reached = summand.reached(above.start);
            if *is_one { reached } else { !reached }
        }
        _ => {
            let lit = out.new_lit();
            out.means(lit, || within(summand, &runs));
            let digit = Bit::Lit(lit);
            tie(out, goal, summand, &runs, digit);
            digit
        }
    }
}

/// Maximal runs of consecutive values with the same digit, and whether that is a one.
fn runs(summand: &Summand, column: usize) -> Vec<(Range<usize>, bool)> {
    let mut runs: Vec<(Range<usize>, bool)> = Vec::new();
    for (index, weight) in summand.weights().enumerate() {
        let digit = weight >> column & 1 == 1;
        match runs.last_mut() {
            Some((run, same)) if *same == digit => run.end = index + 1,
            _ => runs.push((index..index + 1, digit)),
        }
    }
    runs
}

/// The value lies in one of the runs of ones: it reaches the run's start, but not its end.
fn within(summand: &Summand, runs: &[(Range<usize>, bool)]) -> Meaning {
    let ones = || runs.iter().filter(|(_, is_one)| *is_one);
    let ends = ones().flat_map(|(run, _)| [summand.reached(run.start), !summand.reached(run.end)]);
    Meaning::count(ends, ones().count() as u64 + 1)
}

/// Ties the digit to the thresholds: it is constant from one threshold to the next.
fn tie(
    out: &mut Writer<'_>,
    goal: &Goal,
    summand: &Summand,
    runs: &[(Range<usize>, bool)],
    digit: Bit,
) {
    for (run, is_one) in runs {
        if (*is_one && goal.upward) || (!is_one && goal.downward) {
            let (low, high) = (summand.reached(run.start), summand.reached(run.end));
            out.define([!low, high, if *is_one { digit } else { !digit }]);
        }
    }
}
