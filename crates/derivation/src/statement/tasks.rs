//! Tasks and boxes, which have a beginning and a length.

use cnfetti_core::csp::{Cumulative, Extent, NoOverlap, Operand, Task, VarId};
use cnfetti_encodings::{Bit, Lit, Relation};
use itertools::Itertools;

use super::Line;
use super::words::{Page, Words};

/// The possible values of an operand, each with the literal that says it.
fn values(words: &Words<'_>, operand: Operand) -> Option<Vec<(i64, Bit)>> {
    match operand {
        Operand::Constant(value) => Some(vec![(value.into(), Bit::True)]),
        Operand::Variable(variable) => {
            let values = words.map.values(variable);
            let values = values.map(|(value, lit)| (value.into(), Bit::Lit(lit)));
            words.map.has_values(variable).then(|| values.collect())
        }
    }
}

fn origins(words: &Words<'_>, variable: VarId) -> Option<Vec<(i64, Lit)>> {
    let values = words.map.values(variable).map(|(value, lit)| (value.into(), lit));
    words.map.has_values(variable).then(|| values.collect())
}

/// The weighted literals of a number, and the part of it that is constant.
fn open(values: &[(i64, Bit)], weight: i64) -> (Vec<(i64, Lit)>, i64) {
    let lits = values.iter().filter_map(|&(value, bit)| Some((weight * value, bit.lit()?)));
    let known = values.iter().filter(|(_, bit)| *bit == Bit::True);
    (lits.collect(), known.map(|&(value, _)| weight * value).sum())
}

/// Excludes negative numbers.
fn not_negative(page: &mut Page<'_>, values: &[(i64, Bit)]) {
    for &(_, bit) in values.iter().filter(|(value, _)| *value < 0) {
        page.need([!bit], || "nothing is negative".to_owned());
    }
}

/// Of any two boxes, one ends before the other begins.
pub(super) fn no_overlap(words: &Words<'_>, rule: &NoOverlap) -> Option<Vec<Line>> {
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

/// Whenever a task begins, the running tasks use no more than the limit.
pub(super) fn cumulative(words: &Words<'_>, rule: &Cumulative) -> Option<Vec<Line>> {
    let mut page = Page::new(words);
    for operand in rule.tasks.iter().flat_map(|task| [task.length, task.height]) {
        not_negative(&mut page, &values(words, operand)?);
    }
    let limits = values(words, rule.limit)?;
    not_negative(&mut page, &limits);
    let smallest = limits.iter().map(|&(limit, _)| limit).min().unwrap_or(0);
    let mut times = Vec::new();
    for task in &rule.tasks {
        times.extend(origins(words, task.origin)?.into_iter().map(|(value, _)| value));
    }
    for time in times.into_iter().sorted_unstable().dedup() {
        let mut used = Vec::new();
        let mut highest = 0;
        for task in &rule.tasks {
            let heights = values(words, task.height)?;
            let longest = values(words, task.length)?.iter().map(|&(length, _)| length).max();
            let can_run = origins(words, task.origin)?
                .iter()
                .any(|&(begin, _)| (0..longest.unwrap_or(0)).contains(&(time - begin)));
            if can_run {
                highest += heights.iter().map(|&(height, _)| height).max().unwrap_or(0);
                used.push((task, heights));
            }
        }
        // All tasks together stay within the limit.
        if highest <= smallest {
            continue;
        }
        let mut terms = Vec::new();
        for (task, heights) in used {
            let runs = runs(&mut page, task, time)?;
            let name = words.csp.name(task.origin);
            for (height, bit) in heights {
                let uses = page.both([runs, bit], || format!("{name} uses {height} at {time}"))?;
                terms.push((height, uses));
            }
        }
        terms.extend(limits.iter().map(|&(limit, bit)| (-limit, bit)));
        page.sum(terms, Relation::AtMost, 0, || {
            format!("what runs at {time} uses no more than there is")
        });
    }
    Some(page.lines)
}

/// Whether the task runs at this time.
fn runs(page: &mut Page<'_>, task: &Task, time: i64) -> Option<Bit> {
    let words = page.words;
    let begins = origins(words, task.origin)?;
    let note = || format!("{} runs at {time}", words.csp.name(task.origin));
    if let Some(length) = task.length.constant() {
        let running =
            begins.iter().filter(|(begin, _)| (0..length.into()).contains(&(time - begin)));
        let running = running.map(|&(_, lit)| lit).collect_vec();
        if running.len() == begins.len() {
            return Some(Bit::True);
        }
        let from = page.lines.len();
        let word = words.any(&running, &mut page.lines)?;
        if let Some(first) = page.lines.get_mut(from) {
            first.note = Some((Some(word), note()));
        }
        return Some(Bit::Lit(word));
    }
    let (lengths, _) = open(&values(words, task.length)?, 1);
    let longest = lengths.iter().map(|&(length, _)| length).max().unwrap_or(0);
    // If the task begins later, origin plus length is too small.
    let begins = begins.into_iter().map(|(begin, lit)| match begin {
        begin if begin > time => (time - longest, lit),
        begin => (begin, lit),
    });
    let word = page.reaches(begins.chain(lengths).collect(), time + 1, note)?;
    Some(Bit::Lit(word))
}
