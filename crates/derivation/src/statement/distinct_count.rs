//! The number of values that occur, each of which has a word.

use super::Line;
use super::sums::number;
use super::words::{Words, ones};
use cnfetti_core::csp::DistinctCount;

pub(super) fn state(words: &Words<'_>, rule: &DistinctCount) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let mut lines = Vec::new();
    let mut seen = Vec::new();
    for value in words.values_of(&rule.scope) {
        if !rule.except.contains(&value) {
            seen.push(words.any(&words.occurrences(&rule.scope, value), &mut lines)?);
        }
    }
    lines.extend(number(words, ones(seen), &rule.condition)?);
    Some(lines)
}
