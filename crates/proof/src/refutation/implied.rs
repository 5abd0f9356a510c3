//! Which sums a single constraint allows. Each constraint is read from its meaning; where the exact answer would take
//! long, the functions of this module allow more than the constraint does, never less.

mod all_different;
mod all_equal;
mod bin_packing;
mod cardinality;
mod circuit;
mod count;
mod cumulative;
mod element;
mod extremum;
mod fixed;
mod increasing;
mod linear;
mod no_overlap;
mod operation;
mod sums;
mod table;
mod tasks;

use super::gains::Gains;
use cnfetti_core::csp::{Comparison, Condition, Constraint, Value};

/// The most combinations of values that are tried.
const MAX_COMBINATIONS: usize = 20_000;

/// The most that the sum can be, as far as is known; `None` if nothing satisfies the constraint.
type Most = Option<i128>;

/// Whether the sum is known to be at most this for all assignments, within the domains, for which the constraint holds.
/// No domain may be empty.
pub(super) fn is_at_most(constraint: &Constraint, gains: &Gains<'_>, most: i128) -> bool {
    let gains = &gains.wanting(most);
    let is_within = |found: Most| found.is_none_or(|found| found <= most);
    is_within(of(constraint, gains)) || of_all(constraint, gains).is_some_and(is_within)
}

/// The values of a variable, with what it adds.
type Values = Vec<(i64, i128)>;

/// By the structure of the constraint.
fn of(constraint: &Constraint, gains: &Gains<'_>) -> Most {
    let gains = gains.clone();
    match constraint {
        Constraint::AllDifferent(constraint) => all_different::most(constraint, gains),
        Constraint::AllEqual(constraint) => all_equal::most(&constraint.scope, gains),
        Constraint::BinPacking(constraint) => bin_packing::most(constraint, &gains),
        Constraint::Cardinality(constraint) => cardinality::most(constraint, &gains),
        Constraint::Circuit(constraint) => circuit::most(constraint, gains),
        Constraint::Count(constraint) => count::most(constraint, &gains),
        Constraint::Cumulative(constraint) => cumulative::most(constraint, &gains),
        Constraint::Element(constraint) => element::most(constraint, gains),
        Constraint::Extremum(constraint) => {
            extremum::most(constraint.extreme, &constraint.scope, &constraint.condition, gains)
        }
        Constraint::Fixed(constraint) => fixed::most(constraint, gains),
        Constraint::Increasing(constraint) => increasing::most(&constraint.scope, gains),
        Constraint::Linear(constraint) => linear::most(constraint, &gains),
        Constraint::NoOverlap(constraint) => no_overlap::most(constraint, &gains),
        Constraint::Operation(operation) => operation::most(operation, gains),
        Constraint::Table(table) => table::most(table, gains),
        // No refutation needs them where there are too many assignments to try.
        Constraint::ArgExtremum(_)
        | Constraint::Automaton(_)
        | Constraint::Channel(_)
        | Constraint::Connected(_)
        | Constraint::DistinctCount(_)
        | Constraint::Lex(_)
        | Constraint::Parts(_)
        | Constraint::Selection(_)
        | Constraint::ValuePrecedence(_) => gains.rest(),
    }
}

/// By trying all assignments of its variables; `None` if there are too many.
fn of_all(constraint: &Constraint, gains: &Gains<'_>) -> Option<Most> {
    let rule = constraint.rule();
    let scope = rule.scope();
    let sizes = scope.iter().map(|&variable| gains.domain(variable).len());
    let number = sizes.fold(1_usize, usize::saturating_mul);
    if number > MAX_COMBINATIONS {
        return None;
    }
    gains.budget.spend(100 * number as u64);
    let mut rest = gains.clone();
    scope.iter().for_each(|&variable| rest.forget(variable.into()));
    let mut solution: Vec<Value> = vec![0; gains.domains.len()];
    let mut most: Most = None;
    for code in 0..number {
        let mut code = code;
        let mut sum = 0;
        for &variable in &scope {
            let domain = gains.domain(variable);
            let value = domain[code % domain.len()];
            code /= domain.len();
            solution[variable.index()] = value;
            sum += gains.at(variable, value);
        }
        if most.is_none_or(|most| sum > most) && rule.holds(&solution) {
            most = Some(sum);
        }
    }
    Some(add(most, rest.rest()))
}

fn add(one: Most, other: Most) -> Most {
    Some(one?.saturating_add(other?))
}

/// The greater one; nothing is less than something.
fn max(one: Most, other: Most) -> Most {
    one.max(other)
}

/// The most that two numbers add if they compare so. Each is given by its values, with what they add.
fn pair(
    one: impl IntoIterator<Item = (i64, i128)>,
    other: impl IntoIterator<Item = (i64, i128)>,
    comparison: Comparison,
) -> Most {
    let mut other: Vec<(i64, i128)> = other.into_iter().collect();
    other.sort_unstable();
    // The most among the first so many, and from there on.
    let mut before = vec![None; other.len() + 1];
    let mut after = vec![None; other.len() + 1];
    for at in 0..other.len() {
        before[at + 1] = max(before[at], Some(other[at].1));
        let at = other.len() - 1 - at;
        after[at] = max(after[at + 1], Some(other[at].1));
    }
    let best = |(value, gain): (i64, i128)| {
        let from = other.partition_point(|&(other, _)| other < value);
        let to = other.partition_point(|&(other, _)| other <= value);
        let equal = other[from..to].iter().map(|&(_, gain)| gain).max();
        let fitting = match comparison {
            Comparison::Less => after[to],
            Comparison::AtMost => after[from],
            Comparison::Equal => equal,
            Comparison::Different => max(before[from], after[to]),
            Comparison::AtLeast => before[to],
            Comparison::Greater => before[from],
        };
        add(fitting, Some(gain))
    };
    one.into_iter().map(best).max().flatten()
}

/// The most that a number and the variable of its condition add. The number is given by its values, with what they add.
fn conditioned(number: Vec<(i64, i128)>, condition: &Condition, gains: &mut Gains<'_>) -> Most {
    match condition {
        Condition::Within(ranges) => {
            let within = number.into_iter().filter(|&(value, _)| ranges.contains(value));
            within.map(|(_, gain)| gain).max()
        }
        &Condition::Compare(comparison, variable) => {
            pair(number, gains.take(variable.into()), comparison)
        }
    }
}
