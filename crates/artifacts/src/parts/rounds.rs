//! A count in rounds, as a folder of files: parts share their work.
//!
//! | file | content |
//! |---|---|
//! | `plan` | the puzzle, and the largest number of parts of a round |
//! | `round-0001` … | the parts of a round with their sums, and the numbers that are complete |
//! | `part-0001` … | some of the states before a step, or where to read them, and the step to carry them to |
//! | `counted-0001` … | the states that they lead to, sorted, and an index |
//! | `README`, `jobs`, `job.slurm` | the commands that carry the parts of the last round |
//!
//! Parts are numbered from round to round. Once a round is complete, merging it writes the next round. If there are
//! few states, or sets of states for projections, that merges equal states of the parts, and carries few states
//! further. Otherwise it reads only the indexes and chooses ranges of states; each part of the next round then reads
//! its range from all results, and merges equal states itself.
//!
//! # What guarantees that no state is lost or counted twice
//!
//! A range overlaps many blocks of many files. So each part writes the sums over the states that it took, and
//! the next merge compares them with the sums over those that the round was to take. A part names each block that it
//! reads by its SHA-256 sum, and its own sum is in the list of the round.

mod carried;
mod merge;
mod range;
mod slice;
mod text;
mod write;

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::number::Adds;
use super::plan::PLAN;
use super::sealed::{Sort, read};
use super::{PartsError, Source};
use crate::certificate::sha256;
use cnfetti_exact::split::Found;

use carried::Total;

pub use merge::{Merging, merge_rounds};
pub use slice::Slice;
pub use write::{Begun, Sizes, begin_rounds, write_rounds};

pub(super) use slice::SLICE;

const PLAN_OF_ROUNDS: Sort = Sort("plan of rounds");
const ROUND: Sort = Sort("round");

/// The subject of the count.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    /// The identity of the plan, by which rounds, parts and results refer to it.
    plan: String,
    puzzle: Source,
    sizes: Sizes,
    /// Descriptions of the counted numbers, for people.
    units: Vec<String>,
}

impl Plan {
    /// Reads the plan of a folder; `None` if it is not counted in rounds.
    fn read(folder: &Path) -> Result<Option<Plan>, PartsError> {
        let path = &folder.join(PLAN);
        let text = read(path)?;
        if !PLAN_OF_ROUNDS.begins(text.as_bytes()) {
            return Ok(None);
        }
        PLAN_OF_ROUNDS.open(path, &text).map(|(plan, _)| Some(plan))
    }
}

/// The parts of a round.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    plan: String,
    /// The number of the round, from 1.
    round: usize,
    /// The SHA-256 sum of the round before; empty for the first.
    before: String,
    /// The number of the first part.
    first: usize,
    parts: Vec<PartOfRound>,
    /// The numbers that are not complete.
    open: Vec<Open>,
    /// The numbers that are complete.
    done: Vec<Adds>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartOfRound {
    /// The SHA-256 sum of the part.
    part: String,
    tasks: Vec<Task>,
}

/// To carry states of a number from one step to another.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    unit: usize,
    from: usize,
    to: usize,
}

/// A number that is not complete.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    unit: usize,
    /// How many steps the round carries its states.
    steps: usize,
    /// The sums over the states that the parts take.
    takes: Total,
}

/// How far the first round carries states.
const FIRST_STEPS: usize = 3;

/// If the parts of a round together have more states than this for each different one, the next round is shorter;
/// if they have less than the other number, it is longer.
const TOO_MANY: f64 = 2.0;
const FEW: f64 = 1.5;

/// How many steps the next round carries states, given the states of all parts and how many of them differ.
fn next_steps(steps: usize, all: usize, different: usize) -> usize {
    match all as f64 / different.max(1) as f64 {
        times if times > TOO_MANY => (steps * 2 / 3).max(1),
        times if times < FEW => steps + 1,
        _ => steps,
    }
}

impl Round {
    /// Reads the last round of a folder, with its SHA-256 sum.
    fn last(folder: &Path, plan: &Plan) -> Result<(Round, String), PartsError> {
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
fn sums(done: &[Adds], units: usize) -> Option<Vec<Option<Found>>> {
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

fn round_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("round-{number:04}"))
}
