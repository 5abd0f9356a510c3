//! Bitwise: a true literal writes its number into a row of bits, and no row holds two numbers.
//!
//! * size: ⌈log₂ n⌉ auxiliaries, n ⌈log₂ n⌉ binary clauses; two-sided one long clause more for
//!   each auxiliary
//! * propagation: domain consistent
//! * auxiliaries: the number of the true literal, 0 when there is none; one-sided they are free
//!   when there is none

use super::Encoding;
use crate::definition::Meaning;
use crate::labels::{Form, Labels};
use crate::lit::Lit;
use crate::row::Means;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "bitwise",
    paper: "Prestwich, Finding Large Cliques Using SAT Local Search, 2007",
    labels: Labels::CONFLICTS_WHEN_REIFIED,
    means: Means::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit]) {
    number(out, lits, 1);
}

/// True literals of different groups, each `group` consecutive literals, contradict each other:
/// they write the numbers of their groups into the same bits.
pub(super) fn number(out: &mut Writer<'_>, lits: &[Lit], group: usize) {
    let groups = lits.len().div_ceil(group);
    let has_bit = |index: usize, bit: u32| (index / group) >> bit & 1 == 1;
    for bit in 0..usize::BITS - (groups - 1).leading_zeros() {
        let written = out.new_lit();
        let writers = || (0..lits.len()).filter(|&index| has_bit(index, bit));
        out.means(written, || Meaning::any(writers().map(|index| lits[index])));
        for (index, &lit) in lits.iter().enumerate() {
            if has_bit(index, bit) {
                out.define([!lit, written]);
            } else {
                out.require([!lit, !written]);
            }
        }
        if out.form() == Form::TwoSided {
            out.define([!written].into_iter().chain(writers().map(|index| lits[index])));
        }
    }
}
