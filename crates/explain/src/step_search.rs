//! The search for an explanation: it finds steps until nothing more follows, leaves out those that are not needed, and
//! checks the others.

use std::time::Duration;

use crate::checked_steps::CheckedSteps;
use crate::steps::{Next, Steps};
use crate::tiling::Tiling;
use crate::{ExplainError, Explanation, Extent, Problem, Task, merge, prune};
use cnfetti_core::limit::{Budget, Limit, Moment, Stopped};
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::search::candidates::confirm_ruled_out;
use cnfetti_sat::search::confirm::{Claim, Evidence};
use cnfetti_sat::solver::{Fault, NoAnswer};

/// After the deadline, checking steps may take this long. The command line then ends the process.
pub(super) const LATE: Duration = Duration::from_millis(200);

/// The same after Ctrl-C.
const PATIENT: Duration = Duration::from_secs(2);

/// Without a deadline, steps are checked as they are found once the search has taken this long.
const LONG: Duration = Duration::from_secs(3);

/// How the search for steps ended.
pub(super) enum SearchEnd {
    /// Nothing more follows, or enough steps were found.
    Done,
    /// There is no solution.
    NoSolution,
    /// The steps are harder than the task allows.
    TooHard,
}

/// Finds steps until nothing more follows. `end` is what holds in every solution, once that is known.
pub(super) fn find(
    steps: &mut Steps<'_>,
    task: &Task,
    end: &mut Option<Candidates>,
    progress: &mut dyn FnMut(&Candidates),
) -> Result<SearchEnd, ExplainError> {
    let mut score = 0;
    let late = late(&task.budget);
    let is_enough = |steps: &Steps<'_>| task.extent == Extent::First && !steps.drafts.is_empty();
    while (end.as_ref() != Some(steps.known()) || !steps.is_filled()) && !is_enough(steps) {
        task.budget.check()?;
        let draft = match steps.next(end.as_ref())? {
            Next::Contradiction => return Ok(SearchEnd::NoSolution),
            Next::Step(draft) => draft,
            Next::Stuck if end.as_ref() == Some(steps.known()) => break,
            Next::Stuck => match end.as_ref() {
                Some(end) => steps.hard(end)?,
                None => {
                    *end = steps.end()?;
                    if end.is_none() {
                        return Ok(SearchEnd::NoSolution);
                    }
                    continue;
                }
            },
        };
        score += steps.score(&draft);
        if task.most.is_some_and(|most| score > most) {
            return Ok(SearchEnd::TooHard);
        }
        let before = steps.journal.measure();
        steps.take(draft);
        if steps.journal.measure() == before {
            // With a wrong solver, the search would find this step forever.
            let wrong = "the solver contradicts itself: a step is new and says nothing new";
            return Err(Fault(wrong.to_owned()).into());
        }
        progress(steps.known());
        if late.is_some_and(|late| task.budget.clock.now() >= late) {
            let Steps { checked, drafts, .. } = steps;
            checked.catch_up(drafts, &task.budget)?;
        }
    }
    Ok(SearchEnd::Done)
}

/// When to begin to check steps as they are found, so that some are checked when a limit is reached: after a third of the
/// time. If the search ends before, only the steps that are needed are checked.
fn late(budget: &Budget) -> Option<Moment> {
    let now = budget.clock.now();
    let time = budget.deadline.map_or(LONG, |deadline| deadline.since(now) / 3);
    budget.can_be_spent().then(|| now + time)
}

/// Leaves out steps that are not needed, and checks the others. If a limit ended the search, all steps found until then
/// are kept.
pub(super) fn finish(
    problem: &Problem<'_>,
    tiling: &Tiling,
    mut steps: Steps<'_>,
    task: &Task,
    start: Candidates,
    end: Option<Candidates>,
    stopped: Option<Stopped>,
) -> Result<Option<Explanation>, ExplainError> {
    let reaches_end = end.as_ref() == Some(steps.known());
    // No step is about helper variables. If all other variables are decided, the steps say everything.
    let is_all =
        problem.helpers.is_empty() || end.as_ref().is_some_and(|end| problem.is_decided(end));
    let whole = match stopped {
        Some(why) => Err(why),
        None => match whole(problem, tiling, &mut steps, task, &start, end.clone()) {
            Ok(whole) => Ok(whole),
            Err(ExplainError::Stopped(why)) => Err(why),
            Err(error) => return Err(error),
        },
    };
    let seen_by = tiling.seen_by();
    let is_interrupted = whole.as_ref().is_err_and(|why| why.0 == Limit::Interrupted);
    let time = if is_interrupted { PATIENT } else { LATE };
    let late = task.budget.without_end().at_most(time);
    let (checked, known_end, mut stopped) = match whole {
        Ok((checked, end)) => (checked, Some(end), None),
        Err(why) => {
            let problem = Problem { budget: &late, ..problem.clone() };
            let mut checked = CheckedSteps::new(&problem, tiling, &start).after(&steps.checked);
            checked.catch_up(&steps.drafts, &late)?;
            (checked, end, Some(why))
        }
    };
    let leads_there = task.extent == Extent::First || reaches_end && is_all && task.only.is_empty();
    let is_shown = known_end.is_none() || stopped.is_none() && leads_there;
    let mut end = known_end.unwrap_or_else(|| checked.known().clone());
    let mut evidence = Evidence::Second(checked.checked_by());
    if !is_shown {
        let (claim, root) = (Claim::by(&task.backend), &task.root);
        let confirmed =
            confirm_ruled_out(problem.csp, root, &start, Some(&end), claim, &task.budget)?;
        match confirmed.map_err(NoAnswer::from) {
            Ok(confirmed) => evidence = confirmed,
            Err(NoAnswer::Stopped(why)) => {
                stopped = Some(why);
                end = checked.known().clone();
            }
            Err(NoAnswer::Fault(fault)) => return Err(fault.into()),
        }
    }
    let steps = checked.steps;
    Ok(Some(Explanation { start, steps, seen_by, end, evidence, stopped }))
}

/// The steps that are needed, after merging those that belong together and checking all of them, and the candidates that
/// are left in the end.
fn whole<'a>(
    problem: &'a Problem<'a>,
    tiling: &'a Tiling,
    steps: &mut Steps<'_>,
    task: &Task,
    start: &Candidates,
    end: Option<Candidates>,
) -> Result<(CheckedSteps<'a>, Candidates), ExplainError> {
    let mut end = end.unwrap_or_else(|| steps.known().clone());
    if !problem.helpers.is_empty() {
        end = steps.with_helpers(&end)?;
    }
    let mut drafts = steps.drafts.clone();
    if task.extent == Extent::Needed {
        let wanted = if task.only.is_empty() { problem.wanted() } else { task.only.clone() };
        drafts = prune::without_unused(problem, drafts, &steps.journal, &wanted)?;
    }
    if task.merged && task.extent != Extent::First {
        drafts = merge::merged(problem, tiling, start, drafts)?;
    }
    let mut checked = CheckedSteps::new(problem, tiling, start).after(&steps.checked);
    drafts.into_iter().try_for_each(|draft| checked.take(draft))?;
    Ok((checked, end))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::path::Path;
    use std::time::Duration;

    use crate::overview::viewpoint;
    use crate::{ExplainError, Task, explain};
    use cnfetti_core::limit::{Budget, Clock};
    use cnfetti_puzzles::instance;

    thread_local! {
        static LOOKS: Cell<u64> = const { Cell::new(0) };
    }

    /// A clock that goes on by 10 microseconds each time somebody looks.
    fn clock() -> Clock {
        Clock::new(|| Duration::from_micros(10 * LOOKS.replace(LOOKS.get() + 1)))
    }

    /// However early the time is over, an explanation shows the first of all steps, and claims no more than they
    /// say or what holds in the end.
    #[test]
    fn steps_that_were_found_in_time_are_kept() {
        let file = "../../instances/pips/growing-07.toml";
        let puzzle = instance::load(Path::new(file)).unwrap().puzzle;
        let viewpoint = viewpoint(&*puzzle, &puzzle.csp(), &[], &[]);
        let noted = viewpoint.noted.clone();
        let all = Task { noted, merged: false, extent: crate::Extent::All, ..Task::default() };
        let whole = explain(&viewpoint.csp, &all, |_| {}).unwrap().unwrap();
        let mut numbers = Vec::new();
        for time in (0..12).map(|at| 40 << at) {
            let budget = Budget { clock: clock(), ..Budget::default() };
            let budget = budget.at_most(Duration::from_millis(time));
            let task = Task { merged: true, extent: crate::Extent::Needed, budget, ..all.clone() };
            let found = match explain(&viewpoint.csp, &task, |_| {}) {
                Err(ExplainError::Stopped(_)) => continue,
                found => found.unwrap().unwrap(),
            };
            if found.stopped.is_none() {
                break;
            }
            for (step, expected) in found.steps.iter().zip(&whole.steps) {
                assert_eq!(step.conclusions, expected.conclusions);
            }
            let last = found.steps.last().map(|step| &step.after);
            let is_shown = last.is_none_or(|last| *last == found.end);
            assert!(is_shown || found.end == whole.end, "more is claimed than shown");
            // Once the search is over, time goes into leaving out and merging steps.
            if found.end != whole.end {
                numbers.push(found.steps.len());
            }
        }
        assert!(numbers.iter().any(|number| *number > 4), "{numbers:?}");
        assert!(numbers.is_sorted(), "{numbers:?}");
    }

    thread_local! {
        static END: Cell<Duration> = const { Cell::new(Duration::MAX) };
    }

    /// The same clock, on which no time is left to check steps once the end is over.
    fn hasty() -> Clock {
        Clock::new(|| {
            let now = Duration::from_micros(10 * LOOKS.replace(LOOKS.get() + 1));
            if now < END.get() { now } else { now + Duration::from_secs(3600) }
        })
    }

    /// There are steps also where nothing can be checked once the time is over: some were checked before.
    #[test]
    fn steps_are_checked_before_the_time_is_over() {
        let file = "../../instances/pips/growing-07.toml";
        let puzzle = instance::load(Path::new(file)).unwrap().puzzle;
        let viewpoint = viewpoint(&*puzzle, &puzzle.csp(), &[], &[]);
        let mut numbers = Vec::new();
        for time in (0..12).map(|at| Duration::from_millis(40 << at)) {
            END.set(Duration::from_micros(10 * LOOKS.get()) + time);
            let budget = Budget { clock: hasty(), ..Budget::default() }.at_most(time);
            let task = Task { noted: viewpoint.noted.clone(), budget, ..Task::default() };
            match explain(&viewpoint.csp, &task, |_| {}) {
                Err(ExplainError::Stopped(_)) => {}
                found => {
                    let found = found.unwrap().unwrap();
                    if found.stopped.is_none() {
                        break;
                    }
                    numbers.push(found.steps.len());
                }
            }
        }
        assert!(numbers.iter().any(|number| *number > 4), "{numbers:?}");
    }
}
