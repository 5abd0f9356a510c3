//! A range of the states that all parts of a round have written: a part of the next round reads it from their results,
//! and merges equal states. So whoever begins the next round reads no states, only indexes.

use std::io::ErrorKind;
use std::path::Path;
use std::str::Lines;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::PartsError;
use super::result::{Index, read_blocks};
use super::sealed::{json, line, number_path, part_name};
use super::states::{Key, state_in};
use cnfetti_exact::split::{Front, Gathering, Sums};

/// The states of one of the counted numbers between two keys, and where they are.
pub(super) struct Range {
    line: RangeLine,
    sources: Vec<Source>,
}

/// The line before the sources.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RangeLine {
    unit: usize,
    step: usize,
    steps: usize,
    layout: u64,
    /// The key from which on its states are; `None` for the first range.
    from: Option<Key>,
    /// The key before which they end; `None` for the last range.
    before: Option<Key>,
    sources: usize,
}

/// The blocks of a result that have states of the range, and others.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    /// The number of the part.
    part: usize,
    /// The place of the first block.
    offset: u64,
    /// The size of each block in bytes, and its SHA-256 sum.
    blocks: Vec<(u64, String)>,
}

/// Divides the states in the results of the parts with these numbers into at most this many ranges, with about equally
/// many states each.
pub(super) fn ranges(results: &[(usize, &Index)], parts: usize) -> Vec<Range> {
    let blocks = results.iter().flat_map(|(_, index)| &index.blocks);
    let blocks = blocks.sorted_unstable_by(|one, other| one.first.cmp(&other.first)).collect_vec();
    let all: usize = blocks.iter().map(|block| block.lines).sum();
    let (mut cuts, mut states): (Vec<&Key>, _) = (Vec::new(), 0);
    for block in &blocks {
        let last = cuts.last().copied().unwrap_or(&blocks[0].first);
        if block.first > *last && states * parts >= all * (cuts.len() + 1) {
            cuts.push(&block.first);
        }
        states += block.lines;
    }
    let ends = cuts.iter().map(|&cut| Some(cut)).chain([None]);
    let starts = [None].into_iter().chain(cuts.iter().map(|&cut| Some(cut)));
    starts.zip(ends).map(|(from, before)| Range::new(results, from, before)).collect()
}

impl Range {
    fn new(results: &[(usize, &Index)], from: Option<&Key>, before: Option<&Key>) -> Range {
        let source = |&(part, index): &(usize, &Index)| {
            let starts = |key: &Key| index.blocks.partition_point(|block| block.first <= *key);
            // The block before the first one that starts later may have states of the range.
            let start = from.map_or(0, |key| starts(key).saturating_sub(1));
            let end = before.map_or(index.blocks.len(), |key| {
                index.blocks.partition_point(|block| block.first < *key)
            });
            let skipped: u64 = index.blocks[..start].iter().map(|block| block.bytes).sum();
            let blocks = index.blocks.get(start..end)?.iter();
            let blocks = blocks.map(|block| (block.bytes, block.sha256.clone())).collect_vec();
            let offset = index.offset + skipped;
            (!blocks.is_empty()).then_some(Source { part, offset, blocks })
        };
        let sources = results.iter().filter_map(source).collect_vec();
        let Front { unit, step, steps, layout, .. } = results[0].1.front;
        let (from, before, of) = (from.cloned(), before.cloned(), sources.len());
        Range { line: RangeLine { unit, step, steps, layout, from, before, sources: of }, sources }
    }

    /// The lines of a range.
    pub(super) fn text(&self) -> String {
        let lines = self.sources.iter().map(json);
        [json(&self.line)].into_iter().chain(lines).join("\n")
    }

    /// The number to count, and the step of its states.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.line.unit, self.line.step)
    }

    /// Reads the states from the results beside a part. Returns each once, and the sums over all that were read.
    pub(super) fn gather(&self, part: &Path) -> Result<(Front, Sums), PartsError> {
        let RangeLine { unit, step, steps, layout, ref from, ref before, .. } = self.line;
        let front = Front { unit, step, steps, layout, states: Vec::new(), sets: Vec::new() };
        let mut gathering = Gathering::new(&front);
        for source in &self.sources {
            let path = &number_path(part, source.part);
            let sizes = source.blocks.iter().map(|(bytes, sum)| (*bytes, &sum[..]));
            let text = read_blocks(path, source.offset, sizes);
            let text = text.map_err(|error| needed(error, path, source.part))?;
            for line in text.lines() {
                let Some(state) = state_in(path, line, (from.as_ref(), before.as_ref()))? else {
                    continue;
                };
                let added = gathering.add(state);
                added.ok_or_else(|| PartsError::wrong(path, "its states differ in size"))?;
            }
        }
        let taken = gathering.taken().clone();
        Ok((gathering.finish(), taken))
    }
}

impl RangeLine {
    /// Reads the range whose first line this is from the next lines.
    pub(super) fn range(self, path: &Path, lines: &mut Lines<'_>) -> Result<Range, PartsError> {
        let sources = (0..self.sources).map(|_| line(path, lines.next()));
        let sources = sources.collect::<Result<_, _>>()?;
        Ok(Range { line: self, sources })
    }
}

/// Says what to do about a result that is needed and is not as it was.
fn needed(error: PartsError, path: &Path, part: usize) -> PartsError {
    let again = format!("count {} again", part_name(part));
    match error {
        PartsError::Unreadable { source, .. } if source.kind() == ErrorKind::NotFound => {
            PartsError::wrong(path, format!("it is missing, and the next round reads it: {again}"))
        }
        PartsError::Wrong { what, .. } => PartsError::wrong(path, format!("{what}: {again}")),
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use num_bigint::BigUint;

    use super::*;
    use crate::parts::plan::Task;
    use crate::parts::result;
    use cnfetti_core::random::Random;
    use cnfetti_exact::split::Weighted;

    type States = BTreeMap<Vec<u64>, (BigUint, BigUint)>;

    /// Adds a state to a table that has the last words first, as the order of the states does.
    fn add(states: &mut States, words: &[u64], (solutions, classes): (&BigUint, &BigUint)) {
        let reversed = words.iter().rev().copied().collect();
        let sums: &mut (BigUint, BigUint) = states.entry(reversed).or_default();
        sums.0 += solutions;
        sums.1 += classes;
    }

    /// Random states, each at most once, of which the lists have many in common.
    fn drawn(random: &mut Random, values: usize) -> States {
        let mut states = States::new();
        for _ in 0..random.below(700) {
            let words = [random.below(values) as u64, (random.below(9) as u64) << 60];
            let weights = (BigUint::from(random.below(3)).pow(90), random.below(9).into());
            states.insert(words.to_vec(), weights);
        }
        states
    }

    /// The ranges of many results have every state once, with its weights from all results, in order.
    #[test]
    fn ranges_have_every_state_once() {
        let folder = tempfile::tempdir().unwrap();
        let random = &mut Random::new(12);
        let (mut several, mut met, mut partly) = (0, 0, 0);
        for _ in 0..60 {
            let values = 1 + random.below(300);
            let empty = Front {
                unit: 3,
                step: 5,
                steps: 8,
                layout: 1 << 63,
                states: Vec::new(),
                sets: Vec::new(),
            };
            let (mut all, mut written, mut results) = (States::new(), 0, Vec::new());
            let task = Task { unit: 3, from: 2, to: 5 };
            for number in 4..5 + random.below(6) {
                let lists = drawn(random, values);
                let mut front = empty.clone();
                for (reversed, (solutions, classes)) in &lists {
                    let words: Box<[u64]> = reversed.iter().rev().copied().collect();
                    add(&mut all, &words, (solutions, classes));
                    let (solutions, classes) = (solutions.clone(), classes.clone());
                    front.states.push(Weighted { words, solutions, classes });
                }
                written += front.states.len();
                let path = number_path(&folder.path().join(part_name(number)), number);
                let of = ("plan", number, "part");
                fs::write(&path, result::text(of, &[(front, Sums::default())])).unwrap();
                results.push((number, Index::read(&path, of, &[task]).unwrap().remove(0)));
            }
            let results = results.iter().map(|(number, index)| (*number, index)).collect_vec();
            let parts = 1 + random.below(12);
            let ranges = ranges(&results, parts);
            assert!(ranges.len() <= parts);
            let (mut found, mut taken, mut last) = (States::new(), 0, None);
            for range in &ranges {
                let text = range.text();
                let mut lines = text.lines();
                let first: RangeLine = line(Path::new(""), lines.next()).unwrap();
                let range = first.range(Path::new(""), &mut lines).unwrap();
                assert_eq!(range.place(), (3, 5));
                let (front, sums) = range.gather(&folder.path().join("part-0099")).unwrap();
                taken += sums.states;
                let mut here = States::new();
                for state in &front.states {
                    add(&mut here, &state.words, (&state.solutions, &state.classes));
                }
                assert_eq!(here.len(), front.states.len(), "each state once");
                let first = here.keys().next().cloned();
                assert!(first.is_none() || last < first, "in order");
                last = here.keys().last().cloned().or(last);
                found.extend(here);
            }
            assert_eq!((&found, taken), (&all, written));
            several += usize::from(ranges.len() > 2);
            met += usize::from(written > all.len());
            let blocks: usize =
                ranges.iter().flat_map(|range| &range.sources).map(|s| s.blocks.len()).sum();
            let different: usize = results.iter().map(|(_, index)| index.blocks.len()).sum();
            partly += usize::from(blocks > different);
        }
        assert!(several > 20 && met > 20 && partly > 20, "{several}, {met}, {partly}");
    }
}
