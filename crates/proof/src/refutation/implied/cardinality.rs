//! How often some values occur.

use super::Most;
use super::sums::Total;
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{Cardinality, Ranges};

/// Each value by itself: the best of these bounds holds.
pub(super) fn most(cardinality: &Cardinality, gains: &Gains<'_>) -> Most {
    let bounds = cardinality.occurrences.iter().map(|bound| {
        let mut total = Total::new(Ranges::related(bound.relation, bound.count as i64), gains);
        for &variable in &cardinality.scope {
            total.add(variable, |value| i128::from(value == bound.value));
        }
        total.most()
    });
    bounds.min().unwrap_or_else(|| gains.rest())
}
