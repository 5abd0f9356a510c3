//! The plan of a count, and its rounds: which parts there are, and what they take.
//!
//! | file | content |
//! |---|---|
//! | `plan` | the puzzle, and how it is divided |
//! | `round-0001` … | the parts of a round with their sums, and the numbers that are complete |
//! | `part-0001` … | some of the states before a step, or where to read them, and the step to carry them to |
//! | `counted-0001` … | the states that they lead to, sorted, and an index |
//! | `README`, `jobs`, `job.slurm` | the commands that count the parts of the last round |
//!
//! A plain count has one round, and its parts carry their states to the end, so each adds a number of its own. In a
//! count in rounds, they carry them only some steps. Once a round is complete, merging it writes the next round. If
//! there are few states, or sets of states for projections, that merges equal states of the parts, and carries few
//! states further. Otherwise it reads only the indexes and chooses ranges of states; each part of the next round then
//! reads its range from all results, and merges equal states itself. Parts are numbered from round to round.
//!
//! # What guarantees that no state is lost or counted twice
//!
//! A range overlaps many blocks of many files. So each part writes the sums over the states that it took, and
//! merging compares them with the sums over those that the round was to take. A part names each block that it
//! reads by its SHA-256 sum, and its own sum is in the list of the round.

use std::path::{Path, PathBuf};
use std::{fs, io};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::result::Total;
use super::sealed::{Sort, read};
use super::{PartsError, Source};
use crate::certificate::sha256;
use cnfetti_exact::split::Found;

/// The name of the plan in its folder.
pub(super) const PLAN: &str = "plan";

const PLAN_OF_COUNT: Sort = Sort("plan");
pub(super) const ROUND: Sort = Sort("round");

/// How to divide a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// The number of parts of a count of one round, or the largest number of parts of a round.
    pub parts: usize,
    /// The least number of states of a part. In rounds, states are carried without dividing them as long as there are
    /// fewer than two parts need.
    pub states: usize,
    /// Whether there is only one round, whose parts carry their states to the end.
    pub once: bool,
    /// Whether each part holds its states, so that it needs no other file.
    pub whole: bool,
}

impl Sizes {
    /// The sizes for this many independent parts. With this many states, they take about equally long, and few states are in
    /// several of them.
    pub fn once(parts: usize) -> Sizes {
        Sizes { parts, states: 64, once: true, whole: true }
    }

    /// The sizes for at most this many parts in each round, each with enough states to be worth starting the program.
    pub fn in_rounds(parts: usize) -> Sizes {
        Sizes { parts, states: 4_000, once: false, whole: false }
    }

    /// The least number of states that are divided; fewer are carried without dividing them.
    pub(super) fn few(self) -> usize {
        if self.once { self.states.saturating_mul(self.parts) } else { 2 * self.states }
    }

    /// The number of parts for this many states.
    pub(super) fn parts_for(self, states: usize) -> usize {
        if self.once { self.parts } else { (states / self.states).clamp(1, self.parts) }
    }
}

/// The subject of the count.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The identity of the plan, by which rounds, parts and results refer to it.
    pub(super) plan: String,
    /// The puzzle.
    pub puzzle: Source,
    /// How it is divided.
    pub sizes: Sizes,
    /// Descriptions of the counted numbers, for people.
    pub(super) units: Vec<String>,
}

impl Plan {
    /// Reads the plan of a folder.
    ///
    /// # Errors
    ///
    /// There is no plan, it is damaged, or another version wrote it.
    pub fn read(folder: &Path) -> Result<Plan, PartsError> {
        let path = &folder.join(PLAN);
        let text = read(path)?;
        Ok(PLAN_OF_COUNT.open(path, &text)?.0)
    }

    /// The text of the file.
    pub(super) fn text(&self) -> String {
        PLAN_OF_COUNT.seal(self, [])
    }
}

/// The parts of a round.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Round {
    pub(super) plan: String,
    /// The number of the round, from 1.
    pub(super) round: usize,
    /// The SHA-256 sum of the round before; empty for the first.
    pub(super) before: String,
    /// The number of the first part.
    pub(super) first: usize,
    pub(super) parts: Vec<PartOfRound>,
    /// The numbers that are not complete.
    pub(super) open: Vec<Open>,
    /// The numbers that are complete.
    pub(super) done: Vec<Adds>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartOfRound {
    /// The SHA-256 sum of the part.
    pub(super) part: String,
    pub(super) tasks: Vec<Task>,
}

/// To carry states of a number from one step to another.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Task {
    pub(super) unit: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// A number that is not complete.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Open {
    pub(super) unit: usize,
    /// How many steps the round carries its states.
    pub(super) steps: usize,
    /// The sums over the states that the parts take.
    pub(super) takes: Total,
}

/// A number that is complete, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Adds {
    pub(super) unit: usize,
    solutions: String,
    classes: String,
    projected: Vec<String>,
}

impl Adds {
    pub(super) fn new(unit: usize, found: &Found) -> Adds {
        Adds {
            unit,
            solutions: found.solutions.to_string(),
            classes: found.classes.to_string(),
            projected: found.projected.iter().map(ToString::to_string).collect(),
        }
    }

    /// Parses the numbers; `None` if one of them is not a number.
    pub(super) fn found(&self) -> Option<Found> {
        let number = |digits: &String| digits.parse::<BigUint>().ok();
        Some(Found {
            solutions: number(&self.solutions)?,
            classes: number(&self.classes)?,
            projected: self.projected.iter().map(number).collect::<Option<_>>()?,
        })
    }
}

/// How far the first round carries states.
pub(super) const FIRST_STEPS: usize = 3;

/// If the parts of a round together have more states than this for each different one, the next round is shorter;
/// if they have less than the other number, it is longer.
const TOO_MANY: f64 = 2.0;
const FEW: f64 = 1.5;

/// How many steps the next round carries states, given the states of all parts and how many of them differ.
pub(super) fn next_steps(steps: usize, all: usize, different: usize) -> usize {
    match all as f64 / different.max(1) as f64 {
        times if times > TOO_MANY => (steps * 2 / 3).max(1),
        times if times < FEW => steps + 1,
        _ => steps,
    }
}

impl Round {
    /// Reads the last round of a folder, with its SHA-256 sum.
    pub(super) fn last(folder: &Path, plan: &Plan) -> Result<(Round, String), PartsError> {
        let last = last_number(folder)
            .map_err(|source| PartsError::Unreadable { path: folder.to_owned(), source })?;
        let (round, sum) = Round::read(folder, plan, last)?;
        if last > 1 {
            let (_, before) = Round::read(folder, plan, last - 1)?;
            if round.before != before {
                let path = round_path(folder, last);
                return Err(PartsError::wrong(&path, "it does not follow the round before"));
            }
        }
        Ok((round, sum))
    }

    fn read(folder: &Path, plan: &Plan, number: usize) -> Result<(Round, String), PartsError> {
        let path = &round_path(folder, number);
        let text = read(path)?;
        let (round, _): (Round, _) = ROUND.open(path, &text)?;
        if round.plan != plan.plan || round.round != number {
            return Err(PartsError::wrong(path, "it belongs to another count"));
        }
        let tasks = round.parts.iter().flat_map(|part| &part.tasks);
        let numbers = tasks.map(|task| task.unit).chain(round.open.iter().map(|open| open.unit));
        let mut numbers = numbers.chain(round.done.iter().map(|adds| adds.unit));
        if numbers.any(|unit| unit >= plan.units.len()) {
            return Err(PartsError::wrong(path, "it has numbers that its plan does not have"));
        }
        Ok((round, sha256(text.as_bytes())))
    }
}

/// The numbers that are complete, by unit, and `None` for each other. `None` if one of them is not a number.
pub(super) fn sums(done: &[Adds], units: usize) -> Option<Vec<Option<Found>>> {
    let mut sums = vec![None; units];
    for adds in done {
        sums[adds.unit] = Some(adds.found()?);
    }
    Some(sums)
}

/// The largest number of a round in a folder; 1 if there is none.
fn last_number(folder: &Path) -> io::Result<usize> {
    let mut last = 1;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("round-")?.parse().ok());
        last = last.max(number.unwrap_or(1));
    }
    Ok(last)
}

pub(super) fn round_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("round-{number:04}"))
}
