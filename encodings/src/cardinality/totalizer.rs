//! Totalizer: a balanced tree over the literals. Each node counts in unary how many leaves below
//! it are true, as far as that matters for k.
//!
//! * size: at most k log n auxiliaries for each of about n/k nodes, O(n log n) for large k; O(nk)
//!   clauses, two-sided twice as many
//! * propagation: domain consistent
//! * auxiliaries: the j-th output of a node is true exactly when at least j of its leaves are;
//!   one-sided, it is only implied by that (at most) or implies it (at least)

use super::Encoding;
use crate::labels::{Labels, Relation};
use crate::lit::Lit;
use crate::row::Method;
use crate::unary::{self, Goal, Unary};
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "totalizer",
    paper: "Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003",
    labels: Labels::DOMAIN_CONSISTENT,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit], relation: Relation, k: usize) {
    let goal = Goal::of_literals(out, lits, relation, k);
    let number = node(out, &goal, lits);
    unary::conclude(out, &goal, &number);
}

/// Counts the true literals.
fn node(out: &mut Writer<'_>, goal: &Goal, lits: &[Lit]) -> Unary {
    if let [lit] = lits {
        return Unary::literal(out, *lit);
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = node(out, goal, left);
    let right = node(out, goal, right);
    unary::merge(out, goal, &left, &right)
}
