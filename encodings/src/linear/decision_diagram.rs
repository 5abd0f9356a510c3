//! Decision diagram over the possible partial sums: a layer for each group, and a node for all
//! partial sums that the remaining groups complete in the same ways.
//!
//! * size: for n groups of d weights, at most n·bound nodes with d edges each. At most and at
//!   least: an auxiliary for each node and d − 3 for each group, one clause for each edge,
//!   two-sided two. Exactly: an auxiliary for each node and each edge, three clauses for each edge
//!   and two for each node, in both forms
//! * propagation: domain consistent
//! * auxiliaries: at most and at least: whether the groups so far sum to at least a node's
//!   smallest sum; one-sided, it is only implied by that (at most) or implies it (at least).
//!   Exactly: the nodes and edges of the one path that the groups' values take

use super::Encoding;
use super::paths;
use super::sums::suffix_sums;
use crate::labels::{Labels, Propagation, Relation};
use crate::row::Method;
use crate::summand::Summand;
use crate::unary::{self, Goal};
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "decision_diagram",
    paper: "Bartzis and Bultan, Efficient BDDs for Bounded Arithmetic Constraints, STTT 2006; Abío, \
            Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for \
            Pseudo-Boolean Constraints, JAIR 2012; Abío, Gange, Mayer-Eichberger and Stuckey, On CNF \
            Encodings of Decision Diagrams, CPAIOR 2016",
    labels: Labels::DOMAIN_CONSISTENT.reified(Propagation::DomainConsistent, Propagation::None),
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, summands: &[Summand], relation: Relation, bound: u64) {
    if relation == Relation::Exactly {
        paths::write(out, summands, bound);
    } else {
        thresholds(out, summands, relation, bound);
    }
}

/// At most and at least: larger partial sums are only worse, or only better, so each node is a
/// threshold.
fn thresholds(out: &mut Writer<'_>, summands: &[Summand], relation: Relation, bound: u64) {
    let mut goal = Goal::of_summands(out, summands, relation, bound);
    let mut prefix = None;
    let suffixes = suffix_sums(out, summands, bound);
    for (summand, rests) in summands.iter().zip(suffixes) {
        let longer = match &prefix {
            None => {
                goal.rests = Some(rests);
                unary::leaf(out, &goal, summand)
            }
            Some(prefix) => {
                goal.rests = None;
                let value = unary::leaf(out, &goal, summand);
                goal.rests = Some(rests);
                unary::merge(out, &goal, prefix, &value)
            }
        };
        prefix = Some(longer);
    }
    if let Some(whole) = prefix {
        unary::conclude(out, &goal, &whole);
    }
}
