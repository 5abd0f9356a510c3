//! Sequential weighted counter: for each prefix of the groups and each possible sum up to the
//! bound, whether the prefix reaches that sum.
//!
//! * size: for n groups of d weights, at most n·bound + n·d auxiliaries and d times as many
//!   clauses, two-sided twice as many; sums that no prefix has cost nothing
//! * propagation: domain consistent for at most and at least; none for exactly
//! * auxiliaries: s(i, t) is true exactly when the first i groups sum to at least t, and a
//!   threshold of a group exactly when the group's value reaches it; one-sided, they are only
//!   implied by that (at most) or imply it (at least)

use super::Encoding;
use crate::labels::{Labels, Propagation, Relation};
use crate::row::Method;
use crate::summand::Summand;
use crate::unary::{self, Goal};
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "sequential_counter",
    paper: "Hölldobler, Manthey and Steinke, A Compact Encoding of Pseudo-Boolean Constraints into \
            SAT, KI 2012",
    labels: Labels::new(Propagation::DomainConsistent, Propagation::None),
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, summands: &[Summand], relation: Relation, bound: u64) {
    let goal = Goal::of_summands(out, summands, relation, bound);
    let mut prefix = unary::leaf(out, &goal, &summands[0]);
    for summand in &summands[1..] {
        let value = unary::leaf(out, &goal, summand);
        prefix = unary::merge(out, &goal, &prefix, &value);
    }
    unary::conclude(out, &goal, &prefix);
}
