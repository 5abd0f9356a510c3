//! Finds a solution of a puzzle for pictures and pages.

use std::ops::ControlFlow;

use cnfetti::compile::{Choices, compile_within};
use cnfetti::csp::{Csp, Value};
use cnfetti::instance::Instance;
use cnfetti::limit::Budget;
use cnfetti::search::confirm::{Claim, Evidence, confirm};
use cnfetti::search::enumerate::{End, each_solution};
use cnfetti::solver::Backend;

/// The result of a search for a solution.
pub(super) enum Found {
    /// A solution that obeys the rules.
    Solution(Vec<Value>),
    /// There is no solution, with the evidence.
    NoSolution(Evidence),
    Stopped,
}

/// Looks for one solution.
pub(super) fn find(
    instance: &Instance,
    csp: &Csp,
    backend: &Backend,
    budget: &Budget,
) -> anyhow::Result<Found> {
    let compiled = match compile_within(csp, &Choices::default(), budget) {
        Ok(compiled) => compiled,
        Err(error) => return error.limit().map(|_| Found::Stopped).map_err(Into::into),
    };
    let mut found = None;
    let end = each_solution(csp, &compiled, backend, budget, |solution, _| {
        found = Some(solution.to_vec());
        ControlFlow::Break(())
    })?;
    match (found, end) {
        (Some(solution), _) => {
            instance.puzzle.check(&solution)?;
            Ok(Found::Solution(solution))
        }
        (None, End::Exhausted(rest)) => {
            Ok(Found::NoSolution(confirm(&rest, Claim::by(backend), budget)?))
        }
        (None, _) => Ok(Found::Stopped),
    }
}
