//! Log: the number of the value in binary. Each value literal is true exactly when the bits are
//! its number, and unused numbers are excluded.
//!
//! * size: for d values, b = ⌈log₂ d⌉ auxiliaries, d(b + 1) + 1 clauses and one for each of the
//!   2^b − d unused numbers; one-sided db + 1 clauses
//! * propagation: domain consistent
//! * auxiliaries: the bits, determined by the value in both forms

use super::Encoding;
use crate::at_most_one;
use crate::definition::Meaning;
use crate::labels::{Form, Labels};
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "log",
    paper: "Iwama and Miyazaki, SAT-Variable Complexity of Hard Combinatorial Problems, IFIP 1994",
    labels: Labels::CONFLICTS_WHEN_REIFIED,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, values: &[Lit], _at_most_one: &at_most_one::Encoding) {
    let bits = out.new_lits((usize::BITS - (values.len() - 1).leading_zeros()) as usize);
    let has_digit = |number: usize, place: usize| number >> place & 1 == 1;
    for (place, &bit) in bits.iter().enumerate() {
        let writers = (0..values.len()).filter(|&number| has_digit(number, place));
        out.means(bit, || Meaning::any(writers.map(|number| values[number])));
    }
    let digit = |number: usize, place: usize| {
        if has_digit(number, place) { bits[place] } else { !bits[place] }
    };
    // Without this clause, unit propagation would not find the last remaining value.
    out.require(values.iter().copied());
    for (number, &value) in values.iter().enumerate() {
        for place in 0..bits.len() {
            let clause = [!value, digit(number, place)];
            if has_digit(number, place) { out.define(clause) } else { out.require(clause) }
        }
    }
    if out.form() == Form::TwoSided && !out.holds_always() {
        for (place, &bit) in bits.iter().enumerate() {
            let writers = (0..values.len()).filter(|&number| has_digit(number, place));
            out.define([!bit].into_iter().chain(writers.map(|number| values[number])));
        }
    }
    if out.form() == Form::TwoSided {
        for number in 0..1 << bits.len() {
            let differs = (0..bits.len()).map(|place| !digit(number, place));
            out.follow(differs.chain(values.get(number).copied()));
        }
    }
}
