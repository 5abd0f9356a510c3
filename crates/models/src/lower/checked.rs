//! Whether what solves the CSP solves the model.

use super::Lowered;
use crate::evaluate::Violation;
use crate::tree::Model;
use cnfetti_core::csp::Value;

/// Why values of all variables of the CSP are no solution of the model that it was stated from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There are so many values, not one for each variable.
    Length(usize),
    /// A declared variable, by its position, has a value that is not in its domain.
    Domain(usize, Value),
    /// A constraint does not hold.
    Violation(Violation),
    /// What follows from the declared variables is not as it must be.
    Derived,
}

impl Lowered {
    /// Checks a solution of the CSP by the model as it is written, which shares nothing with how it
    /// was stated.
    ///
    /// # Errors
    ///
    /// The first reason why it is none.
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
