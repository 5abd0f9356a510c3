//! Certificates of counts that are too large to list: a formula, a graph of all its models, and the
//! proof that the graph is right, as a folder of files that other programs can check.
//!
//! | file | content |
//! |---|---|
//! | `README.md` | the number, and the commands that check it |
//! | `count.json` | the [`Claim`] |
//! | `puzzle.…` | the puzzle as the user gave it; absent for a formula |
//! | `puzzle.cnf` | the formula, with `c p show` for the counted variables |
//! | `variables.txt` | the meaning of these variables; absent for a formula |
//! | `count.scpog` | the graph and the proof ([`cnfetti_proof::count`]) |
//! | `recount.py` | counts the graph |
//! | `lrat.py` | writes the proof for LRAT checkers |
//! | `SHA256SUMS` | the sums of all these files, for `sha256sum -c` |
//!
//! For counts up to renaming, `puzzle.cnf` also says that names appear in order, and there are three more
//! files:
//!
//! | file | content |
//! |---|---|
//! | `whole.cnf` | the formula without the order of names |
//! | `renaming.txt` | a proof that names can be exchanged in it ([`cnfetti_proof::renaming`]) |
//! | `renaming.py` | checks that proof |
//!
//! For a puzzle with an objective, `puzzle.cnf` says that a solution is at least as good as the best value,
//! and there are two more files:
//!
//! | file | content |
//! |---|---|
//! | `better.cnf` | the formula, with the condition that the value is better |
//! | `better.scpog` | the proof that it has no model |
//!
//! If there is a proof that the formula means what the puzzle says, there are four more files. They are about
//! `whole.cnf` if it exists, and about `puzzle.cnf` otherwise:
//!
//! | file | content |
//! |---|---|
//! | `statement.opb` | the puzzle as inequalities |
//! | `formula.opb` | the formula, each clause as an inequality |
//! | `encoding.pbp` | the proof ([`cnfetti_proof::translation`]) |
//! | `lint.py` | checks what VeriPB does not |
//!
//! For counts up to rotations there are, in addition:
//!
//! | file | content |
//! |---|---|
//! | `turns.txt` | the effect of rotations and renamings on literals (`rotations`) |
//! | `fixed-1-1.cnf`, `fixed-1-1.scpog`, … | the solutions that a rotation with a renaming leaves unchanged, with a graph each |
//! | `turns.py` | checks these formulas, and computes the average |

mod issue;
mod readme;
mod renaming;
mod rotations;
mod verify;

use serde::{Deserialize, Serialize};

use super::manifest::Costs;
use super::manifest::Encodings;
use super::{CertificateError, FORMULA};
use cnfetti_proof::count::WrongCount;
use cnfetti_proof::renaming::WrongRenaming;

use readme::readme;

pub(super) use issue::formula;
pub use issue::{Subject, UpToRenaming, issue};
pub use verify::verify;

/// The name of the claim: a folder that contains it is a certificate of a count.
pub const CLAIM: &str = "count.json";

const GRAPH: &str = "count.scpog";
const RECOUNT: &str = "recount.py";

/// The program that counts the graph.
const RECOUNT_TEXT: &str = include_str!("count/recount.py");

/// The program that writes the proof in LRAT.
const LRAT: &str = "lrat.py";
const LRAT_TEXT: &str = include_str!("count/lrat.py");

/// The formula of better solutions, which has no model, and its proof.
const BETTER: [&str; 2] = ["better.cnf", "better.scpog"];

/// The formula without the order of names.
const WHOLE: &str = "whole.cnf";
const RENAMING: &str = "renaming.txt";
const RENAME: &str = "renaming.py";

/// The program that checks the renaming.
const RENAME_TEXT: &str = include_str!("count/renaming.py");

/// The effect of rotations.
const TURNS: &str = "turns.txt";
const TURN: &str = "turns.py";

/// The program that computes the average over rotations.
const TURN_TEXT: &str = include_str!("count/turns.py");

/// The claim of a certificate of a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The program that made it, with its version.
    pub made_by: String,
    /// The number of models of the formula on the variables that it shows, as a decimal number.
    pub models: String,
    /// The puzzle, unless the subject is a formula.
    pub puzzle: Option<Puzzle>,
    /// The claim about renaming, if the models are solutions up to renaming.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renaming: Option<Renaming>,
    /// The claim about rotations, if the certificate covers them.
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
    /// The number of solutions, as a decimal number.
    pub solutions: String,
}

/// The part of the claim about rotations, computed from how many solutions each leaves unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rotations {
    /// The name of the symmetries, such as `rotations and reflections`.
    pub called: String,
    /// The number of models of each further formula, as decimal numbers.
    pub fixed: Vec<String>,
    /// The number of solutions up to renaming and rotations, as a decimal number.
    pub classes: String,
}

/// The puzzle of a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The name of its file in the folder.
    pub file: String,
    /// The puzzle's name in that file, if the file contains several.
    pub part: Option<String>,
    /// The kind of puzzle.
    pub kind: String,
    /// For a puzzle with an objective, the solutions that the claim is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Costs>,
    /// The encodings of the formula.
    pub encodings: Encodings,
    /// Whether there is a proof that the formula means what the puzzle says.
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
    /// The claim in a sentence: `exactly 3584400 solutions, 29870 up to renaming the subjects`.
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

    /// Whether there is a proof that the formula means what the puzzle says.
    pub fn is_stated(&self) -> bool {
        self.puzzle.as_ref().is_some_and(|puzzle| puzzle.is_stated)
    }

    /// The file of the formula without the order of names.
    fn whole(&self) -> &'static str {
        if self.renaming.is_some() { WHOLE } else { FORMULA }
    }

    /// The number of solutions of the puzzle, or of models of the formula, as a decimal number.
    pub fn solutions(&self) -> &str {
        self.renaming.as_ref().map_or(&self.models, |renaming| &renaming.solutions)
    }
}
