//! Bimander: at most one literal of each group of two is true, and a true literal writes the
//! number of its group in binary.
//!
//! * size: ⌈log₂ ⌈n/2⌉⌉ auxiliaries, n times as many binary clauses and ⌊n/2⌋ more; two-sided, one
//!   more long clause for each auxiliary
//! * propagation: domain consistent
//! * auxiliaries: the number of the true literal's group, 0 if there is none; one-sided, they are
//!   free if there is none

use super::Encoding;
use super::{bitwise, pairwise};
use crate::labels::Labels;
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

/// The group size that the paper recommends.
const GROUP: usize = 2;

pub(super) const ROW: Encoding = Encoding {
    name: "bimander",
    paper: "Hölldobler and Nguyen, On SAT-Encodings of the At-Most-One Constraint, ModRef 2013",
    labels: Labels::CONFLICTS_WHEN_REIFIED,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit]) {
    for group in lits.chunks(GROUP) {
        pairwise::write(out, group);
    }
    bitwise::number(out, lits, GROUP);
}
