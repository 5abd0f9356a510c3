//! `cnfetti certify --formula`: a proof that the formula means what the puzzle says.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use cnfetti::certificate::formula::{self, STATEMENT};
use cnfetti::encodings::Form;
use cnfetti::instance;
use cnfetti::output::Folder;
use cnfetti::proof::translation::CheckedTranslation;
use serde_json::json;

use super::Certify;
use crate::commands::shared::subject::ends_in_cnf;
use crate::commands::{Context, Format};

impl Certify {
    /// With `--formula`: checks that there is a puzzle, and that its formula determines auxiliary variables.
    pub(super) fn require_provable(&self, file: &Path) -> anyhow::Result<()> {
        if ends_in_cnf(file) {
            bail!(
                "{}: expected a puzzle or a model, found a formula, which has no statement to compare it with",
                file.display()
            );
        }
        ensure!(
            self.encodings.choices()?.form == Form::TwoSided,
            "--one-sided leaves auxiliary variables open, so there is no proof of equal counts"
        );
        Ok(())
    }

    /// Writes the statement of a puzzle, its formula, and the proof that leads from one to the other and
    /// back.
    pub(super) fn issue_formula(
        &self,
        context: &mut Context,
        file: &Path,
        folder: &Path,
    ) -> anyhow::Result<ExitCode> {
        let folder = &Folder::new(folder, formula::FOLDER, self.force)?;
        self.require_provable(file)?;
        let choices = self.encodings.choices()?;
        let (instance, _) = instance::load_with_text(file, &context.begin_on(file))?;
        let budget = self.solver.budget(context);
        let csp = instance.puzzle.csp();
        self.costs.note_idle(context, file.display(), &csp);
        let csp = if self.costs.is_given() { csp.without_objective() } else { csp };
        let issue = |hidden: &Path| Ok(formula::issue(&csp, &choices, &budget, hidden)?);
        let issued: anyhow::Result<CheckedTranslation> = context
            .busy("proving that the formula says what the puzzle says", || folder.fill(issue));
        let no_certificate = || format!("{}: no certificate of the formula", file.display());
        report(context, folder.path(), issued.with_context(no_certificate)?, "written")
    }
}

pub(super) fn report(
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
