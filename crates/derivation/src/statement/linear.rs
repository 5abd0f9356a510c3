//! A weighted sum is one of these numbers.

use super::Line;
use super::sums::within;
use super::words::Words;
use cnfetti_core::csp::{Linear, VarId};

pub(super) fn state(words: &Words<'_>, rule: &Linear) -> Option<Vec<Line>> {
    let terms: Vec<(VarId, i64)> =
        rule.terms.as_slice().iter().map(|term| (term.variable, term.weight)).collect();
    within(words, &terms, Vec::new(), &rule.within)
}
