//! Totalizer: a balanced tree over the literals; each node counts in unary how many leaves
//! below it are true, as far as that matters for k.
//!
//! * size: at most k log n auxiliaries for each of about n/k nodes, O(n log n) when k is large;
//!   O(nk) clauses, two-sided twice as many
//! * propagation: domain consistent
//! * auxiliaries: the j-th output of a node is true exactly when at least j of its leaves are;
//!   one-sided it is only implied by that (at most) or implies it (at least)

use super::Encoding;
use crate::unary::{self, Goal, Unary};
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, Relation};

pub(super) struct Totalizer;

impl Encoding for Totalizer {
    fn name(&self) -> &'static str {
        "totalizer"
    }

    fn paper(&self) -> &'static str {
        "Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003"
    }

    fn promises(&self, form: Form, relation: Relation) -> Promises {
        let auxiliaries = match (form, relation) {
            (Form::TwoSided, _) | (_, Relation::Exactly) => Auxiliaries::Determined,
            (Form::OneSided, _) => Auxiliaries::Free,
        };
        Promises { auxiliaries, propagation: Propagation::DomainConsistent }
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], relation: Relation, k: usize, form: Form) {
        let goal = Goal::of_literals(lits, relation, k, form);
        node(cnf, &goal, lits);
    }
}

/// The number of true literals.
fn node(cnf: &mut Cnf, goal: &Goal, lits: &[Lit]) -> Unary {
    if let [lit] = lits {
        return Unary::literal(*lit);
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = node(cnf, goal, left);
    let right = node(cnf, goal, right);
    unary::merge(cnf, goal, &left, &right)
}
