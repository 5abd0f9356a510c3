//! Bimander: in groups of two at most one literal is true, and a true literal writes the number
//! of its group into a row of bits.
//!
//! * size: ⌈log₂ ⌈n/2⌉⌉ auxiliaries, n times as many binary clauses and ⌊n/2⌋ more; two-sided
//!   one long clause more for each auxiliary
//! * propagation: domain consistent
//! * auxiliaries: the number of the true literal's group, 0 when there is none; one-sided they
//!   are free when there is none

use super::Encoding;
use super::bitwise;
use super::pairwise::Pairwise;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation};

pub(super) struct Bimander;

/// The size that the paper recommends.
const GROUP: usize = 2;

impl Encoding for Bimander {
    fn name(&self) -> &'static str {
        "bimander"
    }

    fn paper(&self) -> &'static str {
        "Hölldobler and Nguyen, On SAT-Encodings of the At-Most-One Constraint, ModRef 2013"
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
        for group in lits.chunks(GROUP) {
            Pairwise.encode(cnf, group, form);
        }
        bitwise::number(cnf, lits, GROUP, form);
    }
}
