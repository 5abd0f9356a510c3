//! A bound on a weighted sum of variables.

mod open;

pub(super) use open::Open;

use crate::residual::{Frame, Residual};
use cnfetti_core::csp::Linear;

pub(super) fn residual(constraint: &Linear, frame: &mut Frame) -> Box<dyn Residual> {
    Box::new(Open::new(&constraint.terms, &constraint.within, frame))
}
