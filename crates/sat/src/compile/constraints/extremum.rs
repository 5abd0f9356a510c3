//! The smallest or the largest of some variables, and where it is.

use std::ops::Range;

use cnfetti_encodings::{Bit, Cnf, Lit};
use itertools::Itertools as _;

use super::{add_bits, any_of, occurrences_of, values_of};
use crate::compile::Map;
use cnfetti_core::csp::{ArgExtremum, Condition, Extreme, Extremum, Ranges, Rank, Value, VarId};

/// For each value whether the end is there or beyond: the largest is at least 3 when some variable is.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, extremum: &Extremum) {
    let values = values_of(map, &extremum.scope);
    let at_least = thresholds(cnf, map, &extremum.scope, extremum.extreme, &values);
    number(cnf, map, &values, &at_least, &extremum.condition);
}

/// For each value whether the end is at least this.
fn thresholds(
    cnf: &mut Cnf,
    map: &Map,
    scope: &[VarId],
    extreme: Extreme,
    values: &[Value],
) -> Vec<Bit> {
    let mut reached: Vec<Bit> = vec![Bit::False; values.len()];
    let mut beyond: Option<Lit> = None;
    let mut reach = |cnf: &mut Cnf, value| {
        let lits: Vec<Lit> = occurrences_of(map, scope, value).into_iter().chain(beyond).collect();
        let lit = any_of(cnf, &lits);
        beyond = Some(lit);
        Bit::Lit(lit)
    };
    match extreme {
        Extreme::Maximum => {
            for at in (1..values.len()).rev() {
                reached[at] = reach(cnf, values[at]);
            }
        }
        // The smallest is at least the next value when no variable is at most this one.
        Extreme::Minimum => {
            for at in 1..values.len() {
                reached[at] = !reach(cnf, values[at - 1]);
            }
        }
    }
    if let Some(first) = reached.first_mut() {
        *first = Bit::True;
    }
    reached
}

/// The number that is one of these values, given for each whether it is at least that, is as the
/// condition demands.
fn number(cnf: &mut Cnf, map: &Map, values: &[Value], at_least: &[Bit], condition: &Condition) {
    if values.is_empty() {
        return cnf.add_clause([]);
    }
    let mut refuse = |unless: Option<Lit>, other: Value| {
        let unless = unless.map_or(Bit::False, |lit| Bit::Lit(!lit));
        for places in refused(values, &condition.allowed(other)) {
            let after = at_least.get(places.end).copied().unwrap_or(Bit::False);
            add_bits(cnf, &[unless, !at_least[places.start], after]);
        }
    };
    match condition.variable() {
        None => refuse(None, 0),
        Some(variable) => map.values(variable).for_each(|(value, lit)| refuse(Some(lit), value)),
    }
}

/// The places of the values that are not allowed, in sequences as long as possible. It looks at few of the values.
fn refused(values: &[Value], allowed: &Ranges) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for &(low, high) in allowed.complement().intervals() {
        let start = values.partition_point(|&value| i64::from(value) < low);
        let end = values.partition_point(|&value| i64::from(value) <= high);
        match all.last_mut() {
            _ if start == end => {}
            Some(last) if last.end == start => last.end = end,
            _ => all.push(start..end),
        }
    }
    all
}

/// For each variable whether it is at the end, and of several the first or the last one; some place
/// that the condition allows is one.
pub(super) fn encode_arg(cnf: &mut Cnf, map: &Map, arg: &ArgExtremum) {
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
