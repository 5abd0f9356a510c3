//! A portfolio: for the best solution, all engines in turns, in the problem whose symmetry is broken by an order. For any
//! solution, a solver, and at the same time the exact counter and depth-first search. The first engine that is done gives the
//! answer, which must not contradict what the others have found by then.

use super::depth_first::{DEPTH_FIRST, is_only_searched};
use super::known::Known;
use super::{Best, CountError, News, Optimum, closed, contradiction, optimize, optimize_by_sums};
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

/// Looks for the best solution, or for any, with all engines, unless the user chose the solver.
///
/// # Errors
///
/// The formula would be too large and the other engines give up, the solver fails, a model is no solution, or the
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
    if csp.objective().is_none() {
        return any(csp, choices, backend, budget, on_news);
    }
    let mut best_reported = None;
    // The search in the problem with the order begins anew.
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
        return optimize_by_sums(csp, choices, budget, &mut on_news);
    };
    let found = match at_first_try(csp, budget, &mut on_news)? {
        Ok(optimum) => return Ok(optimum),
        Err(found) => found,
    };
    let optimum = optimize_by_sums(&ordered, choices, budget, &mut on_news)?;
    keep(csp, &backend.name, optimum, found)
}

/// Looks for any solution: for a while with the solvers, then with all engines.
fn any(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    match any_alone(csp, choices, backend, budget, on_news)? {
        Some(optimum) => Ok(optimum),
        None => both(csp, choices, backend, budget, on_news),
    }
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
    if !optimum.best.as_ref().is_none_or(is_better) {
        return Ok(optimum);
    }
    if matches!(optimum.end, Ended::Exhausted(_)) {
        let why = format!("an order is wrong: it leaves no solution as good as {}", found.value);
        return Err(WrongModel::from(Fault(why)).into());
    }
    match optimum.bound.filter(|&bound| objective.is_better(found.value, bound)) {
        Some(bound) => Err(contradiction(solver_name, bound, found.value).into()),
        None => Ok(Optimum { best: Some(found), ..optimum }),
    }
}

/// Whether a solution is better than what was reported.
fn is_news(csp: &Csp, best: &Best, reported: Option<i64>) -> bool {
    reported.is_none_or(|reported| {
        csp.objective().is_some_and(|objective| objective.is_better(best.value, reported))
    })
}

/// Looks for any solution with the solver and the other engines at the same time.
fn both(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    let mut too_large = None;
    let solver = |budget: &Budget| {
        match optimize(csp, choices, backend, budget, &mut *on_news) {
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
    let Some(Finding { solution, by }) = counter else {
        return match too_large {
            Some(error) => Err(error.into()),
            None => Ok(solver.expect("the solver always answers")),
        };
    };
    if solution.as_ref().is_some_and(|solution| !csp.is_solution(solution)) {
        return Err(WrongModel::BreaksConstraint { solver: by.to_owned() }.into());
    }
    let agrees = fits((&backend.name, by), solver.as_ref(), solution.is_some())?;
    match solver {
        Some(mut solver) if !is_counters => {
            if let (Ended::Exhausted(no_other), true) = (&mut solver.end, agrees) {
                no_other.agreed(Engine::Exact.name());
            }
            Ok(solver)
        }
        _ => Ok(by_counter(csp, solution, budget)),
    }
}

/// Fails if the solver contradicts the other engine about whether there is a solution. Returns whether both say that there is
/// none.
fn fits(
    (solver_name, by): (&str, &str),
    solver: Option<&Optimum>,
    is_found: bool,
) -> Result<bool, WrongModel> {
    let Some(solver) = solver else { return Ok(false) };
    let is_exhausted = matches!(solver.end, Ended::Exhausted(_));
    let wrong = match (solver.best.is_some(), is_found) {
        (true, false) => by,
        (false, true) if is_exhausted => solver_name,
        _ => return Ok(is_exhausted),
    };
    Err(Fault(format!("{wrong} is wrong: it finds no solution, and there is one")).into())
}

/// The solution of the counter or of depth-first search. That there is none, which only the counter says, gets a formula if
/// that compiles quickly.
fn by_counter(csp: &Csp, solution: Option<Vec<Value>>, budget: &Budget) -> Optimum {
    let end = match solution {
        Some(_) => Ended::Enough,
        None => Ended::Exhausted(NoOther::by_other(EXACT_COUNTER, in_little_time(csp, budget))),
    };
    let best = solution.map(|solution| Best { value: 0, solution, model: None });
    Optimum { best, bound: None, end }
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
    steps: u64,
    /// Whether the counter has run out of memory.
    is_counter_over: bool,
}

enum Search<'a> {
    NotBegun,
    Begun(Box<Backtrack<'a>>),
    Over,
}

/// A solution; none if there is none.
struct Finding {
    solution: Option<Vec<Value>>,
    by: &'static str,
}

impl<'a> CounterAndSearch<'a> {
    fn new(csp: &'a Csp) -> CounterAndSearch<'a> {
        CounterAndSearch { csp, search: Search::NotBegun, steps: STEPS, is_counter_over: false }
    }

    /// Works until one of them is done or the budget is spent.
    fn work(&mut self, limits: &Limits) -> Option<Finding> {
        self.is_counter_over = false;
        loop {
            if let Some(solution) = self.search_for_a_turn(limits) {
                return Some(Finding { solution: Some(solution), by: DEPTH_FIRST });
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
                if let Ok(solution) = cnfetti_exact::best(self.csp, &turn) {
                    return Some(Finding { solution, by: EXACT_COUNTER });
                }
                self.is_counter_over = !turn.budget.is_spent();
            }
            if limits.budget.is_spent() || is_search_over {
                return None;
            }
            self.steps = self.steps.saturating_mul(GROWTH);
        }
    }

    fn search_for_a_turn(&mut self, limits: &Limits) -> Option<Vec<Value>> {
        if let Search::NotBegun = self.search {
            let begun = Backtrack::new(self.csp, &limits.budget);
            self.search = begun.map_or(Search::Over, |search| Search::Begun(Box::new(search)));
        }
        let Search::Begun(search) = &mut self.search else { return None };
        match search.work(u64::MAX, &limits.budget.turn(self.steps)) {
            Progress::Found(solution) => Some(solution),
            // The counter and the solver have better evidence that there is no solution.
            Progress::Done => {
                self.search = Search::Over;
                None
            }
            Progress::Later => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::csp::{AllDifferent, Linear, Objective, Ranges, Sense, Terms};
    use cnfetti_core::random::Random;

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
        let found = || Optimum { best: Some(best(0)), bound: None, end: Ended::Enough };
        for (finding, is_found, fit) in [
            (found(), true, Ok(false)),
            (solver(None, None, false), true, Ok(false)),
            (solver(None, None, false), false, Ok(false)),
            (solver(None, None, true), false, Ok(true)),
            (found(), false, Err("the counter is wrong")),
            (solver(None, None, true), true, Err("the solver is wrong")),
        ] {
            match (fits(("the solver", "the counter"), Some(&finding), is_found), fit) {
                (Ok(found), Ok(fit)) => assert_eq!(found, fit, "{finding:?}"),
                (Err(wrong), Err(words)) => assert!(wrong.to_string().contains(words), "{wrong}"),
                (found, fit) => panic!("{found:?}, {fit:?}"),
            }
        }
    }

    /// A solution from before the order is never lost, and never better than what the order leaves.
    #[test]
    fn the_solution_from_before_the_order_counts() {
        let mut csp = Csp::new();
        let x = csp.variable("x", 1..=9);
        let objective = Objective { terms: Terms::new([(x, 2)]), sense: Sense::Minimize };
        csp.optimize(objective).unwrap();
        for (finding, found, value) in [
            (solver(Some(best(4)), Some(4), true), Some(best(6)), Ok(Some(4))),
            (solver(Some(best(4)), Some(4), true), Some(best(4)), Ok(Some(4))),
            (solver(Some(best(4)), Some(4), true), None, Ok(Some(4))),
            (solver(Some(best(6)), Some(2), false), Some(best(4)), Ok(Some(4))),
            (solver(Some(best(4)), Some(2), false), Some(best(6)), Ok(Some(4))),
            (solver(None, None, false), Some(best(4)), Ok(Some(4))),
            (solver(Some(best(4)), Some(4), true), Some(best(2)), Err("as good as 2")),
            (solver(None, None, true), Some(best(2)), Err("as good as 2")),
            (solver(None, Some(6), false), Some(best(4)), Err("better than 6")),
            (solver(Some(best(8)), Some(6), false), Some(best(4)), Err("better than 6")),
        ] {
            match (keep(&csp, "solver", finding, found), value) {
                (Ok(kept), Ok(value)) => assert_eq!(kept.best.map(|best| best.value), value),
                (Err(wrong), Err(words)) => assert!(wrong.to_string().contains(words), "{wrong}"),
                (kept, value) => panic!("{kept:?}, {value:?}"),
            }
        }
    }

    /// Some different numbers, the sum of three of which is given, or cannot be.
    fn numbers(random: &mut Random, size: usize) -> Csp {
        let mut csp = Csp::new();
        let ids: Vec<_> =
            (0..size).map(|at| csp.variable(format!("x{at}"), 1..=size as Value)).collect();
        csp.post(AllDifferent { scope: ids.clone(), except: Vec::new() }.into(), "they differ");
        let terms = Terms::new(ids[..3].iter().map(|&id| (id, 2)));
        let within = Ranges::exactly(10 + random.below(4) as i64);
        csp.post(Linear { terms, within }.into(), "a sum");
        csp
    }

    #[test]
    fn what_the_counter_says_is_proved_where_that_is_quick() {
        let budget = Budget::default();
        let mut csp = Csp::new();
        let x = csp.variable("x", 1..=9);
        let triple = |sum| Linear { terms: Terms::new([(x, 3)]), within: Ranges::exactly(sum) };
        let some = csp.clone();
        csp.post(triple(7).into(), "no multiple of three");
        let Ended::Exhausted(none) = by_counter(&csp, None, &budget).end else { panic!("{csp:?}") };
        assert_eq!(none.confirm(&budget).unwrap().checked_by(), Some("proof"));
        // If it were wrong, the proof would fail.
        let Ended::Exhausted(none) = by_counter(&some, None, &budget).end else {
            panic!("{some:?}")
        };
        assert!(none.confirm(&budget).is_err());
    }

    /// The small solver finds a solution of the stronger problem exactly if there is one.
    #[test]
    fn any_solution_is_soon_found_if_there_is_one() {
        let (mut some, mut none, budget) = (0, 0, Budget::default());
        for seed in 0..100 {
            let csp = numbers(&mut Random::new(seed), 5);
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
        let csp = numbers(&mut Random::new(1), 5);
        let none = first_few(&csp, &Choices::default(), &budget.of_steps(1), 1);
        assert!(none.is_ok_and(|found| found.is_none()));
    }

    /// A magic square, whose cells are variables in any order.
    fn square(random: &mut Random) -> Csp {
        let mut csp = Csp::new();
        let mut ids: Vec<_> = (0..16).map(|at| csp.variable(format!("x{at}"), 1..=16)).collect();
        csp.post(AllDifferent { scope: ids.clone(), except: Vec::new() }.into(), "they differ");
        random.shuffle(&mut ids);
        for at in 0..4 {
            let line = |step: usize, from: usize| (0..4).map(move |cell| from + cell * step);
            for cells in [line(1, 4 * at), line(4, at)] {
                let terms = Terms::new(cells.map(|cell| (ids[cell], 1)));
                csp.post(Linear { terms, within: Ranges::exactly(34) }.into(), "a sum");
            }
        }
        csp
    }

    /// The search finds a solution, and only the counter says that there is none. The search counts each step once, in
    /// however many turns, and begins first, because its turn is.
    #[test]
    fn the_search_and_the_counter_take_turns() {
        let mut seen = [0; 3];
        for seed in 0..60 {
            let random = &mut Random::new(seed);
            let csp = if seed % 2 == 0 { square(random) } else { numbers(random, 6) };
            let alone = Budget::default().of_steps(u64::MAX);
            let progress = Backtrack::new(&csp, &alone).unwrap().work(u64::MAX, &alone);
            let budget = Budget::default().of_steps(u64::MAX);
            // The counter has no memory, except if it has to answer.
            let is_found = matches!(progress, Progress::Found(_));
            let memory_bytes = if is_found { 1 } else { 1 << 30 };
            let limits = Limits { budget: budget.clone(), memory_bytes, ..Limits::default() };
            let first = 100 << (seed % 8);
            let mut second = CounterAndSearch { steps: first, ..CounterAndSearch::new(&csp) };
            let finding = second.work(&limits).unwrap();
            assert_eq!(finding.by, if is_found { DEPTH_FIRST } else { EXACT_COUNTER });
            assert_eq!(finding.solution.is_some(), is_found, "seed {seed}");
            if is_found {
                assert_eq!(budget.made(), alone.made(), "seed {seed}");
            }
            seen[usize::from(is_found) + usize::from(is_found && second.steps > first)] += 1;
        }
        assert!(seen.iter().all(|&number| number > 3), "{seen:?}");
    }
}
