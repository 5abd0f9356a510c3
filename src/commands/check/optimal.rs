//! Checks whether a solution of a model with an objective is optimal.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::compile::Choices;
use cnfetti::csp::{Csp, Objective};
use cnfetti::instance::Instance;
use cnfetti::limit::Limit;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::ended::Ended;
use cnfetti::search::optimize::{Optimum, optimize_by_either};
use cnfetti::solver;
use serde_json::json;

use super::Check;
use crate::commands::evidence::{Statement, add_to, tell};
use crate::commands::{Context, Format, STOPPED, entered};

/// A verdict on the value of a solution.
enum Verdict {
    /// No solution is better, with the evidence.
    Optimal(Evidence),
    /// A solution has this better value.
    Worse(i64),
    /// A limit was reached first.
    Unknown(Limit),
}

impl Check {
    /// Reports whether this solution, which obeys the rules, is optimal.
    pub(super) fn judge_value(
        &self,
        context: &mut Context,
        (instance, csp): (&Instance, &Csp),
        objective: &Objective,
        solution: &[i32],
    ) -> anyhow::Result<ExitCode> {
        let value = objective.value(solution);
        let verdict = self.compared(context, csp, objective, value);
        let verdict = verdict.with_context(|| self.file.display().to_string())?;
        let (status, code) = match verdict {
            Verdict::Optimal(_) => ("right", ExitCode::SUCCESS),
            Verdict::Worse(_) => ("wrong", ExitCode::FAILURE),
            Verdict::Unknown(_) => ("unknown", ExitCode::from(STOPPED)),
        };
        let said = match &verdict {
            Verdict::Optimal(_) => format!("right, objective {value}, optimal"),
            Verdict::Worse(better) => {
                format!("wrong: it is not optimal: objective {value}, and {better} is possible")
            }
            Verdict::Unknown(limit) => {
                format!("unknown: objective {value}, and {limit} before it was known to be optimal")
            }
        };
        if context.format != Format::Json {
            writeln!(context.out, "{}: {said}", entered::name(&self.solution))?;
            return Ok(code);
        }
        let broken = said.strip_prefix("wrong: ");
        let evidence = match &verdict {
            Verdict::Optimal(evidence) => Some(evidence),
            Verdict::Worse(_) | Verdict::Unknown(_) => None,
        };
        let mut line = json!({
            "file": self.file.display().to_string(),
            "kind": instance.kind,
            "status": status,
            "broken": broken,
            "as_known": null,
            "objective": value,
        });
        add_to(&mut line, evidence);
        writeln!(context.out, "{line}")?;
        Ok(code)
    }

    /// Compares a value with the best one; any better value suffices to refute it.
    fn compared(
        &self,
        context: &Context,
        csp: &Csp,
        objective: &Objective,
        value: i64,
    ) -> anyhow::Result<Verdict> {
        let (backend, budget) = (solver::default(), self.time.budget(context));
        let optimum = optimize_by_either(csp, &Choices::default(), &backend, &budget, |_| {})?;
        let Optimum { best, end, .. } = optimum;
        let best = best.map(|best| best.value);
        if let Some(better) = best.filter(|&best| objective.is_better(best, value)) {
            return Ok(Verdict::Worse(better));
        }
        let no_better = match end {
            Ended::Exhausted(no_better) => no_better,
            Ended::Stopped(limit) => return Ok(Verdict::Unknown(limit)),
            Ended::Enough => unreachable!("the best solution is looked for to the end"),
        };
        let by = no_better.claim().by;
        let best = best.map_or_else(|| "anything".to_owned(), |best| best.to_string());
        anyhow::ensure!(
            best == value.to_string(),
            "{by} is wrong: it claims that no solution is better than {best}, but {value} is"
        );
        let evidence = no_better.confirm(&budget)?;
        let (name, what) = (self.file.display(), "no solution is better");
        tell(context, &Statement { name, what, by }, &evidence);
        Ok(Verdict::Optimal(evidence))
    }
}
