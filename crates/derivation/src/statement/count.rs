//! The number of variables with one of the values.

use super::Line;
use super::sums::number;
use super::words::{Words, ones};
use cnfetti_core::csp::{Count, VarId};

pub(super) fn state(words: &Words<'_>, rule: &Count) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let having = |&variable: &VarId| {
        let values = words.map.values(variable);
        values.filter(|(value, _)| rule.values.contains(value)).map(|(_, lit)| lit)
    };
    number(words, ones(rule.scope.iter().flat_map(having)), &rule.condition)
}
