//! Compares both lists as numbers with a digit for each variable.

use super::Line;
use super::sums::within;
use super::words::Words;
use cnfetti_core::csp::{Lex, Ranges, Rule as _, Terms};
use itertools::Itertools;

pub(super) fn state(words: &Words<'_>, rule: &Lex) -> Option<Vec<Line>> {
    let values = words.values_of(&rule.scope());
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
        return Some(if rule.is_strict { vec![Line::some([])] } else { Vec::new() });
    };
    let base = i64::from(most) - i64::from(least) + 1;
    let mut terms = Vec::new();
    let mut weight = 1_i64;
    for (&first, &second) in rule.first.iter().zip(&rule.second).rev() {
        terms.extend([(second, weight), (first, -weight)]);
        weight = weight.checked_mul(base)?;
    }
    let terms = Terms::new(terms);
    let terms = terms.as_slice().iter().map(|term| (term.variable, term.weight)).collect_vec();
    within(words, &terms, Vec::new(), &Ranges::at_least(rule.is_strict.into()))
}
