//! Two engines that count the same problem. Who made fewer steps was first, and the other is a second opinion when
//! it needs not many more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use num_bigint::BigUint;

use super::{Agreed, Answer, Engine, EngineError, Engines};
use crate::search::count::{Count, CountError, Formula, count_over, is_by_name};
use crate::search::race::{Alternating, HEAD_START, HEAD_STEPS, POLL, Race};
use crate::search::second::{AGAIN, is_small};
use cnfetti_core::limit::{Budget, Limits};

/// More solutions than this are not listed within the steps of a second opinion.
const LISTED: u32 = 1_000;

/// A list that is longer than this is hardly the first to end: from then on each of its steps counts as so many.
const SLOWED: [(u32, u64); 2] = [(LISTED, 4), (LISTED / 10, 2)];

impl Engines<'_> {
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
                if let Some(answer) = answer.as_ref().ok().filter(|one| one.count().exact) {
                    // Nobody may listen any more: the other engine was first.
                    let _ = done.send(self.more(ahead, made, answer.count()));
                }
                let _ = answers.send(answer.map(|answer| (answer, made)));
            });
            scope.spawn(move || {
                // Without a word the exact counter needs longer, or gave up.
                if exact_done.recv_timeout(time) != Ok(0) {
                    let Engines { csp, choices, backend, .. } = *self;
                    let solver = (choices, backend, budget);
                    let (mut slow, mut is_counting) = (self.slowed(budget, progress), true);
                    let tell = |count: &Count| {
                        let is_long = slow(count);
                        let is_ahead = || steps.second.made() > steps.first.made();
                        while is_long && is_counting && is_ahead() && !budget.is_spent() {
                            let word = exact_done.recv_timeout(POLL);
                            is_counting = word == Err(RecvTimeoutError::Timeout);
                        }
                    };
                    let counted = count_over(Formula::Strengthened, csp, solver, tell);
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
                let mut slow = self.slowed(budget, &mut progress);
                let tell = |count: &Count| {
                    slow(count);
                };
                match count_over(Formula::Strengthened, csp, solver, tell) {
                    Ok(counted) => Ok(Some(Answer::Blocking(counted))),
                    Err(CountError::TooLarge(_)) => Ok(None),
                    Err(wrong) => Err(wrong),
                }
            },
            is_exact: |answer: &Answer| answer.count().exact,
            more: |answer: &Answer, steps| match answer.engine() {
                Engine::Exact => self.more(ahead, steps, answer.count()),
                Engine::Blocking | Engine::Clauses => AGAIN,
            },
        };
        self.agreed(&race, both.run(&race, &limits.budget)?)
    }

    /// Tells of what is listed, and has the steps of a long list count more. It returns whether the list is long.
    fn slowed(
        &self,
        budget: &Budget,
        mut progress: impl FnMut(&Count),
    ) -> impl FnMut(&Count) -> bool {
        let (by_name, mut before) = (is_by_name(self.csp), budget.made());
        move |count| {
            progress(count);
            let listed = listed(by_name, count);
            let slowed = SLOWED.into_iter().find(|&(number, _)| *listed > number.into());
            let share = slowed.map_or(1, |(_, share)| share);
            budget.spend((share - 1) * (budget.made() - before));
            before = budget.made();
            share > 1
        }
    }

    /// How many more steps a second opinion is given on this number, which took so many. The formula of a large
    /// problem is not made for what was easy, and what cannot be listed in these steps is not begun.
    fn more(&self, ahead: u64, first: u64, count: &Count) -> u64 {
        let is_worth_it = first > ahead || is_small(self.csp);
        let is_short = *listed(is_by_name(self.csp), count) <= LISTED.into();
        if is_worth_it && is_short { AGAIN } else { 0 }
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
                        Engine::Exact => {
                            let more = self.more(race.ahead, steps, answer.count());
                            race.first_is_done(steps, more);
                        }
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
        let is_in_time =
            race.is_in_time(first, second, self.more(race.ahead, first, exact.count()));
        let agreed = match race.is_won_by_first(first, second) {
            true => Agreed::both(self.csp, exact, blocking)?,
            false => Agreed::both(self.csp, blocking, exact)?,
        };
        Ok(if are_exact && !is_in_time { Agreed::alone(agreed.best) } else { agreed })
    }
}

/// How many solutions a list has.
fn listed(by_name: bool, count: &Count) -> &BigUint {
    if by_name { &count.solutions } else { &count.up_to_renaming }
}
