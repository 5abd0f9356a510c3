//! Prints several solutions, random ones, and their formula.

use std::ops::ControlFlow;

use cnfetti::Problem;
use cnfetti::plural::counted;
use cnfetti::problem::{EncodeOptions, Listing, Means, SampleOptions, SolutionsOptions};

use super::write::{JsonLines, Optimality};
use super::{By, Ending, Solve};
use crate::commands::Context;
use crate::commands::answers::printing::Printing;
use crate::commands::answers::proofs::{Answered, formula_against, is_cut_short};
use crate::commands::options::Formula;
use crate::commands::options::batch::{Ended, Task};

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
        let mut options = SolutionsOptions::default().means(by.means.clone()).most(most);
        if self.up_to_renaming {
            options = options.up_to_renaming();
        }
        if context.competition() || !self.wants_several(context) {
            options = options.by_solver();
        }
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
        let options = SampleOptions::default().means(by.means.clone());
        let number = usize::try_from(wanted).unwrap_or(usize::MAX);
        let options = options.number(number).seed(self.seed);
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
        let encoded = problem.encode(&EncodeOptions::default().means(means))?;
        let counted = task.instance.puzzle.counted_over();
        let formula = self.formula(task, encoded.csp(), &choices, encoded.compiled());
        self.emit.emit(context, &Formula { counted: counted.as_deref(), ..formula })
    }
}
