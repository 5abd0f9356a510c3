//! Commander: at most one literal of each group of three is true, each group has a commander that
//! its literals imply, and at most one of the commanders is true.
//!
//! * size: about n/2 auxiliaries and 7n/2 clauses, two-sided 4n
//! * propagation: domain consistent
//! * auxiliaries: a commander is true exactly when a literal of its group is; one-sided, it is
//!   only implied by that

use super::Encoding;
use super::pairwise;
use crate::definition::Meaning;
use crate::labels::{Form, Labels};
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

/// The group size with the fewest clauses, according to the paper.
const GROUP: usize = 3;

/// From this many commanders on, another level needs fewer clauses than pairwise.
const MIN_LEVEL: usize = 6;

pub(super) const ROW: Encoding = Encoding {
    name: "commander",
    paper: "Klieber and Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV 2007",
    labels: Labels::DOMAIN_CONSISTENT,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit]) {
    let mut commanders = Vec::new();
    for group in lits.chunks(GROUP) {
        pairwise::write(out, group);
        commanders.push(match group {
            [only] => *only,
            _ if group.len() == lits.len() => return,
            _ => command(out, group),
        });
    }
    if commanders.len() < MIN_LEVEL {
        pairwise::write(out, &commanders);
    } else {
        write(out, &commanders);
    }
}

/// Adds the commander of a group.
fn command(out: &mut Writer<'_>, group: &[Lit]) -> Lit {
    let commander = out.new_lit();
    out.means(commander, || Meaning::any(group.iter().copied()));
    for &lit in group {
        out.define([!lit, commander]);
    }
    if out.form() == Form::TwoSided {
        out.define([!commander].into_iter().chain(group.iter().copied()));
    }
    commander
}
