//! Ladder: a decreasing sequence y(1) ≥ y(2) ≥ … of truth values marks the position of the true
//! literal, as in the order encoding: x(i) is true where the sequence drops, between y(i−1) and
//! y(i).
//!
//! * size: n − 1 auxiliaries; two-sided 4n − 5 clauses, one-sided 3n − 4, which is Sinz's
//!   sequential counter
//! * propagation: domain consistent
//! * auxiliaries: y(i) is false exactly when one of the first i literals is true; one-sided, it is
//!   only implied by that

use super::Encoding;
use crate::definition::Meaning;
use crate::labels::{Form, Labels};
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "ladder",
    paper: "Gent and Nightingale, A New Encoding of AllDifferent into SAT, 2004",
    labels: Labels::DOMAIN_CONSISTENT,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit]) {
    let (&last, rest) = match lits.split_last() {
        Some(split) => split,
        None => return,
    };
    let mut before: Option<Lit> = None;
    for &lit in rest {
        let after = out.new_lit();
        out.means(!after, || Meaning::any(before.map(|before| !before).into_iter().chain([lit])));
        out.define([!lit, !after]);
        if let Some(before) = before {
            out.define([!after, before]);
            out.require([!lit, before]);
        }
        if out.form() == Form::TwoSided {
            out.define(before.map(|before| !before).into_iter().chain([after, lit]));
        }
        before = Some(after);
    }
    out.require([!last].into_iter().chain(before));
}
