//! One-hot (direct): a literal for each value.

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

    fn promises(&self, _form: Form) -> Promises {
        Promises { auxiliaries: Auxiliaries::None, propagation: Propagation::DomainConsistent }
    }

    fn encode(
        &self,
        cnf: &mut Cnf,
        values: &[Lit],
        at_most_one: &dyn at_most_one::Encoding,
        form: Form,
    ) {
        cnf.add_clause(values.iter().copied());
        at_most_one::encode(cnf, values, at_most_one, form);
    }
}
