//! Limits on counting.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cnfetti_core::limit::{Budget, Limit, Limits, Moment};

/// The clock is read after this much work, counted in words that are looked at: a fraction of a
/// millisecond.
const BETWEEN_LOOKS: usize = 1 << 18;

/// How many steps it counts as to look at some words, besides a step for so many of them.
const A_LOOK: u64 = 150;
const WORDS_PER_STEP: u64 = 6;

/// After a limit there is this much time to bring what is begun to an end.
const OVERTIME: Duration = Duration::from_millis(100);

/// Looks at the limits while work is done, however large its pieces are.
#[derive(Clone, Debug)]
pub(super) struct Meter<'a> {
    limits: &'a Limits,
    memory_bytes: usize,
    /// How many threads are free to help.
    free: Arc<AtomicUsize>,
    start: Moment,
    work: usize,
    /// The limit that was reached first.
    reached: Option<Limit>,
    /// When overtime ends, once the time is over.
    end: Option<Moment>,
    is_over: bool,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: &'a Limits) -> Meter<'a> {
        Meter {
            limits,
            memory_bytes: limits.memory_bytes,
            free: Arc::new(AtomicUsize::new(limits.threads().get() - 1)),
            start: limits.budget.clock.now(),
            // The first look is taken at once.
            work: BETWEEN_LOOKS,
            reached: None,
            end: None,
            is_over: false,
        }
    }

    /// For another diagram, which may take all the memory again, within the same time.
    pub(super) fn anew(&mut self) -> Meter<'a> {
        self.look();
        Meter { reached: self.reached.filter(|_| self.end.is_some()), ..self.clone() }
    }

    /// How many threads may work.
    pub(super) fn threads(&self) -> usize {
        self.limits.threads().get()
    }

    /// For one of this many diagrams that are made at a time.
    pub(super) fn share(&self, diagrams: usize) -> Meter<'a> {
        Meter { memory_bytes: self.memory_bytes / diagrams.max(1), ..self.clone() }
    }

    /// Takes at most this many of the threads that are free.
    pub(super) fn take_threads(&self, wanted: usize) -> usize {
        let left = |free: usize| Some(free - free.min(wanted));
        let free = self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        free.unwrap_or_else(|free| free).min(wanted)
    }

    /// This many threads are free again.
    pub(super) fn free_threads(&self, threads: usize) {
        self.free.fetch_add(threads, Ordering::Relaxed);
    }

    /// Takes over what another thread has noticed.
    pub(super) fn join(&mut self, other: &Meter<'_>) {
        self.reached = self.reached.or(other.reached);
        self.end = self.end.or(other.end);
        self.is_over |= other.is_over;
    }

    /// Notes that this many words were looked at. True once a limit is reached.
    pub(super) fn work(&mut self, words: usize) -> bool {
        self.limits.budget.spend(A_LOOK + words as u64 / WORDS_PER_STEP);
        self.work = self.work.saturating_add(words);
        if self.work >= BETWEEN_LOOKS {
            self.work = 0;
            self.look();
        }
        self.is_reached()
    }

    /// Notes how many bytes are occupied. True once a limit is reached.
    pub(super) fn memory(&mut self, bytes: usize) -> bool {
        if bytes > self.memory_bytes {
            self.reached.get_or_insert(Limit::Memory);
        }
        self.is_reached()
    }

    /// When it has to stop.
    pub(super) fn budget(&self) -> &'a Budget {
        &self.limits.budget
    }

    /// Looks at the limits now.
    pub(super) fn look(&mut self) {
        if self.end.is_none()
            && let Some(limit) = self.limits.budget.spent()
        {
            self.reached.get_or_insert(limit);
            self.end = Some(self.now() + OVERTIME);
        }
        self.is_over |= self.end.is_some_and(|end| self.now() >= end);
    }

    /// Whether a limit is reached.
    pub(super) fn is_reached(&self) -> bool {
        self.reached.is_some()
    }

    /// The limit that was reached first.
    pub(super) fn reached(&self) -> Option<Limit> {
        self.reached
    }

    /// Whether overtime is over as well: nothing more may be done.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// An error when a limit is reached.
    pub(super) fn check(&self) -> Result<(), Limit> {
        self.reached.map_or(Ok(()), Err)
    }

    /// The limit that was reached, where one was.
    pub(super) fn limit(&self) -> Limit {
        self.reached.unwrap_or(Limit::Time)
    }

    fn now(&self) -> Moment {
        self.limits.budget.clock.now()
    }

    /// How long it has run.
    pub(super) fn elapsed(&self) -> Duration {
        self.now().since(self.start)
    }

    /// How much overtime is left; `None` while the time is not over.
    pub(super) fn overtime(&self) -> Option<Duration> {
        self.end.map(|end| end.since(self.now()))
    }
}
