//! Binary adder: the literals are added up in binary by full adders, and the digits of the sum
//! are compared with k.
//!
//! * size: at most 2n auxiliaries, two-sided 14 clauses for each of less than n full adders,
//!   one-sided 7
//! * propagation: none
//! * auxiliaries: the digits of partial sums; one-sided the sums they write are only at least as
//!   large as the true ones (at most) or at most as large (at least)

use super::Encoding;
use crate::binary::{self, Goal};
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, Relation};

pub(super) struct Adder;

impl Encoding for Adder {
    fn name(&self) -> &'static str {
        "adder"
    }

    fn paper(&self) -> &'static str {
        "Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal \
         Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT \
         2006"
    }

    fn promises(&self, form: Form, relation: Relation) -> Promises {
        let auxiliaries = match (form, relation) {
            (Form::TwoSided, _) | (_, Relation::Exactly) => Auxiliaries::Determined,
            (Form::OneSided, _) => Auxiliaries::Free,
        };
        Promises { auxiliaries, propagation: Propagation::None }
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], relation: Relation, k: usize, form: Form) {
        let goal = Goal { relation, bound: k as u64, form };
        let column = lits.iter().map(|&lit| lit.into()).collect();
        binary::bound(cnf, &goal, vec![column]);
    }
}
