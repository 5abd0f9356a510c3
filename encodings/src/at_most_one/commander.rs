//! Commander: in groups of three at most one literal is true, each group has a commander that
//! its literals imply, and of the commanders again at most one is true.
//!
//! * size: about n/2 auxiliaries and 7n/2 clauses, two-sided 4n
//! * propagation: domain consistent
//! * auxiliaries: a commander is true exactly when a literal of its group is; one-sided it is
//!   only implied by that

use super::Encoding;
use super::pairwise::Pairwise;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation};

pub(super) struct Commander;

/// The size with the fewest clauses, according to the paper.
const GROUP: usize = 3;

/// From so many commanders on, another level needs fewer clauses than pairwise.
const MIN_LEVEL: usize = 6;

impl Encoding for Commander {
    fn name(&self) -> &'static str {
        "commander"
    }

    fn paper(&self) -> &'static str {
        "Klieber and Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV 2007"
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
        let mut commanders = Vec::new();
        for group in lits.chunks(GROUP) {
            Pairwise.encode(cnf, group, form);
            commanders.push(match group {
                [only] => *only,
                _ if group.len() == lits.len() => return,
                _ => command(cnf, group, form),
            });
        }
        if commanders.len() < MIN_LEVEL {
            Pairwise.encode(cnf, &commanders, form);
        } else {
            self.encode(cnf, &commanders, form);
        }
    }
}

/// The commander of a group.
fn command(cnf: &mut Cnf, group: &[Lit], form: Form) -> Lit {
    let commander = cnf.new_lit();
    for &lit in group {
        cnf.add_clause([!lit, commander]);
    }
    if form == Form::TwoSided {
        cnf.add_clause([!commander].into_iter().chain(group.iter().copied()));
    }
    commander
}
