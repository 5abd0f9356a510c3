//! Prints several solutions, random ones, those of a part, and their formula.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context as _, bail};
use cnfetti::Problem;
use cnfetti::limit::Stopped;
use cnfetti::parts::Part;
use cnfetti::plural::counted;
use cnfetti::problem::{EncodeOptions, Listing, Means, SampleOptions, SolutionsOptions};
use cnfetti::search::listing;

use super::write::{JsonLines, Optimality};
use super::{By, ENCODINGS, Ending, Solve};
use crate::commands::answers::printing::Printing;
use crate::commands::answers::proofs::{Answered, formula_against, is_cut_short};
use crate::commands::options::Formula;
use crate::commands::options::batch::{Ended, Task};
use crate::commands::{Context, Format};

impl Solve {
    /// Prints the requested number of solutions.
    pub(super) fn list(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        lines: &mut JsonLines,
        (problem, optimality): (&Problem, Optimality),
        by: &By,
    ) -> anyhow::Result<Ended> {
        self.emit_formula(context, task, problem)?;
        let choices = self.encodings.choices()?;
        let wanted = if self.all { u64::MAX } else { self.number };
        let most = usize::try_from(wanted).unwrap_or(usize::MAX);
        let options = SolutionsOptions {
            means: by.means.clone(),
            most,
            up_to_renaming: self.up_to_renaming,
            by_solver: context.competition() || !self.wants_several(context),
            one_by_one: false,
        };
        let mut printing = Printing::up_to(wanted);
        let bar = context.spinner();
        let quiet = || bar.iter().for_each(|bar| bar.finish_and_clear());
        let listed = problem.each_solution_watched(&options, |progress| match progress {
            Listing::Compiled(csp, compiled) => {
                context.detail(|| self.formula(task, csp, &choices, compiled).size());
                ControlFlow::Continue(())
            }
            Listing::Solution(solution, model) => {
                quiet();
                printing.print(|number| {
                    self.print(context, task, lines, solution, model, (number, optimality))
                })
            }
            _ => ControlFlow::Continue(()),
        });
        quiet();
        let listed = listed?;
        let (printed, basis) = (printing.end()?, listed.basis());
        let mut evidence = basis.evidence();
        if self.proofs.is_wanted()
            && let Some(end) = listed.end()
        {
            let csp = problem.csp();
            let optimum = csp.bound().map(|bound| bound.value);
            let about = formula_against(csp, optimum, &counted(printed, "solution"));
            let (file, force) = (task.file, self.emit.force());
            let answered = Answered { file, end, about: &about, force };
            evidence = self.proofs.conclude(context, &answered, &by.budget)?;
        }
        let ending = Ending::of(basis.limit(), evidence);
        let ended = self.conclude(context, task, lines, printed, &ending, basis.by())?;
        Ok(if is_cut_short(&self.proofs, evidence.as_ref()) { Ended::Stopped } else { ended })
    }

    /// Prints random solutions.
    pub(super) fn draw_samples(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        lines: &mut JsonLines,
        (problem, optimality): (&Problem, Optimality),
        (by, wanted): (&By, u64),
    ) -> anyhow::Result<Ended> {
        let number = usize::try_from(wanted).unwrap_or(usize::MAX);
        let options = SampleOptions { means: by.means.clone(), number, seed: self.seed };
        let mut printing = Printing::up_to(wanted);
        let bar = context.spinner();
        bar.iter().for_each(|bar| bar.set_message("counting"));
        let basis = problem.each_sample(&options, |solution| {
            bar.iter().for_each(|bar| bar.finish_and_clear());
            printing.print(|number| {
                self.print(context, task, lines, solution.values(), None, (number, optimality))
            })
        })?;
        bar.iter().for_each(|bar| bar.finish_and_clear());
        let ending = Ending::of(basis.limit(), basis.evidence());
        self.conclude(context, task, lines, printing.end()?, &ending, basis.by())
    }

    /// Writes the formula, if requested, however short the time for the search is.
    pub(super) fn emit_formula(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        problem: &Problem,
    ) -> anyhow::Result<()> {
        if !self.emit.is_wanted() {
            return Ok(());
        }
        let choices = self.encodings.choices()?;
        let means = Means::default().encodings(choices);
        let encoded = problem.encode(&EncodeOptions { means, ..EncodeOptions::default() })?;
        let counted = task.instance.puzzle.counted_over();
        let formula = self.formula(task, encoded.csp(), &choices, encoded.compiled());
        self.emit.emit(context, &Formula { counted: counted.as_deref(), ..formula })
    }
}

/// The message of an internal error.
const BROKEN: &str = "internal error: a solution breaks a rule";

/// The options that do not apply to a part.
const NOT_FOR_PARTS: [&str; 8] =
    ["all_costs", "sample", "unique", "solver", "emit_cnf", "force", "proof", "trust_solver"];

impl Solve {
    /// Prints the solutions of a part. All parts together have all solutions, each once.
    pub(super) fn list_part(
        &self,
        context: &mut Context,
        file: &Path,
        part: &Part,
    ) -> anyhow::Result<Ended> {
        let mut lines = JsonLines::new();
        let ended = self.list_into(context, file, part, &mut lines);
        lines.close(&mut context.out, None)?;
        ended
    }

    fn list_into(
        &self,
        context: &mut Context,
        file: &Path,
        part: &Part,
        lines: &mut JsonLines,
    ) -> anyhow::Result<Ended> {
        let because = "the exact counter lists the solutions of a part";
        context.given.refuse(&NOT_FOR_PARTS, because);
        context.given.refuse(&ENCODINGS, because);
        if context.competition() {
            bail!("the solutions of a part have no competition format");
        }
        if part.is_over {
            let file = file.display();
            bail!(
                "{file}: solutions that differ in hidden variables only are one: `solve --all` of the model lists them"
            );
        }
        let budget = self.solver.budget(context);
        let limits = self.solver.limits(budget.clone(), true);
        let limits = self.threads.limits(context, limits);
        let task = &Task { file, instance: &part.instance, alone: true };
        let mut printed = 0;
        if let Some(diagram) = part.solutions(&limits) {
            let diagram = diagram?;
            if let Some(limit) = diagram.stopped() {
                return Err(Stopped(limit)).with_context(|| file.display().to_string());
            }
            let mut listing = listing::Listing::new(part.csp(), &diagram, self.up_to_renaming);
            let wanted = if self.all { u64::MAX } else { self.number };
            while listing.number() < wanted {
                if budget.is_spent() {
                    context.note(format!("{}: stopped", file.display()));
                    return Ok(Ended::Stopped);
                }
                let Some(solution) = listing.next()? else { break };
                printed += 1;
                part.instance.puzzle.check(solution).context(BROKEN)?;
                if context.format == Format::Json {
                    lines.write(&mut context.out, task, solution, Optimality::Any)?;
                } else {
                    let solution = solution.to_vec();
                    self.print(context, task, lines, &solution, None, (printed, Optimality::Any))?;
                }
            }
        }
        let (file, of) = (file.display(), part.of);
        let found = counted(printed, "solution");
        context.note(format!("{file}: {found} (part {} of {of})", part.number));
        Ok(Ended::Solved)
    }
}
