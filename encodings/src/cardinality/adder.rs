//! Binary adder: full adders sum the literals in binary, and the digits of the sum are compared
//! with k.
//!
//! * size: at most 2n auxiliaries, and 14 clauses (one-sided 7) for each of fewer than n full
//!   adders
//! * propagation: none
//! * auxiliaries: the digits of partial sums; one-sided, these sums are only upper bounds (at
//!   most) or lower bounds (at least) of the true ones

use super::Encoding;
use crate::binary::{self, Goal};
use crate::labels::{Labels, Relation};
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "adder",
    paper: "Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal \
            Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, \
            JSAT 2006",
    labels: Labels::WEAK,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit], relation: Relation, k: usize) {
    let goal = Goal::new(out, relation, k as u64);
    let column = lits.iter().map(|&lit| lit.into()).collect();
    binary::bound(out, &goal, vec![column]);
}
