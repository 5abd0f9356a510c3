//! The problem of the optimal solutions: it has the proved best value of the objective as one more constraint. Answers about
//! a model with an objective are about this problem.

use super::blocking::CountError;
use std::sync::Arc;

use super::confirm::Evidence;
use super::ended::Ended;
use super::enumerate::WrongModel;
use super::optimize::{Optimum, optimize_by_portfolio};
use crate::compile::Choices;
use crate::solver::{Backend, Fault, NoAnswer};
use cnfetti_core::csp::{Bound, Csp, Value};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_exact::Diagram;

/// A problem without an objective; if there was one, its solutions are the optimal ones.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// The problem; the bound is its last constraint.
    pub csp: Arc<Csp>,
    /// The evidence that no solution is better.
    pub evidence: Evidence,
    /// Who claims it; empty if there is no objective.
    pub by: String,
    /// The optimal solution that was found, if there was an objective.
    pub best: Option<Vec<Value>>,
}

impl Bounded {
    /// A problem that has no objective.
    pub fn of(csp: Arc<Csp>) -> Bounded {
        Bounded { csp, evidence: Evidence::Nothing, by: String::new(), best: None }
    }
}

/// Why the optimal solutions are not known.
#[derive(Debug, thiserror::Error)]
pub enum NotBounded {
    /// The search for the best value failed.
    #[error(transparent)]
    Failed(#[from] CountError),
    /// A limit came before the best value was known.
    #[error("the best value of the objective is not known")]
    Stopped(#[from] Stopped),
}

impl From<NoAnswer> for NotBounded {
    fn from(error: NoAnswer) -> NotBounded {
        match error {
            NoAnswer::Stopped(stopped) => stopped.into(),
            NoAnswer::Fault(fault) => CountError::from(WrongModel::from(fault)).into(),
        }
    }
}

/// Finds the best value of the objective and proves it; a problem without an objective stays as it is.
///
/// # Errors
///
/// The best value is not found, or the solver is wrong.
pub fn bounded(
    csp: &Arc<Csp>,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
) -> Result<Bounded, NotBounded> {
    let Some(objective) = &csp.objective() else {
        return Ok(Bounded::of(csp.clone()));
    };
    let Optimum { best, end, .. } = optimize_by_portfolio(csp, choices, backend, budget, |_| {})?;
    let no_better = match end {
        Ended::Exhausted(no_better) => no_better,
        Ended::Stopped(limit) => return Err(Stopped(limit).into()),
        Ended::Enough => unreachable!("the best solution is looked for to the end"),
    };
    let evidence = no_better.confirm(budget).map_err(NoAnswer::from)?;
    let by = no_better.claim().by.to_owned();
    let csp = match &best {
        Some(best) => csp.at_best(objective, best.value),
        // Without a solution there is nothing to be better than.
        None => Csp::clone(csp).without_objective(),
    };
    Ok(Bounded { csp: Arc::new(csp), evidence, by, best: best.map(|best| best.solution) })
}

/// Fails if a solution is better than the one that a solver says is best.
pub fn require_optimal(bound: &Bound, solution: &[Value]) -> Result<(), Fault> {
    require(bound, bound.objective.value(solution))
}

/// The same of all solutions of a diagram.
pub fn require_optimal_in(bound: &Bound, diagram: &Diagram) -> Result<(), Fault> {
    diagram.best(&bound.objective).map_or(Ok(()), |value| require(bound, value))
}

fn require(bound: &Bound, value: i64) -> Result<(), Fault> {
    if !bound.objective.is_better(value, bound.value) {
        return Ok(());
    }
    let best = bound.value;
    let wrong = format!(
        "a solver is wrong: no solution is better than {best}, one says, but {value} is possible"
    );
    Err(Fault(wrong))
}
