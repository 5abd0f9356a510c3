//! A variable is the result of an operation on others.

mod extreme;
mod parity;
mod remembered;

use super::linear;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Operation, Operator, Ranges, Rule};

pub(super) fn residual(constraint: &Operation, frame: &mut Frame) -> Box<dyn Residual> {
    if let Some((terms, constant)) = constraint.as_sum() {
        return Box::new(linear::Open::new(&terms, &Ranges::exactly(-constant), frame));
    }
    let is_plain = constraint.scope().len() == constraint.arguments.len() + 1;
    match constraint.operator {
        Operator::And | Operator::Or | Operator::Min | Operator::Max if is_plain => {
            Box::new(extreme::Open::new(constraint, frame))
        }
        Operator::Xor if is_plain => Box::new(parity::Open::new(constraint, frame)),
        _ => Box::new(remembered::Open::new(constraint, frame)),
    }
}
