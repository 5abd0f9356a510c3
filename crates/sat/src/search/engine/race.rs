//! The race between the exact counter and blocking clauses.

use std::thread;

use num_bigint::BigUint;

use super::{Agreed, Answer, Engine, EngineError, Engines};
use crate::search::blocking::{Count, CountError, Formula, count_over, is_by_name};
use crate::search::race::{HEAD_STEPS, POLL, Race, Racers};
use crate::search::second_opinion::{AGAIN, is_small};
use cnfetti_core::limit::{Budget, Limits};

/// A second opinion does not list more solutions than this.
const LISTED: u32 = 1_000;

/// Numbers of solutions, and how many steps each further step of blocking clauses counts as: listing many solutions will
/// probably lose the race.
const SLOWED: [(u32, u64); 2] = [(LISTED, 8), (LISTED / 10, 4)];

/// How many steps each step counts as after this many listed solutions.
fn share(listed: &BigUint) -> u64 {
    SLOWED.into_iter().find(|&(number, _)| *listed > number.into()).map_or(1, |(_, share)| share)
}

impl Engines<'_> {
    /// Lets the exact counter and blocking clauses count, and takes the exact answer that needed fewer steps, once the
    /// other has had some more steps for a second opinion. If no answer is exact, takes the better lower bound.
    ///
    /// Unless the problem is small, blocking clauses begin only after the exact counter has made some steps. For an optimum,
    /// both begin at once, because bounds let a solver skip most of the search space, and the counter cannot do that.
    ///
    /// # Errors
    ///
    /// When the answers do not fit, or the solver or an encoding is wrong.
    pub fn race(&self, progress: impl FnMut(&Count) + Send) -> Result<Agreed, EngineError> {
        let ahead = if self.csp.objective().is_some() { 0 } else { HEAD_STEPS };
        self.race_ahead(ahead, true, progress)
    }

    /// The same, with this many steps in advance for the exact counter, at the same time or in turns.
    fn race_ahead(
        &self,
        ahead: u64,
        with_threads: bool,
        mut progress: impl FnMut(&Count) + Send,
    ) -> Result<Agreed, EngineError> {
        let Engines { csp, choices, backend, limits } = *self;
        // Small problems are counted twice.
        let race = Race::new(ahead);
        let race = if is_small(csp) { race.at_once() } else { race };
        let with_threads = with_threads && limits.budget.may_start_threads();
        let both = Racers {
            first: |budget: &Budget| {
                let limits = Limits { budget: budget.clone(), ..limits.clone() };
                self.run_within(Engine::Exact, &limits, |_| {}).map(Some)
            },
            second: |budget: &Budget| {
                let solver = (choices, backend, budget);
                let mut slow = self.slowed(budget, &mut progress);
                let mut tell = |count: &Count| {
                    let is_long = slow(count) && with_threads;
                    let is_ahead = || race.second.made() + ahead > race.first.made();
                    while is_long && is_ahead() && !race.is_first_over() && !budget.is_spent() {
                        thread::park_timeout(POLL);
                    }
                };
                match count_over(Formula::Strengthened, csp, solver, &mut tell) {
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
        self.agreed(&race, both.run(&race, &limits.budget, with_threads)?)
    }

    /// Returns a function that reports what is listed, and makes the steps of a long list count more. It returns
    /// whether the list is long.
    fn slowed(
        &self,
        budget: &Budget,
        mut progress: impl FnMut(&Count),
    ) -> impl FnMut(&Count) -> bool {
        let (by_name, mut before) = (is_by_name(self.csp), budget.made());
        move |count| {
            progress(count);
            let share = share(listed(by_name, count));
            budget.spend((share - 1) * (budget.made() - before));
            before = budget.made();
            share > 1
        }
    }

    /// How many steps more than the exact counter, which took `first` steps for this number, a second opinion may take. 0 if
    /// the problem was easy but its formula is large, or if there are too many solutions to list.
    fn more(&self, ahead: u64, first: u64, count: &Count) -> u64 {
        let is_worth_it = first > ahead || is_small(self.csp);
        let listed = listed(is_by_name(self.csp), count);
        // For long lists, each step counts as several, so they get twice as many.
        let again = if share(listed) > 1 { 2 * AGAIN } else { AGAIN };
        if is_worth_it && *listed <= LISTED.into() { again } else { 0 }
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
        // Whether the later one was stopped in time, or begun at all, depends on the clock; the answer must not.
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
    use cnfetti_core::csp::{AllDifferent, Csp, Linear, Ranges, Value};
    use cnfetti_core::random::Random;
    use itertools::Itertools;

    /// The evidence for a number depends on steps alone: it is the same if the later engine is done before it can be
    /// stopped.
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

    /// An engine that gets no steps has no say, even if the clock let it begin.
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
        let solver = (&choices, backend, &budget);
        let stopped = count_over(Formula::Strengthened, &csp, solver, &mut |_| {});
        let stopped = Answer::Blocking(stopped.unwrap());
        assert!(!stopped.count().exact);
        for answers in [vec![(exact.clone(), 5)], vec![(exact, 5), (stopped, 1)]] {
            let agreed = engines.agreed(&Race::new(9), answers).unwrap();
            assert_eq!(agreed.evidence(), Evidence::Word(Unchecked::Unasked));
        }
    }

    /// Random problems, and some that take long enough for both to work at the same time: however much the exact
    /// counter is in advance, and even if it gives up for lack of memory, the number is that of brute force, and has the
    /// same evidence as when both work in turns.
    #[test]
    fn at_the_same_time_they_say_what_they_say_in_turns() {
        let (choices, backend) = (Choices::default(), crate::solver::default());
        let mut seen = [0; 4];
        for seed in 0..120 {
            let random = &mut Random::new(seed);
            let (variables, values) = match seed % 20 {
                0 => (7, 7),
                _ => (1 + random.below(5), 1 + random.below(4) as Value),
            };
            let mut csp = Csp::new();
            let ids: Vec<_> =
                (0..variables).map(|at| csp.variable(format!("x{at}"), 0..values)).collect();
            let some = |random: &mut Random| {
                let all = ids.iter().copied();
                all.filter(|_| variables == 7 || random.one_in(2)).collect::<Vec<_>>()
            };
            let (scope, except) = (some(random), Vec::new());
            csp.post(AllDifferent { scope, except }.into(), "all different");
            let scope = some(random);
            let bound = random.below(5) as i64;
            csp.post(Linear::sum(scope, Ranges::at_least(bound)).into(), "the sum is large enough");
            let all = ids.iter().map(|_| 0..values).multi_cartesian_product();
            let number = match variables {
                7 => 5_040,
                _ => all.filter(|solution| csp.is_solution(solution)).count(),
            };
            let memory_bytes = if seed % 4 == 1 { 1 } else { 1 << 30 };
            let limits = Limits { memory_bytes, ..Limits::default() };
            let ahead = [0, 1, 10_000, HEAD_STEPS][random.below(4)];
            let engines =
                Engines { csp: &csp, choices: &choices, backend: &backend, limits: &limits };
            let together = engines.race_ahead(ahead, true, |_| {}).unwrap();
            let in_turns = engines.race_ahead(ahead, false, |_| {}).unwrap();
            for agreed in [&together, &in_turns] {
                let best = agreed.best.count();
                assert!(best.exact && best.solutions == number.into(), "{seed} {best:?}");
            }
            assert_eq!(together.evidence(), in_turns.evidence(), "{seed} {ahead}");
            assert_eq!(together.best.engine(), in_turns.best.engine(), "{seed} {ahead}");
            let is_second = matches!(together.evidence(), Evidence::Second(_));
            let is_first = together.best.engine() == Engine::Exact;
            seen[usize::from(is_second) + 2 * usize::from(is_first)] += 1;
        }
        assert!(seen[0] > 3 && seen[1] == 0 && seen[2] > 3 && seen[3] > 50, "{seen:?}");
    }

    /// Each solution takes ten steps. Behind the first hundred they count four times, behind the first thousand eight times.
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
            let times = if number > 1_000 { 8 } else { 1 + 3 * u64::from(number > 100) };
            expected += 10 * times;
            assert_eq!((budget.made(), is_long), (expected, number > 100), "{number}");
        }
        drop(slowed);
        assert_eq!(told, 1_500);
    }
}
