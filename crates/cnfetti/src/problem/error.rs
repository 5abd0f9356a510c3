//! Why a question has no answer.

use cnfetti_artifacts::certificate::{CertificateError, IssueError};
use cnfetti_artifacts::output::WriteError;
use cnfetti_core::csp::{Malformed, Value};
use cnfetti_core::limit::{Limit, Stopped};
use cnfetti_explain::ExplainError;
use cnfetti_explain::account::NoAccount;
use cnfetti_explain::needs::NoNeeds;
use cnfetti_explain::root::BadRoot;
use cnfetti_puzzles::instance::{LoadError, Unexpected};
use cnfetti_puzzles::puzzle::Broken;
use cnfetti_sat::compare::{MAX_SOLUTIONS, UnknownName};
use cnfetti_sat::compile::TooLarge;
use cnfetti_sat::search::bound::NotBounded;
use cnfetti_sat::search::confirm::Refuted;
use cnfetti_sat::search::count::CountError;
use cnfetti_sat::search::engine::EngineError;
use cnfetti_sat::search::enumerate::WrongModel;
use cnfetti_sat::search::witnessed::NotWitnessed;
use cnfetti_sat::solver::Fault;

/// Why a question has no answer. A limit is no error where there is something to say by then: see
/// [`Basis::limit`](super::Basis::limit).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such problem.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A constraint cannot be.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A variable cannot have a value.
    #[error("{name} cannot be {value}")]
    NotAValue {
        /// The variable.
        name: String,
        /// What was entered.
        value: Value,
    },
    /// A board or a part of one cannot be.
    #[error("{0}")]
    NotABoard(Broken),
    /// No family has an encoding of this name.
    #[error(transparent)]
    UnknownEncoding(UnknownName),
    /// What was asked needs all solutions.
    #[error("that needs all solutions, and there are over {MAX_SOLUTIONS}")]
    TooManySolutions,
    /// The file says another number.
    #[error(transparent)]
    Unexpected(#[from] Unexpected),
    /// The formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The search failed.
    #[error(transparent)]
    Search(#[from] CountError),
    /// There is something else, though somebody said that there is not.
    #[error("the answer failed its check")]
    Refuted(#[from] Refuted),
    /// Two engines disagree.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The best value of the objective is not known.
    #[error(transparent)]
    NotBounded(#[from] NotBounded),
    /// The values of the variables are not known.
    #[error(transparent)]
    NotWitnessed(#[from] NotWitnessed),
    /// There is no explanation.
    #[error(transparent)]
    NoAccount(#[from] NoAccount),
    /// The variables to name values by do not do.
    #[error(transparent)]
    BadRoot(#[from] BadRoot),
    /// It is not known which clues are needed.
    #[error(transparent)]
    NoNeeds(#[from] NoNeeds),
    /// There is no certificate with a list.
    #[error(transparent)]
    NotListed(#[from] IssueError),
    /// There is no certificate of the number.
    #[error(transparent)]
    NotCertified(#[from] CertificateError),
    /// The folder cannot be written.
    #[error(transparent)]
    NotWritten(#[from] WriteError),
    /// A limit came before there was anything to say.
    #[error("there was no answer")]
    Stopped(#[from] Stopped),
    /// What was said to be a model is none.
    #[error("the literals are no model of the formula")]
    NotAModel,
    /// What was found breaks a rule of the puzzle.
    #[error("internal error: a solution breaks a rule")]
    Broken(#[from] Broken),
    /// What was found is no solution.
    #[error("internal error: a constraint does not hold")]
    NotASolution,
}

impl Error {
    /// The limit that it is due to, if it is.
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
        NoAccount::from(error).into()
    }
}
