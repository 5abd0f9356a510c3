//! The solutions that a certificate of a puzzle with an objective is about.

use serde::{Deserialize, Serialize};

use cnfetti_core::csp::{Bound, Csp, Objective, Value};

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
    /// All, whatever their value.
    Any,
}

impl Costs {
    /// What to state if `asked` is certified in place of the puzzle.
    pub fn of(puzzle: &Csp, asked: &Csp) -> Option<Costs> {
        match (&puzzle.objective(), &asked.bound()) {
            (None, _) => None,
            (Some(_), Some(bound)) => Some(Costs::Optimal(bound.value)),
            (Some(_), None) => Some(Costs::Any),
        }
    }

    /// The certified problem; `None` if only one of the puzzle and the certificate knows of an
    /// objective.
    pub(super) fn problem(costs: Option<Costs>, puzzle: &Csp) -> Option<Csp> {
        match (costs, &puzzle.objective()) {
            (None, None) => Some(puzzle.clone()),
            (Some(Costs::Optimal(value)), Some(objective)) => {
                Some(puzzle.at_best(objective, value))
            }
            (Some(Costs::Any), Some(_)) => Some(puzzle.clone().without_objective()),
            _ => None,
        }
    }

    /// The words before and after "solutions" in a verdict.
    pub(super) fn words(costs: Option<Costs>) -> (&'static str, String) {
        match costs {
            None => ("", String::new()),
            Some(Costs::Optimal(value)) => ("optimal ", format!(", objective {value}")),
            Some(Costs::Any) => ("", " of any cost".to_owned()),
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
