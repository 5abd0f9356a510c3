//! Limits: when to stop, and which limit it was.
//!
//! A limit is a value, from the place that notices it to the exit code. It is neither an answer
//! nor a fault: the result of work that a limit ended is unknown.

mod clock;
mod memory;
mod steps;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use clock::{Clock, Moment};
pub use memory::{Limits, Memory};
pub use steps::Steps;

/// The limit that ended a search, a check or a count before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The deadline passed.
    Time,
    /// Somebody asked to stop: Ctrl-C, or the end of the command.
    Interrupted,
    /// The solver gave up by itself: it ran out of steps, or reported that it does not know.
    Steps,
    /// No more memory was allowed.
    Memory,
    /// A program answered, and another limit came before there was evidence for its answer.
    Proof,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Limit::Time => "the time limit was reached",
            Limit::Interrupted => "interrupted",
            Limit::Steps => "the solver gave up",
            Limit::Memory => "the memory limit was reached",
            Limit::Proof => "the solver's answer was not proved in time",
        })
    }
}

/// The error of work that a limit ended. An error is due to a limit exactly when its root cause is
/// `Stopped`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Stopped(pub Limit);

/// When work has to stop without an answer. The default has no limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The clock.
    pub clock: Clock,
    /// When to stop at the latest.
    pub deadline: Option<Moment>,
    /// Stops once the program holds more memory than this.
    pub memory: Option<Memory>,
    /// Stops as soon as this flag is true.
    pub stop: Option<Arc<AtomicBool>>,
    /// Stops after this many steps. Results that must not depend on the clock use steps instead.
    pub steps: Option<Arc<Steps>>,
    /// Whether to do all work on this thread, without starting others.
    pub alone: bool,
    /// The most bytes to read of a file, unpacked; `None` for the usual limits.
    pub file_bytes: Option<u64>,
}

/// Work of many small steps checks the budget once in this many.
const POLL_INTERVAL: usize = 1_024;

impl Budget {
    /// The same budget, limited to this much time from now on.
    pub fn at_most(&self, time: Duration) -> Budget {
        let latest = self.clock.now() + time;
        let deadline = self.deadline.map_or(latest, |deadline| deadline.min(latest));
        Budget { deadline: Some(deadline), ..self.clone() }
    }

    /// The same budget, limited to this many steps from now on, with a counter of its own.
    pub fn of_steps(&self, number: u64) -> Budget {
        let left = self.steps.as_ref().map_or(u64::MAX, |steps| steps.left());
        self.counting(&Arc::new(Steps::at_most(number.min(left))))
    }

    /// The same budget, limited to this many steps from now on, which also count as steps of
    /// `self`.
    pub fn turn(&self, number: u64) -> Budget {
        self.counting(&Arc::new(Steps::part_of(self.steps.as_ref(), number)))
    }

    /// The same budget with this counter of steps, and no other.
    pub fn counting(&self, steps: &Arc<Steps>) -> Budget {
        Budget { steps: Some(Arc::clone(steps)), ..self.clone() }
    }

    /// Records work, if steps are counted.
    pub fn spend(&self, steps: u64) {
        if let Some(counted) = &self.steps {
            counted.make(steps);
        }
    }

    /// The number of steps made so far; 0 if steps are not counted.
    pub fn made(&self) -> u64 {
        self.steps.as_ref().map_or(0, |steps| steps.made())
    }

    /// Whether threads may be started. In a browser they never may.
    pub fn may_start_threads(&self) -> bool {
        !self.alone && !cfg!(target_family = "wasm")
    }

    /// Whether the budget has any limit.
    pub fn can_be_spent(&self) -> bool {
        self.stop.is_some()
            || self.deadline.is_some()
            || self.memory.is_some()
            || self.steps.is_some()
    }

    /// Whether the budget is spent.
    pub fn is_spent(&self) -> bool {
        self.spent().is_some()
    }

    /// The limit that has been reached; `None` if none has.
    pub fn spent(&self) -> Option<Limit> {
        if self.deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
            return Some(Limit::Time);
        }
        if self.memory.as_ref().is_some_and(Memory::is_spent) {
            return Some(Limit::Memory);
        }
        let stop = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if stop {
            return Some(Limit::Interrupted);
        }
        let is_over = self.steps.as_ref().is_some_and(|steps| steps.are_used_up());
        is_over.then_some(Limit::Steps)
    }

    /// The limit that ended a solver with this budget; the solver's own limit if the budget is not
    /// spent.
    pub fn limit(&self) -> Limit {
        self.spent().unwrap_or(Limit::Steps)
    }

    /// A budget for work after this one was spent: with its clock and its memory, of which some may be free
    /// again, and without its other limits.
    pub fn without_end(&self) -> Budget {
        let memory = self.memory.as_ref().map(Memory::anew);
        Budget { clock: self.clock, memory, ..Budget::default() }
    }

    /// Returns a poll that checks the budget once in this many steps.
    pub fn poll(&self, every: u32) -> Poll {
        Poll { budget: self.clone(), every, step: 0 }
    }

    /// The items until the budget is spent, which is checked now and then.
    pub fn meter<T>(&self, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let has_time = |number: usize| !number.is_multiple_of(POLL_INTERVAL) || !self.is_spent();
        all.into_iter()
            .enumerate()
            .take_while(move |&(number, _)| has_time(number))
            .map(|(_, one)| one)
    }

    /// Returns an error if the budget is spent.
    pub fn check(&self) -> Result<(), Stopped> {
        self.spent().map_or(Ok(()), |limit| Err(Stopped(limit)))
    }
}

/// How many steps one step of a poll counts as.
const STEPS_PER_POLL: u64 = 4;

/// Checks a budget now and then, for work of many small steps.
#[derive(Clone, Debug)]
pub struct Poll {
    budget: Budget,
    every: u32,
    step: u32,
}

impl Poll {
    /// Records one step. Returns an error if the budget turns out to be spent.
    pub fn step(&mut self) -> Result<(), Stopped> {
        self.steps(1)
    }

    /// Records this many steps. Returns an error if the budget turns out to be spent.
    pub fn steps(&mut self, number: usize) -> Result<(), Stopped> {
        self.step = self.step.saturating_add(u32::try_from(number).unwrap_or(u32::MAX));
        if self.step < self.every {
            return Ok(());
        }
        self.budget.spend(STEPS_PER_POLL * u64::from(std::mem::take(&mut self.step)));
        self.budget.check()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn a_budget_says_which_limit_was_reached() {
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget { stop: Some(stop.clone()), ..Budget::default() };
        assert_eq!((budget.spent(), budget.limit()), (None, Limit::Steps));
        assert_eq!(budget.at_most(Duration::from_secs(60)).check(), Ok(()));
        assert_eq!(budget.at_most(Duration::ZERO).check(), Err(Stopped(Limit::Time)));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(budget.spent(), Some(Limit::Interrupted));
    }

    #[test]
    fn a_budget_whose_memory_was_short_stays_spent() {
        static HELD: AtomicUsize = AtomicUsize::new(7);
        let memory = Memory::at_most(7, || HELD.load(Ordering::Relaxed));
        let budget = Budget { memory: Some(memory.clone()), ..Budget::default() };
        let copy = budget.of_steps(10);
        assert_eq!((budget.spent(), copy.spent()), (None, None));
        HELD.store(8, Ordering::Relaxed);
        assert_eq!((budget.spent(), memory.excess()), (Some(Limit::Memory), 1));
        HELD.store(7, Ordering::Relaxed);
        assert_eq!((copy.spent(), memory.excess()), (Some(Limit::Memory), 0));
        assert_eq!(budget.without_end().spent(), None);
    }

    #[test]
    fn steps_are_counted_where_they_are_limited() {
        let budget = Budget::default().of_steps(10);
        budget.spend(10);
        assert_eq!(budget.spent(), None);
        let inner = budget.of_steps(10);
        inner.spend(1);
        assert_eq!((inner.spent(), budget.spent()), (Some(Limit::Steps), None));
        let turn = budget.turn(5);
        turn.spend(6);
        assert_eq!((turn.spent(), budget.spent()), (Some(Limit::Steps), Some(Limit::Steps)));
        assert_eq!(budget.turn(100).spent(), Some(Limit::Steps));
        let whole = Budget::default().of_steps(10);
        let turn = whole.turn(5);
        turn.spend(6);
        assert_eq!((turn.spent(), whole.spent()), (Some(Limit::Steps), None));
        whole.turn(5).spend(5);
        assert_eq!(whole.spent(), Some(Limit::Steps));
        budget.clone().spend(1);
        assert_eq!(budget.check(), Err(Stopped(Limit::Steps)));
        assert_eq!(budget.at_most(Duration::ZERO).spent(), Some(Limit::Time));
    }

    #[test]
    fn a_poll_looks_once_in_so_many_steps() {
        let mut poll = Budget::default().at_most(Duration::ZERO).poll(3);
        let stopped = Err(Stopped(Limit::Time));
        let steps: Vec<_> = (0..6).map(|_| poll.step()).collect();
        assert_eq!(steps, [Ok(()), Ok(()), stopped, Ok(()), Ok(()), stopped]);
        assert_eq!((poll.steps(2), poll.steps(usize::MAX), poll.step()), (Ok(()), stopped, Ok(())));
    }
}
