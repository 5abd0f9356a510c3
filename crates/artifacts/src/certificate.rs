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

mod costs;
pub mod count;
mod error;
mod find;
pub mod formula;
mod issue;
mod manifest;
mod sums;
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
