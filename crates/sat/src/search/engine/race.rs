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
        let more = self.more(race.ahead, first, exact.count());
        let are_exact = exact.count().exact && blocking.count().exact;
        let is_late = are_exact && !race.is_in_time(first, second, more);
        let is_unasked = exact.count().exact && first <= race.ahead && more == 0;
        let Agreed { best, other } = match race.is_won_by_first(first, second) {
            true => Agreed::both(self.csp, exact, blocking)?,
            false => Agreed::both(self.csp, blocking, exact)?,
        };
        // Whether the later one was stopped in time, or begun at all, depends on the clock; what is said must not.
        let other = match other {
            _ if is_unasked => None,
            other if is_late => other.map(Answer::cut_short),
            other => other,
        };
        Ok(Agreed { best, other })
    }
}

/// How many solutions a list has.
fn listed(by_name: bool, count: &Count) -> &BigUint {
    if by_name { &count.solutions } else { &count.up_to_renaming }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::Choices;
    use crate::search::confirm::{Evidence, Unchecked};
    use crate::solver::SOLVERS;
    use cnfetti_core::csp::Csp;

    /// What a number rests on depends on steps alone: the same if who is later is done before it can be stopped.
    #[test]
    fn nothing_depends_on_when_the_later_one_is_stopped() {
        let mut csp = Csp::new();
        csp.variable("x", 0..3);
        let (choices, limits) = Default::default();
        let backend = &SOLVERS[0];
        let engines = Engines { csp: &csp, choices: &choices, backend, limits: &limits };
        let answer = |engine| engines.run(engine, |_| {}).unwrap();
        let evidence = |answers: Vec<(Answer, u64)>, ahead| {
            let agreed = engines.agreed(&Race::new(ahead), answers).unwrap();
            assert_eq!(agreed.best.count().solutions, BigUint::from(3u32));
            assert!(agreed.best.count().exact);
            agreed.evidence()
        };
        let (second, gave_up) = (Evidence::Second, Evidence::Word(Unchecked::GaveUp));
        for (ahead, exact, blocking, expected) in [
            (0, 1, 1 + AGAIN, second("blocking")),
            (0, 1, 2 + AGAIN, gave_up),
            (9, 9, AGAIN, second("blocking")),
            (9, 9, 1 + AGAIN, gave_up),
            (9, 10 + AGAIN, 1, second("exact")),
            (9, 11 + AGAIN, 1, gave_up),
        ] {
            let [first, other] = [answer(Engine::Exact), answer(Engine::Blocking)];
            let done = vec![(first.clone(), exact), (other.clone(), blocking)];
            assert_eq!(evidence(done, ahead), expected, "{ahead} {exact} {blocking}");
            if expected == gave_up {
                let stopped = match blocking > AGAIN {
                    true => vec![(first, exact), (other.cut_short(), blocking)],
                    false => vec![(first.cut_short(), exact), (other, blocking)],
                };
                assert_eq!(evidence(stopped, ahead), expected, "{ahead} {exact} {blocking}");
            }
        }
    }

    /// Who is given no steps is not asked, even if the clock let it begin.
    #[test]
    fn who_is_given_no_steps_is_not_asked() {
        let mut csp = Csp::new();
        for name in ["x", "y"] {
            csp.variable(name, 0..100);
        }
        let (choices, limits) = Default::default();
        let backend = &SOLVERS[0];
        let engines = Engines { csp: &csp, choices: &choices, backend, limits: &limits };
        let exact = engines.run(Engine::Exact, |_| {}).unwrap();
        let budget = Budget::default().of_steps(1);
        let stopped = count_over(Formula::Strengthened, &csp, (&choices, backend, &budget), |_| {});
        let stopped = Answer::Blocking(stopped.unwrap());
        assert!(!stopped.count().exact);
        for answers in [vec![(exact.clone(), 5)], vec![(exact, 5), (stopped, 1)]] {
            let agreed = engines.agreed(&Race::new(9), answers).unwrap();
            assert_eq!(agreed.evidence(), Evidence::Word(Unchecked::Unasked));
        }
    }

    /// Each solution takes ten steps. Behind the first hundred they count twice, behind the first thousand four times.
    #[test]
    fn the_steps_of_a_long_list_count_more() {
        let csp = Csp::new();
        let (choices, backend) = (Choices::default(), crate::solver::default());
        let limits = Limits::default();
        let engines = Engines { csp: &csp, choices: &choices, backend: &backend, limits: &limits };
        let budget = Budget::default().of_steps(u64::MAX);
        budget.spend(7);
        let mut told = 0;
        let mut slowed = engines.slowed(&budget, |_| told += 1);
        let mut count = Count::none(&csp);
        let mut expected = 7;
        for number in 1..=1_500_u32 {
            budget.spend(10);
            (count.solutions, count.up_to_renaming) = (number.into(), number.into());
            let is_long = slowed(&count);
            let times = if number > 1_000 { 4 } else { 1 + u64::from(number > 100) };
            expected += 10 * times;
            assert_eq!((budget.made(), is_long), (expected, number > 100), "{number}");
        }
        drop(slowed);
        assert_eq!(told, 1_500);
    }
}
