//! A variable has a value.

use super::{Most, add};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::Fixed;

pub(super) fn most(fixed: &Fixed, mut gains: Gains<'_>) -> Most {
    let values = gains.take(fixed.atom.variable.into());
    let value = values.into_iter().find(|value| value.0 == fixed.atom.value.into());
    add(value.map(|value| value.1), gains.rest())
}
