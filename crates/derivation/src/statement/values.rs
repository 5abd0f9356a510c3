//! Statements value by value: which values exclude each other, and which imply others.

use super::Line;
use super::words::{Words, ones};
use cnfetti_core::csp::VarId;
use cnfetti_encodings::{Lit, Relation};
use itertools::Itertools;

/// How many combinations of values to visit at most.
pub(super) const MOST_COMBINATIONS: usize = 1 << 16;

/// How many lines to write at most.
pub(super) const MOST_LINES: usize = 1 << 12;

/// If all of these are true, so is one of those.
pub(super) fn implied(all: Vec<Lit>, one: impl IntoIterator<Item = Lit>) -> Line {
    let most = all.len() as i64 - 1;
    let then = one.into_iter().map(|lit| (-1, lit));
    Line::new(ones(all).into_iter().chain(then).collect(), Relation::AtMost, most)
}

/// A number, and the literal that says it, unless it is always that number.
pub(super) type Choice = (i64, Option<Lit>);

/// All combinations of one choice each; `None` if there are too many.
pub(super) fn combinations(
    each: &[Vec<Choice>],
) -> Option<impl Iterator<Item = Vec<Choice>> + use<'_>> {
    let number = each.iter().try_fold(1_usize, |all, some| all.checked_mul(some.len()));
    let is_stated = number.is_some_and(|number| number <= MOST_COMBINATIONS);
    is_stated.then(|| each.iter().map(|choices| choices.iter().copied()).multi_cartesian_product())
}

/// The values of a variable.
pub(super) fn choices(words: &Words<'_>, variable: VarId) -> Option<Vec<Choice>> {
    let values = words.map.values(variable).map(|(value, lit)| (value.into(), Some(lit)));
    words.map.has_values(variable).then(|| values.collect())
}

pub(super) fn lits(chosen: &[Choice]) -> Vec<Lit> {
    chosen.iter().filter_map(|&(_, lit)| lit).collect()
}
