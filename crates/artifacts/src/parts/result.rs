//! The result of a part of a count: the states that its states lead to, sorted and in blocks, and before them an
//! index. Only the index is sealed, and it has the SHA-256 sum of each block. So whoever needs some of the states reads
//! the index and these blocks, or only the blocks if somebody else has read the index.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::plan::Task;
use super::sealed::{Sort, json, line};
use super::states::{Key, push_state, set, sets_text, state};
use super::{MAX_BYTES, PartsError};
use crate::certificate::sha256;
use cnfetti_exact::split::{Front, Sums, sketch};

const COUNTED: Sort = Sort("counted");

/// The least number of states of a block, and the largest number of blocks.
const LEAST_STATES: usize = 8;
const MOST_BLOCKS: usize = 400;

/// The beginning of the last line of an index.
const SEAL: &str = "{\"sha256\":";

/// The first line of a result.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    plan: String,
    number: usize,
    /// The SHA-256 sum of the part.
    part: String,
    /// The number of states.
    states: usize,
}

/// The line of one of the counted numbers, before those of its blocks.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexLine {
    unit: usize,
    step: usize,
    steps: usize,
    layout: u64,
    taken: Total,
    gives: Total,
    sketch: Vec<u64>,
    blocks: usize,
    sets: Option<Block>,
}

/// Some lines of the result that follow each other.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Block {
    /// The key of the first state; of no words for sets.
    pub(super) first: Key,
    /// The number of states or sets.
    pub(super) lines: usize,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// Sums over states, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Total {
    pub(super) states: usize,
    solutions: String,
    classes: String,
}

impl Total {
    pub(super) fn new(sums: &Sums) -> Total {
        let (solutions, classes) = (sums.solutions.to_string(), sums.classes.to_string());
        Total { states: sums.states, solutions, classes }
    }

    /// The sum of several; `None` if one has no numbers.
    pub(super) fn of<'a>(all: impl IntoIterator<Item = &'a Total>) -> Option<Total> {
        let sums = |total: &Total| {
            let (solutions, classes) = (total.solutions.parse().ok()?, total.classes.parse().ok()?);
            Some(Sums { states: total.states, solutions, classes })
        };
        let all = all.into_iter().map(sums).collect::<Option<Vec<_>>>()?;
        Some(Total::new(&Sums::all(&all)))
    }
}

/// The states of one of the counted numbers in a result.
pub(super) struct Index {
    /// The number, the step, and the layout of the states, without the states.
    pub(super) front: Front,
    /// The sums over the states that the part took.
    pub(super) taken: Total,
    /// The sums over those that they lead to.
    pub(super) gives: Total,
    /// The sketch of these.
    pub(super) sketch: Vec<u64>,
    pub(super) blocks: Vec<Block>,
    /// The sets of states, if it reads projections.
    pub(super) sets: Option<Block>,
    /// The place of the first block in the file.
    pub(super) offset: u64,
}

/// The text of a result, from the states of each number and the sums over those that they come from.
pub(super) fn text((plan, number, part): (&str, usize, &str), carried: &[(Front, Sums)]) -> String {
    let states = carried.iter().map(|(front, _)| front.states.len()).sum();
    let head = Head { plan: plan.to_owned(), number, part: part.to_owned(), states };
    let (mut lines, mut content) = (Vec::new(), String::new());
    for (front, taken) in carried {
        let mut blocks = Vec::new();
        let size = front.states.len().div_ceil(MOST_BLOCKS).max(LEAST_STATES);
        for states in front.states.chunks(size) {
            let start = content.len();
            states.iter().for_each(|state| push_state(&mut content, state));
            let first = Key(states[0].words.clone());
            blocks.push(json(&Block::new(first, states.len(), &content[start..])));
        }
        let sets = (!front.sets.is_empty()).then(|| {
            let text = sets_text(&front.sets);
            content += &text;
            Block::new(Key(Box::default()), front.sets.len(), &text)
        });
        lines.push(json(&IndexLine {
            unit: front.unit,
            step: front.step,
            steps: front.steps,
            layout: front.layout,
            taken: Total::new(taken),
            gives: Total::new(&front.sums()),
            sketch: sketch(&front.states),
            blocks: blocks.len(),
            sets,
        }));
        lines.append(&mut blocks);
    }
    COUNTED.seal(&head, lines) + &content
}

impl Block {
    fn new(first: Key, lines: usize, text: &str) -> Block {
        Block { first, lines, bytes: text.len() as u64, sha256: sha256(text.as_bytes()) }
    }
}

impl Index {
    /// Reads the index of the result of the part with this number and sum, which had these tasks.
    pub(super) fn read(
        path: &Path,
        (plan, number, part): (&str, usize, &str),
        tasks: &[Task],
    ) -> Result<Vec<Index>, PartsError> {
        let (head, indexes) = read_index(path)?;
        if (&head.plan[..], head.number, &head.part[..]) != (plan, number, part) {
            return Err(PartsError::wrong(path, "it belongs to another part"));
        }
        let is_of = |(task, index): (&Task, &Index)| {
            let front = &index.front;
            let is_after = task.from < front.step || front.step == front.steps;
            task.unit == front.unit && is_after && front.step <= task.to
        };
        // If states were missing, the sum would be too small, and nobody would notice.
        if indexes.len() != tasks.len() || !tasks.iter().zip(&indexes).all(is_of) {
            return Err(PartsError::wrong(path, "it has other numbers than its part"));
        }
        Ok(indexes)
    }

    /// Reads all states.
    pub(super) fn front(&self, path: &Path) -> Result<Front, PartsError> {
        let mut front = self.front.clone();
        let blocks = self.blocks.iter().chain(&self.sets);
        let sizes = blocks.map(|block| (block.bytes, &block.sha256[..]));
        let text = read_blocks(path, self.offset, sizes)?;
        let mut lines = text.lines();
        let many = self.blocks.iter().map(|block| block.lines).sum();
        let states = lines.by_ref().take(many).map(|line| state(path, line));
        front.states = states.collect::<Result<_, _>>()?;
        front.sets = lines.map(|line| set(path, Some(line), many)).collect::<Result<_, _>>()?;
        let sets = self.sets.as_ref().map_or(0, |block| block.lines);
        if (front.states.len(), front.sets.len()) != (many, sets) {
            return Err(PartsError::wrong(path, "it has other states than its index"));
        }
        Ok(front)
    }
}

/// The result of the part with this sum, if it is there and whole.
pub(super) fn known(path: &Path, part: &str) -> Option<Vec<Front>> {
    let (_, indexes) = read_index(path).ok().filter(|(head, _)| head.part == part)?;
    indexes.iter().map(|index| index.front(path).ok()).collect()
}

fn read_index(path: &Path) -> Result<(Head, Vec<Index>), PartsError> {
    let unreadable = |source| PartsError::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    let mut reader = BufReader::new(file).take(MAX_BYTES);
    let (mut text, mut start) = (String::new(), 0);
    while !text[start..].starts_with(SEAL) {
        start = text.len();
        if reader.read_line(&mut text).map_err(unreadable)? == 0 {
            break;
        }
    }
    let (head, mut lines): (Head, _) = COUNTED.open(path, &text)?;
    let (mut indexes, mut offset) = (Vec::new(), text.len() as u64);
    while let Some(next) = lines.next() {
        let about: IndexLine = line(path, Some(next))?;
        let blocks = (0..about.blocks).map(|_| line(path, lines.next()));
        let blocks: Vec<Block> = blocks.collect::<Result<_, _>>()?;
        let IndexLine { unit, step, steps, layout, taken, gives, sketch, sets, .. } = about;
        let front = Front { unit, step, steps, layout, states: Vec::new(), sets: Vec::new() };
        let end = offset + blocks.iter().chain(&sets).map(|block| block.bytes).sum::<u64>();
        indexes.push(Index { front, taken, gives, sketch, blocks, sets, offset });
        offset = end;
    }
    match bytes == offset {
        true => Ok((head, indexes)),
        false => {
            Err(PartsError::wrong(path, "it is damaged: it does not end where its index does"))
        }
    }
}

/// Reads blocks with these sizes and SHA-256 sums that follow each other, from a place in a file.
pub(super) fn read_blocks<'a>(
    path: &Path,
    offset: u64,
    blocks: impl Iterator<Item = (u64, &'a str)>,
) -> Result<String, PartsError> {
    let unreadable = |source| PartsError::Unreadable { path: path.to_owned(), source };
    let damaged = || PartsError::wrong(path, "a block is not the one that was counted");
    let mut file = File::open(path).map_err(unreadable)?;
    file.seek(SeekFrom::Start(offset)).map_err(unreadable)?;
    let mut content = Vec::new();
    for (bytes, sum) in blocks {
        let start = content.len();
        file.by_ref().take(bytes).read_to_end(&mut content).map_err(unreadable)?;
        if (content.len() - start) as u64 != bytes || sha256(&content[start..]) != sum {
            return Err(damaged());
        }
    }
    String::from_utf8(content).map_err(|_| damaged())
}
