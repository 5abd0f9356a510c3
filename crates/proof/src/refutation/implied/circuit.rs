//! Each variable takes another place, and unless some may be left out, none its own.

use super::all_different::different;
use super::{Most, Values, add};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{Circuit, Value};

pub(super) fn most(circuit: &Circuit, mut gains: Gains<'_>) -> Most {
    let is_alone = circuit.size.is_none() && circuit.scope.len() > 1;
    let places = circuit.scope.iter().enumerate().map(|(own, &variable)| {
        let mut values = gains.take(variable.into());
        let first = i64::from(circuit.first);
        values.retain(|&(value, _)| {
            let place = usize::try_from(value - first).ok();
            place.is_some_and(|at| at < circuit.scope.len() && !(is_alone && at == own))
        });
        values
    });
    let places: Vec<Values> = places.collect();
    let most = different(&places, &[])?;
    add(Some(most.min(leaving(&places, circuit.first)?)), gains.rest())
}

/// The most that all places add, if one of those that matter has its successor elsewhere: the circuit leaves them if it
/// visits one of them, and another place. `None` if that is impossible. A place whose only successor matters may count as
/// one that does.
fn leaving(places: &[Values], first: Value) -> Most {
    let best = |values: &Values| values.iter().map(|value| value.1).max();
    let all: i128 = places.iter().map(best).sum::<Option<_>>()?;
    let to = |value: i64| (value - i64::from(first)) as usize;
    let is_visited = |at: usize| places[at].iter().all(|value| to(value.0) != at);
    let matters = |values: &Values| values.iter().any(|value| value.1 != 0);
    let mut matters: Vec<bool> = places.iter().map(matters).collect();
    let mut most = all;
    loop {
        let visits = |side: bool| (0..places.len()).any(|at| matters[at] == side && is_visited(at));
        if visits(true) && visits(false) {
            let part = places.iter().zip(&matters).filter(|(_, matters)| **matters);
            let losses = part.filter_map(|(values, _)| {
                let outside = values.iter().filter(|(value, _)| !matters[to(*value)]);
                Some(best(values)? - outside.map(|value| value.1).max()?)
            });
            most = most.min(all - losses.min()?);
        }
        let follows = |at: &usize| match places[*at][..] {
            [(value, _)] => !matters[*at] && matters[to(value)],
            _ => false,
        };
        match (0..places.len()).find(follows) {
            Some(at) => matters[at] = true,
            None => return Some(most),
        }
    }
}
