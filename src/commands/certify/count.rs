//! `cnfetti certify --count`: a certificate of a number that is too large to list.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::certificate::Source;
use cnfetti::certificate::count::{self, Claim, CountError, Subject};
use cnfetti::exact::Limits;
use cnfetti::instance;
use cnfetti::limit::Budget;
use cnfetti::output::fill_folder;
use serde_json::json;

use super::Certify;
use crate::commands::expected::require_solutions;
use crate::commands::options::ENCODINGS;
use crate::commands::subject::{Subject as Given, subjects};
use crate::commands::{Context, Format};

impl Certify {
    /// Writes the certificate of the count of a puzzle or of a formula.
    pub(super) fn issue_count(
        &self,
        context: &mut Context,
        file: &Path,
        folder: &Path,
    ) -> anyhow::Result<ExitCode> {
        let limits = self.memory.limits(self.solver.budget(context), true);
        let no_certificate = || format!("{}: no certificate", file.display());
        self.require_room(folder)?;
        let formula = match file.extension() {
            Some(end) if end.eq_ignore_ascii_case("cnf") => subjects(file)?.pop(),
            _ => None,
        };
        let claim = if let Some(Given::Formula(formula)) = formula {
            context.given.refuse(&ENCODINGS, "it is for puzzles, not for formulas");
            let subject = Subject::Formula(&formula.cnf, formula.show.as_deref());
            self.fill(folder, &subject, &limits).with_context(no_certificate)?
        } else {
            let (instance, text) = instance::load_with_text(file)?;
            let (path, _) = instance::split_address(file);
            let choices = self.encodings.choices()?;
            let source = Source { path: &path, text: &text };
            let subject = Subject::Puzzle { source, instance: &instance, choices: &choices };
            let claim = self.fill(folder, &subject, &limits).with_context(no_certificate)?;
            let solutions = claim.models.parse().context("the number of solutions is written")?;
            require_solutions(file, &instance, &solutions, true)?;
            claim
        };
        report(context, &claim, folder, "written")
    }

    /// Writes the folder, which appears only when all of it is complete and checked.
    fn fill(&self, folder: &Path, subject: &Subject<'_>, limits: &Limits) -> anyhow::Result<Claim> {
        fill_folder(folder, self.force, |hidden| {
            count::issue(subject, limits, hidden).map_err(anyhow::Error::from)
        })
    }

    /// Checks the certificate of a count.
    pub(super) fn verify_count(
        &self,
        context: &mut Context,
        folder: &Path,
        budget: &Budget,
    ) -> anyhow::Result<ExitCode> {
        let (claim, right) = count::verify(folder, budget).map_err(|error| match error {
            CountError::Stopped(_) => anyhow::Error::from(error),
            wrong => anyhow::Error::from(wrong)
                .context(format!("{} is no certificate", folder.display())),
        })?;
        if context.format != Format::Json {
            for line in &right {
                writeln!(context.out, "ok  {line}")?;
            }
        }
        report(context, &claim, folder, "verified")
    }
}

fn report(
    context: &mut Context,
    claim: &Claim,
    folder: &Path,
    status: &str,
) -> anyhow::Result<ExitCode> {
    let folder = folder.display().to_string();
    let verdict = claim.verdict();
    if context.format == Format::Json {
        let line = json!({
            "folder": folder,
            "status": status,
            "verdict": verdict,
            "solutions": claim.models,
            "checked": true,
            "checked_by": "proof",
        });
        writeln!(context.out, "{line}")?;
    } else {
        writeln!(context.out, "{folder}: {verdict} ({status})")?;
    }
    Ok(ExitCode::SUCCESS)
}
