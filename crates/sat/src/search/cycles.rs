//! Renamings of interchangeable values, classified by the lengths of their cycles.
//!
//! Renamings whose cycles have the same lengths leave equally many solutions unchanged, also in combination with any
//! permutation of the variables. So Burnside's lemma needs only one renaming of each cycle type.

use itertools::Itertools as _;
use num_bigint::BigUint;

use cnfetti_core::csp::{Interchangeable, Value};

/// If there are more cycle types than this, solutions are not counted for each of them.
pub const MANY: usize = 500;

/// A renaming of interchangeable values, and how many renamings have the same cycle type.
pub struct Renaming {
    /// The image of each value, for each set of values in increasing order.
    pub becomes: Vec<Vec<Value>>,
    /// How many renamings have this cycle type.
    pub alike: BigUint,
}

impl Renaming {
    pub(crate) fn is_identity(&self) -> bool {
        self.alike == BigUint::from(1_u32) && self.becomes.iter().all(|values| values.is_sorted())
    }
}

/// One renaming of each cycle type, those with the longest cycles first; at most [`MANY`] + 1.
pub fn renamings(sets: &[Interchangeable]) -> Vec<Renaming> {
    let none = Renaming { becomes: Vec::new(), alike: BigUint::from(1_u32) };
    sets.iter().fold(vec![none], |before, set| {
        let sorted = set.values.iter().copied().sorted_unstable().collect_vec();
        let cycles = partitions(sorted.len(), sorted.len());
        let both = before.iter().cartesian_product(&cycles).map(|(renaming, lengths)| {
            let becomes = rotate(&sorted, lengths);
            Renaming {
                becomes: renaming.becomes.iter().cloned().chain([becomes]).collect(),
                alike: &renaming.alike * alike(lengths),
            }
        });
        both.take(MANY + 1).collect()
    })
}

/// The ways to write a number as a sum of positive numbers that do not increase, none of them larger
/// than the bound, the largest first.
fn partitions(number: usize, bound: usize) -> Vec<Vec<usize>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let of_first = (1..=bound.min(number)).rev().flat_map(|first| {
        let rest = partitions(number - first, first).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    });
    of_first.take(MANY + 1).collect()
}

/// What each value becomes when consecutive ones form cycles of these lengths.
fn rotate(values: &[Value], lengths: &[usize]) -> Vec<Value> {
    let mut becomes = Vec::with_capacity(values.len());
    for &length in lengths {
        let cycle = &values[becomes.len()..becomes.len() + length];
        becomes.extend(cycle.iter().cycle().skip(1).take(length));
    }
    becomes
}

/// How many permutations have cycles of these lengths, longest first.
fn alike(lengths: &[usize]) -> BigUint {
    let factorial = |number: usize| (1..=number).map(BigUint::from).product::<BigUint>();
    let mut number = factorial(lengths.iter().sum());
    for cycles in lengths.chunk_by(|one, other| one == other) {
        number /= BigUint::from(cycles[0]).pow(cycles.len() as u32) * factorial(cycles.len());
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(values: std::ops::RangeInclusive<Value>) -> Interchangeable {
        Interchangeable { scope: Vec::new(), values: values.collect() }
    }

    #[test]
    fn every_permutation_is_like_one() {
        for (size, sorts, all) in [(0, 1, 1), (1, 1, 1), (2, 2, 2), (5, 7, 120), (8, 22, 40320)] {
            let of_one_set = renamings(&[set(1..=size)]);
            assert_eq!(of_one_set.len(), sorts);
            let alike = of_one_set.iter().map(|one| &one.alike);
            assert_eq!(alike.sum::<BigUint>(), BigUint::from(all as u32));
        }
        let of_two_sets = renamings(&[set(1..=3), set(4..=5)]);
        assert_eq!(of_two_sets.len(), 6);
        let identities = of_two_sets.iter().filter(|one| one.is_identity());
        assert_eq!(identities.count(), 1);
        assert_eq!(rotate(&[1, 2, 3, 4, 5], &[3, 1, 1]), [2, 3, 1, 4, 5]);
        assert_eq!(renamings(&[set(1..=40)]).len(), MANY + 1);
    }
}
