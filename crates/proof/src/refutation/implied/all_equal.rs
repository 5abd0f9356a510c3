//! All variables are equal.

use std::collections::BTreeMap;

use super::{Most, add};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::VarId;

pub(super) fn most(scope: &[VarId], mut gains: Gains<'_>) -> Most {
    let mut common: Option<BTreeMap<i64, i128>> = None;
    for &variable in scope {
        let values = gains.take(variable.into());
        common = Some(match common {
            None => values.into_iter().collect(),
            Some(common) => values
                .into_iter()
                .filter_map(|(value, gain)| Some((value, gain + common.get(&value)?)))
                .collect(),
        });
    }
    let most = common.map_or(Some(0), |common| common.into_values().max());
    add(most, gains.rest())
}
