//! Proofs that a formula says what a statement says, with as many models, in the format of VeriPB 3.0.
//!
//! The proof goes from inequalities (OPB) to clauses and back. What has as many models as the statement is
//! called the *core*:
//!
//! | line | what it does |
//! |---|---|
//! | `red HALF : y -> 0;` | with the next line it defines a new variable: it is true exactly when a sum reaches a number |
//! | `rup INEQUALITY;` | follows, because assuming the opposite leads to a conflict by propagation |
//! | `pol 1 2 3 * +;` | follows as a sum: inequality 1, and three times inequality 2 |
//! | `core id 1 2;` | what follows becomes part of the core |
//! | `deld 1 2;` | what follows is not needed any more |
//! | `delc 1;` | is left out of the core, because it follows from the rest of it |
//! | `delc 1 : y -> 0;` | with one more line, leaves out the definition of a variable that nothing else has |
//!
//! No other step is allowed, so each keeps the number of models: a defined variable has exactly one value in
//! each of them. VeriPB by itself allows more, such as leaving out a solution that another one mirrors. In the
//! end the core is the formula, and the formula is that of a DIMACS file.
//!
//! [`check_translation`] shares no code with what writes these proofs, nor with the other checkers.

mod checking;
mod end;
mod formula;
mod inequality;
mod propagation;
mod steps;
mod store;
mod text;

use std::fmt;

use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_encodings::Cnf;

use checking::Checking;
use steps::HEADER;
use text::{Problem, Word, lines};

/// A statement, a formula, and a proof that leads from one to the other and back.
#[derive(Clone, Copy, Debug)]
pub struct Translation<'a> {
    /// The statement, in OPB.
    pub statement: &'a str,
    /// The proof.
    pub proof: &'a str,
    /// The formula in inequalities, in OPB.
    pub formula: &'a str,
    /// The same formula.
    pub cnf: &'a Cnf,
    /// The variables of the formula that are counted, which are those of the statement; all when there is no
    /// list.
    pub shown: Option<&'a [u32]>,
}

/// A proof in which nothing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedTranslation {
    /// How many variables the statement has.
    pub stated: usize,
    /// How many more the formula has, all of which are defined.
    pub defined: usize,
    /// How many steps the proof has.
    pub steps: usize,
}

/// Where something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// In the statement.
    Statement,
    /// In the proof.
    Proof,
    /// In the formula in inequalities.
    Formula,
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            File::Statement => "the statement",
            File::Proof => "the proof",
            File::Formula => "the formula",
        })
    }
}

/// Why a proof proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum WrongTranslation {
    /// A line is wrong.
    #[error("line {line}, column {column}: {message}")]
    Line {
        /// Of which text.
        file: File,
        /// Its number, from 1.
        line: usize,
        /// Where in the line, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// Something is missing, or does not fit.
    #[error("{message}")]
    Whole {
        /// Of which text.
        file: File,
        /// What is wrong.
        message: String,
    },
    /// A limit was reached first.
    #[error("the check did not finish")]
    Stopped(#[from] Stopped),
}

impl WrongTranslation {
    fn of(file: File, line: usize, Problem { column, message }: Problem) -> WrongTranslation {
        WrongTranslation::Line { file, line, column, message }
    }
}

/// How many weights are looked at in the time of a step of a budget.
const LOOKED_AT: u64 = 4;

/// Checks that the formula has as many models as the statement: each model of the one is, on the variables of
/// the statement, a model of the other.
///
/// # Errors
///
/// When something is wrong with the proof, or a limit is reached.
pub fn check_translation(
    translation: &Translation<'_>,
    budget: &Budget,
) -> Result<CheckedTranslation, WrongTranslation> {
    let mut checking = Checking::default();
    for (line, text) in lines(translation.statement) {
        let stated = checking.state(text);
        stated.map_err(|problem| WrongTranslation::of(File::Statement, line, problem))?;
    }
    let mut proof = lines(translation.proof);
    if proof.next().is_none_or(|(_, line)| line.trim() != HEADER) {
        let message = format!("expected `{HEADER}` in its first line");
        return Err(WrongTranslation::Whole { file: File::Proof, message });
    }
    let mut steps = 1;
    for (line, text) in proof {
        budget.spend(LOOKED_AT * checking.looked_at());
        budget.check()?;
        let wrong = |problem| WrongTranslation::of(File::Proof, line, problem);
        let step = checking.read(text).map_err(wrong)?;
        let word = Word { text, column: 1 };
        checking.step(step).map_err(|message| wrong(word.wrong(message)))?;
        steps += 1;
    }
    if !checking.is_over() {
        let message = "it ends before its last step".to_owned();
        return Err(WrongTranslation::Whole { file: File::Proof, message });
    }
    end::conclude(checking, translation, steps)
}
