//! Binary adder: full adders sum the groups' values in binary, and the digits of the sum are
//! compared with the bound.
//!
//! * size: for n groups of weights below 2^b, about 3nb auxiliaries and 14 clauses (one-sided 7)
//!   for each of nb full adders; a group of d literals takes another db clauses
//! * propagation: none
//! * auxiliaries: the digits of the groups' values and of partial sums; one-sided, these sums are
//!   only upper bounds (at most) or lower bounds (at least) of the true ones

use super::Encoding;
use crate::binary::{self, Goal};
use crate::labels::{Labels, Relation};
use crate::lit::Bit;
use crate::row::Method;
use crate::summand::Summand;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "adder",
    paper: "Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal \
            Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, \
            JSAT 2006",
    labels: Labels::WEAK,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, summands: &[Summand], relation: Relation, bound: u64) {
    // A literal can be a digit in several columns.
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
