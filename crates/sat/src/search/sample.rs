//! Some of the solutions with given values.

use std::ops::ControlFlow;

use super::blocking::CountError;
use super::confirm::Evidence;
use super::ended::Ended;
use super::enumerate::{WrongModel, each_solution};
use crate::compile::{Choices, compile_within};
use crate::solver::{Backend, Fault, NoAnswer};
use cnfetti_core::csp::{Atom, Csp, Fixed, Value};
use cnfetti_core::limit::{Budget, Limit, Stopped};

/// Some solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The solutions, in increasing order.
    pub solutions: Vec<Vec<Value>>,
    /// Whether there are others.
    pub others: Others,
}

/// Whether there are solutions besides those of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// There are none, and this shows it.
    None(Evidence),
    /// There are.
    Some,
    /// This limit ended the search for them.
    Unknown(Limit),
}

impl Others {
    /// After an enumeration that ended so.
    ///
    /// # Errors
    ///
    /// When there are others and the solver says that there are none.
    pub fn after(end: Ended, budget: &Budget) -> Result<Others, Fault> {
        Ok(match end {
            Ended::Exhausted(no_other) => match no_other.confirm(budget).map_err(NoAnswer::from) {
                Ok(evidence) => Others::None(evidence),
                Err(NoAnswer::Stopped(Stopped(limit))) => Others::Unknown(limit),
                Err(NoAnswer::Fault(fault)) => return Err(fault),
            },
            Ended::Enough => Others::Some,
            Ended::Stopped(limit) => Others::Unknown(limit),
        })
    }
}

impl Sample {
    /// The limit that ended the search for others.
    pub fn stopped(&self) -> Option<Limit> {
        match self.others {
            Others::Unknown(limit) => Some(limit),
            Others::None(_) | Others::Some => None,
        }
    }

    /// Whether these are all.
    pub fn is_complete(&self) -> bool {
        matches!(self.others, Others::None(_))
    }
}

/// Up to `limit` solutions, at least one, in which the atoms hold; fewer when the budget is spent.
///
/// # Errors
///
/// When the solver or an encoding is wrong: a model is no solution, or there are more solutions
/// than the solver says.
pub fn sample(
    csp: &Csp,
    atoms: &[Atom],
    limit: usize,
    backend: &Backend,
    budget: &Budget,
) -> Result<Sample, CountError> {
    let mut fixed = csp.clone();
    for &atom in atoms {
        fixed.post(Fixed { atom }.into(), "it is fixed");
    }
    let compiled = match compile_within(&fixed, &Choices::default(), budget) {
        Ok(compiled) => compiled,
        Err(error) => {
            return Ok(Sample { solutions: Vec::new(), others: Others::Unknown(error.limit()?) });
        }
    };
    let mut solutions = Vec::new();
    let end = each_solution(&fixed, &compiled, backend, budget, |solution, _| {
        if solutions.len() == limit {
            return ControlFlow::Break(());
        }
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    })?;
    solutions.sort_unstable();
    let others = Others::after(end, budget).map_err(WrongModel::from)?;
    Ok(Sample { solutions, others })
}
