//! What runs at a time needs no more than there is.

use super::Line;
use super::tasks::{not_negative, open, origins, values};
use super::words::{Page, Words};
use cnfetti_core::csp::{Cumulative, Task};
use cnfetti_encodings::{Bit, Relation};
use itertools::Itertools;

/// Whenever a task begins, the running tasks use no more than the limit.
pub(super) fn state(words: &Words<'_>, rule: &Cumulative) -> Option<Vec<Line>> {
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
