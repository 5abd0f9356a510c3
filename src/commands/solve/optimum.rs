//! The best value of an objective.

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::Csp;
use cnfetti::search::confirm::Claim;
use cnfetti::search::enumerate::End;
use cnfetti::search::optimize::{Best, Optimum, optimize};
use cnfetti::solver::Backend;

use super::write::{JsonLines, Worth};
use super::{Ending, Solve};
use crate::commands::Context;
use crate::commands::asked::tell_not_written;
use crate::commands::batch::{Ended, Task};
use crate::commands::options::Formula;
use crate::commands::proofs::{Answered, tell_no_better};

/// What became of the search for the best solution.
pub(super) enum Searched {
    /// All was said.
    Ended(Ended),
    /// This value is optimal.
    Known(i64),
}

impl Solve {
    /// Finds the best value of the objective. When one solution is wanted it is printed as well.
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
        let Optimum { best, end } = optimize(csp, choices, backend, &budget, |best| {
            context.detail(|| format!("{name}: objective {}", best.value));
            context.know(task.file, |context, _| self.write_best(context, task, best));
        })?;
        let ends_here = !self.all && self.number == 1 && self.sample.is_none();
        let is_proved = matches!(end, End::Exhausted(_));
        let worth = |best: &Best| match is_proved {
            true => Worth::Optimal(best.value),
            false => Worth::SoFar(best.value),
        };
        let about = "the formula, with the value of the objective and a bound that is better";
        let (claim, force) = (Claim::by(backend), self.emit.force());
        let answered = Answered { file: task.file, end: &end, claim, about, force };
        if let (End::Exhausted(rest), Some(best), false) = (&end, &best, ends_here) {
            let evidence = self.proofs.confirm(&answered, rest, &budget)?;
            tell_no_better(context, &answered, &evidence);
            return Ok(Searched::Known(best.value));
        }
        // That it is optimal is said once that is confirmed.
        let evidence = self.proofs.conclude(context, &answered, &budget)?;
        self.emit_optimal(context, task, (csp, choices), (&best, &end))?;
        if let Some(best) = &best {
            self.print(context, task, lines, &best.solution, Some(&best.model), (1, worth(best)))?;
        }
        let ending = match (&end, &best, evidence) {
            (End::Stopped(limit), ..) => Ending::Stopped(*limit),
            (End::Exhausted(_), None, Some(evidence)) => Ending::All(evidence),
            (_, Some(_), Some(evidence)) => {
                tell_no_better(context, &answered, &evidence);
                lines.close(&mut context.out, Some(&evidence))?;
                Ending::Enough
            }
            _ => Ending::Enough,
        };
        let printed = u64::from(best.is_some());
        let ended = self.conclude(context, task, lines, printed, &ending, &backend.name)?;
        Ok(Searched::Ended(ended))
    }

    /// Writes the formula of the optimal solutions when it was asked for, and it is known which these are.
    fn emit_optimal(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        (csp, choices): (&Csp, &Choices),
        (best, end): (&Option<Best>, &End),
    ) -> anyhow::Result<()> {
        if !self.emit.is_wanted() {
            return Ok(());
        }
        let csp = &match (end, best, csp.objective()) {
            (End::Exhausted(_), Some(best), Some(objective)) => csp.at_best(objective, best.value),
            (End::Exhausted(_), ..) => csp.clone().without_objective(),
            _ => {
                tell_not_written(context, task.file);
                return Ok(());
            }
        };
        let compiled = &compile(csp, choices)?;
        let (file, instance, encodings) = (task.file, task.instance, &self.encodings);
        let counted = instance.puzzle.counted_over();
        let (counted, asked) = (counted.as_deref(), self.costs.typed());
        let formula = Formula { file, instance, csp, encodings, choices, compiled, counted, asked };
        self.emit.emit(context, &formula)
    }

    /// Prints the best solution so far.
    fn write_best(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        best: &Best,
    ) -> std::io::Result<()> {
        let (mut lines, worth) = (JsonLines::new(), Worth::SoFar(best.value));
        let (solution, model) = (&best.solution, Some(&best.model));
        let printed = self.print(context, task, &mut lines, solution, model, (1, worth));
        printed.map_err(std::io::Error::other)?;
        lines.close(&mut context.out, None)
    }
}
