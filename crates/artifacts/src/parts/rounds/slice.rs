//! A part of a round, and its result.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::range::{Range, RangeLine};
use super::text::FrontLine;
use super::{Task, carried, text};
use crate::certificate::sha256;
use crate::output::WriteError;
use crate::parts::number::write_counted;
use crate::parts::sealed::{Sort, line};
use crate::parts::{PartsError, Source, problem};
use cnfetti_core::limit::Limits;
use cnfetti_exact::split::{Front, Rounds, Sums};

pub(in crate::parts) const SLICE: Sort = Sort("slice");

/// A part of a round: some states, and how far to carry them.
pub struct Slice {
    /// The number of the part, from 1 and counted through all rounds.
    pub number: usize,
    /// The number of the round, from 1.
    pub round: usize,
    /// The number of parts of the round.
    pub of: usize,
    /// The kind of its puzzle.
    pub kind: &'static str,
    head: Head,
    states: Vec<States>,
    /// The SHA-256 sum of the file.
    sum: String,
}

/// States to carry.
pub(super) enum States {
    /// The states themselves.
    Here(Front),
    /// Where to read them.
    There(Range),
}

/// The first line of states.
#[derive(Deserialize)]
#[serde(untagged)]
enum StatesLine {
    Here(FrontLine),
    There(RangeLine),
}

impl States {
    fn text(&self) -> String {
        match self {
            States::Here(front) => text::text(front),
            States::There(range) => range.text(),
        }
    }

    /// The number to count, and the step of the states.
    fn place(&self) -> (usize, usize) {
        match self {
            States::Here(front) => (front.unit, front.step),
            States::There(range) => range.place(),
        }
    }

    /// The states, and the sums over all that were taken to get them.
    fn take(&self, part: &Path) -> Result<(Front, Sums), PartsError> {
        match self {
            States::Here(front) => Ok((front.clone(), front.sums())),
            States::There(range) => range.gather(part),
        }
    }
}

/// The first line of a part of a round.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) plan: String,
    pub(super) round: usize,
    pub(super) number: usize,
    /// The number of parts of the round.
    pub(super) of: usize,
    pub(super) puzzle: Source,
    pub(super) tasks: Vec<Task>,
}

/// The text of a part.
pub(super) fn text(head: &Head, states: &[States]) -> String {
    SLICE.seal(head, states.iter().map(States::text))
}

impl Slice {
    /// Reads a part from its file's text.
    ///
    /// # Errors
    ///
    /// The file is damaged, or another version wrote it.
    pub fn read(path: &Path, text: &str) -> Result<Slice, PartsError> {
        let (head, mut lines): (Head, _) = SLICE.open(path, text)?;
        let mut states = Vec::new();
        while let Some(next) = lines.next() {
            states.push(match line(path, Some(next))? {
                StatesLine::Here(line) => States::Here(line.front(path, &mut lines)?),
                StatesLine::There(line) => States::There(line.range(path, &mut lines)?),
            });
        }
        let is_of = |(task, states): (&Task, &States)| (task.unit, task.from) == states.place();
        if head.tasks.len() != states.len() || !head.tasks.iter().zip(&states).all(is_of) {
            return Err(PartsError::wrong(path, "its states are not those of its tasks"));
        }
        let kind = head.puzzle.instance()?.kind;
        let sum = sha256(text.as_bytes());
        Ok(Slice { number: head.number, round: head.round, of: head.of, kind, head, states, sum })
    }

    /// Carries the states, and writes those that they lead to beside the part. Returns how many these are. If that
    /// was done before, it does nothing.
    ///
    /// # Errors
    ///
    /// A limit is reached, a state does not belong to the puzzle, numbers do not fit together, or the file cannot be
    /// written.
    pub fn carry(&self, part: &Path, limits: &Limits) -> Result<usize, PartsError> {
        let path = &crate::parts::number_path(part, self.number);
        if let Some(known) = carried::known(path, &self.sum) {
            return Ok(known);
        }
        let wrong = |error| PartsError::Split { path: part.to_owned(), error };
        let (csp, _) = problem(&self.head.puzzle, &self.head.puzzle.instance()?);
        let rounds = Rounds::new(&csp, limits).map_err(wrong)?;
        let carry = |(task, states): (&Task, &States)| {
            let (front, taken) = states.take(part)?;
            Ok((rounds.carry(&front, task.to).map_err(wrong)?, taken))
        };
        let tasks = self.head.tasks.iter().zip(&self.states);
        let carried: Vec<(Front, Sums)> = tasks.map(carry).collect::<Result<_, PartsError>>()?;
        let of = (&self.head.plan[..], self.number, &self.sum[..]);
        let text = carried::text(of, &carried);
        let not_written =
            |source: WriteError| PartsError::NotWritten { path: path.clone(), source };
        write_counted(path, &text).map_err(not_written)?;
        Ok(carried.iter().map(|(front, _)| front.states.len()).sum())
    }
}
