//! Sequential counter: for each prefix of the literals and each number up to k, whether that many
//! literals of the prefix are true.
//!
//! * size: about k(n−k) auxiliaries, as numbers that the remaining literals make certain or
//!   irrelevant are left out; four clauses for each, one-sided two
//! * propagation: domain consistent
//! * auxiliaries: s(i, j) is true exactly when at least j of the first i literals are; one-sided,
//!   it is only implied by that (at most) or implies it (at least)

use super::Encoding;
use crate::labels::{Labels, Relation};
use crate::lit::Lit;
use crate::row::Method;
use crate::unary::{self, Goal, Unary};
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "sequential_counter",
    paper: "Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005",
    labels: Labels::DOMAIN_CONSISTENT,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit], relation: Relation, k: usize) {
    let goal = Goal::of_literals(out, lits, relation, k);
    let mut prefix = Unary::literal(out, lits[0]);
    for &lit in &lits[1..] {
        let value = Unary::literal(out, lit);
        prefix = unary::merge(out, &goal, &prefix, &value);
    }
    unary::conclude(out, &goal, &prefix);
}
