//! Proofs that a formula means what a statement says, with as many models, in the format of VeriPB 3.0.
//!
//! The proof goes from inequalities (OPB) to clauses and back. The inequalities that have as many models as
//! the statement are called the *core*:
//!
//! | line | what it does |
//! |---|---|
//! | `red HALF : y -> 0;` | together with the next line, defines a new variable: it is true exactly if a sum reaches a number |
//! | `rup INEQUALITY;` | adds an inequality: assuming its opposite leads to a conflict by propagation |
//! | `pol 1 2 3 * +;` | adds a sum: inequality 1, plus three times inequality 2 |
//! | `core id 1 2;` | moves derived inequalities into the core |
//! | `deld 1 2;` | deletes derived inequalities |
//! | `delc 1;` | deletes an inequality of the core that follows from the rest of it |
//! | `delc 1 : y -> 0;` | together with one more line, deletes the definition of a variable that nothing else uses |
//!
//! No other step is allowed, so each step keeps the number of models: a defined variable has exactly one
//! value in each model. VeriPB itself allows more, such as removing a solution because another one mirrors
//! it. In the end the core is the formula, and the formula is that of a DIMACS file.
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

/// A statement, a formula, and a proof that leads from the statement to the formula and back.
#[derive(Clone, Copy, Debug)]
pub struct Translation<'a> {
    /// The statement, in OPB.
    pub statement: &'a str,
    /// The proof.
    pub proof: &'a str,
    /// The formula as inequalities, in OPB.
    pub formula: &'a str,
    /// The same formula as clauses.
    pub cnf: &'a Cnf,
    /// The counted variables of the formula, which are those of the statement; all variables if there is no
    /// list.
    pub shown: Option<&'a [u32]>,
}

/// The result of a correct proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedTranslation {
    /// The number of variables of the statement.
    pub stated: usize,
    /// The number of further variables of the formula, all of which are defined.
    pub defined: usize,
    /// The number of steps of the proof.
    pub steps: usize,
}

/// The text that contains an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// The statement.
    Statement,
    /// The proof.
    Proof,
    /// The formula as inequalities.
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
        /// The text.
        file: File,
        /// Its number, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// Something is missing, or does not fit.
    #[error("{message}")]
    Whole {
        /// The text.
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

/// The steps of the budget that visiting a term costs.
const LOOKED_AT: u64 = 4;

/// Checks that the formula has as many models as the statement: on the variables of the statement, each model
/// of one is a model of the other.
///
/// # Errors
///
/// An error in the proof, or a limit.
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
