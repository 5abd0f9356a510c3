//! How bounds on weighted sums become clauses.

use cnfetti_encodings::linear::{self, Term};
use cnfetti_encodings::{Bit, Cnf, Lit, Relation};
use itertools::Itertools;

use super::{Choices, Map};
use cnfetti_core::csp::{Atom, Linear, Ranges, Terms, Value, VarId, Weighted};

/// The sum is in one of the intervals: for each gap between two of them, it is before or behind it.
pub(super) fn linear(cnf: &mut Cnf, map: &Map, constraint: &Linear, choices: &Choices) {
    if let [one, other] = *constraint.terms.as_slice()
        && let Some(number) = excluded(&constraint.within)
        && conflicts(cnf, map, one, other, number)
    {
        return;
    }
    if let [(first, last)] = *constraint.within.intervals()
        && first != last
    {
        bound(cnf, map, &constraint.terms, Relation::AtLeast, first, choices);
        return bound(cnf, map, &constraint.terms, Relation::AtMost, last, choices);
    }
    within(cnf, &terms(map, &constraint.terms), &constraint.within, choices);
}

/// The sum is at least or at most so much. If that matters only for one value of a variable with two, as in a condition on
/// a sum, it is stated under this condition.
fn bound(cnf: &mut Cnf, map: &Map, all: &Terms, relation: Relation, bound: i64, choices: &Choices) {
    let Choices { linear: encoding, form, .. } = *choices;
    let is_none = match relation {
        Relation::AtLeast => bound == i64::MIN,
        _ => bound == i64::MAX,
    };
    if is_none {
        return;
    }
    match condition(map, all, relation, bound) {
        None => linear::encode(cnf, &terms(map, all), relation, bound, encoding, form),
        Some(Condition { lit, others, bound }) => {
            linear::encode_if(cnf, lit, &terms(map, &others), relation, bound, encoding, form);
        }
    }
}

/// If the literal holds, the sum of the others has this bound.
struct Condition {
    lit: Lit,
    others: Terms,
    bound: i64,
}

/// The value of a variable with two values without which the bound holds anyway, if some other variable has more values.
fn condition(map: &Map, all: &Terms, relation: Relation, bound: i64) -> Option<Condition> {
    if all.as_slice().iter().all(|term| map.domain(term.variable).len() <= 2) {
        return None;
    }
    // Negated, a lower bound is an upper one.
    let sign = if relation == Relation::AtLeast { -1 } else { 1 };
    let part = |weight: i64, value: Value| i128::from(sign * weight) * i128::from(value);
    let largest = |term: &Weighted| {
        let domain = map.domain(term.variable);
        let ends = domain.first().zip(domain.last());
        ends.map_or(0, |(&low, &high)| part(term.weight, low).max(part(term.weight, high)))
    };
    let most: i128 = all.as_slice().iter().map(largest).sum();
    all.as_slice().iter().find_map(|term| {
        let [low, high] = *map.domain(term.variable) else { return None };
        let is_high = part(term.weight, high) > part(term.weight, low);
        let (more, less) = if is_high { (high, low) } else { (low, high) };
        let others = most - part(term.weight, more);
        let left = bound.checked_sub(term.weight.checked_mul(more.into())?)?;
        let has_room = others + part(term.weight, less) <= i128::from(sign) * i128::from(bound);
        let lit = map.literal(Atom { variable: term.variable, value: more })?;
        let rest = all.as_slice().iter().filter(|other| other.variable != term.variable);
        let rest = Terms::new(rest.map(|other| (other.variable, other.weight)));
        has_room.then_some(Condition { lit, others: rest, bound: left })
    })
}

/// The parts of the sum.
pub(super) fn terms(map: &Map, terms: &Terms) -> Vec<Term> {
    terms.as_slice().iter().map(|term| map.term(term.variable, term.weight)).collect()
}

/// The difference of both is one of the numbers.
pub(super) fn compare(
    cnf: &mut Cnf,
    map: &Map,
    [one, other]: [VarId; 2],
    numbers: &Ranges,
    choices: &Choices,
) {
    within(cnf, &[map.term(one, 1), map.term(other, -1)], numbers, choices);
}

/// The sum of the terms is one of the numbers.
pub(super) fn within(cnf: &mut Cnf, terms: &[Term], within: &Ranges, choices: &Choices) {
    let Choices { linear: encoding, form, .. } = *choices;
    let mut state = |relation, bound| {
        linear::encode(cnf, terms, relation, bound, encoding, form);
    };
    let Some((&(first, _), &(_, last))) = within.intervals().first().zip(within.intervals().last())
    else {
        return cnf.add_clause([]);
    };
    if first == last {
        return state(Relation::Exactly, first);
    }
    if first != i64::MIN {
        state(Relation::AtLeast, first);
    }
    if last != i64::MAX {
        state(Relation::AtMost, last);
    }
    for (&(_, before), &(after, _)) in within.intervals().iter().tuple_windows() {
        avoid(cnf, terms, before, after, choices);
    }
}

/// The sum is at most `before` or at least `after`.
fn avoid(cnf: &mut Cnf, terms: &[Term], before: i64, after: i64, choices: &Choices) {
    let Choices { linear: encoding, form, .. } = *choices;
    if before.checked_add(2) == Some(after) {
        let is_there = linear::reify(cnf, terms, Relation::Exactly, before + 1, encoding);
        return require(cnf, !is_there);
    }
    match linear::reify(cnf, terms, Relation::AtMost, before, encoding) {
        Bit::True => {}
        Bit::False => linear::encode(cnf, terms, Relation::AtLeast, after, encoding, form),
        Bit::Lit(is_before) => {
            let relation = Relation::AtLeast;
            linear::encode_if(cnf, !is_before, terms, relation, after, encoding, form);
        }
    }
}

fn require(cnf: &mut Cnf, bit: Bit) {
    match bit {
        Bit::True => {}
        Bit::False => cnf.add_clause([]),
        Bit::Lit(lit) => cnf.add_clause([lit]),
    }
}

/// The one number that is not there.
fn excluded(within: &Ranges) -> Option<i64> {
    match within.complement().intervals() {
        &[(first, last)] if first == last => Some(first),
        _ => None,
    }
}

/// For each value of one variable the value of the other with which the sum would be that number:
/// not both. False where there are no literals of values.
fn conflicts(cnf: &mut Cnf, map: &Map, one: Weighted, other: Weighted, number: i64) -> bool {
    if ![one, other].iter().all(|term| map.has_values(term.variable)) {
        return false;
    }
    let clauses: Vec<[Lit; 2]> = map
        .values(one.variable)
        .filter_map(|(value, lit)| {
            let left = number - one.weight * i64::from(value);
            let fits = left % other.weight == 0;
            let value = Value::try_from(left / other.weight).ok().filter(|_| fits)?;
            Some([!lit, !map.literal(Atom { variable: other.variable, value })?])
        })
        .collect();
    clauses.into_iter().for_each(|clause| cnf.add_clause(clause));
    true
}
