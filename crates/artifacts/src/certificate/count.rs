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
//! | `count.scpog` | the graph and the proof ([`cnfetti_proof::count`]) |
//! | `recount.py` | counts the graph |
//! | `lrat.py` | writes the proof for LRAT checkers |
//! | `SHA256SUMS` | the sums of all these, for `sha256sum -c` |
//!
//! Up to renaming, `puzzle.cnf` says besides that the names appear in order, and there are three more:
//!
//! | file | what it is |
//! |---|---|
//! | `whole.cnf` | the formula without that |
//! | `renaming.txt` | that names can be exchanged in it ([`cnfetti_proof::renaming`]) |
//! | `renaming.py` | checks that |
//!
//! Of a puzzle with an objective `puzzle.cnf` says that no solution is worse than the best value, and there are
//! two more:
//!
//! | file | what it is |
//! |---|---|
//! | `better.cnf` | the formula that says besides that the value is better |
//! | `better.scpog` | the proof that it has no model |
//!
//! With a proof that the formula says what the puzzle says there are four more, about `whole.cnf`, or
//! `puzzle.cnf` where there is no other:
//!
//! | file | what it is |
//! |---|---|
//! | `statement.opb` | the puzzle as inequalities |
//! | `formula.opb` | the formula, each clause as an inequality |
//! | `encoding.pbp` | the proof ([`cnfetti_proof::translation`]) |
//! | `lint.py` | checks what VeriPB leaves open |
//!
//! Up to rotations there are besides:
//!
//! | file | what it is |
//! |---|---|
//! | `turns.txt` | what rotations and renamings do to literals (`rotations`) |
//! | `fixed-1-1.cnf`, `fixed-1-1.scpog`, … | the solutions that a rotation and a renaming leave as they are, with a graph each |
//! | `turns.py` | checks these formulas, and computes the average |

mod issue;
mod readme;
mod renaming;
mod rotations;
mod verify;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::costs::Costs;
use super::manifest::Encodings;
use super::{CertificateError, FORMULA};
use cnfetti_proof::count::WrongCount;
use cnfetti_proof::renaming::WrongRenaming;

use readme::readme;

pub(super) use issue::formula;
pub use issue::{Subject, UpToRenaming, issue};
pub use verify::verify;

/// The name of the claim: a folder that has it is a certificate of a count.
pub const CLAIM: &str = "count.json";

const GRAPH: &str = "count.scpog";
const RECOUNT: &str = "recount.py";

/// The program that counts the graph.
const RECOUNT_TEXT: &str = include_str!("count/recount.py");

/// The program that writes the proof in LRAT.
const LRAT: &str = "lrat.py";
const LRAT_TEXT: &str = include_str!("count/lrat.py");

/// The formula of better solutions, which has no model, and the proof of that.
const BETTER: [&str; 2] = ["better.cnf", "better.scpog"];

/// The formula that does not say in which order names appear.
const WHOLE: &str = "whole.cnf";
const RENAMING: &str = "renaming.txt";
const RENAME: &str = "renaming.py";

/// The program that looks at the renaming.
const RENAME_TEXT: &str = include_str!("count/renaming.py");

/// What rotations do.
const TURNS: &str = "turns.txt";
const TURN: &str = "turns.py";

/// The program that works out the average over rotations.
const TURN_TEXT: &str = include_str!("count/turns.py");

/// The claim of a certificate of a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The program that made it, with its version.
    pub made_by: String,
    /// How many models the formula has on the variables that it shows, as a decimal number.
    pub models: String,
    /// The puzzle whose solutions they are.
    pub puzzle: Option<Puzzle>,
    /// How many solutions follow, when the models are solutions up to renaming.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renaming: Option<Renaming>,
    /// How many there are up to rotations, when that is certified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotations: Option<Rotations>,
}

/// The part of the claim about renaming.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renaming {
    /// The things that are renamed, such as `the dice`.
    pub called: String,
    /// The number of solutions for which each model stands, as a decimal number.
    pub each: String,
    /// How many solutions there are, as a decimal number.
    pub solutions: String,
}

/// The part of the claim about rotations, from the numbers of solutions that each leaves fixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rotations {
    /// The name of the symmetries, such as `rotations and reflections`.
    pub called: String,
    /// How many models each of the further formulas has, as decimal numbers.
    pub fixed: Vec<String>,
    /// How many solutions there are up to renaming and rotations, as a decimal number.
    pub classes: String,
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
    /// For a puzzle with an objective, the solutions that the claim is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Costs>,
    /// The encodings of the formula.
    pub encodings: Encodings,
    /// Whether there is a proof that the formula says what the puzzle says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_stated: bool,
}

impl CertificateError {
    fn of_graph(file: &str, error: WrongCount) -> CertificateError {
        match error {
            WrongCount::Stopped(stopped) => stopped.into(),
            WrongCount::Unreadable(reason) => CertificateError::of(file)(reason),
            wrong => CertificateError::wrong(file, wrong.to_string()),
        }
    }

    fn of_order(error: WrongRenaming) -> CertificateError {
        CertificateError::wrong(FORMULA, error.to_string())
    }

    fn of_renaming(error: WrongRenaming) -> CertificateError {
        match error {
            WrongRenaming::Stopped(stopped) => stopped.into(),
            wrong => CertificateError::wrong(RENAMING, wrong.to_string()),
        }
    }
}

impl Claim {
    /// `exactly 3584400 solutions, 29870 up to renaming the subjects`
    pub fn verdict(&self) -> String {
        let what = if self.puzzle.is_some() { "solution" } else { "model" };
        let (before, after) = Costs::words(self.puzzle.as_ref().and_then(|puzzle| puzzle.costs));
        let number = self.solutions();
        let s = if number == "1" { "" } else { "s" };
        let mut verdict = format!("exactly {number} {before}{what}{s}{after}");
        let mut up_to = Vec::new();
        if let Some(Renaming { called, .. }) = &self.renaming {
            up_to.push(format!("renaming {called}"));
            verdict += &format!(", {} up to {}", self.models, up_to[0]);
        }
        if let Some(Rotations { called, classes, .. }) = &self.rotations {
            up_to.push(called.clone());
            verdict += &format!(", {classes} up to {}", up_to.join(" and "));
        }
        verdict
    }

    /// Whether there is a proof that the formula says what the puzzle says.
    pub fn is_stated(&self) -> bool {
        self.puzzle.as_ref().is_some_and(|puzzle| puzzle.is_stated)
    }

    /// The formula that leaves the order of names open.
    fn whole(&self) -> &'static str {
        if self.renaming.is_some() { WHOLE } else { FORMULA }
    }

    /// How many solutions of the puzzle there are, or models of the formula, as a decimal number.
    pub fn solutions(&self) -> &str {
        self.renaming.as_ref().map_or(&self.models, |renaming| &renaming.solutions)
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
