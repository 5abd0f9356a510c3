//! Two places of a row have the same two values left, in whichever order, so the others have neither: a naked
//! pair; likewise three places and three values.

use cnfetti_core::csp::{AllDifferent, Constraint, Value, VarId};
use itertools::Itertools;

use super::{OneRule, Premises, Technique};

pub(super) const PAIR: OneRule = OneRule {
    technique: Technique {
        name: "pair",
        difficulty: 2,
        summary: "two places have the same two values left, so no other place has them (a naked pair, or a triple)",
    },
    applies,
};

fn applies(constraint: &Constraint, premises: &Premises<'_>) -> bool {
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
