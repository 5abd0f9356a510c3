//! The difficulty of a new puzzle.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use crate::explain::symmetry_breaking::best_root;
use crate::explain::techniques::{TECHNIQUES, Technique};
use crate::explain::{ExplainError, Explanation, Task, explain, reasoner, word};
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
    /// Its rating on the scale of Sudoku Explainer.
    Rating(Rating),
    /// Its explanation uses this technique.
    Needs(&'static Technique),
}

/// The lowest and the highest rating of a puzzle, on the scale of Sudoku Explainer in tenths; both belong to the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The lowest.
    pub least: usize,
    /// The highest.
    pub most: usize,
}

/// Above every rating.
const ABOVE: usize = 999;

impl Rating {
    /// Every rating.
    pub const ANY: Rating = Rating { least: 0, most: ABOVE };

    /// What people call by this word.
    fn of_word(text: &str) -> Option<Rating> {
        let rated = (0..=ABOVE).filter(|&rating| word(rating) == text);
        let (least, most) = rated.minmax().into_option()?;
        Some(Rating { least, most })
    }

    /// Parses `2.6`, `3.0..4.4`, `3.0..` or `..4.4`.
    fn read(text: &str) -> Option<Rating> {
        let tenths = |part: &str, missing: usize| {
            let Some((whole, tenth)) = part.split_once('.') else {
                return part.is_empty().then_some(missing);
            };
            let is_number = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
            let is_rating = tenth.len() == 1 && !whole.is_empty() && is_number(whole);
            (is_rating && is_number(tenth)).then(|| format!("{whole}{tenth}").parse().ok())?
        };
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let range = Rating { least: tenths(least, 0)?, most: tenths(most, ABOVE)? };
        let is_open = range.least == 0 && range.most == ABOVE;
        (!is_open).then_some(range)
    }
}

impl Difficulty {
    /// What it asks of a puzzle of a kind without levels: for words, a rating.
    pub(super) fn of_steps(self) -> Difficulty {
        match self {
            Difficulty::Level(level) => {
                Rating::of_word(level.name).map_or(self, Difficulty::Rating)
            }
            other => other,
        }
    }

    /// How difficult an explanation is, in the measure of what is asked.
    pub(super) fn measure(self, explanation: &Explanation) -> usize {
        match self {
            Difficulty::HardestStep(_) => explanation.hardest(),
            _ => explanation.rating(),
        }
    }

    /// What the easiest and the hardest of some puzzles are by that measure.
    pub(super) fn found(self, easiest: usize, hardest: usize) -> String {
        match self {
            Difficulty::HardestStep(_) => {
                format!("their hardest steps needed {easiest} to {hardest} rules and facts")
            }
            _ => format!("they are rated {} to {}", tenths(easiest), tenths(hardest)),
        }
    }

    /// Whether an explanation is as difficult as that.
    pub(super) fn accepts(self, explanation: &Explanation) -> bool {
        let rating = explanation.rating();
        match self {
            Difficulty::Level(_) => false,
            Difficulty::HardestStep(range) => range.contains(explanation.hardest()),
            Difficulty::Rating(Rating { least, most }) => (least..=most).contains(&rating),
            Difficulty::Needs(technique) => explanation.uses(technique),
        }
    }
}

/// `4.2` of 42 tenths.
fn tenths(rating: usize) -> String {
    format!("{}.{}", rating / 10, rating % 10)
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difficulty::Level(level) => f.write_str(level.name),
            Difficulty::HardestStep(range) => range.fmt(f),
            Difficulty::Rating(Rating { least, most }) if least == most => {
                f.write_str(&tenths(*least))
            }
            Difficulty::Rating(Rating { least, most: ABOVE.. }) => {
                write!(f, "{}..", tenths(*least))
            }
            Difficulty::Rating(Rating { least, most }) => {
                write!(f, "{}..{}", tenths(*least), tenths(*most))
            }
            Difficulty::Needs(technique) => write!(f, "'{}'", technique.name),
        }
    }
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

impl HardestStep {
    /// Whether the range contains a hardest step with this many rules and facts.
    pub fn contains(&self, hardest: usize) -> bool {
        self.least.is_none_or(|least| least <= hardest)
            && self.most.is_none_or(|most| hardest <= most)
    }
}

impl FromStr for Difficulty {
    type Err = String;

    /// Parses the name of one of [`LEVELS`], another word for a rating, a rating with a decimal point, the name of a
    /// technique, or a range like [`HardestStep`].
    fn from_str(text: &str) -> Result<Difficulty, String> {
        if let Some(technique) = TECHNIQUES.iter().find(|technique| technique.name == text) {
            return Ok(Difficulty::Needs(technique));
        }
        let is_level = LEVELS.iter().any(|level| level.name == text);
        let rating = Rating::of_word(text).filter(|_| !is_level).or_else(|| Rating::read(text));
        match rating {
            Some(Rating { least, most }) if least > most => {
                return Err(format!(
                    "the range {text} is empty: its first rating is the higher one"
                ));
            }
            Some(rating) => return Ok(Difficulty::Rating(rating)),
            None => {}
        }
        if let Some(level) = LEVELS.iter().find(|level| level.name == text) {
            return Ok(Difficulty::Level(*level));
        }
        text.parse().map(Difficulty::HardestStep).map_err(|error: String| {
            let words = (0..=ABOVE).map(word).dedup();
            let known = words.chain(TECHNIQUES.iter().map(|technique| technique.name));
            match crate::input::similar(text, known) {
                Some(meant) => format!("{error}: did you mean `{meant}`?"),
                None => error,
            }
        })
    }
}

impl FromStr for HardestStep {
    type Err = String;

    /// Parses `3..6`, `3..`, `..6` or `5`; both ends belong to the range.
    fn from_str(text: &str) -> Result<HardestStep, String> {
        let error = || {
            format!(
                "expected easy, medium, hard or expert, a rating such as 2.6 or 3.0..4.4, a technique such as X-wing, or \
                 a range such as 3..6, 3.., ..6 or 5, found `{text}`"
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

/// The whole explanation of a puzzle.
pub(super) fn whole(viewpoint: &Viewpoint, budget: &Budget) -> Result<Explanation, GenerateError> {
    let task = Task { budget: budget.clone(), ..Task::default() };
    explained(viewpoint, task)?.ok_or(GenerateError::Unexplained)
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
