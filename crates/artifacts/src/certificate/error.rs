//! Errors of certificates of counts and of formulas.

use std::io;

use super::Wrong;
use cnfetti_core::limit::Stopped;
use cnfetti_derivation::NotDerived;
use cnfetti_sat::compile::{NotCompiled, TooLarge};

/// The result of making or checking a certificate.
pub(super) type Result<T, E = CertificateError> = std::result::Result<T, E>;

/// Why a certificate of a count or a formula cannot be made, or is wrong.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A limit was reached first.
    #[error("it was not finished")]
    Stopped(#[from] Stopped),
    /// The count up to renaming is impossible.
    #[error("{0}")]
    NotRenamed(String),
    /// No proof was found that the formula means what the puzzle says.
    #[error(transparent)]
    NotDerived(NotDerived),
    /// The formula of the optimal solutions would need a statement of its own, and has none.
    #[error(
        "nothing proves that the formula of the optimal solutions says what the puzzle says; certify all \
         solutions, whatever their value (--all-costs)"
    )]
    NotStated,
    /// The count is over some of the variables only.
    #[error(
        "the count is over some of the variables, which do not determine the others, and the statement is \
         about all of them: certify the number without the statement (without --formula)"
    )]
    NotOverAll,
    /// The certificate is wrong.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// A file could not be read or written.
    #[error("{file}: {reason}")]
    File {
        /// The file's name in the folder.
        file: String,
        /// The system's error.
        reason: io::Error,
    },
}

impl CertificateError {
    pub(super) fn of(file: &str) -> impl Fn(io::Error) -> CertificateError {
        move |reason| CertificateError::File { file: file.to_owned(), reason }
    }

    pub(super) fn wrong(file: &str, message: impl Into<String>) -> CertificateError {
        Wrong { file: file.to_owned(), message: message.into() }.into()
    }
}

impl From<NotCompiled> for CertificateError {
    fn from(error: NotCompiled) -> CertificateError {
        match error {
            NotCompiled::TooLarge(error) => error.into(),
            NotCompiled::Stopped(stopped) => stopped.into(),
        }
    }
}

impl From<NotDerived> for CertificateError {
    fn from(error: NotDerived) -> CertificateError {
        match error {
            NotDerived::Stopped(stopped) => stopped.into(),
            error => CertificateError::NotDerived(error),
        }
    }
}
