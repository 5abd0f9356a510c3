//! The difficulty of a new puzzle.

use std::fmt;
use std::str::FromStr;

use crate::explain::Effort;
use crate::explain::root::best_root;
use crate::explain::{ExplainError, Explanation, Task, explain, reasoner};
use crate::limit::Budget;
use crate::puzzle::Viewpoint;

use super::{GenerateError, LEVELS, Level};

/// The requested difficulty of a new puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// The difficulty of the whole puzzle.
    Level(Level),
    /// The difficulty of the hardest step of its explanation.
    HardestStep(HardestStep),
}

/// The smallest and the largest number of rules and facts that the hardest step of an explanation
/// may need; either can be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HardestStep {
    /// The lower bound, inclusive.
    pub least: Option<usize>,
    /// The upper bound, inclusive.
    pub most: Option<usize>,
}

/// The effort to find the fewest rules and facts of a step. It takes about a second, but counts
/// work instead of time.
const EFFORT: Effort = Effort::Work(100_000);

impl HardestStep {
    /// Whether the range contains a hardest step with this many rules and facts.
    pub fn contains(&self, hardest: usize) -> bool {
        self.least.is_none_or(|least| least <= hardest)
            && self.most.is_none_or(|most| hardest <= most)
    }
}

impl FromStr for Difficulty {
    type Err = String;

    /// Parses the name of one of [`LEVELS`], or a range like [`HardestStep`].
    fn from_str(text: &str) -> Result<Difficulty, String> {
        if let Some(level) = LEVELS.iter().find(|level| level.name == text) {
            return Ok(Difficulty::Level(*level));
        }
        text.parse().map(Difficulty::HardestStep)
    }
}

impl FromStr for HardestStep {
    type Err = String;

    /// Parses `3..6`, `3..`, `..6` or `5`; both ends belong to the range.
    fn from_str(text: &str) -> Result<HardestStep, String> {
        let error = || {
            format!(
                "expected easy, medium or hard, or a range such as 3..6, 3.., ..6 or 5, found `{text}`"
            )
        };
        let number = |part: &str| match part {
            "" => Ok(None),
            _ => part.parse().map(Some).map_err(|_| error()),
        };
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let range = HardestStep { least: number(least)?, most: number(most)? };
        match (range.least, range.most) {
            (None, None) => Err(error()),
            (Some(least), Some(most)) if least > most => {
                Err(format!("the range {text} is empty: write {most}..{least}"))
            }
            _ => Ok(range),
        }
    }
}

impl fmt::Display for HardestStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |number: Option<usize>| number.map_or(String::new(), |number| number.to_string());
        if self.least == self.most {
            return f.write_str(&end(self.least));
        }
        write!(f, "{}..{}", end(self.least), end(self.most))
    }
}

/// The number of rules and facts that the hardest step of the explanation needs.
pub(super) fn hardest_step(viewpoint: &Viewpoint, budget: &Budget) -> Result<usize, GenerateError> {
    let task = Task { effort: EFFORT, budget: budget.clone(), ..Task::default() };
    let explanation = explained(viewpoint, task)?.ok_or(GenerateError::Unexplained)?;
    Ok(explanation.hardest())
}

/// Explains the whole puzzle from its best root; `None` if the explanation is harder than the task
/// allows.
pub(super) fn explained(
    viewpoint: &Viewpoint,
    task: Task,
) -> Result<Option<Explanation>, GenerateError> {
    let Viewpoint { csp, noted } = viewpoint;
    let backend = reasoner().clone();
    let root = best_root(csp, &backend, &task.budget)?;
    let root = root.map(|root| root.atoms).unwrap_or_default();
    let task = Task { root, noted: noted.clone(), backend, ..task };
    let explanation = match explain(csp, &task, |_| {}) {
        Err(ExplainError::TooHard) => return Ok(None),
        explanation => explanation?.ok_or(GenerateError::Unexplained)?,
    };
    match explanation.stopped {
        Some(why) => Err(why.into()),
        None => Ok(Some(explanation)),
    }
}

impl From<ExplainError> for GenerateError {
    fn from(error: ExplainError) -> GenerateError {
        match error {
            ExplainError::TooLarge(error) => GenerateError::TooLarge(error),
            ExplainError::Stopped(stopped) => stopped.into(),
            ExplainError::Fault(fault) => fault.into(),
            error @ (ExplainError::WrongStep { .. } | ExplainError::TooHard) => {
                GenerateError::WrongStep(error.to_string())
            }
        }
    }
}
