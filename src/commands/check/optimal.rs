//! Checks whether a solution of a model with an objective is optimal.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::Problem;
use cnfetti::limit::Limit;
use cnfetti::problem::{Means, Solution, SolveOptions};
use cnfetti::search::confirm::Evidence;
use serde_json::json;

use super::Check;
use crate::commands::answers::evidence::{add_to, note_basis};
use crate::commands::answers::numbers::number;
use crate::commands::{Context, Format, STOPPED, options::entered};

/// A verdict on the value of a solution.
enum Verdict {
    /// No solution is better, with the evidence.
    Optimal(Option<Evidence>),
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
        problem: &Problem,
        solution: &Solution,
    ) -> anyhow::Result<ExitCode> {
        let value = problem.objective_of(solution).expect("there is an objective");
        let shown = problem.csp().amount(value);
        let verdict = self.compared(context, problem, value);
        let verdict = verdict.with_context(|| self.file.display().to_string())?;
        let (status, code) = match verdict {
            Verdict::Optimal(_) => ("right", ExitCode::SUCCESS),
            Verdict::Worse(_) => ("wrong", ExitCode::FAILURE),
            Verdict::Unknown(_) => ("unknown", ExitCode::from(STOPPED)),
        };
        let said = match &verdict {
            Verdict::Optimal(_) => format!("right, objective {shown}, optimal"),
            Verdict::Worse(better) => {
                let better = problem.csp().amount(*better);
                format!("wrong: it is not optimal: objective {shown}, and {better} is possible")
            }
            Verdict::Unknown(limit) => {
                format!("unknown: objective {shown}, and {limit} before it was known to be optimal")
            }
        };
        if context.format != Format::Json {
            writeln!(context.out, "{}: {said}", entered::name(&self.solution))?;
            return Ok(code);
        }
        let broken = said.strip_prefix("wrong: ");
        let evidence = match &verdict {
            Verdict::Optimal(evidence) => evidence.as_ref(),
            Verdict::Worse(_) | Verdict::Unknown(_) => None,
        };
        let mut line = json!({
            "file": self.file.display().to_string(),
            "kind": problem.kind(),
            "status": status,
            "broken": broken,
            "as_known": null,
            "objective": number(shown),
        });
        add_to(&mut line, evidence);
        writeln!(context.out, "{line}")?;
        Ok(code)
    }

    /// Compares a value with the best one; any better value suffices to refute it.
    fn compared(
        &self,
        context: &Context,
        problem: &Problem,
        value: i64,
    ) -> anyhow::Result<Verdict> {
        let means = Means::default().within(self.time.budget(context));
        let best = problem.solve(&SolveOptions::default().means(means))?;
        let objective = problem.csp().objective().expect("there is an objective");
        if let Some(better) = best.objective().filter(|&best| objective.is_better(best, value)) {
            return Ok(Verdict::Worse(better));
        }
        let basis = best.basis();
        if let Some(limit) = basis.limit() {
            return Ok(Verdict::Unknown(limit));
        }
        let found = best.objective().map_or_else(|| "anything".to_owned(), |best| best.to_string());
        anyhow::ensure!(
            found == value.to_string(),
            "{} is wrong: it claims that no solution is better than {found}, but {value} is",
            basis.by()
        );
        note_basis(context, &self.file, "no solution is better", basis);
        Ok(Verdict::Optimal(basis.evidence()))
    }
}
