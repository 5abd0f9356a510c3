//! Estimates how many different states several lists have, without comparing the lists: if many numbers are spread
//! evenly, the smallest ones tell how many there are (Bar-Yossef and others, *Counting Distinct Elements in a Data
//! Stream*, 2002). Here the numbers are hashes of the states, so a state that is in several lists has one number.

use itertools::Itertools;

use super::front::Weighted;
use cnfetti_core::mix::mix;

/// How many of the smallest hashes a sketch keeps. The estimate is then off by about a tenth.
const KEPT: usize = 128;

/// The smallest hashes of some different states, in increasing order.
pub fn sketch(states: &[Weighted]) -> Vec<u64> {
    let hashes = states.iter().map(|state| mix(state.words.iter().copied()));
    hashes.k_smallest(KEPT).collect()
}

/// How many different states there are in lists with these sketches; exact if there are few.
pub fn different<'a>(sketches: impl IntoIterator<Item = &'a [u64]>) -> usize {
    let smallest = sketches.into_iter().flatten().copied().sorted_unstable().dedup();
    let smallest = smallest.take(KEPT).collect_vec();
    match smallest.get(KEPT - 1) {
        Some(&last) => ((KEPT - 1) as f64 / (last as f64 / u64::MAX as f64)) as usize,
        None => smallest.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::random::Random;
    use num_bigint::BigUint;

    #[test]
    fn estimates_are_near() {
        let random = &mut Random::new(7);
        for size in [0, 1, 100, KEPT - 1, KEPT, 1_000, 30_000] {
            let state = |number: usize| Weighted {
                words: [number as u64 / 64, 3, number as u64 % 64].into(),
                solutions: BigUint::ZERO,
                classes: BigUint::ZERO,
            };
            let mut lists = vec![Vec::new(); 1 + random.below(9)];
            for number in 0..size {
                // Each state is in one to three lists, but once in each.
                let count = lists.len();
                let places = (0..1 + random.below(3)).map(|_| random.below(count));
                places.unique().for_each(|at| lists[at].push(state(number)));
            }
            let sketches = lists.iter().map(|list| sketch(list)).collect_vec();
            let found = different(sketches.iter().map(Vec::as_slice));
            let error = found.abs_diff(size);
            assert!(if size < KEPT { error == 0 } else { error * 4 < size }, "{size}: {found}");
        }
    }
}
