//! Random choices that are the same on every machine.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A sequence of random choices, determined by its seed.
pub struct Random(Pcg32);

impl Random {
    /// Creates the sequence of this seed.
    pub fn new(seed: u64) -> Random {
        Random(Pcg32::seed_from_u64(seed))
    }

    /// A number from 0 up to, but not including, the bound, which is positive and below 2³². The
    /// frequencies differ by less than bound / 2³².
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// True in one of `n` cases.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items. There must be at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A position, chosen in proportion to its weight. At least one weight is positive.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (position, &weight) in weights.iter().enumerate() {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => return position,
            }
        }
        unreachable!("the number is below the sum of the weights")
    }

    /// Shuffles the items. All orders are equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }

    /// The numbers from 0 up to, but not including, the bound, in random order.
    pub fn order(&mut self, bound: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..bound).collect();
        self.shuffle(&mut order);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of a seed are part of the program's interface.
    #[test]
    fn a_seed_gives_these_numbers() {
        let mut random = Random::new(7);
        let numbers: Vec<usize> = (0..8).map(|_| random.below(100)).collect();
        assert_eq!(numbers, [56, 9, 63, 82, 55, 31, 15, 88]);
    }

    #[test]
    fn weights_are_kept() {
        let mut random = Random::new(1);
        let mut seen = [0; 3];
        for _ in 0..1000 {
            seen[random.weighted(&[1, 0, 3])] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((200..300).contains(&seen[0]), "{seen:?}");
    }
}
