//! Certificates of formulas: a puzzle as inequalities, its formula, and a proof that leads from one to the
//! other and back, as a folder of files that other programs can check.
//!
//! | file | content |
//! |---|---|
//! | `README.md` | the commands that check it |
//! | `statement.opb` | the puzzle as inequalities |
//! | `formula.opb` | the formula, each clause as an inequality |
//! | `formula.cnf` | the same formula in DIMACS, with `c p show` for the variables of the statement |
//! | `encoding.pbp` | the proof ([`cnfetti_proof::translation`]) |
//! | `lint.py` | checks what VeriPB does not |
//! | `SHA256SUMS` | the sums of all these files, so of the sentences that people read, too |
//!
//! The certificate of a count can contain the same files about its own formula.

use std::fs;
use std::path::Path;

use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Budget;
use cnfetti_derivation::{Derivation, LINT, derive};
use cnfetti_proof::translation::{
    CheckedTranslation, File, Translation, WrongTranslation, check_translation,
};
use cnfetti_sat::compile::{Choices, Compiled, compile_defined};

use super::count::formula as as_dimacs;
use super::{CertificateError, README, Result, SUMS, Wrong};
use super::{check_sums, put, put_sums, read, read_dimacs};
use crate::output::FolderSort;

/// The name of the proof: a folder that contains it, but no count, is a certificate of a formula.
pub const ENCODING: &str = "encoding.pbp";
/// The name of the puzzle as inequalities.
pub const STATEMENT: &str = "statement.opb";
pub(super) const FORMULA: &str = "formula.opb";
pub(super) const LINT_NAME: &str = "lint.py";
const DIMACS: &str = "formula.cnf";

/// The folders of certificates of formulas.
pub const FOLDER: FolderSort = FolderSort {
    name: "a certificate of a formula",
    marks: &[(ENCODING, "pseudo-Boolean proof version 3.0\n")],
    files: &[README, STATEMENT, FORMULA, DIMACS, ENCODING, LINT_NAME, SUMS],
};

/// The README.
const README_TEXT: &str = include_str!("formula/readme.md");

impl From<WrongTranslation> for CertificateError {
    fn from(error: WrongTranslation) -> CertificateError {
        let (file, message) = match error {
            WrongTranslation::Stopped(stopped) => return stopped.into(),
            WrongTranslation::Line { file, .. } | WrongTranslation::Whole { file, .. } => {
                (file, error.to_string())
            }
        };
        let name = match file {
            File::Statement => STATEMENT,
            File::Proof => ENCODING,
            File::Formula => FORMULA,
        };
        CertificateError::wrong(name, message)
    }
}

/// The statement of a puzzle, its formula, and the proof that connects them.
pub(super) struct Texts {
    pub(super) statement: String,
    proof: String,
    formula: String,
    /// The formula in DIMACS, and the name of its file.
    pub(super) dimacs: String,
    name: &'static str,
}

/// A proof that was found and checked.
pub(super) struct Proved {
    pub(super) texts: Texts,
    /// The variables of the statement, which are the counted ones.
    pub(super) stated: Vec<u32>,
    checked: CheckedTranslation,
}

impl Proved {
    /// Finds the proof for a formula that keeps its definitions, and checks it as the recipient would.
    pub(super) fn of(csp: &Csp, compiled: &Compiled, budget: &Budget) -> Result<Proved> {
        let Derivation { statement, proof, formula, stated, .. } = derive(csp, compiled, budget)?;
        let dimacs = as_dimacs(&compiled.cnf, Some(&stated));
        let dimacs = String::from_utf8(dimacs).expect("numbers are text");
        let texts = Texts { statement, proof, formula, dimacs, name: DIMACS };
        let checked = texts.check(budget).map_err(|error| match error {
            CertificateError::Wrong(Wrong { file, message }) => {
                let message = format!("internal error: the proof is wrong: {message}");
                CertificateError::wrong(&file, message)
            }
            error => error,
        })?;
        Ok(Proved { texts, stated, checked })
    }
}

impl Texts {
    /// Reads the texts of a folder, and checks that its program is the one that cnfetti writes.
    pub(super) fn read(folder: &Path, name: &'static str) -> Result<Texts> {
        require(folder, LINT_NAME, LINT)?;
        Ok(Texts {
            statement: read(folder, STATEMENT)?,
            proof: read(folder, ENCODING)?,
            formula: read(folder, FORMULA)?,
            dimacs: read(folder, name)?,
            name,
        })
    }

    /// The files by name, except the formula in DIMACS.
    pub(super) fn files(&self) -> [(&'static str, &[u8]); 4] {
        [
            (STATEMENT, self.statement.as_bytes()),
            (FORMULA, self.formula.as_bytes()),
            (ENCODING, self.proof.as_bytes()),
            (LINT_NAME, LINT.as_bytes()),
        ]
    }

    /// Checks that the formula means what the statement says, with as many solutions.
    pub(super) fn check(&self, budget: &Budget) -> Result<CheckedTranslation> {
        let file = read_dimacs(self.name, &self.dimacs)?;
        let (statement, proof, formula) = (&*self.statement, &*self.proof, &*self.formula);
        let (cnf, shown) = (&file.cnf, file.show.as_deref());
        let translation = Translation { statement, proof, formula, cnf, shown };
        Ok(check_translation(&translation, budget)?)
    }
}

/// Proves that the formula of a problem means what the problem says, and writes a certificate of that into an
/// empty folder.
///
/// # Errors
///
/// The problem has an objective, a constraint has no statement, a step is not found, or a limit is reached.
pub fn issue(
    csp: &Csp,
    choices: &Choices,
    budget: &Budget,
    folder: &Path,
) -> Result<CheckedTranslation> {
    if csp.objective().is_some() {
        return Err(CertificateError::NotStated);
    }
    let compiled = compile_defined(csp, choices, budget)?;
    let Proved { texts, checked, .. } = Proved::of(csp, &compiled, budget)?;
    let own = [(README, README_TEXT.as_bytes()), (DIMACS, texts.dimacs.as_bytes())];
    for (name, content) in own.into_iter().chain(texts.files()) {
        put(folder, name, content)?;
    }
    put_sums(folder)?;
    Ok(checked)
}

/// Checks the certificate of a formula in this folder. Returns its size, and a line for each check.
///
/// # Errors
///
/// The first thing that is wrong, or a limit.
pub fn verify(folder: &Path, budget: &Budget) -> Result<(CheckedTranslation, Vec<String>)> {
    let failed = CertificateError::of(README);
    for entry in fs::read_dir(folder).map_err(&failed)? {
        let name = entry.map_err(&failed)?.file_name().to_string_lossy().into_owned();
        if !FOLDER.files.contains(&name.as_str()) && !name.starts_with('.') {
            return Err(CertificateError::wrong(&name, "does not belong to it"));
        }
    }
    require(folder, README, README_TEXT)?;
    let checked = Texts::read(folder, DIMACS)?.check(budget)?;
    // No proof is about the sentences of the statement.
    let mut right = right(&checked, DIMACS);
    right.push(check_sums(folder)?);
    Ok((checked, right))
}

/// A line for each check that succeeded.
pub(super) fn right(checked: &CheckedTranslation, dimacs: &str) -> Vec<String> {
    let CheckedTranslation { stated, defined, steps } = checked;
    vec![
        format!("{STATEMENT}: {stated} variables"),
        format!("{FORMULA}: the formula of {dimacs}"),
        format!(
            "{ENCODING}: {steps} steps from one to the other and back, {defined} variables defined"
        ),
    ]
}

/// Checks that a file has the text that this program writes.
fn require(folder: &Path, name: &str, expected: &str) -> Result<()> {
    match read(folder, name)? == expected {
        true => Ok(()),
        false => Err(CertificateError::wrong(name, "is not what cnfetti writes")),
    }
}
