//! Each item is in a bin, and each bin's load satisfies its condition.

use super::Line;
use super::sums::number;
use super::words::Words;
use cnfetti_core::csp::{BinPacking, Value};

pub(super) fn state(words: &Words<'_>, rule: &BinPacking) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let mut lines = Vec::new();
    for &variable in &rule.scope {
        let is_bin = |value: Value| rule.bins.iter().any(|bin| bin.value == value);
        let outside = words.map.values(variable).filter(|&(value, _)| !is_bin(value));
        lines.extend(outside.map(|(_, lit)| Line::some([!lit])));
    }
    for bin in &rule.bins {
        let things = rule.scope.iter().zip(&rule.sizes).filter(|&(_, &size)| size > 0);
        let inside = things.filter_map(|(&variable, &size)| {
            words.literal(variable, bin.value).map(|lit| (size, lit))
        });
        lines.extend(number(words, inside.collect(), &bin.load)?);
    }
    Some(lines)
}
