//! Finds the best value of an objective, and a single solution of a problem without one.

use std::io::Write as _;

use cnfetti::Problem;
use cnfetti::compile::{Choices, Compiled};
use cnfetti::csp::Csp;
use cnfetti::decimal::Amount;
use cnfetti::problem::{SolveOptions, Solved};
use cnfetti::search::confirm::Evidence;
use cnfetti::search::ended::Ended;
use cnfetti::search::optimize::{Best, News};

use super::write::{JsonLines, Optimality};
use super::{By, Ending, Solve};
use crate::commands::answers::asked::note_not_written;
use crate::commands::answers::evidence::{unchecked, unchecked_line};
use crate::commands::answers::numbers::require_solutions;
use crate::commands::answers::proofs::{Answered, confirmed, note_ended};
use crate::commands::options::batch::{self, Task};
use crate::commands::options::{ENCODINGS, Formula};
use crate::commands::{Context, Format};

/// The result of the search for the best solution.
pub(super) enum Searched {
    /// Everything is printed.
    Ended(batch::Ended),
    /// This value is optimal, and this is the problem of the solutions that have it.
    Known(Box<Problem>, Amount),
}

impl Solve {
    /// Finds the best value of the objective. If one solution is requested, prints it.
    pub(super) fn optimum(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        lines: &mut JsonLines,
        problem: &Problem,
        by: &By,
    ) -> anyhow::Result<Searched> {
        let (name, backend) = (task.file.display(), self.solver.backend()?);
        let amount = |value| problem.csp().amount(value);
        let by_solver = self.needs_solver(context, task);
        let options = SolveOptions { means: by.means.clone(), by_solver };
        let solved = problem.solve_watched(&options, |news| {
            let News::Improved(best) = news else { return };
            if context.competition() && backend.optimizes().is_none() {
                // If this cannot be written, writing at the end fails too, and reports the error.
                let _ = writeln!(context.out, "o {}", amount(best.value));
                lines.told = Some(amount(best.value));
            }
            context.detail(|| format!("{name}: objective {}", amount(best.value)));
            let told = (amount(best.value), lines.told);
            context.know(task.file, |context, _| self.write_best(context, task, best, told));
        })?;
        let ends_here = !self.all && self.number == 1 && self.sample.is_none();
        let is_proved = matches!(solved.ended(), Ended::Exhausted(_));
        // Report that it is optimal once that is confirmed.
        let evidence = match self.proofs.is_wanted() {
            true => self.proof(context, task, solved.ended(), ends_here, by)?,
            false => solved.basis().evidence(),
        };
        let tell = |context: &Context| {
            if let Some(evidence) = &evidence {
                note_ended(context, (name, "no solution is better"), solved.ended(), evidence);
            }
        };
        if let (true, Some(value), false) = (is_proved, solved.objective(), ends_here) {
            tell(context);
            return Ok(Searched::Known(Box::new(problem.as_good_as(&solved)), amount(value)));
        }
        self.emit_optimal(context, task, problem, &solved)?;
        if let Some((solution, value)) = solved.solution().zip(solved.objective()) {
            let (value, bound) = (amount(value), solved.bound().map(amount));
            let sense = problem.csp().objective().map(|by| by.sense);
            let optimality = match is_proved {
                true => Optimality::Optimal(value),
                false => Optimality::SoFar { value, bound, sense },
            };
            let (solution, model) = (solution.values(), solved.model());
            self.print(context, task, lines, solution, model, (1, optimality))?;
            match context.format {
                _ if !is_proved || self.emit.takes_stdout() => {}
                Format::Json => {}
                Format::Competition => {
                    write!(context.out, "{}", unchecked_line(evidence.as_ref()))?;
                }
                _ => {
                    let unchecked = unchecked(evidence.as_ref());
                    unchecked.map_or(Ok(()), |by| writeln!(context.out, "unchecked ({by})"))?;
                }
            }
        }
        let mut ending = Ending::of(solved.basis().limit(), evidence);
        if is_proved && solved.solution().is_some() {
            tell(context);
            lines.close(&mut context.out, evidence.as_ref())?;
            ending = Ending::Enough;
        }
        self.end(context, task, lines, (problem, &solved), &ending).map(Searched::Ended)
    }

    /// Writes the requested proof that nothing is better. Returns the evidence, if the search has ended.
    fn proof(
        &self,
        context: &Context,
        task: &Task<'_>,
        ended: &Ended,
        ends_here: bool,
        by: &By,
    ) -> anyhow::Result<Option<Evidence>> {
        let about = "the formula, with the value of the objective and a bound that is better";
        let answered = Answered { file: task.file, end: ended, about, force: self.emit.force() };
        match ended {
            // The written proof is about the optimal solutions.
            Ended::Exhausted(no_better) if !ends_here => {
                confirmed(task.file, no_better, &by.budget).map(Some)
            }
            _ => self.proofs.conclude(context, &answered, &by.budget),
        }
    }

    /// Whether the user asked about the solver's answer or its formula.
    pub(super) fn is_for_solver(&self, context: &Context) -> bool {
        let of_solver = ["emit_cnf", "proof", "trust_solver", "solver"];
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
        problem: &Problem,
        by: &By,
    ) -> anyhow::Result<batch::Ended> {
        let (csp, choices) = (problem.csp(), self.encodings.choices()?);
        let options = SolveOptions { means: by.means.clone(), ..SolveOptions::default() };
        let mut is_reported = false;
        let told = |news: News<'_>| {
            let News::Compiled(compiled) = news else { return };
            if !std::mem::replace(&mut is_reported, true) {
                context.detail(|| self.formula(task, csp, &choices, compiled).size());
            }
        };
        let solved = context.busy("solving", || problem.solve_watched(&options, told))?;
        if let Some(solution) = solved.solution() {
            let (solution, model) = (solution.values(), solved.model());
            self.print(context, task, lines, solution, model, (1, Optimality::Any))?;
        }
        let ending = Ending::of(solved.basis().limit(), solved.basis().evidence());
        self.end(context, task, lines, (problem, &solved), &ending)
    }

    /// Prints how the search for one solution ended.
    fn end(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        lines: &mut JsonLines,
        (problem, solved): (&Problem, &Solved),
        ending: &Ending,
    ) -> anyhow::Result<batch::Ended> {
        let printed = u64::from(solved.solution().is_some());
        let is_all = matches!(ending, Ending::All(_));
        require_solutions(task.file, problem.expected(), &printed.into(), is_all)?;
        self.conclude(context, task, lines, printed, ending, solved.basis().by())
    }

    /// Writes the formula of the optimal solutions, if requested, and if these are known.
    fn emit_optimal(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        problem: &Problem,
        solved: &Solved,
    ) -> anyhow::Result<()> {
        match (solved.ended(), solved.solution()) {
            _ if !self.emit.is_wanted() => Ok(()),
            (Ended::Exhausted(_), Some(_)) => {
                self.emit_formula(context, task, &problem.as_good_as(solved))
            }
            (Ended::Exhausted(_), None) => {
                self.emit_formula(context, task, &problem.clone().ignoring_objective())
            }
            _ => {
                note_not_written(context, task.file);
                Ok(())
            }
        }
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

    /// Prints the best solution so far; in the format of competitions, after a line `o` with this value.
    fn write_best(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        best: &Best,
        (value, told): (Amount, Option<Amount>),
    ) -> std::io::Result<()> {
        // The search has checked it by the constraints only.
        task.instance.puzzle.check(&best.solution).map_err(std::io::Error::other)?;
        let optimality = Optimality::SoFar { value, bound: None, sense: None };
        let mut lines = JsonLines::new();
        lines.told = told;
        let (solution, model) = (&best.solution, best.model.as_ref());
        let printed = self.print(context, task, &mut lines, solution, model, (1, optimality));
        printed.map_err(std::io::Error::other)?;
        lines.close(&mut context.out, None)
    }
}
