//! Each variable is larger than the one before.

use super::Line;
use super::sums::within;
use super::words::Words;
use cnfetti_core::csp::{Increasing, Ranges};
use itertools::Itertools;

pub(super) fn state(words: &Words<'_>, rule: &Increasing) -> Option<Vec<Line>> {
    let pairs = rule.scope.iter().tuple_windows();
    let lines = pairs.map(|(&before, &after)| {
        within(words, &[(after, 1), (before, -1)], Vec::new(), &Ranges::at_least(1))
    });
    Some(lines.collect::<Option<Vec<_>>>()?.concat())
}
