//! New puzzles with exactly one solution, up to symmetry, and no redundant clues.
//!
//! A generator is a file with a row of `GENERATORS`. It makes up a solution, writes a puzzle
//! with more clues than needed, and leaves out those that are not. A solver is only asked whether
//! there is another solution, never for one, and gives up on a question after a number of steps,
//! not seconds: so a puzzle depends on its kind, size and seed, and on no machine.

mod dice;
mod difficulty;
mod finish;
mod level;
mod pips;
mod seating;
mod signs;
mod written;

use std::ops::RangeInclusive;

use itertools::Itertools;
use num_bigint::BigUint;

use crate::compile::TooLarge;
use crate::csp::{Csp, Value};
use crate::explain::rivals::{Answer, Rivals};
use crate::input::InputError;
use crate::instance::{self, Instance};
use crate::limit::{Budget, Stopped};
use crate::plural::counted;
use crate::puzzle::Broken;
use crate::random::Random;
use crate::search::count::CountError;
use crate::solver::{Backend, Fault, NoAnswer};

use difficulty::hardest_step;
use finish::Asked;
use level::Levels;

pub use difficulty::{Difficulty, HardestStep};
pub use level::{LEVELS, Level};

/// How puzzles of a kind are made.
pub struct Generator {
    /// The kind's name, as in [`crate::puzzle::KINDS`].
    pub kind: &'static str,
    /// The numbers of a size, as in `4x6`.
    pub size: &'static [Dimension],
    /// What is a clue: none of it can be left out.
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
    /// Of a kind that is a file.
    Written,
}

/// Makes up a puzzle of this size.
type Make = fn(&[usize], &mut Random, &Tools<'_>) -> Result<Option<String>, GenerateError>;

/// One number of a size.
pub struct Dimension {
    /// What it counts, in the plural.
    pub name: &'static str,
    /// What it can be.
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

/// What a generator works with.
pub struct Tools<'a> {
    /// Who counts the solutions of the new puzzle. It decides nothing of the puzzle.
    pub backend: &'a Backend,
    /// When to stop without an answer.
    pub budget: Budget,
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
    /// What the hardest step of its explanation needs of rules and facts, where that was asked.
    pub hardest: Option<usize>,
    /// The score of its explanation, where a level was asked for.
    pub score: Option<usize>,
}

/// Why there is no new puzzle.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A limit was reached.
    #[error("stopped")]
    Stopped(#[from] Stopped),
    /// No board of this size has a solution.
    #[error("no board of {size} has a solution in {kind}; try another size")]
    NoSolution {
        /// The kind.
        kind: &'static str,
        /// The size, as it is typed.
        size: String,
    },
    /// No attempt led to a puzzle.
    #[error("no puzzle of this size was found in {attempts} attempts; try another seed or size")]
    NoneFound {
        /// How many attempts there were.
        attempts: usize,
    },
    /// It takes too many steps to tell whether there is another solution: the attempt is given up.
    #[error("gave up before it was clear whether there is another solution")]
    TooHard,
    /// None of many puzzles had the difficulty that was asked for.
    #[error(
        "{puzzles} puzzles drawn, their hardest steps needed {easiest} to {hardest} rules and facts, \
         none {wanted}; try another range, size or seed"
    )]
    OtherDifficulties {
        /// How many puzzles were drawn.
        puzzles: usize,
        /// The least difficulty among them.
        easiest: usize,
        /// The greatest.
        hardest: usize,
        /// What was asked for.
        wanted: HardestStep,
    },
    /// None of many attempts led to a puzzle of the level that was asked for.
    #[error(
        "no {level} puzzle of this size in {attempts} attempts; try another seed, size or level"
    )]
    NotOfLevel {
        /// The level's name.
        level: &'static str,
        /// How many attempts there were.
        attempts: usize,
    },
    /// Levels are not known of this kind.
    #[error("easy, medium and hard are for pips only; for {0}, give a range such as 4..6")]
    NoLevels(&'static str),
    /// No solution was found where there is one: a fault of a solver.
    #[error("internal error: the new puzzle cannot be explained")]
    Unexplained,
    /// A solver failed, or is wrong.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A step of an explanation is wrong: a fault of a solver.
    #[error("internal error: {0}")]
    WrongStep(String),
    /// A formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Counting failed.
    #[error(transparent)]
    Count(#[from] CountError),
    /// The text is no instance: a fault of the generator.
    #[error("internal error: the new puzzle cannot be read: {0}")]
    Unreadable(#[from] InputError),
    /// The intended solution is none: a fault of the generator.
    #[error("internal error: the new puzzle's solution breaks a rule: {0}")]
    Broken(#[from] Broken),
    /// The puzzle has not exactly one solution: a fault of the generator or of a solver.
    #[error("internal error: the new puzzle has {0} solutions up to symmetry")]
    NotUnique(BigUint),
    /// The solver and the exact counter count different numbers.
    #[error(
        "the solver finds {0} solutions of the new puzzle and the exact counter {1}: one is wrong"
    )]
    Disagree(BigUint, BigUint),
}

impl From<NoAnswer> for GenerateError {
    fn from(error: NoAnswer) -> GenerateError {
        match error {
            NoAnswer::Stopped(stopped) => stopped.into(),
            NoAnswer::Fault(fault) => fault.into(),
        }
    }
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
        matches!(self.attempt, Attempt::Written)
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
            let made = match self.attempt {
                Attempt::Own(attempt) => attempt(size, &mut random, tools),
                Attempt::Written => written::attempt(self.kind, size, &mut random, tools),
            };
            match made {
                Ok(Some(keys)) => {
                    let Some(wanted) = difficulty else {
                        return self.finish(size, seed, &keys, None, tools);
                    };
                    let viewpoint = puzzle_of(self.kind, &keys)?.puzzle.viewpoint();
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

/// The puzzle with these keys.
fn puzzle_of(kind: &str, keys: &str) -> Result<Instance, GenerateError> {
    Ok(instance::parse(&format!("kind = \"{kind}\"\n{keys}"))?)
}

/// The CSP of the puzzle with these keys.
fn csp_of(kind: &str, keys: &str) -> Result<Csp, GenerateError> {
    Ok(puzzle_of(kind, keys)?.puzzle.csp())
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
