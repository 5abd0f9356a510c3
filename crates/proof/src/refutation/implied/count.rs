//! The number of variables with certain values.

use super::Most;
use super::sums::Total;
use crate::refutation::gains::Gains;
use cnfetti_core::csp::Count;

pub(super) fn most(count: &Count, gains: &Gains<'_>) -> Most {
    let mut total = Total::with(&count.condition, gains);
    for &variable in &count.scope {
        total.add(variable, |value| i128::from(count.values.contains(&value)));
    }
    total.most()
}
