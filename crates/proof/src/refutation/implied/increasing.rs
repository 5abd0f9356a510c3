//! Each variable is larger than the one before.

use super::{Most, Values, add};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::VarId;

/// The most that the variables up to one add, for each value of this one.
pub(super) fn most(scope: &[VarId], mut gains: Gains<'_>) -> Most {
    let mut before: Option<Values> = None;
    for &variable in scope {
        let values = gains.take(variable.into());
        before = Some(match before {
            None => values,
            Some(before) => {
                let best = |value: i64| {
                    before.iter().filter(|other| other.0 < value).map(|other| other.1).max()
                };
                let all = values.into_iter();
                all.filter_map(|(value, gain)| Some((value, gain + best(value)?))).collect()
            }
        });
    }
    add(before.map_or(Some(0), |last| last.into_iter().map(|value| value.1).max()), gains.rest())
}
