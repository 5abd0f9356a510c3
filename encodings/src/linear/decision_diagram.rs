//! Decision diagram over the partial sums that can occur: one layer for each group, one node for
//! all partial sums that the remaining groups complete in the same ways.
//!
//! * size: with n groups of d weights at most n·bound nodes and d edges from each. At most and
//!   at least: an auxiliary for each node and d − 3 for each group, one clause for each edge,
//!   two-sided two. Exactly: an auxiliary for each node and each edge, three clauses for each
//!   edge and two for each node, in both forms
//! * propagation: domain consistent
//! * auxiliaries: at most and at least: whether the groups so far add up to a node's smallest
//!   sum or more; one-sided it is only implied by that (at most) or implies it (at least).
//!   Exactly: the nodes and edges of the one path that the groups' values take

use super::{Encoding, Group, paths};
use crate::unary::{self, Goal};
use crate::{Auxiliaries, Cnf, Form, Promises, Propagation, Relation};

pub(super) struct DecisionDiagram;

impl Encoding for DecisionDiagram {
    fn name(&self) -> &'static str {
        "decision_diagram"
    }

    fn paper(&self) -> &'static str {
        "Bartzis and Bultan, Efficient BDDs for Bounded Arithmetic Constraints, STTT 2006; Abío, \
         Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for \
         Pseudo-Boolean Constraints, JAIR 2012; Abío, Gange, Mayer-Eichberger and Stuckey, On CNF \
         Encodings of Decision Diagrams, CPAIOR 2016"
    }

    fn promises(&self, form: Form, relation: Relation) -> Promises {
        let auxiliaries = match (form, relation) {
            (Form::TwoSided, _) | (_, Relation::Exactly) => Auxiliaries::Determined,
            (Form::OneSided, _) => Auxiliaries::Free,
        };
        Promises { auxiliaries, propagation: Propagation::DomainConsistent }
    }

    fn encode(&self, cnf: &mut Cnf, groups: &[Group], relation: Relation, bound: u64, form: Form) {
        if relation == Relation::Exactly {
            paths::encode(cnf, groups, bound);
        } else {
            thresholds(cnf, groups, relation, bound, form);
        }
    }
}

/// At most and at least: larger partial sums are worse, or better, so that a node is a threshold.
fn thresholds(cnf: &mut Cnf, groups: &[Group], relation: Relation, bound: u64, form: Form) {
    let mut goal = Goal::of_groups(groups, relation, bound, form);
    let mut prefix = None;
    for (group, rests) in groups.iter().zip(suffix_sums(groups, bound)) {
        prefix = Some(match prefix {
            None => {
                goal.rests = Some(rests);
                unary::group(cnf, &goal, group)
            }
            Some(prefix) => {
                goal.rests = None;
                let value = unary::group(cnf, &goal, group);
                goal.rests = Some(rests);
                unary::merge(cnf, &goal, &prefix, &value)
            }
        });
    }
}

/// For each group, what the groups after it can add up to, increasing to the bound at most.
pub(super) fn suffix_sums(groups: &[Group], bound: u64) -> Vec<Vec<u64>> {
    let mut suffixes = vec![vec![0]];
    for group in groups[1..].iter().rev() {
        let after = &suffixes[suffixes.len() - 1];
        suffixes.push(plus(after, group, bound));
    }
    suffixes.reverse();
    suffixes
}

/// What the sums and the group can add up to, increasing to the bound at most.
pub(super) fn plus(sums: &[u64], group: &Group, bound: u64) -> Vec<u64> {
    let mut longer: Vec<u64> = sums
        .iter()
        .flat_map(|&sum| {
            group.classes().iter().filter_map(move |class| sum.checked_add(class.weight))
        })
        .filter(|&sum| sum <= bound)
        .collect();
    longer.sort_unstable();
    longer.dedup();
    longer
}
