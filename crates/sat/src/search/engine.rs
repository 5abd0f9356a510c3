//! Three engines that count: the exact counter, blocking clauses, and knowledge compilation. The
//! first shares nothing with the others but the constraints; they share the formula.
//!
//! The first exact number is not taken on trust: what the other engine has by then must fit, and
//! it is given some more steps. So small problems are counted twice.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use num_bigint::BigUint;

use super::clauses::{self, Compiled};
use super::confirm::{Evidence, Unchecked};
use super::count::{Count, CountError, Counted, Formula, count, count_over};
use super::enumerate::End;
use super::race::{Alternating, HEAD_START, HEAD_STEPS, POLL, Race};
use super::second::{AGAIN, EXACT_COUNTER, is_small};
use crate::compile::Choices;
use crate::solver::Backend;
use cnfetti_core::count::are_consistent;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::{Budget, Limit};
use cnfetti_exact::{self, Arithmetic, Limits};

/// A way to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The exact counter.
    Exact,
    /// A solver with a clause for each solution found.
    Blocking,
    /// Knowledge compilation.
    Clauses,
}

impl Engine {
    /// Its name, as in the JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Exact => "exact",
            Engine::Blocking => "blocking",
            Engine::Clauses => "clauses",
        }
    }

    /// The name in a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Engine::Exact => EXACT_COUNTER,
            Engine::Blocking => "the solver with blocking clauses",
            Engine::Clauses => "knowledge compilation",
        }
    }
}

/// The result of an engine.
#[derive(Clone, Debug)]
pub enum Answer {
    /// By the exact counter, with what the numbers are made of.
    Exact(Count, Arithmetic),
    /// By blocking clauses.
    Blocking(Counted),
    /// By knowledge compilation.
    Clauses(Compiled),
}

impl Answer {
    /// The numbers.
    pub fn count(&self) -> &Count {
        match self {
            Answer::Exact(count, _) => count,
            Answer::Blocking(counted) => &counted.count,
            Answer::Clauses(compiled) => &compiled.count,
        }
    }

    /// The limit because of which the numbers are lower bounds.
    pub fn stopped(&self) -> Option<Limit> {
        match self {
            Answer::Exact(_, arithmetic) => arithmetic.stopped,
            Answer::Blocking(counted) => match counted.end {
                End::Stopped(limit) => Some(limit),
                End::Exhausted(_) | End::Enough => None,
            },
            Answer::Clauses(compiled) => compiled.stopped,
        }
    }

    /// The engine that found them.
    pub fn engine(&self) -> Engine {
        match self {
            Answer::Exact(..) => Engine::Exact,
            Answer::Blocking(_) => Engine::Blocking,
            Answer::Clauses(_) => Engine::Clauses,
        }
    }
}

/// The results of the engines, which agree.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// An exact number when either engine has one; else the better lower bound.
    pub best: Answer,
    /// The result of the other engine until it was stopped, if it ran.
    pub other: Option<Answer>,
}

impl Agreed {
    /// One engine alone.
    pub fn alone(best: Answer) -> Agreed {
        Agreed { best, other: None }
    }

    /// Two answers about the same problem.
    ///
    /// # Errors
    ///
    /// When they cannot both be right.
    pub fn both(csp: &Csp, one: Answer, other: Answer) -> Result<Agreed, Disagreement> {
        require_agreement(csp, &one, &other)?;
        let rank = |answer: &Answer| (answer.count().exact, answer.count().solutions.clone());
        let (best, other) = if rank(&one) >= rank(&other) { (one, other) } else { (other, one) };
        Ok(Agreed { best, other: Some(other) })
    }

    /// The evidence that the best number is exact, apart from a proof.
    pub fn evidence(&self) -> Evidence {
        match &self.other {
            Some(other) if other.count().exact => Evidence::Second(other.engine().name()),
            Some(other) => Evidence::Word(Unchecked::of(other.stopped().unwrap_or(Limit::Steps))),
            None => Evidence::Word(Unchecked::Unasked),
        }
    }
}

/// Two engines say what cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engines disagree on the number of {what}: {one}, {other}")]
pub struct Disagreement {
    /// The quantity that was counted.
    pub what: String,
    /// The first claim.
    pub one: Says,
    /// The second claim.
    pub other: Says,
}

/// A number, and who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Says {
    /// The engine that makes the claim.
    pub engine: Engine,
    /// The number.
    pub number: BigUint,
    /// Whether there are no more.
    pub exact: bool,
}

impl fmt::Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_least = if self.exact { "" } else { "at least " };
        write!(f, "{} says {at_least}{}", self.engine.name(), self.number)
    }
}

/// An error when two counts of the same problem cannot both be right: exact numbers differ, or a
/// lower bound is above an exact number.
pub fn require_agreement(csp: &Csp, one: &Answer, other: &Answer) -> Result<(), Disagreement> {
    let (left, right) = (one.count(), other.count());
    let mut numbers = vec![
        ("solutions", &left.solutions, &right.solutions),
        ("solutions up to renaming", &left.up_to_renaming, &right.up_to_renaming),
        ("classes", &left.classes, &right.classes),
    ];
    for (at, projection) in csp.projections().iter().enumerate() {
        numbers.push((&projection.name, &left.projected[at], &right.projected[at]));
    }
    let optima = [left.optimum, right.optimum].map(|optimum| optimum.unwrap_or_default());
    let of_cost = format!("optimal solutions, of cost {} and {}", optima[0], optima[1]);
    let both_exact = left.exact && right.exact;
    for (what, one_number, other_number) in numbers {
        let agree = are_consistent((one_number, left.exact), (other_number, right.exact))
            && (left.optimum == right.optimum || !both_exact);
        if !agree {
            let says = |answer: &Answer, number: &BigUint| Says {
                engine: answer.engine(),
                number: number.clone(),
                exact: answer.count().exact,
            };
            let (one, other) = (says(one, one_number), says(other, other_number));
            let is_about_cost = both_exact && left.optimum != right.optimum;
            let what = if is_about_cost { of_cost } else { what.to_owned() };
            return Err(Disagreement { what, one, other });
        }
    }
    Ok(())
}

/// Why there is no count that two engines agree on.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// An engine failed.
    #[error(transparent)]
    Count(#[from] CountError),
    /// Both counted, and differ.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

/// The engines with what they need.
pub struct Engines<'a> {
    /// The problem to count.
    pub csp: &'a Csp,
    /// The encodings of the formula.
    pub choices: &'a Choices,
    /// The solver.
    pub backend: &'a Backend,
    /// The limits of each engine.
    pub limits: &'a Limits,
}

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
                let (count, arithmetic) = cnfetti_exact::count(csp, limits)?;
                Ok(Answer::Exact(count, arithmetic))
            }
            Engine::Blocking => {
                count(csp, choices, backend, &limits.budget, progress).map(Answer::Blocking)
            }
            Engine::Clauses => clauses::count(csp, choices, backend, limits).map(Answer::Clauses),
        }
    }

    /// Lets the first two count, each in its thread, and takes the exact answer that needed fewer steps,
    /// once the other has had some more; when there is none, the better lower bound.
    ///
    /// Blocking clauses are not begun before the exact counter has had some time: most puzzles need no
    /// formula. Of an optimum they are begun at once: a solver that improves its solution leaves most
    /// of the problem aside, and the counter does not.
    ///
    /// # Errors
    ///
    /// When the answers do not fit, or the solver or an encoding is wrong.
    pub fn race(&self, progress: impl FnMut(&Count) + Send) -> Result<Agreed, EngineError> {
        let (time, ahead) = match self.csp.objective() {
            Some(_) => (Duration::ZERO, 0),
            None => (HEAD_START, HEAD_STEPS),
        };
        if self.limits.threads().get() == 1 {
            return self.in_turns(ahead, progress);
        }
        let (race, over) = (Race::new(ahead), Arc::new(AtomicBool::new(false)));
        let budget = Budget { stop: Some(over.clone()), ..self.limits.budget.clone() };
        let limits = Limits { budget: budget.counting(&race.first), ..self.limits.clone() };
        let budget = budget.counting(&race.second);
        let (sender, receiver) = mpsc::channel();
        let (done, exact_done) = mpsc::channel::<u64>();
        thread::scope(|scope| {
            let answers = sender.clone();
            let (limits, budget, steps) = (&limits, &budget, &race);
            scope.spawn(move || {
                let answer = self.run_within(Engine::Exact, limits, |_| {});
                let made = steps.first.made();
                if answer.as_ref().is_ok_and(|answer| answer.count().exact) {
                    // Nobody may listen any more: the other engine was first.
                    let _ = done.send(made);
                }
                let _ = answers.send(answer.map(|answer| (answer, made)));
            });
            scope.spawn(move || {
                // Without a word the exact counter needs longer, or gave up.
                let first = exact_done.recv_timeout(time);
                if first.is_err() || first.is_ok_and(|first| self.more(ahead, first) > 0) {
                    let Engines { csp, choices, backend, .. } = *self;
                    let solver = (choices, backend, budget);
                    let counted = count_over(Formula::Strengthened, csp, solver, progress);
                    let made = steps.second.made();
                    let _ = sender.send(counted.map(|counted| (Answer::Blocking(counted), made)));
                }
            });
            let answers = self.collect(&receiver, &race, &over);
            over.store(true, Ordering::Relaxed);
            self.agreed(&race, answers?)
        })
    }

    /// The same without threads.
    fn in_turns(
        &self,
        ahead: u64,
        mut progress: impl FnMut(&Count),
    ) -> Result<Agreed, EngineError> {
        let Engines { csp, choices, backend, limits } = *self;
        let race = Race::new(ahead);
        let both = Alternating {
            first: |budget: &Budget| {
                let limits = Limits { budget: budget.clone(), ..limits.clone() };
                self.run_within(Engine::Exact, &limits, |_| {}).map(Some)
            },
            second: |budget: &Budget| {
                let solver = (choices, backend, budget);
                match count_over(Formula::Strengthened, csp, solver, &mut progress) {
                    Ok(counted) => Ok(Some(Answer::Blocking(counted))),
                    Err(CountError::TooLarge(_)) => Ok(None),
                    Err(wrong) => Err(wrong),
                }
            },
            is_exact: |answer: &Answer| answer.count().exact,
            more: |answer: &Answer, steps| match answer.engine() {
                Engine::Exact => self.more(ahead, steps),
                Engine::Blocking | Engine::Clauses => AGAIN,
            },
        };
        self.agreed(&race, both.run(&race, &limits.budget)?)
    }

    /// How many more steps a second opinion is given on what took so many. The formula of a large problem
    /// is not made for what was easy.
    fn more(&self, ahead: u64, first: u64) -> u64 {
        if first > ahead || is_small(self.csp) { AGAIN } else { 0 }
    }

    /// The answers of both engines with the steps they needed, the second of which may be cut short. A
    /// formula that would be too large is no answer.
    fn collect(
        &self,
        receiver: &Receiver<Result<(Answer, u64), CountError>>,
        race: &Race,
        over: &AtomicBool,
    ) -> Result<Vec<(Answer, u64)>, CountError> {
        let mut answers = Vec::new();
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(Ok((answer, steps))) => {
                    match answer.engine() {
                        _ if !answer.count().exact => {}
                        Engine::Exact => race.first_is_done(steps, self.more(race.ahead, steps)),
                        _ => race.second_is_done(steps, AGAIN),
                    }
                    answers.push((answer, steps));
                }
                Ok(Err(CountError::TooLarge(_))) => {}
                Ok(Err(wrong)) => return Err(wrong),
                Err(RecvTimeoutError::Timeout) => {
                    if self.limits.budget.is_spent() {
                        over.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(answers),
            }
        }
    }

    /// The best answer, and the other one unless it came too late.
    fn agreed(&self, race: &Race, answers: Vec<(Answer, u64)>) -> Result<Agreed, EngineError> {
        let (mut exact, mut blocking) = (None, None);
        for (answer, steps) in answers {
            match answer.engine() {
                Engine::Exact => exact = Some((answer, steps)),
                _ => blocking = Some((answer, steps)),
            }
        }
        let (exact, first) = exact.expect("the exact counter always answers");
        let Some((blocking, second)) = blocking else { return Ok(Agreed::alone(exact)) };
        let are_exact = exact.count().exact && blocking.count().exact;
        let is_in_time = race.is_in_time(first, second, self.more(race.ahead, first));
        let agreed = match race.is_won_by_first(first, second) {
            true => Agreed::both(self.csp, exact, blocking)?,
            false => Agreed::both(self.csp, blocking, exact)?,
        };
        Ok(if are_exact && !is_in_time { Agreed::alone(agreed.best) } else { agreed })
    }
}
