//! Sequential weighted counter: for each prefix of the groups and each sum that it can have up
//! to the bound, whether the prefix reaches that sum.
//!
//! * size: with n groups of d weights, at most n·bound + n·d auxiliaries and d times as many
//!   clauses, two-sided twice as many; sums that no prefix has cost nothing
//! * propagation: domain consistent for at most and at least; none for exactly
//! * auxiliaries: s(i, t) is true exactly when the first i groups add up to t or more, and
//!   within a group a threshold exactly when the group's value reaches it; one-sided they are
//!   only implied by that (at most) or imply it (at least)

use super::{Encoding, Group};
use crate::unary::{self, Goal};
use crate::{Auxiliaries, Cnf, Form, Promises, Propagation, Relation};

pub(super) struct SequentialCounter;

impl Encoding for SequentialCounter {
    fn name(&self) -> &'static str {
        "sequential_counter"
    }

    fn paper(&self) -> &'static str {
        "Hölldobler, Manthey and Steinke, A Compact Encoding of Pseudo-Boolean Constraints into \
         SAT, KI 2012"
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
        let mut values = groups.iter();
        let Some(first) = values.next() else { return };
        let mut prefix = unary::group(cnf, &goal, first);
        for group in values {
            let value = unary::group(cnf, &goal, group);
            prefix = unary::merge(cnf, &goal, &prefix, &value);
        }
    }
}
