//! Tasks and boxes, which have a beginning and a length.

use super::words::{Page, Words};
use cnfetti_core::csp::{Operand, VarId};
use cnfetti_encodings::{Bit, Lit};

/// The possible values of an operand, each with the literal that says it.
pub(super) fn values(words: &Words<'_>, operand: Operand) -> Option<Vec<(i64, Bit)>> {
    match operand {
        Operand::Constant(value) => Some(vec![(value.into(), Bit::True)]),
        Operand::Variable(variable) => {
            let values = words.map.values(variable);
            let values = values.map(|(value, lit)| (value.into(), Bit::Lit(lit)));
            words.map.has_values(variable).then(|| values.collect())
        }
    }
}

pub(super) fn origins(words: &Words<'_>, variable: VarId) -> Option<Vec<(i64, Lit)>> {
    let values = words.map.values(variable).map(|(value, lit)| (value.into(), lit));
    words.map.has_values(variable).then(|| values.collect())
}

/// The weighted literals of a number, and the part of it that is constant.
pub(super) fn open(values: &[(i64, Bit)], weight: i64) -> (Vec<(i64, Lit)>, i64) {
    let lits = values.iter().filter_map(|&(value, bit)| Some((weight * value, bit.lit()?)));
    let known = values.iter().filter(|(_, bit)| *bit == Bit::True);
    (lits.collect(), known.map(|&(value, _)| weight * value).sum())
}

/// Excludes negative numbers.
pub(super) fn not_negative(page: &mut Page<'_>, values: &[(i64, Bit)]) {
    for &(_, bit) in values.iter().filter(|(value, _)| *value < 0) {
        page.need([!bit], || "nothing is negative".to_owned());
    }
}
