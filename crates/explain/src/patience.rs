//! Limits on the search for a smallest set.

use std::cell::Cell;
use std::time::Duration;

use cnfetti_core::limit::Budget;

/// How hard to look for the fewest rules and facts of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For this time.
    Time(Duration),
    /// With this much work, which is the same on every machine. A node of the search for hitting sets counts 1, and so does
    /// a conflict of a solver. A question to a solver counts 100 more, unless it is a small part of a larger search.
    Work(u64),
}

/// The work of a question to a solver.
pub(crate) const QUESTION: u64 = 100;

/// What is left of an effort.
pub(super) struct Patience {
    budget: Budget,
    work: Cell<u64>,
}

impl Patience {
    /// All of an effort, by the clock of the budget.
    pub(super) fn new(effort: Effort, budget: &Budget) -> Patience {
        let unlimited = budget.without_end();
        match effort {
            Effort::Time(time) => Patience::within(unlimited.at_most(time)),
            Effort::Work(work) => Patience { budget: unlimited, work: Cell::new(work) },
        }
    }

    pub(super) fn within(budget: Budget) -> Patience {
        Patience { budget, work: Cell::new(u64::MAX) }
    }

    /// Counts work.
    pub(super) fn spend(&self, work: u64) {
        self.work.set(self.work.get().saturating_sub(work));
    }

    /// Whether it is used up.
    pub(super) fn is_over(&self) -> bool {
        self.work.get() == 0 || self.budget.is_spent()
    }
}
