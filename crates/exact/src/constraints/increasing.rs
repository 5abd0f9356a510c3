//! Each variable is larger than the one before it.

mod bounds;
mod pieces;

use crate::residual::{Frame, Residual};
use cnfetti_core::csp::Increasing;

pub(super) fn residual(constraint: &Increasing, frame: &mut Frame) -> Box<dyn Residual> {
    if constraint.scope.iter().any(|&variable| frame.is_piece(variable)) {
        Box::new(pieces::Open::new(constraint, frame))
    } else {
        Box::new(bounds::Open::new(constraint, frame))
    }
}
