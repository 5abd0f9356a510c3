//! Certificates: all solutions of a puzzle, with a proof that there are no others, as a folder of
//! files that other programs can check.
//!
//! | file | content |
//! |---|---|
//! | `README.md` | the verdict, and the commands that check it |
//! | `certificate.json` | the [`Manifest`] |
//! | `puzzle.…` | the puzzle as the user gave it |
//! | `puzzle.cnf` | its formula |
//! | `variables.txt` | the meaning of the formula's variables |
//! | `solutions.jsonl` | a line for each solution: in the puzzle's terms, and as a model, by its true variables |
//! | `rest.cnf` | the formula, with a blocking clause for each solution |
//! | `rest.drat` | the proof that `rest.cnf` has no model |
//! | `SHA256SUMS` | the sums of all these files, for `sha256sum -c` |

pub mod count;
mod find;
pub mod formula;
mod issue;
mod manifest;
mod verify;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

pub(crate) use find::prove_rest;
pub use issue::{IssueError, Limits, Source, issue};
pub use manifest::{Costs, Encodings, Manifest, Scope};
use sha2::{Digest, Sha256};
pub(crate) use verify::read_solution;
pub use verify::{Verified, VerifyError, Wrong, verify};

use crate::output::FolderSort;
use cnfetti_core::limit::Stopped;
use cnfetti_core::plural::counted;
use cnfetti_derivation::NotDerived;
use cnfetti_sat::compile::{NotCompiled, TooLarge};
use cnfetti_sat::dimacs;

/// Files by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The folders of certificates, of lists and of counts.
pub const FOLDER: FolderSort = FolderSort {
    name: "a certificate",
    marks: &[
        (MANIFEST, "{\n  \"made_by\": \"cnfetti "),
        (count::CLAIM, "{\n  \"made_by\": \"cnfetti "),
    ],
    files: &[
        README,
        MANIFEST,
        "puzzle.*",
        VARIABLES,
        SOLUTIONS,
        REST,
        PROOF,
        SUMS,
        "count.*",
        "recount.py",
        "lrat.py",
        "better.*",
        "whole.cnf",
        "renaming.*",
        "turns.*",
        "fixed-#-#.*",
        formula::STATEMENT,
        formula::FORMULA,
        formula::ENCODING,
        formula::LINT_NAME,
    ],
};

/// The name of the file that lists all others, with their sums.
pub const SUMS: &str = "SHA256SUMS";

const MANIFEST: &str = "certificate.json";
const README: &str = "README.md";
const FORMULA: &str = "puzzle.cnf";
const VARIABLES: &str = "variables.txt";
const SOLUTIONS: &str = "solutions.jsonl";
const REST: &str = "rest.cnf";
const PROOF: &str = "rest.drat";

/// Returns the SHA-256 sum in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses a file of sums into pairs of name and sum; `None` if a line has another form, or a name
/// that leads out of the folder.
pub fn listed(sums: &str) -> Option<Vec<(&str, &str)>> {
    let line = |line| {
        let (sum, name) = str::split_once(line, "  ")?;
        let is_sum = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\']);
        (is_sum && is_plain).then_some((name, sum))
    };
    sums.lines().map(line).collect()
}

/// Reads a text, unless it is too large for a formula.
fn read_text(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > dimacs::MAX_BYTES {
        let message = format!("it is larger than {} bytes", dimacs::MAX_BYTES);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    fs::read_to_string(path)
}

/// The result of making or checking a certificate.
type Result<T, E = CertificateError> = std::result::Result<T, E>;

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
    fn of(file: &str) -> impl Fn(io::Error) -> CertificateError {
        move |reason| CertificateError::File { file: file.to_owned(), reason }
    }

    fn wrong(file: &str, message: impl Into<String>) -> CertificateError {
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

/// The sums of all files of a folder.
fn sums(folder: &Path) -> Result<String> {
    let failed = CertificateError::of(SUMS);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(&failed)? {
        names.push(entry.map_err(&failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    let line =
        |name: String| Ok(format!("{}  {name}\n", sum_of(&folder.join(&name)).map_err(&failed)?));
    names.into_iter().map(line).collect()
}

/// Checks that every listed file is unchanged, and that no file is missing from the list. Ignores hidden
/// files, which a desktop may have added.
fn check_sums(folder: &Path) -> Result<String> {
    let text = read_text(&folder.join(SUMS)).map_err(CertificateError::of(SUMS))?;
    let expected = "expected lines of a SHA-256 sum, two blanks and a name";
    let sums = listed(&text).ok_or_else(|| CertificateError::wrong(SUMS, expected))?;
    for &(name, sum) in &sums {
        let found = sum_of(&folder.join(name)).map_err(CertificateError::of(name))?;
        if !found.eq_ignore_ascii_case(sum) {
            return Err(CertificateError::wrong(
                name,
                format!("is not the file that {SUMS} lists"),
            ));
        }
    }
    let failed = CertificateError::of(SUMS);
    for entry in fs::read_dir(folder).map_err(&failed)? {
        let name = entry.map_err(&failed)?.file_name().to_string_lossy().into_owned();
        let is_listed = name == SUMS || sums.iter().any(|&(listed, _)| listed == name);
        if !is_listed && !name.starts_with('.') {
            return Err(CertificateError::wrong(SUMS, format!("does not list {name}")));
        }
    }
    Ok(format!("{SUMS}: {} as they were written", counted(sums.len() as u64, "file")))
}

/// The SHA-256 sum of a file, in hexadecimal digits.
fn sum_of(path: &Path) -> io::Result<String> {
    let mut reader = BufReader::new(File::open(path)?);
    let (mut digest, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            length => digest.update(&buffer[..length]),
        }
    }
}
