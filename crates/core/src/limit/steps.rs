//! Work that is counted instead of timed: as much on every machine, however busy it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Steps that were made, and how many may be. Of a usual machine each takes about a nanosecond.
#[derive(Debug)]
pub struct Steps {
    made: AtomicU64,
    allowed: AtomicU64,
    /// Those that these are part of.
    whole: Option<Arc<Steps>>,
}

impl Steps {
    /// So many may be made.
    pub fn at_most(number: u64) -> Steps {
        Steps { made: AtomicU64::new(0), allowed: AtomicU64::new(number), whole: None }
    }

    /// So many of these may be made, as far as these allow it.
    pub(super) fn part_of(whole: Option<&Arc<Steps>>, number: u64) -> Steps {
        Steps { whole: whole.map(Arc::clone), ..Steps::at_most(number) }
    }

    /// How many were made.
    pub fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Allows no more than this many, those that were made included.
    pub fn allow(&self, number: u64) {
        self.allowed.fetch_min(number, Ordering::Relaxed);
    }

    /// How many are left.
    pub(super) fn left(&self) -> u64 {
        self.allowed.load(Ordering::Relaxed).saturating_sub(self.made())
    }

    /// Whether more were made than are allowed: then nothing that comes of them counts.
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
