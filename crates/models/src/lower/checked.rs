//! Checks whether a solution of the CSP is a solution of the model.

use super::Lowered;
use crate::evaluate::Violation;
use crate::formulas::Formula;
use crate::tree::Model;
use cnfetti_core::csp::Value;

/// Why values of the CSP's variables are not a solution of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The number of values, if it is not the number of variables.
    Length(usize),
    /// A declared variable, by its position, has a value that is not in its domain.
    Domain(usize, i64),
    /// A constraint does not hold.
    Violation(Violation),
    /// The added variables do not have the values that their definitions give.
    Derived,
}

impl Lowered {
    /// Checks a solution of the CSP against the model as written. This shares no code with the
    /// lowering.
    ///
    /// # Errors
    ///
    /// Returns the first reason why it is not a solution.
    pub fn check(&self, model: &Model, solution: &[Value]) -> Result<(), Refusal> {
        if solution.len() != self.csp.variables().len() {
            return Err(Refusal::Length(solution.len()));
        }
        let values = self.values(solution);
        for (at, declared) in
            model.variables.iter().enumerate().filter(|(at, _)| self.takes_part(*at))
        {
            let value = values[at];
            let fits = match &declared.formula {
                Some(Formula { bounds: (low, high), .. }) => (*low..=*high).contains(&value),
                None => Value::try_from(value)
                    .is_ok_and(|value| declared.domain.binary_search(&value).is_ok()),
            };
            if !fits {
                return Err(Refusal::Domain(at, value));
            }
        }
        model.check(&values).map_err(Refusal::Violation)?;
        match self.completed(solution[..self.taking_part()].to_vec()) {
            Some(whole) if whole == solution => Ok(()),
            _ => Err(Refusal::Derived),
        }
    }
}
