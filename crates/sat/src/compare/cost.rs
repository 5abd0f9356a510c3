//! What each encoding costs: one family varied at a time, the others picked automatically.

use std::time::Duration;

use cnfetti_encodings::{Encoding, Family};

use crate::compile::{Choices, Size, compile_within, families_of};
use crate::solver::{Backend, Fault, Outcome};
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Budget;

/// The size of a formula.
#[derive(Clone, Debug)]
pub struct Cost {
    /// The encoding that was chosen, the other families at their default.
    pub encoding: Encoding,
    /// The size of the formula.
    pub size: Size,
    /// How long compiling took.
    pub encode_time: Duration,
    /// How long the first answer took; `None` when there was none within the budget.
    pub solve_time: Option<Duration>,
}

/// The cost of each encoding of each family that the CSP uses. Formulas that would be too large, or
/// take too long to write, are left out. The budget is for each formula.
///
/// # Errors
///
/// When the solver fails.
pub fn costs(
    csp: &Csp,
    backend: &Backend,
    budget: impl Fn() -> Budget,
) -> Result<Vec<Cost>, Fault> {
    let families = families_of(csp).into_iter();
    let varied = families.flat_map(Family::encodings);
    varied.filter_map(|encoding| cost(csp, encoding, backend, &budget()).transpose()).collect()
}

fn cost(
    csp: &Csp,
    encoding: Encoding,
    backend: &Backend,
    budget: &Budget,
) -> Result<Option<Cost>, Fault> {
    let choices = Choices::default().with(encoding);
    let start = budget.clock.now();
    let Ok(compiled) = compile_within(csp, &choices, budget) else { return Ok(None) };
    let compiled_at = budget.clock.now();
    let outcome = backend.load(&compiled.cnf, budget).solve(&[]);
    let took = budget.clock.now().since(compiled_at);
    let solve_time = match outcome {
        Outcome::Satisfiable(_) | Outcome::Unsatisfiable(_) => Some(took),
        Outcome::Unknown(_) => None,
        Outcome::Failed(fault) => return Err(fault),
    };
    let encode_time = compiled_at.since(start);
    Ok(Some(Cost { encoding, size: compiled.size(), encode_time, solve_time }))
}
