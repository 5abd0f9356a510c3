//! Finds the best value of an objective, and a single solution of a problem without one.

use std::io::Write as _;

use cnfetti::compile::{Choices, Compiled, compile};
use cnfetti::csp::Csp;
use cnfetti::limit::Budget;
use cnfetti::search::confirm::{Claim, Evidence};
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::End;
use cnfetti::search::optimize::{Best, News, Optimum, optimize, optimize_by_either};
use cnfetti::solver::Backend;

use super::write::{JsonLines, Optimality};
use super::{Ending, Solve};
use crate::commands::Context;
use crate::commands::answers::asked::note_not_written;
use crate::commands::answers::proofs::{Answered, note_ended};
use crate::commands::options::batch::{self, Task};
use crate::commands::options::{ENCODINGS, Formula};

/// The result of the search for the best solution.
pub(super) enum Searched {
    /// Everything is printed.
    Ended(batch::Ended),
    /// This value is optimal.
    Known(i64),
}

impl Solve {
    /// Finds the best value of the objective. If one solution is requested, prints it.
    pub(super) fn optimum(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        lines: &mut JsonLines,
        csp: &Csp,
        choices: &Choices,
        backend: &Backend,
    ) -> anyhow::Result<Searched> {
        let budget = self.solver.budget(context);
        let name = task.file.display();
        let needs_solver = self.needs_solver(context, task);
        let on_news = |news: News<'_>| {
            let News::Improved(best) = news else { return };
            if context.competition() && backend.optimizes().is_none() {
                // If this cannot be written, writing at the end fails too, and reports the error.
                let _ = writeln!(context.out, "o {}", best.value);
            }
            context.detail(|| format!("{name}: objective {}", best.value));
            context.know(task.file, |context, _| self.write_best(context, task, best));
        };
        let Optimum { best, end, bound } = match needs_solver {
            true => optimize(csp, choices, backend, &budget, on_news)?,
            false => optimize_by_either(csp, choices, backend, &budget, on_news)?,
        };
        let ends_here = !self.all && self.number == 1 && self.sample.is_none();
        let is_proved = matches!(end, Ended::Exhausted(_));
        let sense = csp.objective().map(|objective| objective.sense);
        let optimality = |best: &Best| match is_proved {
            true => Optimality::Optimal(best.value),
            false => Optimality::SoFar { value: best.value, bound, sense },
        };
        // Report that it is optimal once that is confirmed.
        let evidence = self.evidence(context, task, (&end, backend), ends_here, &budget)?;
        let tell = |context: &Context| {
            if let Some(evidence) = &evidence {
                note_ended(context, (name, "no solution is better"), &end, evidence);
            }
        };
        if let (Ended::Exhausted(_), Some(best), false) = (&end, &best, ends_here) {
            tell(context);
            return Ok(Searched::Known(best.value));
        }
        self.emit_optimal(context, task, (csp, choices), (&best, &end))?;
        if let Some(best) = &best {
            let model = best.model.as_ref();
            self.print(context, task, lines, &best.solution, model, (1, optimality(best)))?;
        }
        let (by, ending) = match (&end, &best, evidence) {
            (Ended::Stopped(limit), ..) => (backend.name.as_ref(), Ending::Stopped(*limit)),
            (Ended::Exhausted(no_other), None, Some(evidence)) => {
                (no_other.claim().by, Ending::All(evidence))
            }
            (_, Some(_), Some(evidence)) => {
                tell(context);
                lines.close(&mut context.out, Some(&evidence))?;
                (backend.name.as_ref(), Ending::Enough)
            }
            _ => (backend.name.as_ref(), Ending::Enough),
        };
        let printed = u64::from(best.is_some());
        let ended = self.conclude(context, task, lines, printed, &ending, by)?;
        Ok(Searched::Ended(ended))
    }

    /// The evidence that nothing is better, with a file for the proof if requested.
    fn evidence(
        &self,
        context: &Context,
        task: &Task<'_>,
        (ended, backend): (&Ended, &Backend),
        ends_here: bool,
        budget: &Budget,
    ) -> anyhow::Result<Option<Evidence>> {
        if !self.proofs.is_wanted() {
            return self.proofs.confirm_ended(task.file.display(), ended, budget);
        }
        let end = &match ended {
            Ended::Exhausted(no_other) => {
                End::Exhausted(no_other.rest.clone().expect("a solver has a formula"))
            }
            Ended::Enough => End::Enough,
            &Ended::Stopped(limit) => End::Stopped(limit),
        };
        let about = "the formula, with the value of the objective and a bound that is better";
        let (claim, force) = (Claim::by(backend), self.emit.force());
        let answered = Answered { file: task.file, end, claim, about, force };
        match end {
            // The written proof is about the optimal solutions.
            End::Exhausted(rest) if !ends_here => {
                self.proofs.confirm(&answered, rest, budget).map(Some)
            }
            _ => self.proofs.conclude(context, &answered, budget),
        }
    }

    /// Whether the user asked about the solver's answer or its formula.
    pub(super) fn is_for_solver(&self, context: &Context) -> bool {
        let of_solver = ["emit_cnf", "proof", "no_check", "solver"];
        context.given.has(&of_solver) || context.given.has(&ENCODINGS)
    }

    /// Whether only the solver may answer: the user asked about its answer, or for literals of its model.
    pub(super) fn needs_solver(&self, context: &Context, task: &Task<'_>) -> bool {
        let wants_literals = context.competition() && !task.instance.puzzle.has_competition();
        wants_literals || self.is_for_solver(context)
    }

    /// Finds a solution of a problem without an objective, by the solver or the exact counter.
    pub(super) fn first(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        lines: &mut JsonLines,
        csp: &Csp,
        (choices, backend): (&Choices, &Backend),
    ) -> anyhow::Result<batch::Ended> {
        let budget = self.solver.budget(context);
        let mut is_reported = false;
        let on_news = |news: News<'_>| {
            let News::Compiled(compiled) = news else { return };
            if !std::mem::replace(&mut is_reported, true) {
                context.detail(|| self.formula(task, csp, choices, compiled).size());
            }
        };
        let found = optimize_by_either(csp, choices, backend, &budget, on_news)?;
        let evidence = self.proofs.confirm_ended(task.file.display(), &found.end, &budget)?;
        if let Some(best) = &found.best {
            let model = best.model.as_ref();
            self.print(context, task, lines, &best.solution, model, (1, Optimality::Any))?;
        }
        let by = match &found.end {
            Ended::Exhausted(no_other) => no_other.claim().by,
            _ => backend.name.as_ref(),
        };
        let ending = match (&found.end, evidence) {
            (Ended::Stopped(limit), _) => Ending::Stopped(*limit),
            (_, Some(evidence)) => Ending::All(evidence),
            _ => Ending::Enough,
        };
        self.conclude(context, task, lines, found.best.is_some().into(), &ending, by)
    }

    /// Writes the formula of the optimal solutions, if requested, and if these are known.
    fn emit_optimal(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        (csp, choices): (&Csp, &Choices),
        (best, end): (&Option<Best>, &Ended),
    ) -> anyhow::Result<()> {
        if !self.emit.is_wanted() {
            return Ok(());
        }
        let csp = &match (end, best, csp.objective()) {
            (Ended::Exhausted(_), Some(best), Some(objective)) => {
                csp.at_best(objective, best.value)
            }
            (Ended::Exhausted(_), ..) => csp.clone().without_objective(),
            _ => {
                note_not_written(context, task.file);
                return Ok(());
            }
        };
        let compiled = &compile(csp, choices)?;
        let counted = task.instance.puzzle.counted_over();
        let formula = self.formula(task, csp, choices, compiled);
        self.emit.emit(context, &Formula { counted: counted.as_deref(), ..formula })
    }

    /// The formula with its description, except for the counted variables.
    pub(super) fn formula<'a>(
        &'a self,
        &Task { file, instance, .. }: &Task<'a>,
        csp: &'a Csp,
        choices: &'a Choices,
        compiled: &'a Compiled,
    ) -> Formula<'a> {
        let (encodings, asked) = (&self.encodings, self.costs.typed());
        let (puzzle, kind) = (&*instance.puzzle, instance.kind);
        Formula { file, puzzle, kind, csp, encodings, choices, compiled, counted: None, asked }
    }

    /// Prints the best solution so far.
    fn write_best(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        best: &Best,
    ) -> std::io::Result<()> {
        let optimality = Optimality::SoFar { value: best.value, bound: None, sense: None };
        let mut lines = JsonLines::new();
        let (solution, model) = (&best.solution, best.model.as_ref());
        let printed = self.print(context, task, &mut lines, solution, model, (1, optimality));
        printed.map_err(std::io::Error::other)?;
        lines.close(&mut context.out, None)
    }
}
