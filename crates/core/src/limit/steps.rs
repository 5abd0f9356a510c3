//! Work that is counted instead of timed: the same on every machine, however busy.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of steps taken, and the number allowed. On a typical machine, a step takes about a
/// nanosecond.
#[derive(Debug)]
pub struct Steps {
    made: AtomicU64,
    allowed: AtomicU64,
    /// The counter of which this one is a part.
    whole: Option<Arc<Steps>>,
}

impl Steps {
    /// Allows this many steps.
    pub fn at_most(number: u64) -> Steps {
        Steps { made: AtomicU64::new(0), allowed: AtomicU64::new(number), whole: None }
    }

    /// Allows this many steps, as part of `whole`, which may end them earlier.
    pub(super) fn part_of(whole: Option<&Arc<Steps>>, number: u64) -> Steps {
        Steps { whole: whole.map(Arc::clone), ..Steps::at_most(number) }
    }

    /// The number of steps taken.
    pub fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Lowers the number of allowed steps to this one, including those already taken.
    pub fn allow(&self, number: u64) {
        self.allowed.fetch_min(number, Ordering::Relaxed);
    }

    /// The number of steps left.
    pub(super) fn left(&self) -> u64 {
        self.allowed.load(Ordering::Relaxed).saturating_sub(self.made())
    }

    /// Whether more steps were taken than allowed. Then the result of the work does not count.
    pub fn are_used_up(&self) -> bool {
        self.made() > self.allowed.load(Ordering::Relaxed)
            || self.whole.as_ref().is_some_and(|whole| whole.are_used_up())
    }

    pub(super) fn make(&self, number: u64) {
        self.made.fetch_add(number, Ordering::Relaxed);
        if let Some(whole) = &self.whole {
            whole.make(number);
        }
    }
}
