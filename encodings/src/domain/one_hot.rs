//! One-hot, also called direct: at least one of the value literals holds, and at most one.
//!
//! * size: one clause more than the at-most-one encoding, which is one-sided in both forms: its
//!   auxiliaries are determined because one literal holds
//! * propagation: domain consistent
//! * auxiliaries: those of the at-most-one encoding

use super::Encoding;
use crate::at_most_one;
use crate::labels::{Form, Labels};
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "one_hot",
    paper: "de Kleer, A Comparison of ATMS and CSP Techniques, IJCAI 1989",
    labels: Labels::NO_AUXILIARIES,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, values: &[Lit], at_most_one: &at_most_one::Encoding) {
    out.require(values.iter().copied());
    let form = if out.holds_always() { Form::OneSided } else { out.form() };
    out.in_form(form, |out| at_most_one::write(out, values, at_most_one));
}
