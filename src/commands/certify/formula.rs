//! `cnfetti certify --formula`: a proof that the formula says what the puzzle says.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use cnfetti::compile::compile_defined;
use cnfetti::derivation::{Derivation, LINT, NotDerived, derive};
use cnfetti::dimacs;
use cnfetti::encodings::{Cnf, Form};
use cnfetti::instance;
use cnfetti::output::{Folder, FolderSort};
use itertools::Itertools as _;
use serde_json::json;

use super::Certify;
use crate::commands::subject::ends_in_cnf;
use crate::commands::{Context, Format};

/// The folders of such certificates.
const FORMULA_FOLDER: FolderSort = FolderSort {
    name: "a certificate of a formula",
    marks: &[("encoding.pbp", "pseudo-Boolean proof version 3.0\n")],
    files: &["README.md", "statement.opb", "formula.opb", "formula.cnf", "encoding.pbp", "lint.py"],
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
            match derive(&csp, &compiled, &budget) {
                Ok(derivation) => Ok((compiled, derivation)),
                Err(NotDerived::Stopped(stopped)) => Err(anyhow::Error::from(stopped)),
                Err(error) => Err(error.into()),
            }
        });
        let (compiled, derivation) = made.with_context(in_file)?;
        let cnf = formula(&compiled.cnf, &compiled.map.shown());
        folder.write(&[
            ("README.md", README.as_bytes()),
            ("statement.opb", derivation.statement.as_bytes()),
            ("formula.opb", derivation.formula.as_bytes()),
            ("formula.cnf", &cnf),
            ("encoding.pbp", derivation.proof.as_bytes()),
            ("lint.py", LINT.as_bytes()),
        ])?;
        report(context, folder.path(), &compiled.cnf, &derivation)
    }
}

/// As DIMACS, with the variables that are counted.
fn formula(cnf: &Cnf, shown: &[u32]) -> Vec<u8> {
    let mut plain = Vec::new();
    dimacs::write_plain(&mut plain, &[], cnf).expect("memory takes every byte");
    let header = plain.iter().position(|&byte| byte == b'\n').map_or(plain.len(), |end| end + 1);
    let (header, clauses) = plain.split_at(header);
    let list = shown.iter().format(" ");
    [b"c t pmc\n", header, format!("c p show {list} 0\n").as_bytes(), clauses].concat()
}

/// The proof is found here, and nobody has checked it yet: that is for VeriPB.
fn report(
    context: &mut Context,
    folder: &Path,
    cnf: &Cnf,
    derivation: &Derivation,
) -> anyhow::Result<ExitCode> {
    let (folder, steps) = (folder.display(), derivation.proof.lines().count());
    if context.format == Format::Json {
        let line = json!({
            "folder": folder.to_string(),
            "status": "written",
            "clauses": cnf.num_clauses(),
            "steps": steps,
            "checked": false,
            "checked_by": null,
        });
        writeln!(context.out, "{line}")?;
    } else {
        let clauses = cnf.num_clauses();
        writeln!(
            context.out,
            "{folder}: a proof of {steps} lines about {clauses} clauses (written, to be checked by \
             veripb and lint.py; see README.md)"
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

The last argument can be any DIMACS file that has the same clauses, such as the formula of a certificate of the
count (`cnfetti certify --count`).
";
