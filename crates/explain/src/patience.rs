//! How long to look for the smallest of something.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// How hard to look for the fewest rules and facts of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For so long.
    Time(Duration),
    /// With so much work, which is counted: the same on every machine. A node of a search for
    /// hitting sets counts as 1, as does a conflict of a solver, and a question to one as 100 besides
    /// where it is not the small part of a larger search.
    Work(u64),
}

/// The work of a question to a solver.
pub(crate) const QUESTION: u64 = 100;

/// What is left of an effort.
pub(super) struct Patience {
    deadline: Option<Instant>,
    work: Cell<u64>,
}

impl Patience {
    pub(super) fn new(effort: Effort) -> Patience {
        match effort {
            Effort::Time(time) => Patience::until(Instant::now() + time),
            Effort::Work(work) => Patience { deadline: None, work: Cell::new(work) },
        }
    }

    pub(super) fn until(deadline: Instant) -> Patience {
        Patience { deadline: Some(deadline), work: Cell::new(u64::MAX) }
    }

    /// Takes note of work.
    pub(super) fn spend(&self, work: u64) {
        self.work.set(self.work.get().saturating_sub(work));
    }

    /// Whether it is used up.
    pub(super) fn is_over(&self) -> bool {
        self.work.get() == 0 || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
