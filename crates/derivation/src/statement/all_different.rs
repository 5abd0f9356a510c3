//! Each value occurs at most once.

use super::Line;
use super::words::{Words, ones};
use cnfetti_core::csp::AllDifferent;
use cnfetti_encodings::Relation;

pub(super) fn state(words: &Words<'_>, rule: &AllDifferent) -> Option<Vec<Line>> {
    let values = words.values_of(&rule.scope);
    let counted = values.into_iter().filter(|value| !rule.except.contains(value));
    let lits = counted.map(|value| words.occurrences(&rule.scope, value));
    let several = lits.filter(|lits| lits.len() > 1);
    let lines = several.map(|lits| Line::new(ones(lits), Relation::AtMost, 1));
    words.have_values(&rule.scope).then(|| lines.collect())
}
