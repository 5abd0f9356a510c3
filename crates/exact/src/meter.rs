//! Limits on counting.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cnfetti_core::limit::{Budget, Limit, Limits, Moment};

/// The clock is read after this much work, counted in words that are read: a fraction of a millisecond.
const BETWEEN_LOOKS: usize = 1 << 18;

/// How many steps a visit to some words counts as, in addition to those for the words.
const A_LOOK: u64 = 100;
const WORDS_PER_STEP: u64 = 9;

/// The time to finish what has begun after a limit.
const OVERTIME: Duration = Duration::from_millis(100);

/// Checks the limits during the work, however large its pieces are.
#[derive(Clone, Debug)]
pub(super) struct Meter<'a> {
    limits: &'a Limits,
    memory_bytes: usize,
    /// The number of threads that are free to help.
    free: Arc<AtomicUsize>,
    start: Moment,
    work: usize,
    /// The limit that was reached first.
    reached: Option<Limit>,
    /// The end of the overtime, once the time is over.
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
            // Take the first look at once.
            work: BETWEEN_LOOKS,
            reached: None,
            end: None,
            is_over: false,
        }
    }

    /// A meter for another diagram, which may take all the memory again, within the same time.
    pub(super) fn anew(&mut self) -> Meter<'a> {
        self.look();
        Meter { reached: self.reached.filter(|_| self.end.is_some()), ..self.clone() }
    }

    /// The number of threads that may work.
    pub(super) fn threads(&self) -> usize {
        self.limits.threads().get()
    }

    /// A meter for one of this many diagrams that are built at the same time.
    pub(super) fn share(&self, diagrams: usize) -> Meter<'a> {
        Meter { memory_bytes: self.memory_bytes / diagrams.max(1), ..self.clone() }
    }

    /// Takes at most this many free threads. Returns how many.
    pub(super) fn take_threads(&self, wanted: usize) -> usize {
        let left = |free: usize| Some(free - free.min(wanted));
        let free = self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        free.unwrap_or_else(|free| free).min(wanted)
    }

    /// Gives this many threads back.
    pub(super) fn free_threads(&self, threads: usize) {
        self.free.fetch_add(threads, Ordering::Relaxed);
    }

    /// Takes over what another thread's meter noticed.
    pub(super) fn join(&mut self, other: &Meter<'_>) {
        self.reached = self.reached.or(other.reached);
        self.end = self.end.or(other.end);
        self.is_over |= other.is_over;
    }

    /// Records that this many words were read. Returns true once a limit is reached.
    pub(super) fn work(&mut self, words: usize) -> bool {
        self.limits.budget.spend(A_LOOK + words as u64 / WORDS_PER_STEP);
        self.work = self.work.saturating_add(words);
        if self.work >= BETWEEN_LOOKS {
            self.work = 0;
            self.look();
        }
        self.is_reached()
    }

    /// Records how many bytes are occupied. Returns true once a limit is reached.
    pub(super) fn memory(&mut self, bytes: usize) -> bool {
        self.is_full(bytes);
        self.is_reached()
    }

    /// Whether so many bytes are more than all the memory. Records that this limit is reached if they are.
    pub(super) fn is_full(&mut self, bytes: usize) -> bool {
        let is_full = bytes > self.memory_bytes;
        if is_full {
            self.reached.get_or_insert(Limit::Memory);
        }
        is_full
    }

    /// The same limits, with no more than this many steps.
    pub(super) fn turn(&self, steps: u64) -> Limits {
        Limits { budget: self.limits.budget.turn(steps), ..self.limits.clone() }
    }

    /// The budget, which says when to stop.
    pub(super) fn budget(&self) -> &'a Budget {
        &self.limits.budget
    }

    /// Checks the limits now.
    pub(super) fn look(&mut self) {
        if self.end.is_none()
            && let Some(limit) = self.limits.budget.spent()
        {
            self.reached.get_or_insert(limit);
            self.end = Some(self.now() + OVERTIME);
        }
        self.is_over |= self.end.is_some_and(|end| self.now() >= end);
    }

    /// Whether a limit was reached.
    pub(super) fn is_reached(&self) -> bool {
        self.reached.is_some()
    }

    /// The limit that was reached first.
    pub(super) fn reached(&self) -> Option<Limit> {
        self.reached
    }

    /// Whether the overtime is over too, so that everything must stop.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns an error if a limit was reached.
    pub(super) fn check(&self) -> Result<(), Limit> {
        self.reached.map_or(Ok(()), Err)
    }

    /// The limit that was reached; call this only if one was.
    pub(super) fn limit(&self) -> Limit {
        self.reached.unwrap_or(Limit::Time)
    }

    fn now(&self) -> Moment {
        self.limits.budget.clock.now()
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.now().since(self.start)
    }

    /// The overtime left; `None` if the time is not over.
    pub(super) fn overtime(&self) -> Option<Duration> {
        self.end.map(|end| end.since(self.now()))
    }
}
