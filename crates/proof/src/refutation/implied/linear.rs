//! A weighted sum.

use super::Most;
use super::sums::Total;
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{Linear, Operation, Ranges};

pub(super) fn most(linear: &Linear, gains: &Gains<'_>) -> Most {
    let mut total = Total::new(linear.within.clone(), gains);
    for term in linear.terms.as_slice() {
        total.add(term.variable, |value| i128::from(term.weight) * i128::from(value));
    }
    total.most()
}

/// A sum, a difference or a negation.
pub(super) fn of_operation(operation: &Operation, gains: &Gains<'_>) -> Option<Most> {
    let (terms, constant) = operation.as_sum()?;
    let mut total = Total::new(Ranges::exactly(0), gains);
    total.constant = constant.into();
    for term in terms.as_slice() {
        total.add(term.variable, |value| i128::from(term.weight) * i128::from(value));
    }
    Some(total.most())
}
