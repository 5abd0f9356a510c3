//! Picks the encoding by the number of literals: pairwise for few, the grid of the product
//! encoding for more. The product has fewer auxiliaries and clauses together from twelve literals
//! on; the border is lower because solvers are faster with its auxiliaries long before.

use super::Encoding;
use super::pairwise::Pairwise;
use super::product::Product;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation};

pub(super) struct Auto;

/// Pairwise for so many literals and fewer.
const MAX_PAIRWISE: usize = 5;

impl Encoding for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn paper(&self) -> &'static str {
        "this crate"
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

    fn pick(&self, n: usize) -> Option<&'static dyn Encoding> {
        Some(if n <= MAX_PAIRWISE { &Pairwise } else { &Product })
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], form: Form) {
        if let Some(encoding) = self.pick(lits.len()) {
            encoding.encode(cnf, lits, form);
        }
    }
}
