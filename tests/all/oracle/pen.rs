//! Draws random numbers, and records which features were drawn.

use crate::random_csp::Random;

/// Draws at random, and records features.
pub(crate) struct Pen {
    random: Random,
    features: Vec<&'static str>,
}

impl Pen {
    /// The same kind and seed draw the same.
    pub(crate) fn new(kind: &str, seed: u64) -> Pen {
        // Spread the seeds: neighbouring ones share most of their sequences.
        let kind = kind.bytes().fold(1_u64, |sum, byte| sum * 31 + u64::from(byte));
        let spread = (seed ^ kind << 40).wrapping_mul(0xD134_2543_DE82_EF95);
        Pen { random: Random::new(spread ^ spread >> 29), features: Vec::new() }
    }

    /// Records that a feature was drawn.
    pub(super) fn note(&mut self, feature: &'static str) {
        if !self.features.contains(&feature) {
            self.features.push(feature);
        }
    }

    /// Records a feature if it was drawn.
    pub(super) fn note_if(&mut self, was_drawn: bool, feature: &'static str) {
        if was_drawn {
            self.note(feature);
        }
    }

    pub(super) fn forget(&mut self) {
        self.features.clear();
    }

    pub(super) fn features(&self) -> Vec<&'static str> {
        self.features.clone()
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.random.below(end)
    }

    /// A number from `low` to `high`, inclusive.
    pub(super) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True once in this many times, on average.
    pub(super) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Picks one of these.
    pub(crate) fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Shuffles these.
    pub(super) fn shuffle<T>(&mut self, all: &mut [T]) {
        for end in (1..all.len()).rev() {
            all.swap(end, self.below(end + 1));
        }
    }

    /// Picks this many of these, in random order.
    pub(super) fn some<T: Copy>(&mut self, all: &[T], number: usize) -> Vec<T> {
        let mut all = all.to_vec();
        self.shuffle(&mut all);
        all.truncate(number);
        all
    }
}
