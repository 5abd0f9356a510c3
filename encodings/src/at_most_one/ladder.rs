//! Ladder: a falling row of truth values y(1) ≥ y(2) ≥ … says where the true literal is, as in
//! the order encoding: x(i) is true where the row falls, between y(i−1) and y(i).
//!
//! * size: n − 1 auxiliaries; two-sided 4n − 5 clauses, one-sided 3n − 4, and then it is
//!   Sinz's sequential counter
//! * propagation: domain consistent
//! * auxiliaries: y(i) is false exactly when one of the first i literals is true; one-sided
//!   that only makes it false

use super::Encoding;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation};

pub(super) struct Ladder;

impl Encoding for Ladder {
    fn name(&self) -> &'static str {
        "ladder"
    }

    fn paper(&self) -> &'static str {
        "Gent and Nightingale, A New Encoding of AllDifferent into SAT, 2004"
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
        let (&last, rest) = match lits.split_last() {
            Some(split) => split,
            None => return,
        };
        let mut before: Option<Lit> = None;
        for &lit in rest {
            let after = cnf.new_lit();
            cnf.add_clause([!lit, !after]);
            if let Some(before) = before {
                cnf.add_clause([!after, before]);
                cnf.add_clause([!lit, before]);
            }
            if form == Form::TwoSided {
                cnf.add_clause(before.map(|before| !before).into_iter().chain([after, lit]));
            }
            before = Some(after);
        }
        cnf.add_clause([!last].into_iter().chain(before));
    }
}
