//! Pairwise: no two of the literals are true together.
//!
//! * size: no auxiliaries, n(n−1)/2 binary clauses
//! * propagation: domain consistent

use super::Encoding;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation};

pub(super) struct Pairwise;

impl Encoding for Pairwise {
    fn name(&self) -> &'static str {
        "pairwise"
    }

    fn paper(&self) -> &'static str {
        "folklore; see Prestwich, CNF Encodings, Handbook of Satisfiability, 2009"
    }

    fn promises(&self, _form: Form) -> Promises {
        Promises { auxiliaries: Auxiliaries::None, propagation: Propagation::DomainConsistent }
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], _form: Form) {
        for (index, &first) in lits.iter().enumerate() {
            for &second in &lits[index + 1..] {
                cnf.add_clause([!first, !second]);
            }
        }
    }
}
