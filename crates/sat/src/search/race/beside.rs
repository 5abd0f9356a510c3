//! The exact counter beside a solver that looks for one solution or two.

use std::num::NonZeroUsize;
use std::sync::mpsc;
use std::thread;

use cnfetti_core::limit::{Budget, Limits};

use super::{Alternating, HEAD_START, HEAD_STEPS, Race};

/// How much memory the counter may take beside a solver, in bytes.
const BESIDE_BYTES: usize = 512 << 20;

/// What came of both.
pub(in crate::search) struct Raced<Found, Counted> {
    /// What the solver knows, also where it was not done.
    pub(in crate::search) solver: Option<Found>,
    /// What the counter says, where it was done.
    pub(in crate::search) counter: Option<Counted>,
    /// Whether the counter was first, or is the only one that was done.
    pub(in crate::search) is_counters: bool,
}

/// Lets a solver work, and the exact counter beside it once the solver has had a while. Who made fewer steps
/// was first, and neither is waited for in vain. Work that is counted already is the solver's alone.
pub(in crate::search) fn beside<Found, Counted: Send, Wrong>(
    budget: &Budget,
    mut solver: impl FnMut(&Budget) -> Result<Found, Wrong>,
    is_done: impl Fn(&Found) -> bool,
    mut counter: impl FnMut(&Limits) -> Option<Counted> + Send,
) -> Result<Raced<Found, Counted>, Wrong> {
    if budget.steps.is_some() {
        let solver = Some(solver(budget)?);
        return Ok(Raced { solver, counter: None, is_counters: false });
    }
    let race = Race::new(HEAD_STEPS);
    if !budget.may_start_threads() {
        return in_turns(&race, budget, solver, is_done, counter);
    }
    let (of_solver, of_counter) = (budget.counting(&race.first), budget.counting(&race.second));
    let (over, wait) = mpsc::channel::<()>();
    let (found, counted) = thread::scope(|scope| {
        let race = &race;
        let beside = scope.spawn(move || {
            // Where the solver was soon done nobody counts.
            if wait.recv_timeout(HEAD_START) != Err(mpsc::RecvTimeoutError::Timeout) {
                return None;
            }
            let counted = counter(&limits(&of_counter))?;
            race.second_is_done(race.second.made(), 0);
            Some((counted, race.second.made()))
        });
        let found = solver(&of_solver);
        let made = race.first.made();
        match &found {
            Ok(found) if is_done(found) => {
                race.first_is_done(made, 0);
                if made <= race.ahead {
                    drop(over);
                }
            }
            Ok(_) => {}
            Err(_) => race.second.allow(0),
        }
        (found, beside.join())
    });
    let (found, made) = (found?, race.first.made());
    let counted = counted.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    Ok(Raced::of(&race, Some((found, made)), counted, is_done))
}

/// What the counter may take beside a solver.
fn limits(budget: &Budget) -> Limits {
    Limits { budget: budget.clone(), memory_bytes: BESIDE_BYTES, threads: NonZeroUsize::MIN }
}

impl<Found, Counted> Raced<Found, Counted> {
    /// What both say, with their steps. What was later is left out, however early it was by the clock.
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

/// The same without threads.
fn in_turns<Found, Counted, Wrong>(
    race: &Race,
    budget: &Budget,
    mut solver: impl FnMut(&Budget) -> Result<Found, Wrong>,
    is_done: impl Fn(&Found) -> bool,
    mut counter: impl FnMut(&Limits) -> Option<Counted>,
) -> Result<Raced<Found, Counted>, Wrong> {
    let both = Alternating {
        first: |budget: &Budget| solver(budget).map(|found| Some(Turn::Found(found))),
        second: |budget: &Budget| Ok(counter(&limits(budget)).map(Turn::Counted)),
        is_exact: |turn: &Turn<Found, Counted>| match turn {
            Turn::Found(found) => is_done(found),
            Turn::Counted(_) => true,
        },
        more: |_: &Turn<Found, Counted>, _| 0,
    };
    let (mut found, mut counted) = (None, None);
    for (turn, steps) in both.run(race, budget)? {
        match turn {
            Turn::Found(one) => found = Some((one, steps)),
            Turn::Counted(one) => counted = Some((one, steps)),
        }
    }
    Ok(Raced::of(race, found, counted, is_done))
}

enum Turn<Found, Counted> {
    Found(Found),
    Counted(Counted),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who is first is who makes fewer steps, with threads and in turns, however long the other would take.
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
                let raced = beside(
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
            let piece = left.min(HEAD_STEPS / 100);
            budget.spend(piece);
            left -= piece;
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
        left == 0 && !budget.is_spent()
    }

    #[test]
    fn a_failure_of_the_solver_ends_the_counter() {
        let failed = beside(
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
        let raced = beside(&budget, |_| Ok::<_, ()>(false), |&is_done| is_done, |_| Some(()));
        assert!(raced.is_ok_and(|raced| raced.counter.is_none()));
    }
}
