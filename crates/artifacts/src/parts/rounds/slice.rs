//! A part of a round, and its result.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Task, text};
use crate::certificate::sha256;
use crate::output::WriteError;
use crate::parts::number::write_counted;
use crate::parts::sealed::{Sort, read};
use crate::parts::{PartsError, Source, problem};
use cnfetti_core::limit::Limits;
use cnfetti_exact::split::{Front, Rounds};

pub(in crate::parts) const SLICE: Sort = Sort("slice");
const CARRIED: Sort = Sort("carried");

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
    fronts: Vec<Front>,
    /// The SHA-256 sum of the file.
    sum: String,
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

/// The first line of its result.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Carried {
    plan: String,
    number: usize,
    /// The SHA-256 sum of the part.
    part: String,
    /// The number of states.
    states: usize,
}

/// The text of a part.
pub(super) fn text(head: &Head, fronts: &[Front]) -> String {
    SLICE.seal(head, fronts.iter().map(text::text))
}

impl Slice {
    /// Reads a part from its file's text.
    ///
    /// # Errors
    ///
    /// The file is damaged, or another version wrote it.
    pub fn read(path: &Path, text: &str) -> Result<Slice, PartsError> {
        let (head, lines): (Head, _) = SLICE.open(path, text)?;
        let fronts = text::fronts(path, lines)?;
        let is_of =
            |(task, front): (&Task, &Front)| (task.unit, task.from) == (front.unit, front.step);
        if head.tasks.len() != fronts.len() || !head.tasks.iter().zip(&fronts).all(is_of) {
            return Err(PartsError::wrong(path, "its states are not those of its tasks"));
        }
        let kind = head.puzzle.instance()?.kind;
        let sum = sha256(text.as_bytes());
        Ok(Slice { number: head.number, round: head.round, of: head.of, kind, head, fronts, sum })
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
        if let Some(known) = self.known(path) {
            return Ok(known);
        }
        let wrong = |error| PartsError::Split { path: part.to_owned(), error };
        let (csp, _) = problem(&self.head.puzzle, &self.head.puzzle.instance()?);
        let rounds = Rounds::new(&csp, limits).map_err(wrong)?;
        let tasks = self.head.tasks.iter().zip(&self.fronts);
        let carried = tasks.map(|(task, front)| rounds.carry(front, task.to));
        let carried: Vec<Front> = carried.collect::<Result<_, _>>().map_err(wrong)?;
        let states = carried.iter().map(|front| front.states.len()).sum();
        let head = Carried {
            plan: self.head.plan.clone(),
            number: self.number,
            part: self.sum.clone(),
            states,
        };
        let text = CARRIED.seal(&head, carried.iter().map(text::text));
        let not_written =
            |source: WriteError| PartsError::NotWritten { path: path.clone(), source };
        write_counted(path, &text).map_err(not_written)?;
        Ok(states)
    }

    /// The number of states of the result, if it exists already.
    fn known(&self, path: &Path) -> Option<usize> {
        let text = read(path).ok()?;
        let (head, _): (Carried, _) = CARRIED.open(path, &text).ok()?;
        (head.part == self.sum).then_some(head.states)
    }
}

/// Reads the result of the part with this number and sum.
pub(super) fn carried(
    path: &Path,
    plan: &str,
    number: usize,
    (sum, tasks): (&str, &[Task]),
) -> Result<Vec<Front>, PartsError> {
    let text = read(path)?;
    let (head, lines): (Carried, _) = CARRIED.open(path, &text)?;
    if (&head.plan[..], head.number, &head.part[..]) != (plan, number, sum) {
        return Err(PartsError::wrong(path, "it belongs to another part"));
    }
    let fronts = text::fronts(path, lines)?;
    let is_of = |(task, front): (&Task, &Front)| {
        task.unit == front.unit && task.from < front.step && front.step <= task.to
    };
    // If states were missing, the sum would be too small, and nobody would notice.
    if fronts.len() != tasks.len() || !tasks.iter().zip(&fronts).all(is_of) {
        return Err(PartsError::wrong(path, "it has other numbers than its part"));
    }
    Ok(fronts)
}
