//! Binary adder: the literals are added up in binary by full adders, and the digits of the sum
//! are compared with k.
//!
//! * size: at most 2n auxiliaries, two-sided 14 clauses for each of less than n full adders,
//!   one-sided 7
//! * propagation: none
//! * auxiliaries: the digits of partial sums; one-sided the sums they write are only at least as
//!   large as the true ones (at most) or at most as large (at least)

use super::Encoding;
use crate::binary::{self, Goal};
use crate::labels::{Labels, Relation};
use crate::lit::Lit;
use crate::row::Means;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "adder",
    paper: "Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal \
            Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, \
            JSAT 2006",
    labels: Labels::WEAK,
    means: Means::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit], relation: Relation, k: usize) {
    let goal = Goal::new(out, relation, k as u64);
    let column = lits.iter().map(|&lit| lit.into()).collect();
    binary::bound(out, &goal, vec![column]);
}
