//! Places with different values: one value is left, some are taken by others, or two could be exchanged.

use std::collections::BTreeSet;

use cnfetti_core::csp::{AllDifferent, Constraint, Posted, Role, Value, VarId};
use itertools::Itertools;

use super::{OneRule, Premises, technique};

/// All different values but one are taken: the last die for a letter, the only free subject.
pub(super) const LAST_ONE: OneRule = OneRule {
    technique: technique(
        "last one",
        1,
        "only one candidate is left: the last die for a letter, the only free subject",
    ),
    applies: is_last_one,
};

fn is_last_one(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Constraint::AllDifferent(different) = constraint else { return false };
    premises.decides()
        && premises.all_ruled_out(|variable, value| {
            let mut others = different.scope.iter().filter(|&&other| other != variable);
            different.scope.contains(&variable)
                && !different.except.contains(&value)
                && others.any(|&other| premises.decided(other) == Some(value))
        })
}

/// Two places of a row have the same two values left, in whichever order, so the others have neither: a naked
/// pair; likewise three places and three values.
pub(super) const PAIR: OneRule = OneRule {
    technique: technique(
        "pair",
        2,
        "two places have the same two values left, so no other place has them (a naked pair, or a triple)",
    ),
    applies: are_taken_by_others,
};

fn are_taken_by_others(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Constraint::AllDifferent(AllDifferent { scope, except }) = constraint else { return false };
    let places: Vec<VarId> = premises.known().filter(|place| scope.contains(place)).collect();
    let values: Vec<Value> =
        places.iter().flat_map(|&place| premises.left(place)).unique().collect();
    places.len() > 1
        && values.len() == places.len()
        && !values.iter().any(|value| except.contains(value))
        && premises.all_ruled_out(|variable, value| {
            scope.contains(&variable) && !places.contains(&variable) && values.contains(&value)
        })
}

/// Three corners of a rectangle have two values left. With one of them in the fourth, the two could be swapped.
pub(crate) const UNIQUE_RECTANGLE: OneRule = OneRule {
    technique: technique(
        "unique rectangle",
        4,
        "two values of four corners could be swapped, if there were not just one solution: only with --unique-is-given",
    ),
    applies: would_be_exchangeable,
};

fn would_be_exchangeable(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let scope = constraint.rule().scope();
    let is_so = |corner, value: Value| {
        let others = scope.iter().filter(|&&other| other != corner);
        let left: BTreeSet<Value> = others.flat_map(|&other| premises.left(other)).collect();
        scope.contains(&corner) && left.len() <= 2 && left.contains(&value)
    };
    let is_it =
        |posted: &Posted| posted.role == Role::AssumesUnique && posted.constraint == *constraint;
    let mut posted = premises.csp().constraints().iter();
    matches!(constraint, Constraint::DistinctCount(_))
        && posted.any(is_it)
        && premises.all_ruled_out(is_so)
}
