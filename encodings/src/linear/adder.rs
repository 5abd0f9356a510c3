//! Binary adder: the groups' values are added up in binary by full adders, and the digits of the
//! sum are compared with the bound.
//!
//! * size: with n groups of weights below 2^b about 3nb auxiliaries, two-sided 14 clauses for
//!   each of nb full adders, one-sided 7; a group of d literals takes another db clauses
//! * propagation: none
//! * auxiliaries: the digits of the groups' values and of partial sums; one-sided the sums they
//!   write are only at least as large as the true ones (at most) or at most as large (at least)

use super::Encoding;
use crate::binary::{self, Goal};
use crate::labels::{Labels, Relation};
use crate::lit::Bit;
use crate::row::Means;
use crate::summand::Summand;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "adder",
    paper: "Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal \
            Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, \
            JSAT 2006",
    labels: Labels::WEAK,
    means: Means::Write(write),
};

fn write(out: &mut Writer<'_>, summands: &[Summand], relation: Relation, bound: u64) {
    // A literal can be a digit of several columns.
    out.leave_out_repeats();
    let goal = Goal::new(out, relation, bound);
    let largest = summands.iter().map(Summand::max).max().unwrap_or(0);
    let columns = (0..binary::length(largest))
        .map(|column| {
            let digits = summands.iter().map(|summand| binary::digit(out, &goal, summand, column));
            digits.filter(|&digit| digit != Bit::False).collect()
        })
        .collect();
    binary::bound(out, &goal, columns);
}
