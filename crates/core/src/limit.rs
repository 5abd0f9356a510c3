//! Limits: when to stop, and which one it was.
//!
//! A limit is carried as a value from where it is noticed to the exit code. It is neither an answer
//! nor a fault: what a limit ended is unknown.

mod clock;
mod memory;
mod steps;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use clock::{Clock, Moment};
pub use memory::Limits;
pub use steps::Steps;

/// The limit that ended a search, a check or a count before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The deadline passed.
    Time,
    /// Somebody wants it to stop: Ctrl-C, or the end of the command.
    Interrupted,
    /// The solver gave up by itself: its steps were used up, or it says that it does not know.
    Steps,
    /// More memory was not allowed.
    Memory,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Limit::Time => "the time limit was reached",
            Limit::Interrupted => "interrupted",
            Limit::Steps => "the solver gave up",
            Limit::Memory => "the memory limit was reached",
        })
    }
}

/// A limit ended the work. Whatever an error says besides, it is due to a limit when this is its
/// root cause, and to none when it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Stopped(pub Limit);

/// When work has to stop without an answer. The default never stops.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The clock.
    pub clock: Clock,
    /// No later than this.
    pub deadline: Option<Moment>,
    /// Stops as soon as this is true.
    pub stop: Option<Arc<AtomicBool>>,
    /// Stops after this many steps, where the clock must not decide.
    pub steps: Option<Arc<Steps>>,
    /// Whether all is to be done on this thread: none is started beside it.
    pub alone: bool,
    /// The most bytes of a file that is read, unpacked; none where the usual limits hold.
    pub file_bytes: Option<u64>,
}

/// Of many small things a budget looks at the time once in this many.
const OFTEN: usize = 1_024;

impl Budget {
    /// The same, and no longer than this from now on.
    pub fn at_most(&self, time: Duration) -> Budget {
        let latest = self.clock.now() + time;
        let deadline = self.deadline.map_or(latest, |deadline| deadline.min(latest));
        Budget { deadline: Some(deadline), ..self.clone() }
    }

    /// The same, and no more steps than this from now on, which are counted for themselves.
    pub fn of_steps(&self, number: u64) -> Budget {
        let left = self.steps.as_ref().map_or(u64::MAX, |steps| steps.left());
        self.counting(&Arc::new(Steps::at_most(number.min(left))))
    }

    /// The same, and no more steps than this from now on, which count as steps of this one too.
    pub fn turn(&self, number: u64) -> Budget {
        self.counting(&Arc::new(Steps::part_of(self.steps.as_ref(), number)))
    }

    /// The same with these steps, and no others.
    pub fn counting(&self, steps: &Arc<Steps>) -> Budget {
        Budget { steps: Some(Arc::clone(steps)), ..self.clone() }
    }

    /// Takes note of work, where it is counted.
    pub fn spend(&self, steps: u64) {
        if let Some(counted) = &self.steps {
            counted.make(steps);
        }
    }

    /// Whether threads may be started: never in a browser.
    pub fn may_start_threads(&self) -> bool {
        !self.alone && !cfg!(target_family = "wasm")
    }

    /// Whether it has a limit at all.
    pub fn can_be_spent(&self) -> bool {
        self.stop.is_some() || self.deadline.is_some() || self.steps.is_some()
    }

    /// Whether it is used up.
    pub fn is_spent(&self) -> bool {
        self.spent().is_some()
    }

    /// The limit that is reached by now; `None` while there is time.
    pub fn spent(&self) -> Option<Limit> {
        if self.deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
            return Some(Limit::Time);
        }
        let stop = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if stop {
            return Some(Limit::Interrupted);
        }
        let is_over = self.steps.as_ref().is_some_and(|steps| steps.are_used_up());
        is_over.then_some(Limit::Steps)
    }

    /// The limit that ended a solver with this budget: its own when the budget is not used up.
    pub fn limit(&self) -> Limit {
        self.spent().unwrap_or(Limit::Steps)
    }

    /// Looks whether it is used up once in this many steps.
    pub fn poll(&self, every: u32) -> Poll {
        Poll { budget: self.clone(), every, step: 0 }
    }

    /// These until it is used up, which is looked at now and then.
    pub fn meter<T>(&self, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let has_time = |number: usize| !number.is_multiple_of(OFTEN) || !self.is_spent();
        all.into_iter()
            .enumerate()
            .take_while(move |&(number, _)| has_time(number))
            .map(|(_, one)| one)
    }

    /// An error when it is used up.
    pub fn check(&self) -> Result<(), Stopped> {
        self.spent().map_or(Ok(()), |limit| Err(Stopped(limit)))
    }
}

/// How many steps a small step of a poll counts as.
const POLLED: u64 = 4;

/// A budget that is looked at now and then, by work of many small steps.
#[derive(Clone, Debug)]
pub struct Poll {
    budget: Budget,
    every: u32,
    step: u32,
}

impl Poll {
    /// One more step; an error when the budget is found to be used up.
    pub fn step(&mut self) -> Result<(), Stopped> {
        self.steps(1)
    }

    /// So many more steps.
    pub fn steps(&mut self, number: usize) -> Result<(), Stopped> {
        self.step = self.step.saturating_add(u32::try_from(number).unwrap_or(u32::MAX));
        if self.step < self.every {
            return Ok(());
        }
        self.budget.spend(POLLED * u64::from(std::mem::take(&mut self.step)));
        self.budget.check()
    }
}

#[cfg(test)]
mod tests {
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
