//! The number of different values in a view, as in Skyscrapers.

use cnfetti_core::csp::{Comparison, Condition, Constraint, Value, VarId};
use itertools::Itertools;

use super::{OneRule, Premises, technique};

/// A view that shows one number has that number everywhere.
pub(super) const SINGLE_VIEW: OneRule = OneRule {
    technique: technique(
        "single view",
        1,
        "the view shows one number, so every place in it has that number",
    ),
    applies: shows_one,
};

fn shows_one(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Some((scope, count)) = count_of(constraint) else { return false };
    premises.all_ruled_out(|variable, value| {
        let lacks = |place: &_| !premises.left(*place).contains(&value);
        match variable == count {
            true => scope.len() == 1 && value != 1,
            false => {
                scope.contains(&variable)
                    && premises.decided(count) == Some(1)
                    && scope.iter().any(lacks)
            }
        }
    })
}

/// A view that shows as many different numbers as it has places repeats none.
pub(super) const FULL_VIEW: OneRule = OneRule {
    technique: technique(
        "full view",
        1,
        "the view shows as many different numbers as it has places, so none repeats",
    ),
    applies: repeats_none,
};

fn repeats_none(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Some((scope, count)) = count_of(constraint) else { return false };
    let least = premises.left(count).first().copied();
    let is_full = least.is_some_and(|least| least as usize == scope.len());
    is_full
        && premises.all_ruled_out(|variable, value| {
            let mut others = scope.iter().filter(|&&other| other != variable);
            scope.contains(&variable) && others.any(|&other| premises.decided(other) == Some(value))
        })
}

/// The number of different values is at least that of those which are decided, and at most that of those which are
/// possible. Once it is reached, no other value follows.
pub(super) const COUNTED_VIEW: OneRule = OneRule {
    technique: technique(
        "counted view",
        1,
        "the numbers in a view are counted: those that are there, and those that can be",
    ),
    applies: is_counted,
};

fn is_counted(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Some((scope, count)) = count_of(constraint) else { return false };
    let seen: Vec<Value> =
        scope.iter().filter_map(|&place| premises.decided(place)).unique().collect();
    let possible = scope.iter().flat_map(|&place| premises.left(place)).unique().count();
    let most = premises.left(count).last().copied();
    premises.all_ruled_out(|variable, value| match variable == count {
        true => {
            (value as i64) < seen.len() as i64 || value as i64 > possible.min(scope.len()) as i64
        }
        false => {
            let all_seen = most.is_some_and(|most| most as i64 <= seen.len() as i64);
            scope.contains(&variable) && all_seen && !seen.contains(&value)
        }
    })
}

/// The places whose different values are counted, and the variable of their number.
fn count_of(constraint: &Constraint) -> Option<(&[VarId], VarId)> {
    match constraint {
        Constraint::DistinctCount(count) if count.except.is_empty() => match count.condition {
            Condition::Compare(Comparison::Equal, number) => Some((&count.scope, number)),
            _ => None,
        },
        _ => None,
    }
}
