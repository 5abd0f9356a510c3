//! Sequential counter: for each prefix of the literals and each number up to k, whether the
//! prefix has so many true literals.
//!
//! * size: about k(n−k) auxiliaries, since numbers that the rest of the literals makes certain or
//!   irrelevant are left out; two-sided four clauses for each, one-sided two
//! * propagation: domain consistent
//! * auxiliaries: s(i, j) is true exactly when at least j of the first i literals are; one-sided
//!   it is only implied by that (at most) or implies it (at least)

use super::Encoding;
use crate::unary::{self, Goal, Unary};
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, Relation};

pub(super) struct SequentialCounter;

impl Encoding for SequentialCounter {
    fn name(&self) -> &'static str {
        "sequential_counter"
    }

    fn paper(&self) -> &'static str {
        "Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005"
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
        let mut prefix = Unary::literal(lits[0]);
        for &lit in &lits[1..] {
            prefix = unary::merge(cnf, &goal, &prefix, &Unary::literal(lit));
        }
    }
}
