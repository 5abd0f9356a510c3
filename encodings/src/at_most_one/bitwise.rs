//! Bitwise: a true literal writes its number in binary, and the bits can hold only one number.
//!
//! * size: ⌈log₂ n⌉ auxiliaries, n ⌈log₂ n⌉ binary clauses; two-sided, one more long clause for
//!   each auxiliary
//! * propagation: domain consistent
//! * auxiliaries: the number of the true literal, 0 if there is none; one-sided, they are free if
//!   there is none

use super::Encoding;
use crate::definition::Meaning;
use crate::labels::{Form, Labels};
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "bitwise",
    paper: "Prestwich, Finding Large Cliques Using SAT Local Search, 2007",
    labels: Labels::CONFLICTS_WHEN_REIFIED,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit]) {
    number(out, lits, 1);
}

/// Excludes true literals of different groups, where each group is `group` consecutive literals:
/// each true literal writes its group's number to the same bits.
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
