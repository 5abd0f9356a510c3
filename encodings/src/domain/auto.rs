//! Picks one-hot, whose at-most-one encoding can itself be picked: the other domain encodings
//! add variables that no constraint of a puzzle uses.

use super::Encoding;
use super::one_hot::OneHot;
use crate::{Cnf, Form, Lit, Promises, at_most_one};

pub(super) struct Auto;

impl Encoding for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn paper(&self) -> &'static str {
        "this crate"
    }

    fn promises(&self, at_most_one: &dyn at_most_one::Encoding, form: Form) -> Promises {
        OneHot.promises(at_most_one, form)
    }

    fn pick(&self) -> Option<&'static dyn Encoding> {
        Some(&OneHot)
    }

    fn encode(
        &self,
        cnf: &mut Cnf,
        values: &[Lit],
        at_most_one: &dyn at_most_one::Encoding,
        form: Form,
    ) {
        OneHot.encode(cnf, values, at_most_one, form);
    }
}
