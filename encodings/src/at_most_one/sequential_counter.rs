//! Sequential counter: for each prefix of the literals, whether one of them is true.
//!
//! * size: n − 2 auxiliaries; two-sided 4n − 7 clauses, one-sided 3n − 5
//! * propagation: domain consistent
//! * auxiliaries: s(i) is true exactly when one of the first i literals is; one-sided, it is only
//!   implied by that

use super::Encoding;
use crate::definition::Meaning;
use crate::labels::{Form, Labels};
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "sequential_counter",
    paper: "Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005",
    labels: Labels::DOMAIN_CONSISTENT,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit]) {
    let last = lits.len() - 1;
    let mut prefix = lits[0];
    for &lit in &lits[1..last] {
        let longer = out.new_lit();
        out.means(longer, || Meaning::any([prefix, lit]));
        out.define([!prefix, longer]);
        out.define([!lit, longer]);
        out.require([!lit, !prefix]);
        if out.form() == Form::TwoSided {
            out.define([!longer, prefix, lit]);
        }
        prefix = longer;
    }
    out.require([!prefix, !lits[last]]);
}
