//! The variable has the value.

use super::Line;
use super::words::Words;
use cnfetti_core::csp::Fixed;

pub(super) fn state(words: &Words<'_>, rule: &Fixed) -> Option<Vec<Line>> {
    let Some(lits) = words.map.saying(rule.atom) else { return Some(vec![Line::some([])]) };
    Some(lits.into_iter().map(|lit| Line::some([lit])).collect())
}
