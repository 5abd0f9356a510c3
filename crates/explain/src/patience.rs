//! Limits on how long to look for a smallest set.

use std::cell::Cell;
use std::time::Duration;

use cnfetti_core::limit::Budget;

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
    budget: Budget,
    work: Cell<u64>,
}

impl Patience {
    /// As much as this, by the clock of the budget.
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

    /// Takes note of work.
    pub(super) fn spend(&self, work: u64) {
        self.work.set(self.work.get().saturating_sub(work));
    }

    /// Whether it is used up.
    pub(super) fn is_over(&self) -> bool {
        self.work.get() == 0 || self.budget.is_spent()
    }
}
