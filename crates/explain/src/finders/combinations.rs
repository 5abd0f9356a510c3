//! Different numbers with a given sum: only some combinations of values have it.

use std::collections::BTreeSet;

use cnfetti_core::csp::Value;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

use super::{Finders, Total};
use crate::Draft;
use crate::techniques::COMBINATIONS;
use crate::tiling::Tiling;

/// Larger areas have too many combinations for a person.
const MOST_PLACES: usize = 7;

/// Sets of values are sets of this many bits.
const BITS: Value = 32;

/// For each sum all values of its places at once.
pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    finders.totals.iter().filter_map(|total| of_total(finders, total, known)).collect()
}

fn of_total(finders: &Finders, total: &Total, known: &Candidates) -> Option<Draft> {
    let Total { constraint, scope, sum } = total;
    let is_open = scope.iter().any(|&place| known.decided(place).is_none());
    if !is_open || !(2..=MOST_PLACES).contains(&scope.len()) {
        return None;
    }
    let row =
        finders.different.iter().find(|row| scope.iter().all(|place| row.scope.contains(place)))?;
    let lists: Vec<&[Value]> = scope.iter().map(|&place| known.of(place)).collect();
    let left = values_left(&lists, *sum)?;
    let conclusions = scope.iter().zip(&left).filter_map(|(&variable, left)| {
        let gone = known.of(variable).iter().copied().filter(|value| !left.contains(value));
        let gone: Vec<Value> = gone.collect();
        (!gone.is_empty()).then_some(Fact { variable, said: Said::IsNone(gone) })
    });
    let conclusions: Vec<Fact> = conclusions.collect();
    // If nothing is left, the sum is impossible, which other steps explain.
    if conclusions.is_empty() || left.iter().any(BTreeSet::is_empty) {
        return None;
    }
    let facts = scope.iter().filter_map(|&variable| finders.fact(variable, known)).collect();
    Some(Draft::proposed(&COMBINATIONS, vec![*constraint, row.constraint], facts, conclusions))
}

/// For each place, its values in assignments of different values with this sum; `None` if some value is not in
/// `0..BITS`.
fn values_left(lists: &[&[Value]], sum: i64) -> Option<Vec<BTreeSet<Value>>> {
    let is_small = |value: &Value| (0..BITS).contains(value);
    if !lists.iter().all(|list| list.iter().all(is_small)) {
        return None;
    }
    // The sets of values that the places before each one can have, and those from each one on.
    let mut before = vec![BTreeSet::from([0_u32])];
    for list in lists {
        let last = before.last().map(|sets| with_one(sets, list)).unwrap_or_default();
        before.push(last);
    }
    let mut after = vec![BTreeSet::from([0_u32])];
    for list in lists.iter().rev() {
        let last = after.last().map(|sets| with_one(sets, list)).unwrap_or_default();
        after.push(last);
    }
    after.reverse();
    let left = lists.iter().enumerate().map(|(at, list)| {
        let has_support = |value: &Value| {
            let own = 1_u32 << value;
            before[at].iter().filter(|&&one| one & own == 0).any(|&one| {
                let others = after[at + 1].iter().filter(|&&other| other & (one | own) == 0);
                let mut sums = others.map(|&other| sum_of(one | own | other));
                sums.any(|found| found == sum)
            })
        };
        list.iter().copied().filter(has_support).collect()
    });
    Some(left.collect())
}

fn with_one(sets: &BTreeSet<u32>, values: &[Value]) -> BTreeSet<u32> {
    let bits = values.iter().map(|value| 1_u32 << value);
    bits.flat_map(|bit| sets.iter().filter(move |&&set| set & bit == 0).map(move |set| set | bit))
        .collect()
}

fn sum_of(set: u32) -> i64 {
    (0..BITS).filter(|value| set & 1 << value != 0).map(i64::from).sum()
}

/// The sets of different values that places with these candidates can have with this sum, each in order.
pub(crate) fn combinations(lists: &[Vec<Value>], sum: i64) -> Vec<Vec<Value>> {
    let mut sets = BTreeSet::from([0_u32]);
    for list in lists {
        sets = with_one(&sets, list);
    }
    let with_sum = sets.into_iter().filter(|&set| sum_of(set) == sum);
    with_sum.map(|set| (0..BITS).filter(|value| set & 1 << value != 0).collect()).collect()
}
