//! `cnfetti certify --count`: a certificate of the number of solutions.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use clap::ValueEnum;
use cnfetti::certificate::FOLDER;
use cnfetti::certificate::count::{self, Claim, Subject, UpToRenaming};
use cnfetti::output::Folder;
use serde_json::json;

use super::Certify;
use crate::commands::options::ENCODINGS;
use crate::commands::shared::subject::{Subject as Given, subjects};
use crate::commands::{Context, Format};

/// Whether solutions that differ by renaming are counted once.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Renaming {
    /// If cnfetti can show how many solutions each of them stands for
    Auto,
    /// Always; an error if cnfetti cannot show that
    Always,
    /// Never: the graph has every solution
    Never,
}

impl From<Renaming> for UpToRenaming {
    fn from(renaming: Renaming) -> UpToRenaming {
        match renaming {
            Renaming::Auto => UpToRenaming::Auto,
            Renaming::Always => UpToRenaming::Always,
            Renaming::Never => UpToRenaming::Never,
        }
    }
}

impl Certify {
    /// Writes the certificate of the number of models of a formula.
    pub(super) fn issue_formula_count(
        &self,
        context: &mut Context,
        file: &Path,
        folder: &Path,
    ) -> anyhow::Result<ExitCode> {
        let folder = &Folder::new(folder, FOLDER, self.force)?;
        if self.formula {
            self.require_provable(file)?;
        }
        let budget = context.begin_on(file);
        let Some(Given::Formula(formula)) = subjects(file, &budget)?.pop() else {
            bail!("{}: expected a DIMACS formula", file.display());
        };
        let in_file = || file.display().to_string();
        let is_whole = formula.warning.map_or(Ok(()), |missing| Err(anyhow!(missing)));
        is_whole.with_context(in_file)?;
        let formula = formula.file;
        let because = "a formula is given as it is, and its models are not listed";
        context.given.refuse(&ENCODINGS, because);
        context.given.refuse(&["limit", "solver", "renaming", "rotations", "all_costs"], because);
        let subject = Subject::Formula(&formula.cnf, formula.show.as_deref());
        let limits = self.solver.limits(self.solver.budget(context), true);
        let issue = |hidden: &Path| Ok(count::issue(&subject, &limits, hidden)?);
        let issued: anyhow::Result<Claim> =
            context.busy("compiling the graph of all models", || folder.fill(issue));
        let claim = issued.with_context(|| format!("{}: no certificate", file.display()))?;
        report(context, &claim, folder.path(), "written")
    }
}

pub(super) fn report(
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
            "solutions": claim.solutions(),
            "up_to_renaming": claim.renaming.as_ref().map(|_| &claim.models),
            "classes": claim.rotations.as_ref().map(|rotations| &rotations.classes),
            "checked": true,
            "checked_by": "proof",
        });
        writeln!(context.out, "{line}")?;
    } else {
        writeln!(context.out, "{folder}: {verdict} ({status})")?;
    }
    Ok(ExitCode::SUCCESS)
}
