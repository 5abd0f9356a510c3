//! `cnfetti certify --formula`: a proof that the formula says what the puzzle says.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use cnfetti::compile::compile_defined;
use cnfetti::derivation::{LINT, NotDerived, derive};
use cnfetti::dimacs;
use cnfetti::encodings::{Cnf, Form};
use cnfetti::instance;
use cnfetti::limit::Budget;
use cnfetti::output::{Folder, FolderSort};
use cnfetti::proof::translation::{
    CheckedTranslation, File, Translation, WrongTranslation, check_translation,
};
use itertools::Itertools as _;
use serde_json::json;

use super::{Certify, read};
use crate::commands::subject::ends_in_cnf;
use crate::commands::{Context, Format};

/// The name of the proof: a folder that has it is such a certificate.
pub(super) const ENCODING: &str = "encoding.pbp";
const STATEMENT: &str = "statement.opb";
const FORMULA: &str = "formula.opb";
const DIMACS: &str = "formula.cnf";
const README_NAME: &str = "README.md";
const LINT_NAME: &str = "lint.py";

/// The folders of such certificates.
const FORMULA_FOLDER: FolderSort = FolderSort {
    name: "a certificate of a formula",
    marks: &[(ENCODING, "pseudo-Boolean proof version 3.0\n")],
    files: &[README_NAME, STATEMENT, FORMULA, DIMACS, ENCODING, LINT_NAME],
};

impl Certify {
    /// Writes the statement of a puzzle, its formula, and the proof that leads from one to the other and
    /// back.
    pub(super) fn issue_formula(
        &self,
        context: &mut Context,
        file: &Path,
        folder: &Path,
    ) -> anyhow::Result<ExitCode> {
        let folder = &Folder::new(folder, FORMULA_FOLDER, self.force)?;
        let in_file = || format!("{}: no certificate of the formula", file.display());
        if ends_in_cnf(file) {
            bail!(
                "{}: expected a puzzle, found a formula, which says what it says",
                file.display()
            );
        }
        let choices = self.encodings.choices()?;
        ensure!(
            choices.form == Form::TwoSided,
            "--one-sided leaves auxiliary variables open, so there is no proof of equal counts"
        );
        let (instance, _) = instance::load_with_text(file, &context.begin_on(file))?;
        let budget = self.solver.budget(context);
        let csp = instance.puzzle.csp();
        let made = context.busy("proving that the formula says what the puzzle says", || {
            let compiled = compile_defined(&csp, &choices, &budget)?;
            let derivation = match derive(&csp, &compiled, &budget) {
                Err(NotDerived::Stopped(stopped)) => return Err(anyhow::Error::from(stopped)),
                derived => derived?,
            };
            let texts = Texts {
                statement: derivation.statement,
                proof: derivation.proof,
                formula: derivation.formula,
                dimacs: formula(&compiled.cnf, &compiled.map.shown()),
            };
            let checked = texts.check(&budget).map_err(|error| match is_stopped(&error) {
                true => error,
                false => error.context("internal error: the proof is wrong"),
            })?;
            Ok((texts, checked))
        });
        let (texts, checked) = made.with_context(in_file)?;
        folder.write(&[
            (README_NAME, README.as_bytes()),
            (STATEMENT, texts.statement.as_bytes()),
            (FORMULA, texts.formula.as_bytes()),
            (DIMACS, texts.dimacs.as_bytes()),
            (ENCODING, texts.proof.as_bytes()),
            (LINT_NAME, LINT.as_bytes()),
        ])?;
        report(context, folder.path(), checked, "written")
    }

    /// Checks the statement of a puzzle against its formula.
    pub(super) fn verify_formula(
        &self,
        context: &mut Context,
        folder: &Path,
        budget: &Budget,
    ) -> anyhow::Result<ExitCode> {
        let no_certificate = || format!("{} is no certificate", folder.display());
        let texts = Texts::of(folder).with_context(no_certificate)?;
        let checked = context.busy("checking the certificate", || texts.check(budget));
        let checked = checked.map_err(|error| match is_stopped(&error) {
            true => error,
            false => error.context(no_certificate()),
        })?;
        if context.format != Format::Json {
            let CheckedTranslation { stated, defined, steps } = checked;
            writeln!(context.out, "ok  {STATEMENT}: {stated} variables")?;
            writeln!(context.out, "ok  {FORMULA}: the formula of {DIMACS}")?;
            writeln!(
                context.out,
                "ok  {ENCODING}: {steps} steps from one to the other and back, {defined} variables defined"
            )?;
        }
        report(context, folder, checked, "verified")
    }
}

/// What a certificate has, but for what is the same in all.
struct Texts {
    statement: String,
    proof: String,
    formula: String,
    dimacs: String,
}

impl Texts {
    /// Those of a folder, which has the programs and the words that cnfetti writes.
    fn of(folder: &Path) -> anyhow::Result<Texts> {
        let text = |name: &str| {
            let named = || folder.join(name).display().to_string();
            String::from_utf8(read(&folder.join(name))?)
                .map_err(|_| anyhow::anyhow!("{}: expected text in UTF-8", named()))
        };
        for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let is_ours = FORMULA_FOLDER.files.contains(&name.as_str());
            ensure!(is_ours || name.starts_with('.'), "{name} does not belong to it");
        }
        for (name, expected) in [(README_NAME, README), (LINT_NAME, LINT)] {
            ensure!(text(name)? == expected, "{name}: is not what cnfetti writes");
        }
        Ok(Texts {
            statement: text(STATEMENT)?,
            proof: text(ENCODING)?,
            formula: text(FORMULA)?,
            dimacs: text(DIMACS)?,
        })
    }

    /// Whether the formula says what the statement says, with as many solutions.
    fn check(&self, budget: &Budget) -> anyhow::Result<CheckedTranslation> {
        let file = dimacs::read(&self.dimacs).map_err(|error| {
            let (line, column) = error.line_column(&self.dimacs).unwrap_or((1, 1));
            anyhow::anyhow!("{DIMACS}:{line}:{column}: {error}")
        })?;
        let translation = Translation {
            statement: &self.statement,
            proof: &self.proof,
            formula: &self.formula,
            cnf: &file.cnf,
            shown: file.show.as_deref(),
        };
        check_translation(&translation, budget).map_err(named)
    }
}

/// Whether a limit was reached.
fn is_stopped(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(WrongTranslation::Stopped(_)))
}

/// The error with the name of the file.
fn named(error: WrongTranslation) -> anyhow::Error {
    let name = |file: File| match file {
        File::Statement => STATEMENT,
        File::Proof => ENCODING,
        File::Formula => FORMULA,
    };
    match &error {
        WrongTranslation::Line { file, line, column, message } => {
            anyhow::anyhow!("{}:{line}:{column}: {message}", name(*file))
        }
        WrongTranslation::Whole { file, message } => anyhow::anyhow!("{}: {message}", name(*file)),
        WrongTranslation::Stopped(_) => error.into(),
    }
}

/// As DIMACS, with the variables that are counted.
fn formula(cnf: &Cnf, shown: &[u32]) -> String {
    let mut plain = Vec::new();
    dimacs::write_plain(&mut plain, &[], cnf).expect("memory takes every byte");
    let plain = String::from_utf8(plain).expect("numbers are text");
    let (header, clauses) = plain.split_once('\n').unwrap_or((&plain, ""));
    format!("c t pmc\n{header}\nc p show {} 0\n{clauses}", shown.iter().format(" "))
}

fn report(
    context: &mut Context,
    folder: &Path,
    checked: CheckedTranslation,
    status: &str,
) -> anyhow::Result<ExitCode> {
    let folder = folder.display().to_string();
    let CheckedTranslation { stated, defined, steps } = checked;
    if context.format == Format::Json {
        let line = json!({
            "folder": folder,
            "status": status,
            "stated": stated,
            "defined": defined,
            "steps": steps,
            "checked": true,
            "checked_by": "proof",
        });
        writeln!(context.out, "{line}")?;
    } else {
        writeln!(
            context.out,
            "{folder}: the formula says what {STATEMENT} says, with as many solutions ({status})"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

const README: &str = "\
# The formula says what the puzzle says

`statement.opb` has the puzzle as inequalities over variables that are named as in the puzzle, each constraint
after its sentence. Read it: it is what you have to believe. Everything else in this folder is checked from it.

| file | what it is |
|---|---|
| `statement.opb` | the puzzle as inequalities |
| `formula.opb` | the formula, each clause as an inequality |
| `formula.cnf` | the same formula in DIMACS; `c p show` lists the variables that are counted |
| `encoding.pbp` | a proof that leads from the statement to the formula and back |
| `lint.py` | checks what VeriPB leaves open |

## Check it

Both are satisfied by the same assignments of the statement's variables (VeriPB 3.0, `cargo install veripb`):

    veripb -c statement.opb encoding.pbp formula.opb

It prints `s VERIFIED OUTPUT EQUISATISFIABLE`, which says less. That each further variable is determined, so that
no solution is lost or counted twice, and that `formula.opb` and `formula.cnf` are the same formula:

    python3 lint.py statement.opb encoding.pbp formula.opb formula.cnf

cnfetti checks both with code of its own:

    cnfetti certify --verify .

The last argument of `lint.py` can be any DIMACS file that has the same clauses, such as the formula of a certificate of the
count (`cnfetti certify --count`).
";
