//! Certificates: all solutions of a puzzle, and the proof that there are no others, as a folder
//! of files that can be checked without this program.
//!
//! | file | what it is |
//! |---|---|
//! | `README.md` | the verdict, and the commands that check it |
//! | `certificate.json` | the [`Manifest`] |
//! | `puzzle.…` | the puzzle as it was given |
//! | `puzzle.cnf` | its formula |
//! | `variables.txt` | what the formula's variables stand for |
//! | `solutions.jsonl` | a line for each solution: in the puzzle's words, and as a model: its true variables |
//! | `rest.cnf` | the formula with a clause for each solution that forbids it |
//! | `rest.drat` | the proof that this has no model |
//! | `SHA256SUMS` | the sums of all these, for `sha256sum -c` |

mod costs;
pub mod count;
mod error;
mod find;
pub mod formula;
mod issue;
mod manifest;
mod verify;

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use sha2::{Digest, Sha256};

use cnfetti_sat::dimacs;

use crate::output::FolderSort;

pub use costs::Costs;
pub use error::CertificateError;
pub(crate) use find::prove_rest;
pub use issue::{IssueError, Limits, Source, issue};
pub use manifest::{Encodings, Manifest, Scope};
pub(crate) use verify::read_solution;
pub use verify::{Verified, VerifyError, Wrong, verify};

/// The files by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The folders of certificates, with a list or without.
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

/// The name of the file that names all others.
pub const SUMS: &str = "SHA256SUMS";

const MANIFEST: &str = "certificate.json";
const README: &str = "README.md";
const FORMULA: &str = "puzzle.cnf";
const VARIABLES: &str = "variables.txt";
const SOLUTIONS: &str = "solutions.jsonl";
const REST: &str = "rest.cnf";
const PROOF: &str = "rest.drat";

/// The SHA-256 sum in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The names that a file of sums lists, each with its sum; `None` when it is no such file. Names
/// that lead out of the folder are none.
pub fn listed(sums: &str) -> Option<Vec<(&str, &str)>> {
    let line = |line| {
        let (sum, name) = str::split_once(line, "  ")?;
        let is_sum = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\']);
        (is_sum && is_plain).then_some((name, sum))
    };
    sums.lines().map(line).collect()
}

/// A text that is not too large for a formula.
fn read_text(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > dimacs::MAX_BYTES {
        let message = format!("it is larger than {} bytes", dimacs::MAX_BYTES);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    fs::read_to_string(path)
}
