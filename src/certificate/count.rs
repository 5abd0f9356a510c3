//! Certificates of a number that is too large to list: a formula, a graph of all of its models, and
//! the proof that it is one, as a folder of files that can be checked without this program.
//!
//! | file | what it is |
//! |---|---|
//! | `README.md` | the number, and the commands that check it |
//! | `count.json` | the [`Claim`] |
//! | `puzzle.…` | the puzzle as it was given; not for a formula |
//! | `puzzle.cnf` | the formula, with `c p show` for the variables that are counted |
//! | `variables.txt` | what these stand for; not for a formula |
//! | `count.scpog` | the graph and the proof ([`crate::proof::count`]) |
//! | `recount.py` | counts the graph |
//! | `SHA256SUMS` | the sums of all these, for `sha256sum -c` |

mod issue;
mod verify;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::manifest::Encodings;
use super::{FORMULA, SUMS, VARIABLES, Wrong};
use crate::compile::{NotCompiled, TooLarge};
use crate::limit::Stopped;
use crate::proof::count::WrongCount;

pub use issue::{Subject, issue};
pub use verify::verify;

/// The name of the claim: a folder that has it is a certificate of a count.
pub const CLAIM: &str = "count.json";

const GRAPH: &str = "count.scpog";
const RECOUNT: &str = "recount.py";

/// The program that counts the graph.
const RECOUNT_TEXT: &str = include_str!("count/recount.py");

/// What a certificate of a count claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The program that made it, with its version.
    pub made_by: String,
    /// How many models the formula has on the variables that it shows, as a decimal number.
    pub models: String,
    /// The puzzle whose solutions they are.
    pub puzzle: Option<Puzzle>,
}

/// The puzzle of a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The name of its file in the folder.
    pub file: String,
    /// Which puzzle of that file, when it holds several.
    pub part: Option<String>,
    /// The kind of puzzle.
    pub kind: String,
    /// The encodings of the formula.
    pub encodings: Encodings,
}

/// Why there is no certificate of a count, or none that holds.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// The formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A limit was reached first.
    #[error("it was not finished")]
    Stopped(#[from] Stopped),
    /// Something is wrong with it.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// A file could not be read or written.
    #[error("{file}: {reason}")]
    File {
        /// The file's name in the folder.
        file: String,
        /// What the system said.
        reason: io::Error,
    },
}

impl From<NotCompiled> for CountError {
    fn from(error: NotCompiled) -> CountError {
        match error {
            NotCompiled::TooLarge(error) => error.into(),
            NotCompiled::Stopped(stopped) => stopped.into(),
        }
    }
}

impl CountError {
    fn of(file: &str) -> impl Fn(io::Error) -> CountError {
        move |reason| CountError::File { file: file.to_owned(), reason }
    }

    fn wrong(file: &str, message: impl Into<String>) -> CountError {
        Wrong { file: file.to_owned(), message: message.into() }.into()
    }

    fn of_graph(error: WrongCount) -> CountError {
        match error {
            WrongCount::Stopped(stopped) => stopped.into(),
            WrongCount::Unreadable(reason) => CountError::of(GRAPH)(reason),
            wrong => CountError::wrong(GRAPH, wrong.to_string()),
        }
    }
}

impl Claim {
    /// `3584400 solutions`
    pub fn verdict(&self) -> String {
        let what = if self.puzzle.is_some() { "solution" } else { "model" };
        let s = if self.models == "1" { "" } else { "s" };
        format!("exactly {} {what}{s}", self.models)
    }
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

/// What a reader is told first.
fn readme(claim: &Claim) -> String {
    let verdict = claim.verdict();
    let made_by = &claim.made_by;
    let (what, puzzle_rows) = match &claim.puzzle {
        None => (
            "the formula in `puzzle.cnf`, on the variables that it shows".to_owned(),
            String::new(),
        ),
        Some(Puzzle { file, kind, .. }) => (
            format!("the {kind} puzzle in `{file}`"),
            format!(
                "| `{file}` | the puzzle |\n| `{VARIABLES}` | what the variables of the formula \
                 stand for; further ones are auxiliary |\n"
            ),
        ),
    };
    format!(
        "# {verdict}

That is what this folder shows of {what}. It was made by {made_by}.

| file | what it is |
|---|---|
{puzzle_rows}| `{FORMULA}` | the formula (DIMACS); `c p show` lists the variables whose assignments are counted |
| `{GRAPH}` | a graph of all models, and the proof that it is one (SCPOG) |
| `{RECOUNT}` | counts the graph, in 25 lines |
| `{CLAIM}` | the claim, for programs |
| `{SUMS}` | the SHA-256 sums of all these files |

## Check it

The files are those that were written:

    sha256sum -c {SUMS}

The graph has exactly the models of the formula, by either of the checkers of Bryant and Tan
(github.com/rebryant/pkc), of which the second is formally verified and practical up to a million
models:

    cpog-check -n 1 {FORMULA} {GRAPH}
    cake_scpog {FORMULA} {GRAPH}

The graph has this many models:

    python3 {RECOUNT} {FORMULA} {GRAPH}

`{FORMULA}` is what the puzzle compiles to, and all of the above:

    cnfetti certify --verify .

What the other programs cannot see is whether the formula says what the puzzle says.
"
    )
}
