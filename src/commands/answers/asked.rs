//! The problem that a command is about. For a model with an objective, it is that of the optimal solutions.

use std::fmt::Display;
use std::path::Path;

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;
use cnfetti::count::Count;
use cnfetti::csp::Csp;
use cnfetti::instance::{Expect, Instance};
use cnfetti::problem::{Means, Optimal};
use serde_json::Value;

use super::evidence::note_basis;
use super::numbers::number;
use crate::commands::Context;

/// Whether to ignore the objective.
#[derive(Args, Clone, Copy, Default)]
pub(crate) struct CostOption {
    /// Ignore the objective, and use all solutions
    #[arg(long)]
    all_costs: bool,
}

impl CostOption {
    /// Whether the objective is ignored.
    pub(crate) fn is_given(self) -> bool {
        self.all_costs
    }

    /// The problem, without its objective if that is ignored.
    pub(crate) fn chosen(self, context: &Context, file: impl Display, problem: Problem) -> Problem {
        self.note_idle(context, file, problem.csp());
        if self.all_costs { problem.ignoring_objective() } else { problem }
    }

    /// Notes that there is no objective to ignore.
    pub(crate) fn note_idle(self, context: &Context, file: impl Display, csp: &Csp) {
        if self.all_costs && csp.objective().is_none() {
            context.note(format!("{file}: there is no objective, with or without --all-costs"));
        }
    }

    /// The file's expectations for this problem; none if the file's are about optimal solutions, and this
    /// problem is about all.
    pub(crate) fn expected(self, instance: &Instance) -> Expect {
        let is_of_others = self.all_costs && instance.puzzle.csp().objective().is_some();
        if is_of_others { Expect::default() } else { instance.expect.clone() }
    }

    /// The option as on the command line, with a blank before it.
    pub(crate) fn typed(self) -> &'static str {
        if self.all_costs { " --all-costs" } else { "" }
    }
}

/// The problem of the optimal solutions; the evidence that none is better goes to stderr.
///
/// # Errors
///
/// A limit is reached before the best value is known, or the solver is wrong.
pub(crate) fn optimal(
    context: &Context,
    file: &Path,
    problem: &Problem,
    means: &Means,
) -> anyhow::Result<Optimal> {
    let optimal = context
        .busy("solving", || problem.optimal(means))
        .with_context(|| file.display().to_string())?;
    note_optimum(context, file, &optimal);
    Ok(optimal)
}

/// Notes on stderr the evidence that no solution is better, or that there is none.
pub(crate) fn note_optimum(context: &Context, file: &Path, optimal: &Optimal) {
    note_basis(context, file, nothing_else(optimal.problem().csp()), optimal.basis());
}

/// The claim of a search for the optimum that led to this problem.
fn nothing_else(asked: &Csp) -> &'static str {
    if asked.bound().is_some() { "no solution is better" } else { "there are no solutions" }
}

/// The problem whose solutions were counted; with an objective, that of the optimal ones, if these are known.
pub(crate) fn counted_problem(csp: &Csp, count: &Count) -> Option<Csp> {
    match (csp.objective(), count.optimum) {
        (None, _) => Some(csp.clone()),
        (Some(objective), Some(value)) if count.exact => Some(csp.at_best(objective, value)),
        (Some(_), None) if count.exact => Some(csp.clone().without_objective()),
        (Some(_), _) => None,
    }
}

/// Adds the optimal value of the objective to a line, if there was an objective.
pub(crate) fn add_objective(line: &mut Value, csp: &Csp) {
    if let Some(bound) = csp.bound() {
        line["objective"] = number(csp.amount(bound.value));
    }
}

/// Notes that the formula of the optimal solutions is unknown.
pub(crate) fn note_not_written(context: &Context, file: &Path) {
    context.note(format!(
        "{}: the formula of the optimal solutions was not written: it is not known which they are",
        file.display()
    ));
}

/// The word for a solution of the problem.
pub(crate) fn solution(csp: &Csp) -> &'static str {
    let is_about_optima = csp.bound().is_some() || csp.objective().is_some();
    if is_about_optima { "optimal solution" } else { "solution" }
}

/// The optimal value, such as `objective 6`.
pub(crate) fn objective(csp: &Csp) -> Option<String> {
    csp.bound().map(|bound| format!("objective {}", csp.amount(bound.value)))
}
