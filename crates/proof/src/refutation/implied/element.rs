//! The entry at each place of a list.

use super::{Most, add, conditioned};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{Element, Value};

pub(super) fn most(element: &Element, mut gains: Gains<'_>) -> Most {
    let [index] = element.indices[..] else { return gains.rest() };
    let places = gains.take(index.variable.into());
    let most = places.into_iter().map(|(value, gain)| {
        let place = Value::try_from(value).ok().and_then(|value| index.place(value));
        let entry = *element.list.get(place?)?;
        let mut gains = gains.clone();
        let number = gains.take(entry);
        let most = conditioned(number, &element.condition, &mut gains);
        add(add(most, Some(gain)), gains.rest())
    });
    most.max().flatten()
}
