//! Exactly one of several atoms holds, and decides a variable.

mod open;
mod together;

pub(crate) use together::Together;

use crate::residual::{Frame, Residual};
use cnfetti_core::csp::Selection;

pub(super) fn residual(constraint: &Selection, frame: &mut Frame) -> Box<dyn Residual> {
    Box::new(open::Open::new(constraint, frame))
}
