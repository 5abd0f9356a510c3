//! Bimander: in groups of two at most one literal is true, and a true literal writes the number
//! of its group into a row of bits.
//!
//! * size: ⌈log₂ ⌈n/2⌉⌉ auxiliaries, n times as many binary clauses and ⌊n/2⌋ more; two-sided
//!   one long clause more for each auxiliary
//! * propagation: domain consistent
//! * auxiliaries: the number of the true literal's group, 0 when there is none; one-sided they
//!   are free when there is none

use super::Encoding;
use super::{bitwise, pairwise};
use crate::labels::Labels;
use crate::lit::Lit;
use crate::row::Means;
use crate::writer::Writer;

/// The size that the paper recommends.
const GROUP: usize = 2;

pub(super) const ROW: Encoding = Encoding {
    name: "bimander",
    paper: "Hölldobler and Nguyen, On SAT-Encodings of the At-Most-One Constraint, ModRef 2013",
    labels: Labels::CONFLICTS_WHEN_REIFIED,
    means: Means::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit]) {
    for group in lits.chunks(GROUP) {
        pairwise::write(out, group);
    }
    bitwise::number(out, lits, GROUP);
}
