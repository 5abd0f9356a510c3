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

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _};
use std::path::Path;

pub use issue::{Limits, Source, issue};
pub use manifest::{Costs, Encodings, Manifest, Scope};
pub use verify::verify;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::output::FolderSort;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Stopped;
use cnfetti_core::plural::counted;
use cnfetti_derivation::NotDerived;
use cnfetti_puzzles::instance::{self, Instance};
use cnfetti_sat::compile::{Choices, NotCompiled, TooLarge};
use cnfetti_sat::dimacs;
use cnfetti_sat::search::enumerate::WrongModel;
use cnfetti_sat::solver::NoProof;
use manifest::WHICH;

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

/// The program and its version.
fn made_by() -> String {
    format!("cnfetti {}", env!("CARGO_PKG_VERSION"))
}

/// Opens a file of a certificate.
fn open(path: &Path) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => File::open(path),
        Ok(_) => Err(io::Error::other("expected a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(io::Error::new(error.kind(), "expected this file, found none"))
        }
        Err(error) => Err(error),
    }
}

/// Reads a text, unless it is too large for a formula.
fn read(folder: &Path, name: &str) -> Result<String> {
    let read = || {
        let file = open(&folder.join(name))?;
        if file.metadata()?.len() > dimacs::MAX_BYTES {
            let message = format!("it is larger than {} bytes", dimacs::MAX_BYTES);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        io::read_to_string(file)
    };
    read().map_err(CertificateError::of(name))
}

/// Writes a file of a certificate.
fn put(folder: &Path, name: &str, content: &[u8]) -> Result<()> {
    fs::write(folder.join(name), content).map_err(CertificateError::of(name))
}

/// Writes what a certificate claims, for programs.
fn put_claim(folder: &Path, name: &str, claim: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(claim).expect("the claim is strings and numbers");
    put(folder, name, format!("{text}\n").as_bytes())
}

/// Reads what a certificate claims.
fn read_claim<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T> {
    let claim = serde_json::from_str(&read(folder, name)?);
    claim.map_err(|error| CertificateError::wrong(name, error.to_string()))
}

/// Reads the puzzle that a certificate is about, by the name of its file, its name in that file and its kind. With it comes
/// the problem whose solutions are certified.
fn read_puzzle(
    folder: &Path,
    claim: &str,
    (name, part, kind): (&str, &Option<String>, &str),
    costs: Option<Costs>,
) -> Result<(Instance, Csp)> {
    let is_plain = listed(&format!("{}  {name}", "0".repeat(64))).is_some();
    if !is_plain {
        let leads_out = "the name of the puzzle leads out of the folder";
        return Err(CertificateError::wrong(claim, leads_out));
    }
    let all = instance::parse_all(&read(folder, name)?);
    let all = all.map_err(|error| CertificateError::wrong(name, error.to_string()))?;
    let instance = all.into_iter().find(|instance| instance.part == *part);
    let instance =
        instance.ok_or_else(|| CertificateError::wrong(name, "does not hold the puzzle"))?;
    if instance.kind != kind {
        let message = format!("expected a {kind} puzzle, found a {}", instance.kind);
        return Err(CertificateError::wrong(name, message));
    }
    let csp = Costs::problem(costs, &instance.puzzle.csp());
    let csp = csp.ok_or_else(|| CertificateError::wrong(claim, WHICH))?;
    Ok((instance, csp))
}

/// The encodings that a certificate names.
fn choices(claim: &str, encodings: &Encodings) -> Result<Choices> {
    encodings.choices().map_err(|error| CertificateError::wrong(claim, error.to_string()))
}

/// Reads a formula.
fn read_dimacs(name: &str, text: &str) -> Result<dimacs::File> {
    dimacs::read(text).map_err(|error| {
        let (line, column) = error.line_column(text).unwrap_or((1, 1));
        CertificateError::wrong(name, format!("line {line}, column {column}: {error}"))
    })
}

/// Checks that the number is the one that the puzzle's file expects, if it is about the same solutions.
fn require_expected(instance: &Instance, certified: &Csp, file: &str, number: &str) -> Result<()> {
    let is_of_all = instance.puzzle.csp().objective().is_some() && certified.bound().is_none();
    let number = number.parse().ok().filter(|_| !is_of_all);
    let checked = number.map_or(Ok(()), |number| instance.expect.check("solutions", &number, true));
    checked.map_err(|unexpected| CertificateError::wrong(file, unexpected.to_string()))
}

/// Reads a file, and checks that it has the text that this program would write.
fn require(folder: &Path, maker: &str, name: &str, expected: &[u8]) -> Result<String> {
    let found = read(folder, name)?;
    if found.as_bytes() == expected {
        return Ok(found);
    }
    let this = made_by();
    let message = match this == maker {
        true => "is not what belongs to this certificate".to_owned(),
        false => format!("is not what {this} writes; {maker} made it: check it with that version"),
    };
    Err(CertificateError::wrong(name, message))
}

/// The result of making or checking a certificate.
type Result<T, E = CertificateError> = std::result::Result<T, E>;

/// A fault of a certificate, and the file it is in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct Wrong {
    /// The file.
    pub file: String,
    /// The fault, in a sentence.
    pub message: String,
}

/// Why a certificate cannot be made, or is wrong.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A limit was reached first.
    #[error("it was not finished")]
    Stopped(#[from] Stopped),
    /// There are too many solutions to list.
    #[error(
        "there are more than {} to list: --limit allows more, --count needs no list",
        counted(*.0, "solution")
    )]
    TooMany(usize),
    /// An encoding or the solver is wrong.
    #[error(transparent)]
    WrongModel(#[from] WrongModel),
    /// A solution is not a model of the formula.
    #[error("internal error: the formula rejects a solution, so an encoding is wrong")]
    Rejected,
    /// No proof was found that there are no other solutions.
    #[error("no proof that there are no more solutions: {0}")]
    NoProof(#[from] NoProof),
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

/// The sum of the file of sums, which stands for the whole certificate.
///
/// # Errors
///
/// It cannot be read.
pub fn seal(folder: &Path) -> Result<String> {
    sum_of(&folder.join(SUMS)).map_err(CertificateError::of(SUMS))
}

/// Writes the sums of all files of a folder.
fn put_sums(folder: &Path) -> Result<()> {
    let failed = CertificateError::of(SUMS);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(&failed)? {
        names.push(entry.map_err(&failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    let line =
        |name: String| Ok(format!("{}  {name}\n", sum_of(&folder.join(&name)).map_err(&failed)?));
    let lines: Result<String> = names.into_iter().map(line).collect();
    put(folder, SUMS, lines?.as_bytes())
}

/// Checks that every listed file is unchanged, and that no file is missing from the list. Ignores hidden
/// files, which a desktop may have added.
fn check_sums(folder: &Path) -> Result<String> {
    let text = read(folder, SUMS)?;
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
    let mut reader = BufReader::new(open(path)?);
    let (mut digest, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            length => digest.update(&buffer[..length]),
        }
    }
}
