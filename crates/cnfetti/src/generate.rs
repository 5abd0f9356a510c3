//! New puzzles with exactly one solution, up to symmetry, and no redundant clues.
//!
//! A generator is a file with a row of `GENERATORS`. It makes up a solution, writes a puzzle
//! with more clues than needed, and leaves out those that are not. A solver is only asked whether
//! there is another solution, never for one, and gives up on a question after a number of steps,
//! not seconds: so a puzzle depends on its kind, size and seed, and on no machine.

mod dice;
mod difficulty;
mod error;
mod finish;
mod level;
mod pips;
mod seating;
mod shape;
mod signs;
mod written;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use itertools::Itertools;

use crate::csp::{Csp, Value};
use crate::explain::rivals::{Answer, Rivals};
use crate::input::InputError;
use crate::instance::{self, Instance};
use crate::kinds::Symmetry;
use crate::kinds::library::Shipped;
use crate::limit::Budget;
use crate::plural::counted;
use crate::random::Random;
use crate::solver::Backend;

use difficulty::hardest_step;
use finish::Asked;
use level::Levels;

pub use difficulty::{Difficulty, HardestStep};
pub use error::GenerateError;
pub use level::{LEVELS, Level};
pub use shape::Shape;

/// How puzzles of a kind are made.
pub struct Generator {
    /// The kind's name.
    pub kind: Cow<'static, str>,
    /// The numbers of a size, as in `4x6`.
    pub size: &'static [Dimension],
    /// The sort of clues, none of which can be left out.
    pub clues: &'static str,
    /// What a size must obey beyond the ranges.
    limit: fn(&[usize]) -> Result<(), String>,
    attempt: Attempt,
    /// After how many attempts it is given up.
    attempts: usize,
    /// How puzzles of a [`Level`] are made, where that is known.
    levels: Option<Levels>,
}

/// Makes up one puzzle: its keys without `kind`, `title`, `source` and `[expect]`. `None` when it
/// came to nothing and another attempt is needed.
enum Attempt {
    /// Of a kind in Rust.
    Own(Make),
    /// Of a kind that is a file and comes with the program.
    Shipped(&'static Shipped),
    /// Of a kind with this text.
    File(String),
}

/// Makes up a puzzle of this size.
type Make = fn(&[usize], &mut Random, &Tools<'_>) -> Result<Option<String>, GenerateError>;

/// One number of a size.
pub struct Dimension {
    /// The things that the size counts, in the plural.
    pub name: &'static str,
    /// The possible sizes.
    pub range: RangeInclusive<usize>,
    /// When it is left out; `None` for the number before it.
    pub default: Option<usize>,
}

/// The generators of kinds in Rust.
const GENERATORS: &[Generator] =
    &[dice::GENERATOR, pips::GENERATOR, seating::GENERATOR, signs::GENERATOR];

/// Every generator: of kinds in Rust, then of kinds that are files.
pub fn generators() -> impl Iterator<Item = &'static Generator> {
    GENERATORS.iter().chain(written::generators())
}

/// Everything that a generator works with.
pub struct Tools<'a> {
    /// The solver that counts the solutions of the new puzzle. It does not influence the puzzle.
    pub backend: &'a Backend,
    /// When to stop without an answer.
    pub budget: Budget,
    /// How clues are placed, of a kind that is a file; as the kind has it where nobody says.
    pub symmetry: Option<Symmetry>,
    /// The board on which dominoes are to lie, instead of any.
    pub shape: Option<&'a Shape>,
    /// Is told before each attempt its number, from 1, and how hard the puzzles were that did not
    /// have the difficulty that was asked for.
    pub progress: &'a dyn Fn(usize, &[usize]),
}

/// A new puzzle.
pub struct Made {
    /// The puzzle as the text of an instance file, with its `[expect]`.
    pub text: String,
    /// The same, read back.
    pub instance: Instance,
    /// The number of rules and facts that the hardest step of its explanation needs, if you asked
    /// for it.
    pub hardest: Option<usize>,
    /// The score of its explanation, where a level was asked for.
    pub score: Option<usize>,
}

/// No attempt after this many.
const MAX_ATTEMPTS: usize = 100_000;

/// No more puzzles than this are drawn for one of the difficulty that is asked for.
const MAX_PUZZLES: usize = 200;

/// How many decisions of the solver a question may take.
const MAX_STEPS: u64 = 20_000;

/// The generator for a kind.
pub fn by_kind(kind: &str) -> Option<&'static Generator> {
    generators().find(|generator| generator.kind == kind)
}

/// The generator for a kind that does not come with the program, from the text of its file.
///
/// # Errors
///
/// What is wrong with the kind, or that it does not say which clues a solution has.
pub fn of_file(text: &str) -> Result<Generator, InputError> {
    written::of_file(text)
}

impl Generator {
    /// Reads a size such as `14` or `4x6`. Numbers at its end can be left out.
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

    /// The size when none is given.
    pub fn default_size(&self) -> Vec<usize> {
        self.complete(Vec::new())
    }

    fn complete(&self, mut size: Vec<usize>) -> Vec<usize> {
        for dimension in &self.size[size.len()..] {
            size.extend(dimension.default.or(size.last().copied()));
        }
        size
    }

    /// `dice (3 to 5) x faces (2 to 8)`
    pub fn size_in_words(&self) -> String {
        let words = self.size.iter().map(|Dimension { name, range, .. }| {
            format!("{name} ({} to {})", range.start(), range.end())
        });
        words.collect_vec().join(" x ")
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

    /// Whether there are puzzles of a [`Level`].
    pub fn has_levels(&self) -> bool {
        self.levels.is_some()
    }

    /// A new puzzle: the same for the same size, seed and difficulty. When a difficulty is asked for,
    /// puzzles are drawn until one has it.
    pub fn generate(
        &self,
        size: &[usize],
        seed: u64,
        difficulty: Option<Difficulty>,
        tools: &Tools<'_>,
    ) -> Result<Made, GenerateError> {
        let difficulty = match difficulty {
            Some(Difficulty::Level(level)) => return self.of_level(size, seed, level, tools),
            Some(Difficulty::HardestStep(range)) => Some(range),
            None => None,
        };
        let mut seen = Vec::new();
        let mut random = Random::new(seed);
        for attempt in 1..=self.attempts {
            (tools.progress)(attempt, &seen);
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
                    let hardest = hardest_step(&viewpoint, &tools.budget)?;
                    if wanted.contains(hardest) {
                        let needs = counted(hardest, "rule or fact");
                        let asked = Asked {
                            difficulty: wanted.to_string(),
                            comment: format!("The hardest step of its explanation needs {needs}."),
                        };
                        let made = self.finish(size, seed, &keys, Some(&asked), tools)?;
                        return Ok(Made { hardest: Some(hardest), ..made });
                    }
                    seen.push(hardest);
                    if seen.len() == MAX_PUZZLES {
                        break;
                    }
                }
                Ok(None) | Err(GenerateError::TooHard) => {}
                Err(error) => return Err(error),
            }
            tools.budget.check()?;
        }
        match (seen.iter().minmax().into_option(), difficulty) {
            (Some((&easiest, &hardest)), Some(wanted)) => {
                let puzzles = seen.len();
                Err(GenerateError::OtherDifficulties { puzzles, easiest, hardest, wanted })
            }
            _ => Err(GenerateError::NoneFound { attempts: self.attempts }),
        }
    }
}

impl Tools<'_> {
    /// The solutions of a puzzle that are not of the class of this one; a question may take so
    /// many steps.
    fn rivals(&self, csp: &Csp, solution: &[Value], steps: u64) -> Result<Rivals, GenerateError> {
        Ok(Rivals::of_other_classes(csp, solution, steps, &self.budget)?)
    }
}

/// The puzzle with these keys; the kind is quoted.
fn puzzle_of(kind: &str, keys: &str) -> Result<Instance, GenerateError> {
    Ok(instance::parse(&format!("kind = {kind}\n{keys}"))?)
}

/// A text as a string of TOML.
fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// The CSP of the puzzle with these keys.
fn csp_of(kind: &str, keys: &str) -> Result<Csp, GenerateError> {
    Ok(puzzle_of(&toml_string(kind), keys)?.puzzle.csp())
}

/// Whether there are rivals, where nothing else can be done when that takes too long to tell.
fn exist(rivals: &mut Rivals, clues: &[usize]) -> Result<bool, GenerateError> {
    match rivals.exist(clues)? {
        Answer::Exist => Ok(true),
        Answer::None(_) => Ok(false),
        Answer::TooHard => Err(GenerateError::TooHard),
    }
}

/// Leaves out clues one after the other, in the order given, as long as no rival appears; with all
/// of them there is none. `pass` is told what is left.
///
/// Without any one of the clues that are left there are rivals: a clue that was needed when
/// more clues were there is needed still.
fn necessary(
    rivals: &mut Rivals,
    clues: &[usize],
    mut pass: impl FnMut(&[usize]),
) -> Result<Vec<usize>, GenerateError> {
    let mut kept = clues.to_vec();
    for clue in clues {
        let without: Vec<usize> = kept.iter().copied().filter(|other| other != clue).collect();
        if !exist(rivals, &without)? {
            kept = without;
            pass(&kept);
        }
    }
    Ok(kept)
}
