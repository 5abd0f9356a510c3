//! New puzzles with exactly one solution, up to symmetry, and no redundant clues.
//!
//! A generator is a file with a row of `GENERATORS`. It draws a random solution, writes a puzzle with
//! more clues than needed, and drops the redundant ones. It asks a solver only whether there is
//! another solution, never for a solution, and gives up on a question after a number of steps, not
//! seconds. So a puzzle depends on its kind, size and seed alone, and not on the machine.

mod dice;
mod difficulty;
mod error;
mod finish;
mod level;
mod pips;
mod seating;
mod shape;
mod written;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use itertools::Itertools;

use crate::csp::{Csp, Value};
use crate::explain::other_solutions::{Answer, OtherSolutions};
use crate::explain::techniques::Technique;
use crate::input::InputError;
use crate::instance::{self, Instance};
use crate::kinds::library::Shipped;
use crate::kinds::{Kind, Symmetry};
use crate::limit::Budget;
use crate::plural::counted;
use crate::random::Random;
use crate::solver::Backend;

use difficulty::whole;
use finish::Asked;
use level::Levels;

pub use difficulty::{Difficulty, HardestStep, Rating};
pub use error::GenerateError;
pub use level::{LEVELS, Level};
pub use pips::Mix;
pub use shape::Shape;

/// A generator for a kind of puzzle.
pub struct Generator {
    /// The name of the kind.
    pub kind: Cow<'static, str>,
    /// The dimensions of a size such as `4x6`.
    pub size: &'static [Dimension],
    /// Checks what a size must meet beyond the ranges.
    limit: fn(&[usize]) -> Result<(), String>,
    attempt: Attempt,
    /// The number of failed attempts after which it gives up.
    attempts: usize,
    /// How to make puzzles of a [`Level`], if the generator can.
    levels: Option<Levels>,
}

/// Draws a puzzle: its keys without `kind`, `title`, `source` and `[expect]`. `None` if it failed,
/// and another attempt is needed.
enum Attempt {
    /// A kind in Rust.
    Own(Make),
    /// A kind that is a file and comes with the program.
    Shipped(&'static Shipped),
    /// A kind with this text.
    File(String),
}

/// Draws a puzzle of this size.
type Make = fn(&[usize], &mut Random, &Tools<'_>) -> Result<Option<String>, GenerateError>;

/// A dimension of a size.
pub struct Dimension {
    /// What it counts, in the plural.
    pub name: &'static str,
    /// The allowed values.
    pub range: RangeInclusive<usize>,
    /// The default; `None` repeats the dimension before it.
    pub default: Option<usize>,
}

/// The generators of kinds in Rust.
const GENERATORS: &[Generator] = &[dice::GENERATOR, pips::GENERATOR, seating::GENERATOR];

/// All generators: of kinds in Rust, then of kinds that are files.
pub fn generators() -> impl Iterator<Item = &'static Generator> {
    GENERATORS.iter().chain(written::generators())
}

/// What a generator needs besides a size.
pub struct Tools<'a> {
    /// The solver that counts the solutions of the new puzzle. It has no influence on the puzzle.
    pub backend: &'a Backend,
    /// When to stop.
    pub budget: Budget,
    /// The symmetry of clues, for a kind that is a file; by default that of the kind.
    pub symmetry: Option<Symmetry>,
    /// The board to cover with dominoes; by default any.
    pub shape: Option<&'a Shape>,
    /// The values of parameters of a kind that is a file, by their indices.
    pub set: &'a [(usize, i64)],
    /// The wished mix of rules, for boards of dominoes.
    pub mix: Mix,
    /// Techniques that the explanation must do without.
    pub without: &'a [&'static Technique],
    /// Called before each attempt with its number, from 1, and the difficulties of the puzzles so far
    /// that did not have the requested one.
    pub progress: &'a dyn Fn(usize, &[usize]),
}

/// A new puzzle.
pub struct Made {
    /// The text of the puzzle's file, with `[expect]`.
    pub text: String,
    /// The same puzzle, read back.
    pub instance: Instance,
    /// The number of rules and facts that the hardest step of its explanation needs, if a difficulty
    /// was requested.
    pub hardest: Option<usize>,
    /// The score of its explanation, if a level was requested.
    pub score: Option<usize>,
}

/// The largest number of attempts.
const MAX_ATTEMPTS: usize = 100_000;

/// The largest number of puzzles drawn for a requested difficulty.
const MAX_PUZZLES: usize = 200;

/// The largest number of puzzles drawn for a technique. Of Sudokus of 6 × 6, one in 160 needs an X-wing.
const MAX_PUZZLES_FOR_TECHNIQUE: usize = 2_000;

/// The largest number of decisions that the solver may take for a question.
const MAX_STEPS: u64 = 20_000;

/// Returns the generator for a kind.
pub fn by_kind(kind: &str) -> Option<&'static Generator> {
    generators().find(|generator| generator.kind == kind)
}

/// Returns the generator for a kind that does not come with the program, from the text of its file.
///
/// # Errors
///
/// An error in the kind, or that it does not say which clues a solution has.
pub fn of_file(text: &str) -> Result<Generator, InputError> {
    written::of_file(text)
}

impl Generator {
    /// Parses a size such as `14` or `4x6`. Dimensions at its end can be omitted.
    pub fn parse_size(&self, text: &str) -> Result<Vec<usize>, String> {
        let numbers = text.split('x').map(|part| part.trim().parse().ok());
        let numbers: Option<Vec<usize>> = numbers.collect();
        let error = || {
            format!(
                "expected {} for the size of {}, found `{text}`",
                self.size_in_words(),
                self.kind
            )
        };
        let size = numbers.filter(|numbers| numbers.len() <= self.size.len()).ok_or_else(error)?;
        let size = self.complete(size);
        let fits = size.iter().zip(self.size).all(|(number, one)| one.range.contains(number));
        if !fits {
            return Err(error());
        }
        (self.limit)(&size).map(|()| size)
    }

    /// The default size.
    pub fn default_size(&self) -> Vec<usize> {
        self.complete(self.read().map(|kind| usize::from(kind.size[0])).into_iter().collect())
    }

    fn complete(&self, mut size: Vec<usize>) -> Vec<usize> {
        for dimension in &self.size[size.len()..] {
            let as_usual = |rows: usize| self.read().map_or(rows, |kind| kind.columns(rows));
            size.extend(dimension.default.or(size.last().copied().map(as_usual)));
        }
        size
    }

    /// Describes the allowed sizes: `dice (3 to 5) x faces (2 to 8)`.
    pub fn size_in_words(&self) -> String {
        let words = self.size.iter().map(|Dimension { name, range, .. }| {
            format!("{name} ({} to {})", range.start(), range.end())
        });
        words.collect_vec().join(" x ")
    }

    /// The parameter that `NAME=VALUE` sets, by its index, and its value; an error in a sentence.
    pub fn parameter(&self, text: &str) -> Result<(usize, i64), String> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(format!("expected NAME=VALUE, found `{text}`"));
        };
        let kind = self.read().ok_or_else(|| format!("{} has nothing to set", self.kind))?;
        kind.setting(name.trim(), value.trim())
    }

    /// The kind, if it is a file.
    fn read(&self) -> Option<Kind> {
        match &self.attempt {
            Attempt::Own(_) => None,
            Attempt::Shipped(shipped) => Kind::read(shipped.text).ok(),
            Attempt::File(text) => Kind::read(text).ok(),
        }
    }

    /// The names and values of parameters, as `--set` has them.
    fn named(&self, set: &[(usize, i64)]) -> Vec<(String, String)> {
        let Some(kind) = self.read() else { return Vec::new() };
        let named = set.iter().filter_map(|&(at, value)| {
            let row = kind.parameters.get(at)?;
            let value = if row.is_truth { (value != 0).to_string() } else { value.to_string() };
            Some((row.name.to_string(), value))
        });
        named.collect()
    }

    /// Whether the kind is a file.
    pub fn is_file(&self) -> bool {
        !matches!(self.attempt, Attempt::Own(_))
    }

    /// The value of the key `kind` in its puzzles: a name, or the whole text of a kind that does not
    /// come with the program.
    fn key(&self) -> String {
        let key = match &self.attempt {
            Attempt::File(text) => text.as_str(),
            Attempt::Own(_) | Attempt::Shipped(_) => &self.kind,
        };
        toml_string(key)
    }

    /// Whether it can make puzzles of a [`Level`].
    pub fn has_levels(&self) -> bool {
        self.levels.is_some()
    }

    /// Generates a puzzle, the same for the same size, seed and difficulty. If a difficulty is requested,
    /// draws puzzles until one has it.
    pub fn generate(
        &self,
        size: &[usize],
        seed: u64,
        difficulty: Option<Difficulty>,
        tools: &Tools<'_>,
    ) -> Result<Made, GenerateError> {
        let difficulty = match difficulty {
            Some(Difficulty::Level(level)) if self.has_levels() || !self.is_file() => {
                return self.of_level(size, seed, level, tools);
            }
            None if !tools.without.is_empty() => Some(Difficulty::Rating(Rating::ANY)),
            difficulty => difficulty.map(Difficulty::of_steps),
        };
        let most = match difficulty {
            Some(Difficulty::Needs(_)) => MAX_PUZZLES_FOR_TECHNIQUE,
            _ => MAX_PUZZLES,
        };
        let mut seen = Vec::new();
        let mut random = Random::new(seed);
        let mut failed = 0;
        while failed < self.attempts && seen.len() < most {
            (tools.progress)(failed + seen.len() + 1, &seen);
            let made = match &self.attempt {
                Attempt::Own(attempt) => attempt(size, &mut random, tools),
                Attempt::Shipped(kind) => written::attempt(kind.text, size, &mut random, tools),
                Attempt::File(text) => written::attempt(text, size, &mut random, tools),
            };
            match made {
                Ok(Some(keys)) => {
                    let Some(wanted) = difficulty else {
                        return self.finish(size, seed, &keys, None, tools);
                    };
                    let viewpoint = puzzle_of(&self.key(), &keys)?.puzzle.viewpoint();
                    let explanation = whole(&viewpoint, &tools.budget)?;
                    let hardest = explanation.hardest();
                    let is_without =
                        tools.without.iter().all(|technique| !explanation.uses(technique));
                    if wanted.accepts(&explanation) && is_without {
                        let needs = counted(hardest, "rule or fact");
                        let comment = format!("The hardest step of its explanation needs {needs}.");
                        let asked = Asked { difficulty: wanted.to_string(), comment };
                        let made = self.finish(size, seed, &keys, Some(&asked), tools)?;
                        return Ok(Made { hardest: Some(hardest), ..made });
                    }
                    seen.push(wanted.measure(&explanation));
                }
                Ok(None) | Err(GenerateError::TooHard) => failed += 1,
                Err(error) => return Err(error),
            }
            tools.budget.check()?;
        }
        match (seen.iter().minmax().into_option(), difficulty) {
            (Some((&easiest, &hardest)), Some(wanted)) => {
                let puzzles = seen.len();
                let found = wanted.found(easiest, hardest);
                Err(GenerateError::OtherDifficulties { puzzles, found, wanted })
            }
            _ => Err(tools
                .none_of_mix(self.attempts, GenerateError::NoneFound { attempts: self.attempts })),
        }
    }
}

impl Tools<'_> {
    /// Why no attempt led to a puzzle: the mix of rules if there is one, else for this reason.
    fn none_of_mix(&self, attempts: usize, otherwise: GenerateError) -> GenerateError {
        if self.mix == Mix::default() {
            return otherwise;
        }
        GenerateError::NotOfMix { mix: self.mix, attempts }
    }

    /// The puzzle's solutions outside the class of this one. Each question about them may
    /// take this many steps.
    fn other_solutions(
        &self,
        csp: &Csp,
        solution: &[Value],
        steps: u64,
    ) -> Result<OtherSolutions, GenerateError> {
        Ok(OtherSolutions::of_other_classes(csp, solution, steps, &self.budget)?)
    }
}

/// Reads the puzzle with these keys; `kind` is already quoted.
fn puzzle_of(kind: &str, keys: &str) -> Result<Instance, GenerateError> {
    Ok(instance::parse(&format!("kind = {kind}\n{keys}"))?)
}

/// Quotes a text as a string in TOML.
fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// Returns the CSP of the puzzle with these keys.
fn csp_of(kind: &str, keys: &str) -> Result<Csp, GenerateError> {
    Ok(puzzle_of(&toml_string(kind), keys)?.puzzle.csp())
}

/// Whether there are other solutions. Fails if that is too hard to decide.
fn exist(others: &mut OtherSolutions, clues: &[usize]) -> Result<bool, GenerateError> {
    match others.exist(clues)? {
        Answer::Exist => Ok(true),
        Answer::None(_) => Ok(false),
        Answer::TooHard => Err(GenerateError::TooHard),
    }
}

/// Drops clues one after the other, in the given order, as long as no rival appears; with all of
/// them there is none. Calls `pass` with the remaining clues.
///
/// No remaining clue is redundant: a clue that was needed among more clues is still needed among
/// fewer.
fn necessary(
    others: &mut OtherSolutions,
    clues: &[usize],
    mut pass: impl FnMut(&[usize]),
) -> Result<Vec<usize>, GenerateError> {
    let mut kept = clues.to_vec();
    for clue in clues {
        let without: Vec<usize> = kept.iter().copied().filter(|other| other != clue).collect();
        if !exist(others, &without)? {
            kept = without;
            pass(&kept);
        }
    }
    Ok(kept)
}
