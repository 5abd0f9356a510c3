//! Decision diagram: the reduced diagram of the constraint, read in the order of the literals. A
//! node stands for the number of true literals so far; numbers that can no longer reach the
//! bound, or no longer miss it, are one node.
//!
//! * size, two-sided: about k(n−k) auxiliaries and four clauses for each; one-sided two. Exactly
//!   k is the diagrams of at most k and at least k on the same nodes
//! * propagation: domain consistent
//! * auxiliaries: a node's edge to the next one is true exactly when the literals before it have
//!   so many true ones; one-sided it is only implied by that (at most) or implies it (at least)

use super::Encoding;
use crate::unary::{self, Goal, Unary};
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, Relation};

pub(super) struct DecisionDiagram;

impl Encoding for DecisionDiagram {
    fn name(&self) -> &'static str {
        "decision_diagram"
    }

    fn paper(&self) -> &'static str {
        "Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at \
         BDDs for Pseudo-Boolean Constraints, JAIR 2012"
    }

    fn promises(&self, form: Form, relation: Relation) -> Promises {
        let auxiliaries = match (form, relation) {
            (Form::TwoSided, _) | (_, Relation::Exactly) => Auxiliaries::Determined,
            (Form::OneSided, _) => Auxiliaries::Free,
        };
        Promises { auxiliaries, propagation: Propagation::DomainConsistent }
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], relation: Relation, k: usize, form: Form) {
        let goal = Goal::of_literals(lits, relation, k, form, true);
        let literals = lits[1..].iter().map(|&lit| Unary::literal(lit));
        literals.fold(Unary::literal(lits[0]), |prefix, literal| {
            unary::merge(cnf, &goal, &prefix, &literal)
        });
    }
}
