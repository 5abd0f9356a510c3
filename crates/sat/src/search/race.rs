//! Two engines that work on the same question at the same time, or in turns if no threads may be started.
//!
//! The clock does not decide which of them wins, because then the evidence for an answer would depend on how busy the
//! machine is. Both count their steps, and the one with fewer steps wins. The other one is a second opinion if it needs
//! only a few more steps.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cnfetti_core::limit::{Budget, Limits, Steps};

/// The second usually waits until the first has worked this long, has made the steps that it has in advance, or has ended,
/// because most problems need only the first. This saves work and does not affect answers.
const HEAD_START: Duration = Duration::from_millis(100);

/// How many steps the first usually has in advance: these do not count when it is compared with the second.
pub(super) const HEAD_STEPS: u64 = 100_000_000;

/// How often the second checks whether to begin.
pub(super) const POLL: Duration = Duration::from_millis(10);

/// Without threads, the engines take turns, each with this many times the steps of the turn before.
const MORE: u64 = 4;

/// How much memory the exact counter may take while a solver works, in bytes.
const COUNTER_BYTES: usize = 512 << 20;

/// The steps of the first and of the second, and how many the first has in advance.
#[derive(Clone)]
pub(super) struct Race {
    pub(super) first: Arc<Steps>,
    pub(super) second: Arc<Steps>,
    pub(super) ahead: u64,
    /// How long the second waits for the first.
    head_start: Duration,
    /// Whether the first has ended.
    is_first_over: Arc<AtomicBool>,
}

impl Race {
    pub(super) fn new(ahead: u64) -> Race {
        let steps = || Arc::new(Steps::at_most(u64::MAX));
        let (first, second) = (steps(), steps());
        Race { first, second, ahead, head_start: HEAD_START, is_first_over: Arc::default() }
    }

    /// The same, but the second does not wait, because its answer is wanted in any case.
    pub(super) fn at_once(self) -> Race {
        Race { head_start: Duration::ZERO, ..self }
    }

    /// Whether the first has ended, if both work at the same time.
    pub(super) fn is_first_over(&self) -> bool {
        self.is_first_over.load(Ordering::Acquire)
    }

    /// The first was done after this many steps. The second may make as many, and `more`.
    fn first_is_done(&self, steps: u64, more: u64) {
        self.second.allow(self.for_second(steps, more));
    }

    /// The second was done after this many steps. The first may make as many, and `more`.
    fn second_is_done(&self, steps: u64, more: u64) {
        self.first.allow(self.for_first(steps, more));
    }

    /// Whether the first engine wins, given the steps of both.
    pub(super) fn is_won_by_first(&self, first: u64, second: u64) -> bool {
        first <= second.saturating_add(self.ahead)
    }

    /// Whether the loser had few enough steps to be a second opinion.
    pub(super) fn is_in_time(&self, first: u64, second: u64, more: u64) -> bool {
        match self.is_won_by_first(first, second) {
            true => second <= self.for_second(first, more),
            false => first <= self.for_first(second, more),
        }
    }

    fn for_second(&self, first: u64, more: u64) -> u64 {
        first.saturating_sub(self.ahead).saturating_add(more)
    }

    fn for_first(&self, second: u64, more: u64) -> u64 {
        second.saturating_add(self.ahead).saturating_add(more)
    }
}

/// Two engines. Each gets a budget, and returns `None` if it gives up.
pub(super) struct Racers<First, Second, IsExact, More> {
    /// The one that begins.
    pub(super) first: First,
    /// The other.
    pub(super) second: Second,
    /// Whether an answer is final.
    pub(super) is_exact: IsExact,
    /// How many steps more than a final answer a second opinion may take, given that answer and its steps.
    pub(super) more: More,
}

impl<Answer, Wrong, First, Second, IsExact, More> Racers<First, Second, IsExact, More>
where
    Answer: Send,
    Wrong: Send,
    First: FnMut(&Budget) -> Result<Option<Answer>, Wrong>,
    Second: FnMut(&Budget) -> Result<Option<Answer>, Wrong> + Send,
    IsExact: Fn(&Answer) -> bool + Sync,
    More: Fn(&Answer, u64) -> u64 + Sync,
{
    /// Returns the answers, that of the first before that of the second, each with the steps it took.
    pub(super) fn run(
        self,
        race: &Race,
        budget: &Budget,
        with_threads: bool,
    ) -> Result<Vec<(Answer, u64)>, Wrong> {
        match with_threads && budget.may_start_threads() {
            true => self.at_the_same_time(race, budget),
            false => self.in_turns(race, budget),
        }
    }

    fn at_the_same_time(self, race: &Race, budget: &Budget) -> Result<Vec<(Answer, u64)>, Wrong> {
        let Racers { mut first, mut second, is_exact, more } = self;
        let (is_exact, more) = (&is_exact, &more);
        let of_second = budget.counting(&race.second);
        let is_unasked = AtomicBool::new(false);
        let (one, other) = thread::scope(|scope| {
            let is_unasked = &is_unasked;
            let behind = scope.spawn(move || {
                let began = Instant::now();
                let has_time =
                    || race.first.made() <= race.ahead && began.elapsed() < race.head_start;
                while race.ahead > 0 && has_time() && !race.is_first_over() {
                    thread::park_timeout(POLL);
                }
                if is_unasked.load(Ordering::Acquire) {
                    return Ok(None);
                }
                let answer = second(&of_second);
                let made = race.second.made();
                match &answer {
                    Ok(Some(answer)) if is_exact(answer) => {
                        race.second_is_done(made, more(answer, made));
                    }
                    Ok(_) => {}
                    Err(_) => race.first.allow(0),
                }
                answer.map(|answer| answer.map(|answer| (answer, made)))
            });
            let answer = first(&budget.counting(&race.first));
            let made = race.first.made();
            match &answer {
                Ok(Some(answer)) if is_exact(answer) => {
                    let more = more(answer, made);
                    race.first_is_done(made, more);
                    is_unasked.store(made <= race.ahead && more == 0, Ordering::Release);
                }
                Ok(_) => {}
                Err(_) => {
                    race.second.allow(0);
                    is_unasked.store(true, Ordering::Release);
                }
            }
            race.is_first_over.store(true, Ordering::Release);
            behind.thread().unpark();
            let answer = answer.map(|answer| answer.map(|answer| (answer, made)));
            (answer, behind.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        Ok(one?.into_iter().chain(other?).collect())
    }

    /// The answers are the same as if both had worked at the same time. In each turn, both begin anew, until one is done.
    /// Then its steps limit the other one.
    fn in_turns(mut self, race: &Race, budget: &Budget) -> Result<Vec<(Answer, u64)>, Wrong> {
        let mut allowed = HEAD_STEPS;
        loop {
            let first = turn(&mut self.first, budget, allowed.saturating_add(race.ahead))?;
            if let Some((answer, steps)) = first.answer.as_ref().filter(|one| self.is_done(one)) {
                let more = (self.more)(answer, *steps);
                if more == 0 && *steps <= race.ahead {
                    return Ok(first.answer.into_iter().collect());
                }
                let second = turn(&mut self.second, budget, race.for_second(*steps, more))?;
                return Ok(first.answer.into_iter().chain(second.answer).collect());
            }
            // If the first has given up, the second has no limit.
            let allowed_now = if first.is_cut { allowed } else { u64::MAX };
            let second = turn(&mut self.second, budget, allowed_now)?;
            let is_done = second.answer.as_ref().filter(|one| self.is_done(one));
            if let Some((answer, steps)) = is_done.filter(|_| first.is_cut) {
                let may_make = race.for_first(*steps, (self.more)(answer, *steps));
                let first = turn(&mut self.first, budget, may_make)?;
                return Ok(first.answer.into_iter().chain(second.answer).collect());
            }
            if is_done.is_some() || !first.is_cut || budget.is_spent() {
                return Ok(first.answer.into_iter().chain(second.answer).collect());
            }
            allowed = if second.is_cut { allowed.saturating_mul(MORE) } else { u64::MAX };
        }
    }

    fn is_done(&self, (answer, _): &(Answer, u64)) -> bool {
        (self.is_exact)(answer)
    }
}

/// The result of a turn.
struct Turn<Answer> {
    answer: Option<(Answer, u64)>,
    /// Whether its steps were used up.
    is_cut: bool,
}

fn turn<Answer, Wrong>(
    work: &mut impl FnMut(&Budget) -> Result<Option<Answer>, Wrong>,
    budget: &Budget,
    allowed: u64,
) -> Result<Turn<Answer>, Wrong> {
    let steps = Arc::new(Steps::at_most(allowed));
    let answer = work(&budget.counting(&steps))?.map(|answer| (answer, steps.made()));
    Ok(Turn { answer, is_cut: steps.are_used_up() })
}

/// What a solver and the exact counter found when they worked on the same problem.
pub(super) struct Raced<Found, Counted> {
    /// What the solver found, even if it was not done.
    pub(super) solver: Option<Found>,
    /// What the counter found, if it was done and not too late.
    pub(super) counter: Option<Counted>,
    /// Whether the counter won, or is the only one that was done.
    pub(super) is_counters: bool,
}

/// Lets a solver work, and after a while the exact counter at the same time. If the budget has a limit on steps, the solver
/// works alone.
pub(super) fn with_exact_counter<Found: Send, Counted: Send, Wrong: Send>(
    budget: &Budget,
    mut solver: impl FnMut(&Budget) -> Result<Found, Wrong>,
    is_done: impl Fn(&Found) -> bool + Sync,
    mut counter: impl FnMut(&Limits) -> Option<Counted> + Send,
) -> Result<Raced<Found, Counted>, Wrong> {
    enum Answer<Found, Counted> {
        Found(Found),
        Counted(Counted),
    }
    if budget.steps.is_some() {
        let solver = Some(solver(budget)?);
        return Ok(Raced { solver, counter: None, is_counters: false });
    }
    let race = Race::new(HEAD_STEPS);
    let both = Racers {
        first: |budget: &Budget| solver(budget).map(|found| Some(Answer::Found(found))),
        second: |budget: &Budget| {
            let (budget, threads) = (budget.clone(), NonZeroUsize::MIN);
            let limits = Limits { budget, memory_bytes: COUNTER_BYTES, threads };
            Ok(counter(&limits).map(Answer::Counted))
        },
        is_exact: |answer: &Answer<Found, Counted>| match answer {
            Answer::Found(found) => is_done(found),
            Answer::Counted(_) => true,
        },
        more: |_: &Answer<Found, Counted>, _| 0,
    };
    let (mut found, mut counted) = (None, None);
    for (answer, steps) in both.run(&race, budget, true)? {
        match answer {
            Answer::Found(one) => found = Some((one, steps)),
            Answer::Counted(one) => counted = Some((one, steps)),
        }
    }
    Ok(Raced::of(&race, found, counted, is_done))
}

impl<Found, Counted> Raced<Found, Counted> {
    /// The answers of both, given their steps. The counter's is left out if it needed more steps, even if it was quicker by
    /// the clock.
    fn of(
        race: &Race,
        solver: Option<(Found, u64)>,
        counter: Option<(Counted, u64)>,
        is_done: impl Fn(&Found) -> bool,
    ) -> Raced<Found, Counted> {
        let is_counters = match (&solver, &counter) {
            (Some((found, first)), Some((_, second))) => {
                !is_done(found) || !race.is_won_by_first(*first, *second)
            }
            (_, counter) => counter.is_some(),
        };
        let made = solver.as_ref().map_or(0, |&(_, made)| made);
        let in_time =
            |&(_, second): &(Counted, u64)| is_counters || race.is_in_time(made, second, 0);
        let counter = counter.filter(in_time).map(|(counted, _)| counted);
        Raced { solver: solver.map(|(found, _)| found), counter, is_counters }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_made_fewer_steps_was_first() {
        let race = Race::new(10);
        assert!(race.is_won_by_first(10, 0) && race.is_won_by_first(15, 5));
        assert!(!race.is_won_by_first(16, 5));
        // Five more, and not six.
        assert!(race.is_in_time(3, 5, 5) && !race.is_in_time(3, 6, 5));
        assert!(race.is_in_time(15, 10, 5) && !race.is_in_time(15, 11, 5));
        assert!(race.is_in_time(21, 6, 5) && !race.is_in_time(22, 6, 5));
    }

    /// Whoever is told of the other's end can still be first, and in time.
    #[test]
    fn whoever_is_done_first_by_the_clock_does_not_matter() {
        for (first, second, more) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b, b % 3))) {
            let one = Race::new(10);
            one.first_is_done(first, more);
            let other = Race::new(10);
            other.second_is_done(second, more);
            let second_ends = one.for_second(first, more) >= second;
            let first_ends = other.for_first(second, more) >= first;
            let is_in_time = one.is_in_time(first, second, more);
            match one.is_won_by_first(first, second) {
                true => assert!(first_ends && second_ends == is_in_time, "{first} {second}"),
                false => assert!(second_ends && first_ends == is_in_time, "{first} {second}"),
            }
        }
    }

    /// Work that is done after this many steps.
    fn counted(needed: u64, budget: &Budget) -> Result<Option<bool>, ()> {
        budget.spend(needed);
        Ok(Some(!budget.is_spent()))
    }

    /// Taking turns leads to the same winner as two threads, and to the same answer on whether the other was in time.
    #[test]
    fn turns_say_the_same_as_two_threads() {
        const UNIT: u64 = HEAD_STEPS / 4;
        let numbers = [0, 1, 2, 3, 4, 5, 6, 9, 13, 17, 40, 99];
        let pairs = numbers.iter().flat_map(|first| numbers.map(|second| (*first, second)));
        let mut seen = [0; 3];
        for ((first, second), more) in pairs.flat_map(|pair| [0, 1, 3].map(|more| (pair, more))) {
            let (first, second, more) = (first * UNIT, second * UNIT + 1, more * UNIT);
            let race = Race::new(HEAD_STEPS);
            let both = Racers {
                first: |budget: &Budget| {
                    counted(first, budget).map(|done| done.map(|done| ('a', done)))
                },
                second: |budget: &Budget| {
                    counted(second, budget).map(|done| done.map(|done| ('b', done)))
                },
                is_exact: |(_, done): &(char, bool)| *done,
                more: |_: &_, _| more,
            };
            let answers = both.run(&race, &Budget::default(), false).unwrap();
            let done = |name| answers.iter().any(|((who, done), _)| *who == name && *done);
            let is_in_time = race.is_in_time(first, second, more);
            let (winner, loser) =
                if race.is_won_by_first(first, second) { ('a', 'b') } else { ('b', 'a') };
            assert!(done(winner), "{first} {second} {more}");
            assert!(done(loser) || !is_in_time, "{first} {second} {more}");
            seen[if winner == 'b' { 2 } else { usize::from(is_in_time) }] += 1;
        }
        assert!(seen.iter().all(|&number| number > 20), "{seen:?}");
    }

    /// Nobody waits for the one that gives up, and the end of the budget ends both.
    #[test]
    fn whoever_gives_up_leaves_it_to_the_other() {
        let race = Race::new(HEAD_STEPS);
        let both = Racers {
            first: |_: &Budget| Ok::<_, ()>(Some(('a', false))),
            second: |budget: &Budget| {
                counted(9 * HEAD_STEPS, budget).map(|done| done.map(|done| ('b', done)))
            },
            is_exact: |(_, done): &(char, bool)| *done,
            more: |_: &_, _| 0,
        };
        let answers = both.run(&race, &Budget::default(), false).unwrap();
        assert_eq!(
            answers.iter().map(|(answer, _)| *answer).collect::<Vec<_>>(),
            [('a', false), ('b', true)]
        );
        let spent = Budget::default().at_most(std::time::Duration::ZERO);
        let both = Racers {
            first: |budget: &Budget| {
                Ok::<_, ()>({
                    budget.spend(u64::MAX / 2);
                    Some(false)
                })
            },
            second: |budget: &Budget| {
                Ok::<_, ()>({
                    budget.spend(u64::MAX / 2);
                    Some(false)
                })
            },
            is_exact: |done: &bool| *done,
            more: |_: &_, _| 0,
        };
        assert_eq!(both.run(&race, &spent, false).unwrap().len(), 2);
    }

    /// The one that makes fewer steps is first, with threads and in turns, however long the other would take.
    #[test]
    fn who_makes_fewer_steps_is_first() {
        let endless = u64::MAX;
        for (first, second, is_counters) in [
            (1, 1, false),
            (HEAD_STEPS, 1, false),
            (3 * HEAD_STEPS, HEAD_STEPS, true),
            (3 * HEAD_STEPS, 5 * HEAD_STEPS, false),
            (endless, 7, true),
            (20 * HEAD_STEPS, endless, false),
        ] {
            for alone in [false, true] {
                let budget = Budget { alone, ..Budget::default() };
                let raced = with_exact_counter(
                    &budget,
                    |budget| Ok::<_, ()>(work(first, budget)),
                    |&is_done| is_done,
                    |limits| work(second, &limits.budget).then_some(()),
                );
                let raced = raced.unwrap();
                assert_eq!(raced.is_counters, is_counters, "{first} {second} {alone}");
                assert_eq!(raced.counter.is_some(), is_counters, "{first} {second} {alone}");
                assert!(is_counters || raced.solver == Some(true), "{first} {second} {alone}");
            }
        }
    }

    /// Whether so many steps can be made, a piece at a time.
    fn work(steps: u64, budget: &Budget) -> bool {
        let mut left = steps;
        while left > 0 && !budget.is_spent() {
            let piece = left.min(HEAD_STEPS / 25);
            budget.spend(piece);
            left -= piece;
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
        left == 0 && !budget.is_spent()
    }

    #[test]
    fn a_failure_of_the_solver_ends_the_counter() {
        let failed = with_exact_counter(
            &Budget::default(),
            |_| {
                std::thread::sleep(2 * HEAD_START);
                Err::<(), _>("failed")
            },
            |()| true,
            |limits| work(u64::MAX, &limits.budget).then_some(()),
        );
        assert_eq!(failed.err(), Some("failed"));
    }

    #[test]
    fn counted_work_is_the_solvers_alone() {
        let budget = Budget::default().of_steps(5);
        let raced =
            with_exact_counter(&budget, |_| Ok::<_, ()>(false), |&is_done| is_done, |_| Some(()));
        assert!(raced.is_ok_and(|raced| raced.counter.is_none()));
    }
}
