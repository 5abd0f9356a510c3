//! New puzzles with exactly one solution, up to symmetry, and no clue too many.
//!
//! A generator is a file with a row of [`GENERATORS`]. It makes up a solution, writes a puzzle
//! with more clues than needed, and leaves out those that are not. A solver is only asked whether
//! there is another solution, never for one, and gives up on a question after a number of steps,
//! not seconds: so a puzzle depends on its kind, size and seed, and on no machine.

mod dice;
mod difficulty;
mod pips;
mod seating;
mod signs;

use std::ops::RangeInclusive;
use std::time::Duration;

use itertools::Itertools;
use num_bigint::BigUint;

use crate::compile::{Choices, TooLarge};
use crate::csp::{Csp, Value};
use crate::exact::{self, Limits};
use crate::explain::rivals::{Answer, Rivals};
use crate::input::InputError;
use crate::instance::{self, Instance};
use crate::limit::{Budget, Stopped};
use crate::plural::counted;
use crate::puzzle::Broken;
use crate::random::Random;
use crate::search::count::{self, Count, CountError, Counted};
use crate::search::enumerate::End;
use crate::solver::{Backend, Fault, NoAnswer};

use difficulty::hardest_step;

pub use difficulty::Difficulty;

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
}

/// Makes up one puzzle: its keys without `kind`, `title`, `source` and `[expect]`. `None` when it
/// came to nothing and another attempt is needed.
type Attempt = fn(&[usize], &mut Random, &Tools<'_>) -> Result<Option<String>, GenerateError>;

/// One number of a size.
pub struct Dimension {
    /// What it counts, in the plural.
    pub name: &'static str,
    /// What it can be.
    pub range: RangeInclusive<usize>,
    /// When it is left out; `None` for the number before it.
    pub default: Option<usize>,
}

/// Every generator.
pub const GENERATORS: &[Generator] =
    &[dice::GENERATOR, pips::GENERATOR, seating::GENERATOR, signs::GENERATOR];

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
}

/// Why there is no new puzzle.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A limit was reached.
    #[error("stopped")]
    Stopped(#[from] Stopped),
    /// No attempt led to a puzzle.
    #[error("no puzzle of this size was found in {attempts} attempts; try another seed or size")]
    NoneFound {
        /// How many attempts there were.
        attempts: usize,
    },
    /// It takes too many steps to tell whether there is another solution: the attempt is given up.
    #[error("too many steps to tell whether there is another solution")]
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
        wanted: Difficulty,
    },
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

/// How long counting without a solver may take: that changes who confirms, not what is made.
const EXACT_TIME: Duration = Duration::from_millis(300);

/// No attempt after this many.
const MAX_ATTEMPTS: usize = 100_000;

/// No more puzzles than this are drawn for one of the difficulty that is asked for.
const MAX_PUZZLES: usize = 200;

/// How many decisions of the solver a question may take.
const MAX_STEPS: u64 = 20_000;

/// The generator for a kind.
pub fn by_kind(kind: &str) -> Option<&'static Generator> {
    GENERATORS.iter().find(|generator| generator.kind == kind)
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

    /// A new puzzle: the same for the same size, seed and difficulty. When a difficulty is asked for,
    /// puzzles are drawn until one has it.
    pub fn generate(
        &self,
        size: &[usize],
        seed: u64,
        difficulty: Option<Difficulty>,
        tools: &Tools<'_>,
    ) -> Result<Made, GenerateError> {
        let mut seen = Vec::new();
        let mut random = Random::new(seed);
        for attempt in 1..=MAX_ATTEMPTS {
            (tools.progress)(attempt, &seen);
            match (self.attempt)(size, &mut random, tools) {
                Ok(Some(keys)) => {
                    let Some(wanted) = difficulty else {
                        return self.finish(size, seed, &keys, None, tools);
                    };
                    let viewpoint = puzzle_of(self.kind, &keys)?.puzzle.viewpoint();
                    let hardest = hardest_step(&viewpoint, &tools.budget)?;
                    if wanted.contains(hardest) {
                        return self.finish(size, seed, &keys, Some((wanted, hardest)), tools);
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
            _ => Err(GenerateError::NoneFound { attempts: MAX_ATTEMPTS }),
        }
    }

    /// Reads the puzzle back, counts its solutions and says so in its file.
    fn finish(
        &self,
        size: &[usize],
        seed: u64,
        keys: &str,
        difficulty: Option<(Difficulty, usize)>,
        tools: &Tools<'_>,
    ) -> Result<Made, GenerateError> {
        let (kind, size) = (self.kind, size.iter().join("x"));
        let version = env!("CARGO_PKG_VERSION");
        let (option, comment) = match difficulty {
            None => (String::new(), String::new()),
            Some((wanted, hardest)) => (
                format!(" --difficulty {wanted}"),
                format!(
                    "# The hardest step of its explanation needs {}.\n",
                    counted(hardest, "rule or fact")
                ),
            ),
        };
        let mut text = format!(
            "kind = \"{kind}\"\n\
             source = \"cnfetti {version}: generate {kind} --size {size} --seed {seed}{option}\"\n\
             {comment}{keys}"
        );
        let csp = instance::parse(&text)?.puzzle.csp();
        let numbers = count(&csp, tools)?;
        if numbers.classes != BigUint::from(1_u32) {
            return Err(GenerateError::NotUnique(numbers.classes));
        }
        text.push_str(&expect(&csp, &numbers));
        let hardest = difficulty.map(|(_, hardest)| hardest);
        Ok(Made { instance: instance::parse(&text)?, text, hardest })
    }
}

/// Counts with the solver, and where that is quick without any: they must agree.
fn count(csp: &Csp, tools: &Tools<'_>) -> Result<Count, GenerateError> {
    let choices = Choices::default();
    let Counted { count: numbers, end } =
        count::count(csp, &choices, tools.backend, &tools.budget, |_| {})?;
    if let End::Stopped(limit) = end {
        return Err(Stopped(limit).into());
    }
    let budget = tools.budget.at_most(EXACT_TIME);
    let (other, _) =
        exact::count(csp, &Limits { budget, ..Limits::default() }).map_err(CountError::from)?;
    if other.exact && other.solutions != numbers.solutions {
        return Err(GenerateError::Disagree(numbers.solutions, other.solutions));
    }
    Ok(numbers)
}

/// The table of what is known of the puzzle.
fn expect(csp: &Csp, numbers: &Count) -> String {
    let mut text = format!("\n[expect]\nsolutions = {}\n", numbers.solutions);
    if !csp.symmetry.is_trivial() {
        text.push_str(&format!("classes = {}\n", numbers.classes));
    }
    for (projection, number) in csp.projections.iter().zip(&numbers.projected) {
        text.push_str(&format!("{} = {number}\n", projection.name));
    }
    text
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
/// of them there is none.
///
/// Without any one of the clues that are left there are rivals: a clue that was needed when
/// more clues were there is needed still.
fn necessary(rivals: &mut Rivals, clues: &[usize]) -> Result<Vec<usize>, GenerateError> {
    let mut kept = clues.to_vec();
    for clue in clues {
        let without: Vec<usize> = kept.iter().copied().filter(|other| other != clue).collect();
        if !exist(rivals, &without)? {
            kept = without;
        }
    }
    Ok(kept)
}
