//! Each variable equals the one before.

use super::Line;
use super::sums::within;
use super::words::Words;
use cnfetti_core::csp::{AllEqual, Ranges};
use cnfetti_encodings::Relation;
use itertools::Itertools;

pub(super) fn state(words: &Words<'_>, rule: &AllEqual) -> Option<Vec<Line>> {
    let mut lines = Vec::new();
    for (&one, &other) in rule.scope.iter().tuple_windows() {
        if !words.have_values(&[one, other]) {
            lines.extend(within(words, &[(one, 1), (other, -1)], Vec::new(), &Ranges::exactly(0))?);
            continue;
        }
        for value in words.values_of(&[one, other]) {
            let signed = [(1, words.literal(one, value)), (-1, words.literal(other, value))];
            let terms = signed.into_iter().filter_map(|(sign, lit)| Some((sign, lit?)));
            lines.push(Line::new(terms.collect(), Relation::Exactly, 0));
        }
    }
    Some(lines)
}
