//! Where the smallest or the largest variable is.

use super::extremum::thresholds;
use super::{add_bits, any_of, values_of};
use crate::compile::Map;
use cnfetti_core::csp::{ArgExtremum, Extreme, Rank, Value};
use cnfetti_encodings::{Bit, Cnf, Lit};
use itertools::Itertools;

/// For each variable whether it is at the end, and of several the first or the last one; some place
/// that the condition allows is one.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, arg: &ArgExtremum) {
    if arg.scope.iter().any(|&variable| map.values(variable).len() == 0) {
        return;
    }
    let values = values_of(map, &arg.scope);
    let at_least = thresholds(cnf, map, &arg.scope, arg.extreme, &values);
    let mut places: Vec<Lit> = Vec::new();
    let sign = if arg.extreme == Extreme::Maximum { 1 } else { -1 };
    let steps = at_least.iter().filter_map(|bit| bit.lit()).map(|lit| (-sign, lit)).collect_vec();
    for &variable in &arg.scope {
        let is_end = cnf.new_lit();
        // Among the values its own is no less far than the end.
        let place = |value: Value| values.partition_point(|&other| other < value) as i64;
        let own = map.values(variable).map(|(value, lit)| (sign * place(value), lit));
        cnf.define_at_least(is_end, &own.chain(steps.iter().copied()).collect_vec(), 0);
        for (value, lit) in map.values(variable) {
            let at = values.partition_point(|&other| other < value);
            // What has this value is at the end unless another one is beyond.
            let beyond = match arg.extreme {
                Extreme::Maximum => at_least.get(at + 1).copied().unwrap_or(Bit::False),
                Extreme::Minimum => !at_least[at],
            };
            add_bits(cnf, &[(!lit).into(), beyond, is_end.into()]);
            add_bits(cnf, &[(!lit).into(), !beyond, (!is_end).into()]);
        }
        places.push(is_end);
    }
    match arg.rank {
        Rank::Any => {}
        Rank::First => keep_first(cnf, &mut places),
        Rank::Last => {
            places.reverse();
            keep_first(cnf, &mut places);
            places.reverse();
        }
    }
    let allowed = |other: Value| {
        let number = |at: usize| i64::from(arg.first) + at as i64;
        let places = places.iter().enumerate();
        places.filter(move |(at, _)| arg.condition.allows(number(*at), other)).map(|(_, &lit)| lit)
    };
    match arg.condition.variable() {
        None => cnf.add_clause(allowed(0)),
        Some(variable) => {
            for (value, lit) in map.values(variable) {
                cnf.add_clause([!lit].into_iter().chain(allowed(value)));
            }
        }
    }
}

/// Of the literals that are true, only the first one stays.
fn keep_first(cnf: &mut Cnf, places: &mut [Lit]) {
    let Some((first, others)) = places.split_first_mut() else { return };
    let mut seen = *first;
    let last = others.len().saturating_sub(1);
    for (at, place) in others.iter_mut().enumerate() {
        let here = *place;
        *place = !any_of(cnf, &[!here, seen]);
        if at < last {
            seen = any_of(cnf, &[here, seen]);
        }
    }
}
