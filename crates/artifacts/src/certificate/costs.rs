//! The solutions that a certificate of a puzzle with an objective is about.

use serde::{Deserialize, Serialize};

use cnfetti_core::csp::{Bound, Csp, Objective, Value};
use cnfetti_core::decimal::Amount;

/// The error if a certificate does not say this.
pub(super) const WHICH: &str = "which solutions it is about has to be said where the puzzle has an objective, and \
                                nowhere else";

/// For a puzzle with an objective, the solutions that the certificate is about. Without an objective
/// or a solution, a certificate does not say this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Costs {
    /// Those whose objective has this value; no solution is better.
    Optimal(i64),
    /// The same for an objective that is a float: a number, and what to divide it by.
    OptimalQuotient(i64, i64),
    /// All, whatever their value.
    Any,
}

impl Costs {
    /// What to state if `asked` is certified in place of the puzzle.
    pub fn of(puzzle: &Csp, asked: &Csp) -> Option<Costs> {
        match (&puzzle.objective(), &asked.bound()) {
            (None, _) => None,
            (Some(_), Some(bound)) => Some(match puzzle.amount(bound.value) {
                Amount { value, unit: None } => Costs::Optimal(value),
                Amount { value, unit: Some(unit) } => Costs::OptimalQuotient(value, unit),
            }),
            (Some(_), None) => Some(Costs::Any),
        }
    }

    /// The certified problem; `None` if only one of the puzzle and the certificate knows of an
    /// objective.
    pub(super) fn problem(costs: Option<Costs>, puzzle: &Csp) -> Option<Csp> {
        let Some(costs) = costs else {
            return puzzle.objective().is_none().then(|| puzzle.clone());
        };
        let objective = puzzle.objective()?;
        match costs.optimum() {
            Some(amount) => {
                let is_same = puzzle.amount(amount.value) == amount;
                is_same.then(|| puzzle.at_best(objective, amount.value))
            }
            None => Some(puzzle.clone().without_objective()),
        }
    }

    /// The value of the optimal solutions.
    pub(super) fn optimum(self) -> Option<Amount> {
        match self {
            Costs::Optimal(value) => Some(Amount { value, unit: None }),
            Costs::OptimalQuotient(value, unit) => Some(Amount { value, unit: Some(unit) }),
            Costs::Any => None,
        }
    }

    /// The words before and after "solutions" in a verdict.
    pub(super) fn words(costs: Option<Costs>) -> (&'static str, String) {
        match costs.map(Costs::optimum) {
            None => ("", String::new()),
            Some(Some(amount)) => ("optimal ", format!(", objective {amount}")),
            Some(None) => ("", " of any cost".to_owned()),
        }
    }
}

/// Whether each solution has the bound's value. If these are all solutions at least as good as the bound,
/// then none is better.
pub(super) fn all_reach(bound: &Bound, solutions: &[Vec<Value>]) -> bool {
    let Bound { objective, value } = bound;
    let reaches = |solution: &Vec<Value>| Objective::value(objective, solution) == *value;
    !solutions.is_empty() && solutions.iter().all(reaches)
}
