//! The means for answering a question: limits, solver and encodings.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cnfetti_core::limit::{Budget, Clock, Limits};
use cnfetti_process::machine;
use cnfetti_sat::compile::Choices;
use cnfetti_sat::search::confirm::{Evidence, Unchecked, Unconfirmed};
use cnfetti_sat::search::ended::NoOther;
use cnfetti_sat::solver::{self, Backend};
use num_bigint::BigUint;

/// The time, memory and threads that a question may take, the solver, and the encodings. By default there is
/// no limit of time, three quarters of the memory of the machine, a thread for each core, and a solver and
/// encodings that suit the problem.
///
/// ```
/// use std::time::Duration;
///
/// use cnfetti::problem::{Means, SolveOptions};
/// use cnfetti::solver;
///
/// let means = Means::default().time(Duration::from_secs(10)).solver(solver::choose("batsat")?);
/// let options = SolveOptions { means, ..SolveOptions::default() };
/// # Ok::<(), cnfetti::solver::UnknownSolver>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Means {
    time: Option<Duration>,
    memory: Option<usize>,
    threads: Option<NonZeroUsize>,
    budget: Budget,
    solver: Option<Backend>,
    choices: Option<Choices>,
    is_unchecked: bool,
    listener: Option<Listener>,
}

/// A callback for the number of solutions known so far.
#[derive(Clone)]
struct Listener(Arc<dyn Fn(&BigUint) + Send + Sync>);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

impl Means {
    /// Sets the time for each question.
    #[must_use]
    pub fn time(self, time: Duration) -> Means {
        Means { time: Some(time), ..self }
    }

    /// Sets the memory, in bytes, that a question may take in all. By default it is three quarters of what the
    /// machine has. What the whole process holds is measured on Linux; elsewhere, only the exact counter and
    /// knowledge compilation obey this.
    #[must_use]
    pub fn memory(self, bytes: usize) -> Means {
        Means { memory: Some(bytes), ..self }
    }

    /// Sets the number of threads. With one, no thread is started.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Means {
        self.budget.alone = threads == NonZeroUsize::MIN;
        Means { threads: Some(threads), ..self }
    }

    /// Sets the clock.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Means {
        self.budget.clock = clock;
        self
    }

    /// Sets the budget: the deadline, the clock, and the signal to stop.
    #[must_use]
    pub fn within(self, budget: Budget) -> Means {
        Means { budget, ..self }
    }

    /// Sets the budget, the memory and the number of threads.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Means {
        let Limits { budget, memory_bytes, threads } = limits;
        self.memory(memory_bytes).threads(threads).within(budget)
    }

    /// Stops when this flag is set.
    #[must_use]
    pub fn until(mut self, stop: Arc<AtomicBool>) -> Means {
        self.budget.stop = Some(stop);
        self
    }

    /// Calls `listener` whenever more solutions are known. Only counting and listing do this.
    #[must_use]
    pub fn telling(self, listener: impl Fn(&BigUint) + Send + Sync + 'static) -> Means {
        Means { listener: Some(Listener(Arc::new(listener))), ..self }
    }

    /// Sets the solver.
    #[must_use]
    pub fn solver(self, solver: Backend) -> Means {
        Means { solver: Some(solver), ..self }
    }

    /// Sets the encodings. Questions that could be answered without a formula then use one anyway.
    #[must_use]
    pub fn encodings(self, choices: Choices) -> Means {
        Means { choices: Some(choices), ..self }
    }

    /// Leaves answers unchecked: each is then only as reliable as the program that gave it.
    #[must_use]
    pub fn unchecked(self) -> Means {
        Means { is_unchecked: true, ..self }
    }

    /// Reports the number of solutions known so far.
    pub(super) fn tell(&self, known: &BigUint) {
        if let Some(Listener(listener)) = &self.listener {
            listener(known);
        }
    }

    /// The encodings that were chosen, or the default ones.
    pub(super) fn choices(&self) -> Choices {
        self.choices.unwrap_or_default()
    }

    /// Whether encodings were chosen.
    pub(super) fn has_encodings(&self) -> bool {
        self.choices.is_some()
    }

    /// The evidence for a claim that there is nothing else.
    pub(super) fn confirm(
        &self,
        no_other: &NoOther,
        budget: &Budget,
    ) -> Result<Evidence, Unconfirmed> {
        match self.is_unchecked {
            true => Ok(Evidence::Word(Unchecked::Unasked)),
            false => no_other.confirm(budget),
        }
    }

    /// The chosen solver, or the default.
    pub(super) fn backend(&self) -> Backend {
        self.backend_or(&solver::default())
    }

    pub(super) fn backend_or(&self, default: &Backend) -> Backend {
        self.solver.as_ref().unwrap_or(default).clone()
    }

    /// The means of all the parts of a question that starts now. Their numbers are not reported.
    pub(super) fn begun(&self) -> Means {
        Means { time: None, budget: self.budget(), listener: None, ..self.clone() }
    }

    /// The budget of a question that starts now.
    pub(super) fn budget(&self) -> Budget {
        let memory = self.budget.memory.clone().or_else(|| machine::memory(self.memory));
        let budget = Budget { memory, ..self.budget.clone() };
        self.time.map_or_else(|| budget.clone(), |time| budget.at_most(time))
    }

    /// The limits of a question within this budget.
    pub(super) fn limits_within(&self, budget: Budget) -> Limits {
        let limits = machine::limits();
        Limits {
            budget,
            memory_bytes: self.memory.unwrap_or(limits.memory_bytes),
            threads: self.threads.unwrap_or(limits.threads),
        }
    }
}
