//! One-hot, also called direct: one of the value literals holds, and at most one.
//!
//! * size: one clause more than the at-most-one encoding, which is one-sided in both forms:
//!   that one literal holds already determines its auxiliaries
//! * propagation: domain consistent
//! * auxiliaries: those of the at-most-one encoding

use super::Encoding;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, at_most_one};

pub(super) struct OneHot;

impl Encoding for OneHot {
    fn name(&self) -> &'static str {
        "one_hot"
    }

    fn paper(&self) -> &'static str {
        "de Kleer, A Comparison of ATMS and CSP Techniques, IJCAI 1989"
    }

    fn promises(&self, at_most_one: &dyn at_most_one::Encoding, form: Form) -> Promises {
        Promises {
            auxiliaries: match at_most_one.promises(form).auxiliaries {
                Auxiliaries::None => Auxiliaries::None,
                Auxiliaries::Determined | Auxiliaries::Free => Auxiliaries::Determined,
            },
            propagation: Propagation::DomainConsistent,
        }
    }

    fn encode(
        &self,
        cnf: &mut Cnf,
        values: &[Lit],
        at_most_one: &dyn at_most_one::Encoding,
        _form: Form,
    ) {
        cnf.add_clause(values.iter().copied());
        at_most_one::encode(cnf, values, at_most_one, Form::OneSided);
    }
}
