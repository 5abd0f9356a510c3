//! Who was first, of two that count at the same time. The clock does not say: on a busy machine it would
//! be another one, and what a number rests on would change from run to run. Both count their steps, and
//! who made fewer was first; the other is a second opinion when it needs not many more.

mod alternating;
mod beside;

use std::sync::Arc;
use std::time::Duration;

use cnfetti_core::limit::Steps;

pub(super) use alternating::Alternating;
pub(super) use beside::{Raced, beside};

/// The second is not begun before the first has had this long, unless it is done: most problems need no
/// second. That saves work, and decides nothing.
pub(super) const HEAD_START: Duration = Duration::from_millis(100);

/// How many steps the first may make before it is compared with the second.
pub(super) const HEAD_STEPS: u64 = 100_000_000;

/// How often it is looked whether both have to stop.
pub(super) const POLL: Duration = Duration::from_millis(10);

/// The steps of the first and of the second, and how many the first has in advance.
#[derive(Clone)]
pub(super) struct Race {
    pub(super) first: Arc<Steps>,
    pub(super) second: Arc<Steps>,
    pub(super) ahead: u64,
}

impl Race {
    pub(super) fn new(ahead: u64) -> Race {
        let steps = || Arc::new(Steps::at_most(u64::MAX));
        Race { first: steps(), second: steps(), ahead }
    }

    /// The first was done with so many steps: the second may make as many and some more.
    pub(super) fn first_is_done(&self, steps: u64, more: u64) {
        self.second.allow(self.for_second(steps, more));
    }

    /// The second was done with so many steps: the first may make as many and some more.
    pub(super) fn second_is_done(&self, steps: u64, more: u64) {
        self.first.allow(self.for_first(steps, more));
    }

    /// Whether the first was first.
    pub(super) fn is_won_by_first(&self, first: u64, second: u64) -> bool {
        first <= second.saturating_add(self.ahead)
    }

    /// Whether who was later was so in time to be a second opinion.
    pub(super) fn is_in_time(&self, first: u64, second: u64, more: u64) -> bool {
        match self.is_won_by_first(first, second) {
            true => second <= self.for_second(first, more),
            false => first <= self.for_first(second, more),
        }
    }

    fn for_second(&self, first: u64, more: u64) -> u64 {
        first.saturating_sub(self.ahead).saturating_add(more)
    }

    fn for_first(&self, second: u64, more: u64) -> u64 {
        second.saturating_add(self.ahead).saturating_add(more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_made_fewer_steps_was_first() {
        let race = Race::new(10);
        assert!(race.is_won_by_first(10, 0) && race.is_won_by_first(15, 5));
        assert!(!race.is_won_by_first(16, 5));
        // Five more, and not six.
        assert!(race.is_in_time(3, 5, 5) && !race.is_in_time(3, 6, 5));
        assert!(race.is_in_time(15, 10, 5) && !race.is_in_time(15, 11, 5));
        assert!(race.is_in_time(21, 6, 5) && !race.is_in_time(22, 6, 5));
    }

    /// Whoever is told of the other's end can still be first, and in time.
    #[test]
    fn whoever_is_done_first_by_the_clock_does_not_matter() {
        for (first, second, more) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b, b % 3))) {
            let one = Race::new(10);
            one.first_is_done(first, more);
            let other = Race::new(10);
            other.second_is_done(second, more);
            let second_ends = one.for_second(first, more) >= second;
            let first_ends = other.for_first(second, more) >= first;
            let is_in_time = one.is_in_time(first, second, more);
            match one.is_won_by_first(first, second) {
                true => assert!(first_ends && second_ends == is_in_time, "{first} {second}"),
                false => assert!(second_ends && first_ends == is_in_time, "{first} {second}"),
            }
        }
    }
}
