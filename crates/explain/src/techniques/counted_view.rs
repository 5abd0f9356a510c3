//! How many numbers are seen is counted: as many as are there already, as can be there at most; and
//! once all have been seen there is no other.

use itertools::Itertools;

use cnfetti_core::csp::{Constraint, Value};

use super::{OneRule, Premises, Technique, count_of};

pub(super) const COUNTED_VIEW: OneRule = OneRule {
    technique: Technique {
        name: "counted view",
        difficulty: 1,
        summary: "the numbers in a view are counted: those that are there, and those that can be",
    },
    applies,
};

fn applies(constraint: &Constraint, premises: &Premises<'_>) -> bool {
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
