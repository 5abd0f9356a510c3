//! Which solutions a certificate of a puzzle with an objective is about.

use serde::{Deserialize, Serialize};

use cnfetti_core::csp::{Bound, Csp, Objective, Value};

/// What is wrong where that is not said.
pub(super) const WHICH: &str = "which solutions it is about has to be said where the puzzle has an objective, and \
                                nowhere else";

/// For a puzzle with an objective, the solutions that the certificate is about. If there is no
/// objective or no solution, it says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Costs {
    /// Those for which the objective has this value: no solution is better.
    Optimal(i64),
    /// All, whatever they cost.
    Any,
}

impl Costs {
    /// The costs to state for a problem that somebody certifies instead of the puzzle's own.
    pub fn of(puzzle: &Csp, asked: &Csp) -> Option<Costs> {
        match (&puzzle.objective(), &asked.bound()) {
            (None, _) => None,
            (Some(_), Some(bound)) => Some(Costs::Optimal(bound.value)),
            (Some(_), None) => Some(Costs::Any),
        }
    }

    /// The problem that is meant; `None` where the puzzle has no objective and one is spoken of, or the
    /// other way round.
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

    /// What the solutions are called, before and after the word.
    pub(super) fn words(costs: Option<Costs>) -> (&'static str, String) {
        match costs {
            None => ("", String::new()),
            Some(Costs::Optimal(value)) => ("optimal ", format!(", objective {value}")),
            Some(Costs::Any) => ("", " of any cost".to_owned()),
        }
    }
}

/// Whether each solution has the value of the bound: then there is no better one, when these are all that
/// are no worse.
pub(super) fn all_reach(bound: &Bound, solutions: &[Vec<Value>]) -> bool {
    let Bound { objective, value } = bound;
    let reaches = |solution: &Vec<Value>| Objective::value(objective, solution) == *value;
    !solutions.is_empty() && solutions.iter().all(reaches)
}
