//! Errors of questions.

use cnfetti_artifacts::certificate::CertificateError;
use cnfetti_artifacts::output::WriteError;
use cnfetti_core::csp::Malformed;
use cnfetti_core::limit::{Limit, Stopped};
use cnfetti_explain::ExplainError;
use cnfetti_explain::clue_report::NoClueReport;
use cnfetti_explain::overview::NoOverview;
use cnfetti_explain::symmetry_breaking::BadRoot;
use cnfetti_puzzles::instance::{LoadError, Unexpected};
use cnfetti_puzzles::puzzle::{Broken, Unturned};
use cnfetti_sat::compare::{MAX_SOLUTIONS, UnknownName};
use cnfetti_sat::compile::TooLarge;
use cnfetti_sat::search::blocking::CountError;
use cnfetti_sat::search::bound::NotBounded;
use cnfetti_sat::search::confirm::Unconfirmed;
use cnfetti_sat::search::engine::EngineError;
use cnfetti_sat::search::enumerate::WrongModel;
use cnfetti_sat::search::listing::WrongListing;
use cnfetti_sat::search::witnessed::NotWitnessed;
use cnfetti_sat::solver::Fault;

/// Why a question has no answer. A limit is not an error if there is a partial answer: see
/// [`Basis::limit`](super::Basis::limit).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The problem cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The puzzle cannot be counted up to rotations.
    #[error("cannot be counted up to rotations")]
    Unturned(#[from] Unturned),
    /// A constraint is malformed.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A variable cannot have a value.
    #[error("{name} cannot be {value}: expected {expected}")]
    NotAValue {
        /// The variable, as sentences name it.
        name: String,
        /// The entered value, as sentences name it.
        value: String,
        /// `one of` the values that it can have, only the first if there are many; or the only one.
        expected: String,
    },
    /// A variable belongs to another problem.
    #[error("expected a variable of this problem, found one of another problem")]
    NotAVariable,
    /// A board or a part of one is wrong.
    #[error("{0}")]
    NotABoard(Broken),
    /// No family has an encoding of this name.
    #[error(transparent)]
    UnknownEncoding(UnknownName),
    /// The question needs all solutions, and there are too many.
    #[error("the task needs all solutions, and there are over {MAX_SOLUTIONS}")]
    TooManySolutions,
    /// It was taken as given that there is one solution.
    #[error("there is more than one solution, so it cannot be taken as given that there is one")]
    SeveralSolutions,
    /// A row of a comparison failed.
    #[error("{row}")]
    Row {
        /// The encodings and the solver.
        row: String,
        /// What happened.
        #[source]
        error: Box<Error>,
    },
    /// The file states another number.
    #[error(transparent)]
    Unexpected(#[from] Unexpected),
    /// The formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The search failed.
    #[error(transparent)]
    Search(#[from] CountError),
    /// A listing does not fit its own count.
    #[error(transparent)]
    WrongListing(#[from] WrongListing),
    /// A claim that there is nothing else was wrong.
    #[error("the answer failed its check")]
    Unconfirmed(#[from] Unconfirmed),
    /// Two engines disagree.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The best value of the objective is unknown.
    #[error(transparent)]
    NotBounded(#[from] NotBounded),
    /// The values of the variables are unknown.
    #[error(transparent)]
    NotWitnessed(#[from] NotWitnessed),
    /// There is no explanation.
    #[error(transparent)]
    NoOverview(#[from] NoOverview),
    /// The chosen root is unsuitable.
    #[error(transparent)]
    BadRoot(#[from] BadRoot),
    /// The needed clues are unknown.
    #[error(transparent)]
    NoClueReport(#[from] NoClueReport),
    /// No certificate could be made.
    #[error(transparent)]
    NotCertified(#[from] CertificateError),
    /// The folder cannot be written.
    #[error(transparent)]
    NotWritten(#[from] WriteError),
    /// A limit was reached before there was a partial answer.
    #[error("there was no answer")]
    Stopped(#[from] Stopped),
    /// The literals are not a model of the formula.
    #[error("the literals are no model of the formula")]
    NotAModel,
    /// The solution breaks a rule of the puzzle.
    #[error("internal error: a solution breaks a rule")]
    Broken(#[from] Broken),
    /// The solution breaks a constraint.
    #[error("internal error: a constraint does not hold")]
    NotASolution,
}

impl Error {
    /// The limit that caused this error, if one did.
    pub fn limit(&self) -> Option<Limit> {
        let mut cause: &(dyn std::error::Error + 'static) = self;
        while let Some(source) = cause.source() {
            cause = source;
        }
        cause.downcast_ref::<Stopped>().map(|&Stopped(limit)| limit)
    }
}

impl From<WrongModel> for Error {
    fn from(wrong: WrongModel) -> Error {
        CountError::from(wrong).into()
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        WrongModel::from(fault).into()
    }
}

impl From<ExplainError> for Error {
    fn from(error: ExplainError) -> Error {
        NoOverview::from(error).into()
    }
}
