//! Exactly one of the atoms holds, and the result has the value that belongs to it.

use super::Line;
use super::words::{Words, ones};
use cnfetti_core::csp::{Selection, Value};
use cnfetti_encodings::{Lit, Relation};
use itertools::Itertools;

pub(super) fn state(words: &Words<'_>, rule: &Selection) -> Option<Vec<Line>> {
    let atoms = rule.choices.iter().map(|choice| (words.map.literal(choice.atom), choice.value));
    let atoms: Vec<(Lit, Value)> = atoms.filter_map(|(lit, value)| Some((lit?, value))).collect();
    let scope = rule.choices.iter().map(|choice| choice.atom.variable).chain([rule.result]);
    if !words.have_values(&scope.collect_vec()) {
        return None;
    }
    let mut lines = vec![Line::new(ones(atoms.iter().map(|&(lit, _)| lit)), Relation::Exactly, 1)];
    let results = atoms.iter().map(|&(_, value)| value).collect_vec();
    let domain = words.csp.domain(rule.result);
    for value in domain.iter().copied().chain(results).sorted_unstable().dedup() {
        let writing = atoms.iter().filter(|&&(_, written)| written == value);
        let written = words.literal(rule.result, value).map(|lit| (-1, lit));
        let terms = ones(writing.map(|&(lit, _)| lit)).into_iter().chain(written);
        lines.push(Line::new(terms.collect(), Relation::Exactly, 0));
    }
    Some(lines)
}
