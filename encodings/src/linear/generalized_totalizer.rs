//! Generalized totalizer: a balanced tree over the groups. Each node has an output for each
//! possible sum of the groups below it, as far as it matters for the bound.
//!
//! * size: a node has at most as many outputs as its groups have different sums up to the bound; a
//!   merge takes as many clauses as the product of its inputs' sizes, two-sided twice that
//! * propagation: domain consistent for at most and at least; none for exactly
//! * auxiliaries: an output is true exactly when the groups below sum to at least its value;
//!   one-sided, it is only implied by that (at most) or implies it (at least)

use super::Encoding;
use crate::labels::{Labels, Propagation, Relation};
use crate::row::Method;
use crate::summand::Summand;
use crate::unary::{self, Goal, Unary};
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "generalized_totalizer",
    paper: "Joshi, Martins and Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean \
            Constraints, CP 2015",
    labels: Labels::new(Propagation::DomainConsistent, Propagation::None),
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, summands: &[Summand], relation: Relation, bound: u64) {
    let goal = Goal::of_summands(out, summands, relation, bound);
    let sum = node(out, &goal, summands);
    unary::conclude(out, &goal, &sum);
}

/// Sums the summands.
fn node(out: &mut Writer<'_>, goal: &Goal, summands: &[Summand]) -> Unary {
    if let [summand] = summands {
        return unary::leaf(out, goal, summand);
    }
    let (left, right) = summands.split_at(summands.len() / 2);
    let left = node(out, goal, left);
    let right = node(out, goal, right);
    unary::merge(out, goal, &left, &right)
}
