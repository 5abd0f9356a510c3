//! Two engines that count, and share nothing but the constraints: the exact counter and
//! blocking clauses.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::count::{Count, CountError, Counted, count};
use crate::compile::Choices;
use crate::csp::Csp;
use crate::exact::{self, Arithmetic, Limits};
use crate::solver::{Backend, Budget};

/// What counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The exact counter.
    Exact,
    /// A solver with a clause for each solution found.
    Blocking,
}

impl Engine {
    /// Its name, as in the JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Exact => "exact",
            Engine::Blocking => "blocking",
        }
    }
}

/// What an engine found.
#[derive(Clone, Debug)]
pub enum Answer {
    /// By the exact counter, with what the numbers are made of.
    Exact(Count, Arithmetic),
    /// By blocking clauses.
    Blocking(Counted),
}

impl Answer {
    /// The numbers.
    pub fn count(&self) -> &Count {
        match self {
            Answer::Exact(count, _) => count,
            Answer::Blocking(counted) => &counted.count,
        }
    }

    /// Who found them.
    pub fn engine(&self) -> Engine {
        match self {
            Answer::Exact(..) => Engine::Exact,
            Answer::Blocking(_) => Engine::Blocking,
        }
    }
}

/// Both engines with what they need.
pub struct Engines<'a> {
    /// What is counted.
    pub csp: &'a Csp,
    /// The encodings for the solver.
    pub choices: &'a Choices,
    /// The solver.
    pub backend: &'a Backend,
    /// For each engine.
    pub limits: &'a Limits,
}

/// Blocking clauses are not begun before the exact counter has had this long: most puzzles need
/// no formula.
const HEAD_START: Duration = Duration::from_millis(100);

/// How often it is looked whether both have to stop.
const POLL: Duration = Duration::from_millis(10);

impl Engines<'_> {
    /// Counts with one engine. `progress` is told what blocking clauses found so far.
    pub fn run(&self, engine: Engine, progress: impl FnMut(&Count)) -> Result<Answer, CountError> {
        self.run_within(engine, self.limits, progress)
    }

    fn run_within(
        &self,
        engine: Engine,
        limits: &Limits,
        progress: impl FnMut(&Count),
    ) -> Result<Answer, CountError> {
        let Engines { csp, choices, backend, .. } = *self;
        match engine {
            Engine::Exact => {
                let (count, arithmetic) = exact::count(csp, limits)?;
                Ok(Answer::Exact(count, arithmetic))
            }
            Engine::Blocking => {
                count(csp, choices, backend, &limits.budget, progress).map(Answer::Blocking)
            }
        }
    }

    /// Lets both engines count, each in its thread, and takes the first exact answer; when there
    /// is none, the better lower bound.
    pub fn race(&self, progress: impl FnMut(&Count) + Send) -> Result<Answer, CountError> {
        let over = Arc::new(AtomicBool::new(false));
        let budget = Budget { deadline: self.limits.budget.deadline, stop: Some(over.clone()) };
        let limits = &Limits { budget, ..self.limits.clone() };
        let (sender, receiver) = mpsc::channel();
        let (done, exact_done) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let answers = sender.clone();
            scope.spawn(move || {
                let answer = self.run_within(Engine::Exact, limits, |_| {});
                // Nobody may listen any more: the other engine was first.
                if answer.as_ref().is_ok_and(|answer| answer.count().exact) {
                    let _ = done.send(());
                }
                let _ = answers.send(answer);
            });
            scope.spawn(move || {
                // Without a word the exact counter needs longer, or gave up.
                if exact_done.recv_timeout(HEAD_START).is_err() {
                    let _ = sender.send(self.run_within(Engine::Blocking, limits, progress));
                }
            });
            let answer = self.first_exact(&receiver, &over);
            over.store(true, Ordering::Relaxed);
            answer
        })
    }

    fn first_exact(
        &self,
        receiver: &mpsc::Receiver<Result<Answer, CountError>>,
        over: &AtomicBool,
    ) -> Result<Answer, CountError> {
        let mut best: Option<Result<Answer, CountError>> = None;
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(Ok(answer)) if answer.count().exact => return Ok(answer),
                Ok(answer) => best = Some(better(best, answer)),
                Err(RecvTimeoutError::Timeout) => {
                    if self.limits.budget.is_spent() {
                        over.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        best.expect("each engine answers, unless the other gave an exact number")
    }
}

/// The larger lower bound; an error only when there is nothing else.
fn better(
    one: Option<Result<Answer, CountError>>,
    other: Result<Answer, CountError>,
) -> Result<Answer, CountError> {
    match (one, other) {
        (Some(Ok(one)), Ok(other)) => {
            let one_is_better = one.count().solutions >= other.count().solutions;
            Ok(if one_is_better { one } else { other })
        }
        (Some(Ok(one)), Err(_)) => Ok(one),
        (_, other) => other,
    }
}
