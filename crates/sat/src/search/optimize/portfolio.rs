//! A portfolio for optimization: a solver, and at the same time the exact counter and depth-first search. The first engine
//! that is done gives the answer, which must not contradict what the others have found by then.

use super::depth_first::{DEPTH_FIRST, is_only_searched};
use super::known::Known;
use super::{
    Best, CountError, News, Optimum, better, closed, contradiction, optimize, optimize_by_sums,
};
use crate::compile::Choices;
use crate::search::ended::{Ended, NoOther, in_little_time};
use crate::search::engine::Engine;
use crate::search::enumerate::WrongModel;
use crate::search::race::{HEAD_STEPS, Raced, with_exact_counter};
use crate::search::second_opinion::EXACT_COUNTER;
use crate::search::symmetry::break_renaming;
use crate::search::unique::first_few;
use crate::solver::{Backend, Fault, optimizer};
use cnfetti_core::backtrack::Backtrack;
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::{Budget, Limit, Limits};
use cnfetti_core::relaxation::Progress;

/// Looks for the best solution as [`optimize`] does, while the exact counter and depth-first search work at the
/// same time, unless the user chose the solver.
///
/// # Errors
///
/// The formula would be too large and the counter gives up, the solver fails, a model is no solution, or the
/// engines contradict each other.
pub fn optimize_by_portfolio(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    mut on_news: impl FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    by_portfolio(csp, choices, backend, budget, &mut on_news)
}

/// Not generic, so that it is compiled once, here.
fn by_portfolio(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    if backend.is_chosen() {
        return optimize(csp, choices, backend, budget, on_news);
    }
    let mut best_reported = None;
    // If engines take turns, the solver begins several times.
    let mut on_news = |news: News<'_>| match news {
        News::Improved(best) if !is_news(csp, best, best_reported) => {}
        News::Improved(best) => {
            best_reported = Some(best.value);
            on_news(News::Improved(best));
        }
        News::Compiled(_) => on_news(news),
    };
    let by_values = csp.with_values_in_order();
    let by_variables = by_values.as_ref().unwrap_or(csp).with_variables_in_order();
    let Some(ordered) = by_variables.or(by_values) else {
        return by_all(csp, choices, backend, budget, &mut on_news);
    };
    let found = match at_first_try(csp, budget, &mut on_news)? {
        Ok(optimum) => return Ok(optimum),
        Err(found) => found,
    };
    let optimum = by_all(&ordered, choices, backend, budget, &mut on_news)?;
    keep(csp, &backend.name, optimum, found)
}

/// Looks for the best solution of this problem with all engines.
fn by_all(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    if csp.objective().is_some() && !is_for_counter(csp) {
        return optimize_by_sums(csp, choices, budget, on_news);
    }
    if csp.objective().is_none()
        && let Some(optimum) = any_alone(csp, choices, backend, budget, on_news)?
    {
        return Ok(optimum);
    }
    let optimum = both(csp, choices, backend, budget, on_news)?;
    // The other engines report nothing while they run.
    if let Some(best) = &optimum.best
        && csp.objective().is_some()
    {
        on_news(News::Improved(best));
    }
    Ok(optimum)
}

/// How many steps the small solver gets before the portfolio starts: about a second's worth.
const SOON: u64 = 1_000_000_000;

/// Any solution, or that there is none: first from the default solver, then from the small one in the formula of a smaller
/// and stronger problem. Returns `None` if neither is done quickly.
fn any_alone(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Option<Optimum>, CountError> {
    match optimize(csp, choices, backend, &budget.turn(HEAD_STEPS), on_news) {
        Ok(optimum) if !matches!(optimum.end, Ended::Stopped(_)) => return Ok(Some(optimum)),
        Ok(_) | Err(CountError::TooLarge(_)) => {}
        Err(wrong) => return Err(wrong),
    }
    let found = first_few(&break_renaming(csp), choices, &budget.turn(SOON), 1)?;
    Ok(found.map(|(mut found, end)| {
        let best = found.pop().map(|solution| Best { value: 0, solution, model: None });
        Optimum { best, bound: None, end }
    }))
}

/// The steps on the problem as it is, before symmetry is broken by an order. The order leaves fewer optimal solutions, so an
/// easy problem is often solved faster without it.
const FIRST_TRY: u64 = 20_000_000;

/// The optimum if a few steps without a formula prove it, or else the best solution so far.
fn at_first_try(
    csp: &Csp,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Result<Optimum, Option<Best>>, CountError> {
    let Some(objective) = csp.objective().filter(|_| !is_only_searched(csp)) else {
        return Ok(Err(None));
    };
    let (backend, turn) = (optimizer(), budget.turn(FIRST_TRY));
    let mut known = Known::new(csp, objective, &backend, &turn);
    known.with_branches(&turn, on_news)?;
    if known.is_over() { closed(known, budget).map(Ok) } else { Ok(Err(known.best)) }
}

/// The result for the problem with the order, with the earlier solution if that is better. If the result is a proved optimum,
/// the earlier solution must not be better.
fn keep(
    csp: &Csp,
    solver_name: &str,
    optimum: Optimum,
    found: Option<Best>,
) -> Result<Optimum, CountError> {
    let (Some(objective), Some(found)) = (csp.objective(), found) else { return Ok(optimum) };
    let is_better = |best: &Best| objective.is_better(found.value, best.value);
    if matches!(optimum.end, Ended::Exhausted(_)) && optimum.best.as_ref().is_none_or(is_better) {
        let why = format!("an order is wrong: it leaves no solution as good as {}", found.value);
        return Err(WrongModel::from(Fault(why)).into());
    }
    Ok(with_better(csp, solver_name, optimum, Some(found))?)
}

/// Whether a solution is better than what was reported.
fn is_news(csp: &Csp, best: &Best, reported: Option<i64>) -> bool {
    reported.is_none_or(|reported| {
        csp.objective().is_some_and(|objective| objective.is_better(best.value, reported))
    })
}

/// Runs the solver and the other engines at the same time.
fn both(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    let mut too_large = None;
    let solver = |budget: &Budget| {
        match optimize_by_sums(csp, choices, budget, on_news) {
            // The others need no formula.
            Err(CountError::TooLarge(error)) => {
                too_large = Some(error);
                Ok(Optimum::stopped(Limit::Memory))
            }
            found => found,
        }
    };
    let mut second = CounterAndSearch::new(csp);
    let counter = |limits: &Limits| second.work(limits);
    let is_done = |optimum: &Optimum| !matches!(optimum.end, Ended::Stopped(_));
    let Raced { solver, counter, is_counters } =
        with_exact_counter(budget, solver, is_done, counter)?;
    let Some(counter) = counter else {
        let found =
            second.best.take().map(|solution| Finding { best: Some(solution), by: DEPTH_FIRST });
        let best = found.map(|finding| counted(csp, finding)).transpose()?.flatten();
        return match (too_large, best) {
            (Some(error), None) => Err(error.into()),
            (_, best) => {
                let solver = solver.expect("the solver always answers");
                Ok(with_better(csp, &backend.name, solver, best)?)
            }
        };
    };
    let by = counter.by;
    let best = counted(csp, counter)?;
    let agrees = fits(csp, (&backend.name, by), solver.as_ref(), best.as_ref())?;
    match solver {
        Some(mut solver) if !is_counters => {
            if let (Ended::Exhausted(no_other), true) = (&mut solver.end, agrees) {
                no_other.agreed(if by == EXACT_COUNTER { Engine::Exact.name() } else { by });
            }
            Ok(solver)
        }
        _ => Ok(by_counter(csp, best, by, budget)),
    }
}

/// The solver's result, with the solution of depth-first search if a limit ended the solver and that one is better.
fn with_better(
    csp: &Csp,
    solver_name: &str,
    solver: Optimum,
    best: Option<Best>,
) -> Result<Optimum, WrongModel> {
    let is_better = match (&solver.best, &best, csp.objective()) {
        (None, Some(_), _) => true,
        (Some(old), Some(new), Some(objective)) => objective.is_better(new.value, old.value),
        _ => false,
    };
    if !is_better || !matches!(solver.end, Ended::Stopped(_)) {
        return Ok(solver);
    }
    let solver = Optimum { best: None, ..solver };
    fits(csp, (solver_name, DEPTH_FIRST), Some(&solver), best.as_ref())?;
    Ok(Optimum { best, ..solver })
}

/// The exact counter does not start for optimization problems with more values: with long schedules, the solver is done
/// before the counter has read the domains.
const MAX_VALUES: usize = 40_000;

fn is_for_counter(csp: &Csp) -> bool {
    csp.num_values() <= MAX_VALUES
}

/// Checks the solution of the counter or of depth-first search.
fn counted(csp: &Csp, finding: Finding) -> Result<Option<Best>, WrongModel> {
    let Some(solution) = finding.best else { return Ok(None) };
    if !csp.is_solution(&solution) {
        return Err(WrongModel::BreaksConstraint { solver: finding.by.to_owned() });
    }
    let value = csp.objective().map_or(0, |objective| objective.value(&solution));
    Ok(Some(Best { value, solution, model: None }))
}

/// Fails if the solver contradicts the best solution of the other engine. Returns whether it makes the same claim.
fn fits(
    csp: &Csp,
    (solver_name, by): (&str, &str),
    solver: Option<&Optimum>,
    best: Option<&Best>,
) -> Result<bool, WrongModel> {
    let Some(solver) = solver else { return Ok(false) };
    let is_exhausted = matches!(solver.end, Ended::Exhausted(_));
    match (&solver.best, best) {
        (Some(_), None) => {
            return Err(
                Fault(format!("{by} is wrong: it finds no solution, and there is one")).into()
            );
        }
        (None, Some(_)) if is_exhausted => {
            let what = format!("{solver_name} is wrong: it finds no solution, and there is one");
            return Err(Fault(what).into());
        }
        _ => {}
    }
    if let (Some(objective), Some(best)) = (csp.objective(), best) {
        if let Some(bound) = solver.bound.filter(|&bound| objective.is_better(best.value, bound)) {
            return Err(contradiction(solver_name, bound, best.value));
        }
        if let Some(other) = &solver.best
            && objective.is_better(other.value, best.value)
        {
            return Err(contradiction(by, best.value, other.value));
        }
    }
    Ok(is_exhausted)
}

/// The answer of the counter or of depth-first search. The counter's gets a formula if that compiles quickly.
fn by_counter(csp: &Csp, best: Option<Best>, by: &'static str, budget: &Budget) -> Optimum {
    if best.is_some() && csp.objective().is_none() {
        return Optimum { best, bound: None, end: Ended::Enough };
    }
    let others = better(csp, best.as_ref());
    let no_other = match by == EXACT_COUNTER {
        true => NoOther::by_other(by, in_little_time(&others, budget)),
        false => NoOther::by_search(by, None, others, None),
    };
    let bound = best.as_ref().map(|best| best.value);
    let end = Ended::Exhausted(no_other);
    Optimum { best, bound, end }
}

/// The steps of depth-first search in its first turn, the factor for each later turn, and how many times the steps of the
/// counter it makes.
const STEPS: u64 = 50_000_000;
const GROWTH: u64 = 8;
const SHARE: u64 = 2;

/// The exact counter and depth-first search in turns. The search resumes where it was, and the counter begins anew.
struct CounterAndSearch<'a> {
    csp: &'a Csp,
    search: Search<'a>,
    /// The best solution that the search has found so far.
    best: Option<Vec<Value>>,
    steps: u64,
    /// Whether the counter has run out of memory.
    is_counter_over: bool,
}

enum Search<'a> {
    NotBegun,
    Begun(Box<Backtrack<'a>>),
    Over,
}

/// The best solution, or any without an objective; none if there is none.
struct Finding {
    best: Option<Vec<Value>>,
    by: &'static str,
}

impl<'a> CounterAndSearch<'a> {
    fn new(csp: &'a Csp) -> CounterAndSearch<'a> {
        let search = Search::NotBegun;
        CounterAndSearch { csp, search, best: None, steps: STEPS, is_counter_over: false }
    }

    /// Works until one of them is done or the budget is spent.
    fn work(&mut self, limits: &Limits) -> Option<Finding> {
        self.is_counter_over = false;
        loop {
            if let Some(finding) = self.search_for_a_turn(limits) {
                return Some(finding);
            }
            if limits.budget.is_spent() {
                return None;
            }
            let is_search_over = matches!(self.search, Search::Over);
            if !self.is_counter_over {
                let budget = match is_search_over {
                    true => limits.budget.clone(),
                    false => limits.budget.turn(self.steps / SHARE),
                };
                let turn = Limits { budget, ..limits.clone() };
                if let Ok(best) = cnfetti_exact::best(self.csp, &turn) {
                    return Some(Finding { best, by: EXACT_COUNTER });
                }
                self.is_counter_over = !turn.budget.is_spent();
            }
            if limits.budget.is_spent() || is_search_over {
                return None;
            }
            self.steps = self.steps.saturating_mul(GROWTH);
        }
    }

    fn search_for_a_turn(&mut self, limits: &Limits) -> Option<Finding> {
        if let Search::NotBegun = self.search {
            let begun = Backtrack::new(self.csp, &limits.budget);
            self.search = begun.map_or(Search::Over, |search| Search::Begun(Box::new(search)));
        }
        let Search::Begun(search) = &mut self.search else { return None };
        let turn = limits.budget.turn(self.steps);
        loop {
            match search.work(u64::MAX, &turn) {
                Progress::Found(solution) => {
                    self.best = Some(solution);
                    if self.csp.objective().is_none() {
                        break;
                    }
                }
                // The counter and the solver have better evidence that there is no solution.
                Progress::Done if self.csp.objective().is_none() => {
                    self.search = Search::Over;
                    return None;
                }
                Progress::Done => break,
                Progress::Later => return None,
            }
        }
        Some(Finding { best: self.best.clone(), by: DEPTH_FIRST })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::optimize::depth_first::tests::things;
    use cnfetti_core::csp::{AllDifferent, Linear, Objective, Ranges, Sense, Terms, Value};
    use cnfetti_core::limit::Budget;
    use cnfetti_core::random::Random;

    fn cheapest_of(first: Value, last: Value) -> Csp {
        let mut csp = Csp::new();
        let x = csp.variable("x", first..=last);
        let objective = Objective { terms: Terms::new([(x, 2)]), sense: Sense::Minimize };
        csp.optimize(objective).unwrap();
        csp
    }

    fn best(value: i64) -> Best {
        Best { value, solution: vec![value as Value / 2], model: None }
    }

    fn solver(best: Option<Best>, bound: Option<i64>, is_exhausted: bool) -> Optimum {
        let end = match is_exhausted {
            true => Ended::Exhausted(NoOther::by_other("solver", None)),
            false => Ended::Stopped(Limit::Time),
        };
        Optimum { best, bound, end }
    }

    #[test]
    fn what_cannot_both_be_right_is_an_error() {
        let (csp, backend) = (cheapest_of(1, 9), crate::solver::default());
        for (finding, counter, fit) in [
            (solver(Some(best(4)), Some(4), true), Some(best(4)), Ok(true)),
            (solver(Some(best(6)), Some(2), false), Some(best(4)), Ok(false)),
            (solver(None, None, false), None, Ok(false)),
            (solver(None, None, true), None, Ok(true)),
            (solver(Some(best(4)), Some(4), true), Some(best(2)), Err("better than 4")),
            (solver(None, Some(6), false), Some(best(4)), Err("better than 6")),
            (solver(Some(best(2)), Some(2), false), Some(best(4)), Err("better than 4")),
            (solver(Some(best(2)), Some(2), false), None, Err("finds no solution")),
            (solver(None, None, true), Some(best(4)), Err("finds no solution")),
        ] {
            let found =
                fits(&csp, (&backend.name, EXACT_COUNTER), Some(&finding), counter.as_ref());
            match (found, fit) {
                (Ok(found), Ok(fit)) => assert_eq!(found, fit, "{finding:?}"),
                (Err(wrong), Err(words)) => assert!(wrong.to_string().contains(words), "{wrong}"),
                (found, fit) => panic!("{found:?}, {fit:?}"),
            }
        }
    }

    /// The search is first, because its turn is.
    #[test]
    fn the_search_beside_the_solver_finds_the_best_solution() {
        for first in 1..=9 {
            for csp in [cheapest_of(first, 9), cheapest_of(first, 9).without_objective()] {
                let mut second = CounterAndSearch::new(&csp);
                let finding = second.work(&Limits::default()).unwrap();
                assert_eq!((finding.by, finding.best), (DEPTH_FIRST, Some(vec![first])));
            }
        }
        let none = without_solution();
        let finding = CounterAndSearch::new(&none).work(&Limits::default()).unwrap();
        assert_eq!((finding.by, finding.best), (DEPTH_FIRST, None));
    }

    fn without_solution() -> Csp {
        let mut csp = cheapest_of(1, 9);
        let x = csp.ids().next().unwrap();
        let terms = Terms::new([(x, 3)]);
        csp.post(Linear { terms, within: Ranges::exactly(7) }.into(), "no multiple of three");
        csp
    }

    #[test]
    fn the_better_solution_counts_when_a_limit_comes() {
        let csp = cheapest_of(1, 9);
        for (finding, found, value) in [
            (solver(Some(best(6)), Some(2), false), Some(best(4)), Ok(Some(4))),
            (solver(Some(best(4)), Some(2), false), Some(best(6)), Ok(Some(4))),
            (solver(None, None, false), Some(best(6)), Ok(Some(6))),
            (solver(Some(best(6)), None, false), None, Ok(Some(6))),
            // If the search is complete, a solution found on the way does not matter.
            (solver(Some(best(2)), Some(2), true), Some(best(6)), Ok(Some(2))),
            (solver(Some(best(8)), Some(6), false), Some(best(4)), Err("better than 6")),
        ] {
            let merged = with_better(&csp, "solver", finding, found);
            match (merged, value) {
                (Ok(merged), Ok(value)) => assert_eq!(merged.best.map(|best| best.value), value),
                (Err(wrong), Err(words)) => assert!(wrong.to_string().contains(words), "{wrong}"),
                (merged, value) => panic!("{merged:?}, {value:?}"),
            }
        }
    }

    /// A solution from before the order is never lost, and never better than what the order leaves.
    #[test]
    fn the_solution_from_before_the_order_counts() {
        let csp = cheapest_of(1, 9);
        for (finding, found, value) in [
            (solver(Some(best(4)), Some(4), true), Some(best(6)), Ok(Some(4))),
            (solver(Some(best(4)), Some(4), true), Some(best(4)), Ok(Some(4))),
            (solver(Some(best(4)), Some(4), true), None, Ok(Some(4))),
            (solver(Some(best(6)), Some(2), false), Some(best(4)), Ok(Some(4))),
            (solver(None, None, false), Some(best(4)), Ok(Some(4))),
            (solver(Some(best(4)), Some(4), true), Some(best(2)), Err("as good as 2")),
            (solver(None, None, true), Some(best(2)), Err("as good as 2")),
            (solver(None, Some(6), false), Some(best(4)), Err("better than 6")),
        ] {
            match (keep(&csp, "solver", finding, found), value) {
                (Ok(kept), Ok(value)) => assert_eq!(kept.best.map(|best| best.value), value),
                (Err(wrong), Err(words)) => assert!(wrong.to_string().contains(words), "{wrong}"),
                (kept, value) => panic!("{kept:?}, {value:?}"),
            }
        }
    }

    #[test]
    fn what_the_counter_says_is_proved_where_that_is_quick() {
        let csp = cheapest_of(3, 9);
        let best_solution = cnfetti_exact::best(&csp, &Limits::default()).unwrap();
        let finding = |best| Finding { best, by: EXACT_COUNTER };
        let found = counted(&csp, finding(best_solution)).unwrap();
        assert_eq!(found.as_ref().map(|best| best.value), Some(6));
        let optimum = by_counter(&csp, found, EXACT_COUNTER, &Budget::default());
        let Ended::Exhausted(no_better) = &optimum.end else { panic!("{optimum:?}") };
        let evidence = no_better.confirm(&Budget::default()).unwrap();
        assert_eq!(evidence.checked_by(), Some("proof"));
        // If it were wrong, the proof would fail.
        let wrong = by_counter(&csp, Some(best(8)), EXACT_COUNTER, &Budget::default());
        let Ended::Exhausted(no_better) = &wrong.end else { panic!("{wrong:?}") };
        assert!(no_better.confirm(&Budget::default()).is_err());
        assert!(counted(&csp, finding(Some(vec![2]))).is_err());
    }

    /// Some different numbers, the sum of three of which is given, or cannot be.
    fn numbers(random: &mut Random, size: usize, has_objective: bool) -> Csp {
        let mut csp = Csp::new();
        let ids: Vec<_> =
            (0..size).map(|at| csp.variable(format!("x{at}"), 1..=size as Value)).collect();
        csp.post(AllDifferent { scope: ids.clone(), except: Vec::new() }.into(), "they differ");
        let terms = || Terms::new(ids[..3].iter().map(|&id| (id, 2)));
        let within = Ranges::exactly(10 + random.below(4) as i64);
        csp.post(Linear { terms: terms(), within }.into(), "a sum");
        let terms = Terms::new(ids.iter().map(|&id| (id, random.below(9) as i64 - 4)));
        if has_objective {
            csp.optimize(Objective { terms, sense: Sense::Minimize }).unwrap();
        }
        csp
    }

    /// Counts the steps of the search alone, each solution from where the last one was found.
    fn steps_of_search(csp: &Csp) -> u64 {
        let budget = Budget::default().of_steps(u64::MAX);
        let mut search = Backtrack::new(csp, &budget).unwrap();
        while !matches!(search.work(u64::MAX, &budget), Progress::Done) {}
        budget.made()
    }

    /// The small solver finds a solution of the stronger problem exactly if there is one.
    #[test]
    fn any_solution_is_soon_found_if_there_is_one() {
        let (mut some, mut none, budget) = (0, 0, Budget::default());
        for seed in 0..100 {
            let csp = numbers(&mut Random::new(seed), 5, false);
            let exact = cnfetti_exact::best(&csp, &Limits::default()).unwrap();
            let (found, end) = first_few(&csp, &Choices::default(), &budget, 1).unwrap().unwrap();
            assert_eq!(found.len(), usize::from(exact.is_some()), "seed {seed}");
            assert!(found.iter().all(|found| csp.is_solution(found)), "seed {seed}");
            match end {
                Ended::Enough => some += 1,
                Ended::Exhausted(no_other) => {
                    let evidence = no_other.confirm(&budget).unwrap();
                    assert_eq!(evidence.checked_by(), Some("proof"), "seed {seed}");
                    none += 1;
                }
                Ended::Stopped(limit) => panic!("seed {seed}: {limit}"),
            }
        }
        assert!(some > 20 && none > 5, "{some} {none}");
        let csp = numbers(&mut Random::new(1), 5, false);
        let none = first_few(&csp, &Choices::default(), &budget.of_steps(1), 1);
        assert!(none.is_ok_and(|found| found.is_none()));
    }

    /// The steps of the search count once each. With an objective, its last solution is the best one. Without, only the
    /// counter says that there is none.
    #[test]
    fn the_search_counts_its_steps() {
        let mut seen = [0; 4];
        for seed in 0..60 {
            let has_objective = seed % 2 == 0;
            let csp = numbers(&mut Random::new(seed), 6, has_objective);
            let budget = Budget::default().of_steps(u64::MAX);
            let limits = Limits { budget: budget.clone(), ..Limits::default() };
            let finding = CounterAndSearch::new(&csp).work(&limits).unwrap();
            let best = cnfetti_exact::best(&csp, &Limits::default()).unwrap();
            assert_eq!(finding.best.is_some(), best.is_some(), "seed {seed}");
            let by = match best.is_none() && !has_objective {
                true => EXACT_COUNTER,
                false => DEPTH_FIRST,
            };
            assert_eq!(finding.by, by, "seed {seed}");
            seen[usize::from(has_objective) + 2 * usize::from(best.is_some())] += 1;
            let Some(objective) = csp.objective() else { continue };
            let value = |solution: Option<Vec<Value>>| solution.map(|all| objective.value(&all));
            assert_eq!(value(finding.best), value(best), "seed {seed}");
            let (made, alone) = (budget.made(), steps_of_search(&csp));
            assert_eq!(made, alone, "seed {seed}");
        }
        assert!(seen.iter().all(|&number| number > 3), "{seen:?}");
    }

    /// A limit that comes in a turn leaves the best solution until then, and nothing is said about others.
    #[test]
    fn the_best_solution_of_a_turn_is_kept() {
        let (mut none, mut late, mut over) = (0, 0, 0);
        for seed in 0..40 {
            let csp = things(&mut Random::new(seed));
            let steps = [1, 40_000, 10_000_000][seed as usize % 3];
            let budget = Budget::default().of_steps(steps);
            let mut search = Backtrack::new(&csp, &budget).unwrap();
            let mut best = None;
            let is_over = loop {
                match search.work(u64::MAX, &budget) {
                    Progress::Found(solution) => best = Some(solution),
                    Progress::Done => break true,
                    Progress::Later => break false,
                }
            };
            match best {
                _ if is_over => over += 1,
                Some(_) => late += 1,
                None => none += 1,
            }
            let limits = Limits { budget: Budget::default().of_steps(steps), ..Limits::default() };
            let mut second = CounterAndSearch::new(&csp);
            let finding = second.work(&limits).map(|finding| finding.best);
            assert_eq!(finding, is_over.then(|| best.clone()), "seed {seed}");
            assert_eq!(second.best, best, "seed {seed}");
        }
        assert!(none > 10 && late > 10 && over > 10, "{none} {late} {over}");
    }

    /// The search resumes where it was, in turns that grow eightfold. The counter has no memory here.
    #[test]
    fn turns_grow_until_the_search_is_done() {
        /// A search counts so many steps at once.
        const AT_ONCE: u64 = 25_000;
        let mut seen = [0; 5];
        for seed in 0..40 {
            let csp = things(&mut Random::new(seed));
            let alone = steps_of_search(&csp);
            let budget = Budget::default().of_steps(u64::MAX);
            let limits = Limits { budget: budget.clone(), memory_bytes: 1, ..Limits::default() };
            let first = 30_000 << (seed % 8);
            let mut second = CounterAndSearch { steps: first, ..CounterAndSearch::new(&csp) };
            let finding = second.work(&limits).unwrap();
            let best = cnfetti_exact::best(&csp, &Limits::default()).unwrap();
            let value = |solution: Vec<Value>| csp.objective().unwrap().value(&solution);
            assert_eq!(
                (finding.by, finding.best.map(value)),
                (DEPTH_FIRST, best.map(value)),
                "seed {seed}"
            );
            assert_eq!(budget.made(), alone, "seed {seed}");
            let turns: Vec<u64> = std::iter::successors(Some(first), |steps| Some(steps * GROWTH))
                .take_while(|&steps| steps <= second.steps)
                .collect();
            assert_eq!(turns.last(), Some(&second.steps), "seed {seed}");
            let (all, before) =
                (turns.iter().sum::<u64>(), turns.iter().rev().skip(1).sum::<u64>());
            let most = all + AT_ONCE * turns.len() as u64;
            assert!((before..most).contains(&alone), "seed {seed}: {turns:?} {alone}");
            seen[turns.len()] += 1;
        }
        assert!(seen[1] > 3 && seen[2] > 3 && seen[3] > 3, "{seen:?}");
    }
}
