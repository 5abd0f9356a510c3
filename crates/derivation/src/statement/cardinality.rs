//! Each value occurs as often as the rule says.

use super::Line;
use super::words::{Words, ones};
use cnfetti_core::csp::Cardinality;

pub(super) fn state(words: &Words<'_>, rule: &Cardinality) -> Option<Vec<Line>> {
    let lines = rule.occurrences.iter().map(|bound| {
        let count = i64::try_from(bound.count).ok()?;
        let lits = words.occurrences(&rule.scope, bound.value);
        Some(Line::new(ones(lits), bound.relation, count))
    });
    if words.have_values(&rule.scope) { lines.collect() } else { None }
}
