//! The possible sums of two numbers.

use fixedbitset::FixedBitSet;

/// Sums within a range of this width are marked in a bit set instead of sorted.
const MAX_MARKED: u64 = 1 << 24;

/// The different sums of a number from each of two lists, increasing. The sums must not overflow.
pub(super) fn sums(some: &[i64], others: &[i64]) -> Vec<i64> {
    let least = |numbers: &[i64]| numbers.iter().min().copied();
    let most = |numbers: &[i64]| numbers.iter().max().copied();
    let (Some(first), Some(last)) = (
        least(some).zip(least(others)).map(|(one, other)| one + other),
        most(some).zip(most(others)).map(|(one, other)| one + other),
    ) else {
        return Vec::new();
    };
    let all = some.iter().flat_map(|one| others.iter().map(move |other| one + other));
    let width = last.abs_diff(first);
    if width >= MAX_MARKED {
        let mut sums: Vec<i64> = all.collect();
        sums.sort_unstable();
        sums.dedup();
        return sums;
    }
    let mut is_sum = FixedBitSet::with_capacity(width as usize + 1);
    all.for_each(|sum| is_sum.insert((sum - first) as usize));
    is_sum.ones().map(|at| first + at as i64).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use cnfetti_core::random::Random;

    #[test]
    fn every_sum_comes_once() {
        let mut random = Random::new(7);
        for width in [1, 3, 40, 1 << 30] {
            for _ in 0..50 {
                let mut numbers = |most: usize| -> Vec<i64> {
                    let length = random.below(most);
                    (0..length).map(|_| random.below(width) as i64 - width as i64 / 2).collect()
                };
                let (some, others) = (numbers(9), numbers(30));
                let pairs = some.iter().flat_map(|a| others.iter().map(move |b| a + b));
                let expected: BTreeSet<i64> = pairs.collect();
                assert_eq!(sums(&some, &others), Vec::from_iter(expected), "{some:?} {others:?}");
            }
        }
    }
}
