//! A value occurs only after the value before it in the list.

use super::Line;
use super::words::Words;
use cnfetti_core::csp::ValuePrecedence;
use itertools::Itertools;

pub(super) fn state(words: &Words<'_>, rule: &ValuePrecedence) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let mut lines = Vec::new();
    for (&earlier, &later) in rule.values.iter().tuple_windows() {
        let mut seen = Vec::new();
        for &variable in &rule.scope {
            if let Some(lit) = words.literal(variable, later) {
                lines.push(Line::some(seen.iter().copied().chain([!lit])));
            }
            seen.extend(words.literal(variable, earlier));
        }
    }
    Some(lines)
}
