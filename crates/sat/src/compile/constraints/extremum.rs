//! The smallest or the largest of some variables.

use std::ops::Range;

use super::{add_bits, any_of, occurrences_of, values_of};
use crate::compile::Map;
use cnfetti_core::csp::{Condition, Extreme, Extremum, Ranges, Value, VarId};
use cnfetti_encodings::{Bit, Cnf, Lit};

/// For each value whether the end is there or beyond: the largest is at least 3 when some variable is.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, extremum: &Extremum) {
    let values = values_of(map, &extremum.scope);
    let at_least = thresholds(cnf, map, &extremum.scope, extremum.extreme, &values);
    number(cnf, map, &values, &at_least, &extremum.condition);
}

/// For each value whether the end is at least this.
pub(super) fn thresholds(
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
