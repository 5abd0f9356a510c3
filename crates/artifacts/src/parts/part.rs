//! A part of a count: some states, and how far to carry them.

use std::path::Path;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::plan::Task;
use super::range::{Range, RangeLine};
use super::sealed::{Sort, line, number_path, write_counted};
use super::states::{self, FrontLine};
use super::{PartsError, Source, problem, result};
use crate::certificate::sha256;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Limits;
use cnfetti_exact::Diagram;
use cnfetti_exact::split::{Front, Rounds, SplitError, Sums};
use cnfetti_puzzles::instance::Instance;

pub(super) const PART: Sort = Sort("part");

/// A part that was read from a file.
pub struct Part {
    /// The number of the part, from 1 and counted through all rounds.
    pub number: usize,
    /// The number of the round, from 1; `None` if there is only one, so that the part counts its states to the end.
    pub round: Option<usize>,
    /// The number of parts of the round.
    pub of: usize,
    /// The puzzle.
    pub instance: Instance,
    /// Whether the count is of different assignments to some variables, not of solutions.
    pub is_over: bool,
    csp: Csp,
    head: Head,
    states: Vec<States>,
    /// The SHA-256 sum of the file.
    sum: String,
}

/// What a part's states lead to.
pub struct Counted {
    /// How many different states.
    pub states: usize,
    /// The number of ways to reach them: of solutions, or of the assignments that are counted, if they are at the end.
    pub adds: BigUint,
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
            States::Here(front) => states::text(front),
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

/// The first line of a part.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) plan: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) round: Option<usize>,
    pub(super) number: usize,
    /// The number of parts of the round.
    pub(super) of: usize,
    pub(super) puzzle: Source,
    pub(super) tasks: Vec<Task>,
}

/// The text of a part.
pub(super) fn text(head: &Head, states: &[States]) -> String {
    PART.seal(head, states.iter().map(States::text))
}

impl Part {
    /// Whether a file that begins like this is a part.
    pub fn is_likely(beginning: &[u8]) -> bool {
        PART.begins(beginning)
    }

    /// What it is a part of, for people.
    pub fn is_of(&self) -> &'static str {
        if self.round.is_some() { "a round" } else { "a count" }
    }

    /// Reads a part from its file's text.
    ///
    /// # Errors
    ///
    /// The file is damaged, or another version wrote it.
    pub fn read(path: &Path, text: &str) -> Result<Part, PartsError> {
        let (head, mut lines): (Head, _) = PART.open(path, text)?;
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
        let instance = head.puzzle.instance()?;
        let (csp, is_over) = problem(&head.puzzle, &instance);
        let (number, round, of, sum) = (head.number, head.round, head.of, sha256(text.as_bytes()));
        Ok(Part { number, round, of, instance, is_over, csp, head, states, sum })
    }

    /// The puzzle's constraints.
    pub fn csp(&self) -> &Csp {
        &self.csp
    }

    /// Carries the states, and writes those that they lead to beside the part, unless that was done before.
    ///
    /// # Errors
    ///
    /// A limit is reached, a state does not belong to the puzzle, numbers do not fit together, or the file cannot be
    /// written.
    pub fn count(&self, part: &Path, limits: &Limits) -> Result<Counted, PartsError> {
        let path = &number_path(part, self.number);
        if let Some(known) = result::known(path, &self.sum) {
            return Ok(self.counted(&known));
        }
        let wrong = |error| PartsError::Split { path: part.to_owned(), error };
        let rounds = Rounds::new(&self.csp, limits).map_err(wrong)?;
        let carry = |(task, states): (&Task, &States)| {
            let (front, taken) = states.take(part)?;
            Ok((rounds.carry(&front, task.to).map_err(wrong)?, taken))
        };
        let tasks = self.head.tasks.iter().zip(&self.states);
        let carried: Vec<(Front, Sums)> = tasks.map(carry).collect::<Result<_, PartsError>>()?;
        let of = (&self.head.plan[..], self.number, &self.sum[..]);
        write_counted(path, &result::text(of, &carried))?;
        let fronts: Vec<Front> = carried.into_iter().map(|(front, _)| front).collect();
        Ok(self.counted(&fronts))
    }

    fn counted(&self, fronts: &[Front]) -> Counted {
        let states = fronts.iter().map(|front| front.states.len()).sum();
        let of_solutions = fronts.iter().find(|front| front.unit == 0);
        let adds = of_solutions.map_or(BigUint::ZERO, |front| match front.sets.is_empty() {
            false if self.is_over => {
                let sets = front.sets.iter().filter(|set| set.projection == 0);
                sets.map(|set| &set.readings).sum()
            }
            _ => front.solutions(),
        });
        Counted { states, adds }
    }

    /// The part's solutions as a diagram, if it has any. Parts of later rounds have none.
    ///
    /// # Errors
    ///
    /// A limit is reached, or a state does not belong to the puzzle.
    pub fn solutions(&self, limits: &Limits) -> Option<Result<Diagram, SplitError>> {
        let front = self.states.iter().find_map(|states| match states {
            States::Here(front) if front.unit == 0 => Some(front),
            _ => None,
        })?;
        Some(Rounds::new(&self.csp, limits).and_then(|rounds| rounds.solutions(front)))
    }
}
