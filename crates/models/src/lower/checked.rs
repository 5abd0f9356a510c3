//! Checks whether a solution of the CSP is a solution of the model.

use super::Lowered;
use crate::evaluate::Violation;
use crate::tree::Model;
use cnfetti_core::csp::Value;

/// Why values of the CSP's variables are not a solution of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The number of values, if it is not the number of variables.
    Length(usize),
    /// A declared variable, by its position, has a value that is not in its domain.
    Domain(usize, Value),
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
        for (at, (declared, id)) in model.variables.iter().zip(&self.variables).enumerate() {
            let Some(id) = id else { continue };
            let value = solution[id.index()];
            if declared.domain.binary_search(&value).is_err() {
                return Err(Refusal::Domain(at, value));
            }
        }
        model.check(&self.declared(solution)).map_err(Refusal::Violation)?;
        match self.completed(solution[..self.taking_part()].to_vec()) {
            Some(whole) if whole == solution => Ok(()),
            _ => Err(Refusal::Derived),
        }
    }
}
