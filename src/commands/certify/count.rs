//! `cnfetti certify --count`: a certificate of the number of solutions.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use clap::ValueEnum;
use cnfetti::certificate::count::{self, Claim, Subject, UpToRenaming};
use cnfetti::certificate::{FOLDER, Source};
use cnfetti::instance::{self, Instance};
use cnfetti::limit::Budget;
use cnfetti::output::Folder;
use serde_json::json;

use super::{Certify, checked};
use crate::commands::expected::require_solutions;
use crate::commands::options::ENCODINGS;
use crate::commands::subject::{Subject as Given, ends_in_cnf, subjects};
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
    /// Writes the certificate of the count of a puzzle or a formula.
    pub(super) fn issue_count(
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
        if !ends_in_cnf(file) {
            let (instance, text) = instance::load_with_text(file, &budget)?;
            return self.issue_count_of(context, file, (&instance, &text), folder);
        }
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
        let claim = self.fill(context, file, folder, &subject)?;
        report(context, &claim, folder.path(), "written")
    }

    /// Writes the certificate of the count of the puzzle with this text.
    pub(super) fn issue_count_of(
        &self,
        context: &mut Context,
        file: &Path,
        (instance, text): (&Instance, &str),
        folder: &Folder,
    ) -> anyhow::Result<ExitCode> {
        let (path, _) = instance::split_address(file);
        let (choices, budget) = (&self.encodings.choices()?, self.solver.budget(context));
        let solver = (choices, &self.solver.backend()?);
        let costs = self.meant(context, file, instance, solver, &budget)?;
        let source = Source { path: &path, text };
        let (renaming, rotations, stated) = (self.renaming.into(), self.rotations, self.formula);
        let subject =
            Subject::Puzzle { source, instance, costs, choices, renaming, rotations, stated };
        let claim = self.fill(context, file, folder, &subject)?;
        let solutions = claim.solutions().parse().context("the number of solutions is written")?;
        require_solutions(file, &self.costs.expected(instance), &solutions, true)?;
        report(context, &claim, folder.path(), "written")
    }

    /// Fills the folder, which appears once it is complete and checked.
    fn fill(
        &self,
        context: &Context,
        file: &Path,
        folder: &Folder,
        subject: &Subject<'_>,
    ) -> anyhow::Result<Claim> {
        let limits = self.memory.limits(self.solver.budget(context), true);
        let issue = |hidden: &Path| Ok(count::issue(subject, &limits, hidden)?);
        let issued: anyhow::Result<Claim> =
            context.busy("compiling the graph of all models", || folder.fill(issue));
        issued.with_context(|| format!("{}: no certificate", file.display()))
    }

    /// Checks the certificate of a count.
    pub(super) fn verify_count(
        &self,
        context: &mut Context,
        folder: &Path,
        budget: &Budget,
    ) -> anyhow::Result<ExitCode> {
        let claim = checked(context, folder, || count::verify(folder, budget))?;
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
