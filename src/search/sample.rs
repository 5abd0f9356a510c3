//! Some of the solutions with given values.

use std::ops::ControlFlow;

use super::enumerate::{End, WrongModel, each_solution};
use crate::compile::{Choices, TooLarge, compile};
use crate::csp::{Atom, Csp, Fixed, Value};
use crate::solver::{Backend, Budget};

/// Some solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// In increasing order.
    pub solutions: Vec<Vec<Value>>,
    /// Whether these are all.
    pub complete: bool,
}

/// Why there is no sample.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// The formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// An encoding or the solver is wrong.
    #[error(transparent)]
    WrongModel(#[from] WrongModel),
}

/// Up to `limit` solutions, at least one, in which the atoms hold; fewer when the budget is spent.
pub fn sample(
    csp: &Csp,
    atoms: &[Atom],
    limit: usize,
    backend: &Backend,
    budget: &Budget,
) -> Result<Sample, SampleError> {
    let mut fixed = csp.clone();
    for &atom in atoms {
        fixed.post(Fixed { atom }.into(), "it is fixed");
    }
    let compiled = compile(&fixed, &Choices::default())?;
    let mut solutions = Vec::new();
    let end = each_solution(&fixed, &compiled, backend, budget, |solution, _| {
        if solutions.len() == limit {
            return ControlFlow::Break(());
        }
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    })?;
    solutions.sort_unstable();
    Ok(Sample { solutions, complete: matches!(end, End::Exhausted(_)) })
}
