//! Of any two boxes, one ends before the other begins.

use super::Line;
use super::tasks::{not_negative, open, origins, values};
use super::words::{Page, Words};
use cnfetti_core::csp::{Extent, NoOverlap};
use cnfetti_encodings::Bit;
use itertools::Itertools;

pub(super) fn state(words: &Words<'_>, rule: &NoOverlap) -> Option<Vec<Line>> {
    let mut page = Page::new(words);
    for extent in rule.boxes.iter().flatten() {
        not_negative(&mut page, &values(words, extent.length)?);
    }
    for [one, other] in (0..rule.boxes.len()).array_combinations() {
        let pair = [&rule.boxes[one], &rule.boxes[other]];
        let mut apart = Vec::new();
        if rule.ignores_empty {
            for extent in pair.into_iter().flatten() {
                let lengths = values(words, extent.length)?;
                apart
                    .extend(lengths.iter().filter(|(length, _)| *length == 0).map(|&(_, bit)| bit));
            }
        }
        if apart.contains(&Bit::True) {
            continue;
        }
        for [first, second] in [pair, [pair[1], pair[0]]] {
            for (extent, other) in first.iter().zip(second) {
                apart.push(ends_before(&mut page, extent, other)?);
            }
        }
        page.need(apart, || format!("box {one} and box {other} do not overlap"));
    }
    Some(page.lines)
}

/// Whether an extent ends before another one begins, by a word, unless it never does.
fn ends_before(page: &mut Page<'_>, extent: &Extent, other: &Extent) -> Option<Bit> {
    let words = page.words;
    let lengths = values(words, extent.length)?;
    let begins = origins(words, extent.origin)?;
    let others = origins(words, other.origin)?;
    let least = |some: &mut dyn Iterator<Item = i64>| some.min().unwrap_or(0);
    let earliest = least(&mut begins.iter().map(|&(value, _)| value))
        + least(&mut lengths.iter().map(|&(length, _)| length));
    if others.iter().all(|&(value, _)| value < earliest) {
        return Some(Bit::False);
    }
    let (length, known) = open(&lengths, -1);
    let begins = begins.into_iter().map(|(value, lit)| (-value, lit));
    let terms = others.into_iter().chain(begins).chain(length).collect();
    let names = [extent, other].map(|extent| words.csp.name(extent.origin));
    let word = page.reaches(terms, -known, || {
        format!("what begins at {} ends before {}", names[0], names[1])
    })?;
    Some(Bit::Lit(word))
}
