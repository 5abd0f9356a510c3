//! Sequential counter: for each prefix of the literals, whether one of them is true.
//!
//! * size: n − 2 auxiliaries; two-sided 4n − 7 clauses, one-sided 3n − 5
//! * propagation: domain consistent
//! * auxiliaries: s(i) is true exactly when one of the first i literals is; one-sided it is only
//!   implied by that

use super::Encoding;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation};

pub(super) struct SequentialCounter;

impl Encoding for SequentialCounter {
    fn name(&self) -> &'static str {
        "sequential_counter"
    }

    fn paper(&self) -> &'static str {
        "Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005"
    }

    fn promises(&self, form: Form) -> Promises {
        Promises {
            auxiliaries: match form {
                Form::TwoSided => Auxiliaries::Determined,
                Form::OneSided => Auxiliaries::Free,
            },
            propagation: Propagation::DomainConsistent,
        }
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], form: Form) {
        let last = lits.len() - 1;
        let mut prefix = lits[0];
        for &lit in &lits[1..last] {
            let longer = cnf.new_lit();
            cnf.add_clause([!prefix, longer]);
            cnf.add_clause([!lit, longer]);
            cnf.add_clause([!lit, !prefix]);
            if form == Form::TwoSided {
                cnf.add_clause([!longer, prefix, lit]);
            }
            prefix = longer;
        }
        cnf.add_clause([!prefix, !lits[last]]);
    }
}
