//! Errors of generators.

use num_bigint::BigUint;

use super::{Difficulty, Mix};
use crate::compile::{NotCompiled, TooLarge};
use crate::input::InputError;
use crate::limit::Stopped;
use crate::puzzle::Broken;
use crate::search::blocking::CountError;
use crate::solver::{Fault, NoAnswer};

/// Why a puzzle could not be generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A limit was reached.
    #[error("stopped")]
    Stopped(#[from] Stopped),
    /// No board of this size has a solution.
    #[error("no board of {size} has a solution in {kind}; try another size")]
    NoSolution {
        /// The kind.
        kind: String,
        /// The size, as on the command line.
        size: String,
    },
    /// The kind has no boards of this size, such as a Sudoku that its boxes do not fill.
    #[error("{kind} has no board of {size}: {because}")]
    Forbidden {
        /// The kind.
        kind: String,
        /// The size, as on the command line.
        size: String,
        /// What the kind requires, and what there is instead.
        because: Box<InputError>,
    },
    /// The board does not have the requested symmetry: it is no square, its cells are hexagons, or some are missing.
    #[error("the board does not have the symmetry {0}; try another size or symmetry")]
    NotSymmetric(&'static str),
    /// No way was found to cover a shape with dominoes.
    #[error("no way was found to cover the board with dominoes")]
    NotCovered,
    /// No attempt succeeded.
    #[error("no puzzle of this size was found in {attempts} attempts; try another seed or size")]
    NoneFound {
        /// The number of attempts.
        attempts: usize,
    },
    /// It takes too many steps to decide whether there is another solution; the attempt fails.
    #[error("gave up before it was clear whether there is another solution")]
    TooHard,
    /// No drawn puzzle had the requested difficulty.
    #[error(
        "{puzzles} puzzles drawn, {found}, none {wanted}; try another difficulty, size or seed"
    )]
    OtherDifficulties {
        /// The number of drawn puzzles.
        puzzles: usize,
        /// The smallest and the largest difficulty among them, in words.
        found: String,
        /// What was requested.
        wanted: Difficulty,
    },
    /// No attempt led to a puzzle of the requested level.
    #[error(
        "no {level} puzzle of this size in {attempts} attempts; try another seed, size or level"
    )]
    NotOfLevel {
        /// The level's name.
        level: &'static str,
        /// The number of attempts.
        attempts: usize,
    },
    /// No attempt led to a puzzle with the requested mix of rules.
    #[error(
        "no puzzle of this size with the rules {mix} in {attempts} attempts; try another mix, seed or size"
    )]
    NotOfMix {
        /// The mix.
        mix: Mix,
        /// The number of attempts.
        attempts: usize,
    },
    /// The generator has no levels.
    #[error("easy, medium and hard are for pips only; for {0}, give a range such as 4..6")]
    NoLevels(String),
    /// A solver found no solution though there is one: a fault of the solver.
    #[error("internal error: the new puzzle cannot be explained")]
    Unexplained,
    /// A solver failed, or is wrong.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A step of an explanation is wrong: a fault of a solver.
    #[error("internal error: {0}")]
    WrongStep(String),
    /// A formula would be too large.
    #[error("a puzzle of this size needs a formula of more than {} literals; choose a smaller size", .0.limit)]
    TooLarge(TooLarge),
    /// Counting failed.
    #[error(transparent)]
    Count(#[from] CountError),
    /// The text cannot be read back: a fault of the generator.
    #[error("internal error: the new puzzle cannot be read: {0}")]
    Unreadable(#[from] InputError),
    /// The intended solution breaks a rule: a fault of the generator.
    #[error("internal error: the new puzzle's solution breaks a rule: {0}")]
    Broken(#[from] Broken),
    /// The puzzle does not have exactly one solution: a fault of the generator or of a solver.
    #[error("internal error: the new puzzle has {0} solutions up to symmetry")]
    NotUnique(BigUint),
    /// The solver and the exact counter disagree.
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

impl From<NotCompiled> for GenerateError {
    fn from(error: NotCompiled) -> GenerateError {
        match error {
            NotCompiled::TooLarge(error) => GenerateError::TooLarge(error),
            NotCompiled::Stopped(stopped) => stopped.into(),
        }
    }
}
