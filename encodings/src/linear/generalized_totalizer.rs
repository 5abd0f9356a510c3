//! Generalized totalizer: a balanced tree over the groups; each node has an output for each sum
//! that the groups below it can have, as far as it matters for the bound.
//!
//! * size: a node has at most as many outputs as its groups have different sums up to the bound;
//!   a merge costs the product of its inputs' numbers in clauses, two-sided twice that
//! * propagation: domain consistent for at most and at least; none for exactly
//! * auxiliaries: an output is true exactly when the groups below add up to its sum or more;
//!   one-sided it is only implied by that (at most) or implies it (at least)

use super::{Encoding, Group};
use crate::unary::{self, Goal, Unary};
use crate::{Auxiliaries, Cnf, Form, Promises, Propagation, Relation};

pub(super) struct GeneralizedTotalizer;

impl Encoding for GeneralizedTotalizer {
    fn name(&self) -> &'static str {
        "generalized_totalizer"
    }

    fn paper(&self) -> &'static str {
        "Joshi, Martins and Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean Constraints, \
         CP 2015"
    }

    fn promises(&self, form: Form, relation: Relation) -> Promises {
        Promises {
            auxiliaries: match (form, relation) {
                (Form::TwoSided, _) | (_, Relation::Exactly) => Auxiliaries::Determined,
                (Form::OneSided, _) => Auxiliaries::Free,
            },
            propagation: match relation {
                Relation::AtMost | Relation::AtLeast => Propagation::DomainConsistent,
                Relation::Exactly => Propagation::None,
            },
        }
    }

    fn encode(&self, cnf: &mut Cnf, groups: &[Group], relation: Relation, bound: u64, form: Form) {
        let goal = Goal::of_groups(groups, relation, bound, form);
        node(cnf, &goal, groups);
    }
}

/// The sum of the groups.
fn node(cnf: &mut Cnf, goal: &Goal, groups: &[Group]) -> Unary {
    if let [group] = groups {
        return unary::group(cnf, goal, group);
    }
    let (left, right) = groups.split_at(groups.len() / 2);
    let left = node(cnf, goal, left);
    let right = node(cnf, goal, right);
    unary::merge(cnf, goal, &left, &right)
}
