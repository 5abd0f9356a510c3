//! Depth-first search as one of the engines that look for better solutions: before there is a formula, while it is
//! compiled, and in turns with the solver.

use super::known::Known;
use super::narrow::Narrow;
use super::{CountError, News};
use crate::compile::{Choices, NotCompiled};
use crate::search::enumerate::WrongModel;
use cnfetti_core::backtrack::Backtrack;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::{Budget, Limit};
use cnfetti_core::relaxation::Progress;

/// The name of depth-first search.
pub(super) const DEPTH_FIRST: &str = "depth-first search";

/// Depth-first search ends after this many steps without a better solution: before local search, and before there is a
/// formula. The last number limits the steps before the formula in any case.
const FIRST_STEPS: u64 = 20_000_000;
const MORE_STEPS: u64 = 40_000_000;
const MOST_STEPS: u64 = 2_000_000_000;

/// While nothing improves, the solver makes this many times the steps of the search.
const SHARE: u64 = 2;

/// The steps of the first turn of compiling a formula, and the factor for each later turn.
const COMPILING: u64 = 300_000_000;
const GROWTH: u64 = 4;

/// Problems with more values than this are left to depth-first search, because all other engines read all values first.
const MAX_VALUES: usize = 20_000_000;

/// The result of compiling a formula in turns with the search.
pub(super) enum Made {
    /// The formula.
    Narrow(Box<Narrow>),
    /// The search found a better solution, so the formula may be smaller.
    Better,
    /// No solution is better than the best one.
    Closed,
    /// A limit was reached.
    Stopped(Limit),
}

impl<'a> Known<'a> {
    /// Begins the search, and continues as long as it finds better solutions quickly.
    pub(super) fn begin_depth_first(
        &mut self,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<(), WrongModel> {
        if self.is_closed() {
            return Ok(());
        }
        self.depth_first = Backtrack::new(self.csp, budget).map(Box::new);
        self.go_on(FIRST_STEPS, budget, on_news).map(|_| ())
    }

    /// Continues as long as it finds better solutions now and then.
    pub(super) fn search_depth_first(
        &mut self,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<(), WrongModel> {
        let counted = budget.turn(MOST_STEPS);
        while self.improves(MORE_STEPS, &counted, on_news)? && !counted.is_spent() {}
        Ok(())
    }

    /// Continues after a solver has made this many steps. Returns whether it found a better solution.
    pub(super) fn continue_depth_first(
        &mut self,
        steps: u64,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, WrongModel> {
        self.go_on(steps / SHARE, budget, on_news)
    }

    /// Continues as long as it finds a better solution within this many steps. Returns whether it found one.
    fn go_on(
        &mut self,
        steps: u64,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, WrongModel> {
        let mut is_better = false;
        while self.improves(steps, budget, on_news)? {
            is_better = true;
        }
        Ok(is_better)
    }

    /// Searches for this many steps. Returns whether it found a better solution.
    fn improves(
        &mut self,
        steps: u64,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, WrongModel> {
        if self.is_closed() {
            return Ok(false);
        }
        let Some(mut search) = self.depth_first.take() else { return Ok(false) };
        if let Some(best) = &self.best
            && search.improve_on(self.cost(best.value))
        {
            search.prefer(&best.solution);
        }
        match search.work(steps, budget) {
            Progress::Found(solution) => {
                self.depth_first = Some(search);
                self.improve(self.checked(solution, DEPTH_FIRST)?, on_news)?;
                Ok(true)
            }
            Progress::Later => {
                self.depth_first = Some(search);
                Ok(false)
            }
            Progress::Done => {
                self.raise(i64::MAX, DEPTH_FIRST);
                Ok(false)
            }
        }
    }

    /// Searches until it is clear that no solution is better, or until the budget is spent.
    pub(super) fn search_alone(
        &mut self,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<Option<Limit>, WrongModel> {
        while self.depth_first.is_some() && !self.is_over() {
            if let Some(limit) = budget.spent() {
                return Ok(Some(limit));
            }
            self.improves(u64::MAX, budget, on_news)?;
        }
        Ok(None)
    }

    /// Whether it is known that there is no better solution, or none at all.
    pub(super) fn is_over(&self) -> bool {
        self.is_closed() || self.floor == i64::MAX
    }

    /// Compiles the formula of the narrowed problem, in turns with the search. If it would be too large, only the search
    /// continues.
    pub(super) fn compiled(
        &mut self,
        narrowed: &Csp,
        choices: &Choices,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<Made, CountError> {
        let (mut steps, mut is_possible) = (COMPILING, true);
        loop {
            if self.is_over() {
                return Ok(Made::Closed);
            }
            if is_possible {
                let turn = match self.depth_first {
                    Some(_) => budget.turn(steps),
                    None => budget.clone(),
                };
                match Narrow::new(narrowed, self, choices, &turn) {
                    Ok(narrow) => return Ok(Made::Narrow(Box::new(narrow))),
                    Err(NotCompiled::TooLarge(error)) => {
                        if self.depth_first.is_none() && self.best.is_none() {
                            return Err(error.into());
                        }
                        is_possible = false;
                    }
                    Err(NotCompiled::Stopped(_)) => {}
                }
            }
            if let Some(limit) = budget.spent() {
                return Ok(Made::Stopped(limit));
            }
            if self.depth_first.is_none() && !is_possible {
                return Ok(Made::Stopped(Limit::Memory));
            }
            let is_better = self.go_on(steps, budget, on_news)?;
            if is_better && is_possible && !self.is_over() {
                return Ok(Made::Better);
            }
            steps = steps.saturating_mul(GROWTH);
        }
    }
}

/// Whether a problem has so many values that only depth-first search is used.
pub(super) fn is_only_searched(csp: &Csp) -> bool {
    csp.num_values() > MAX_VALUES
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::optimizer;
    use super::*;
    use cnfetti_core::csp::{AllDifferent, Linear, Objective, Ranges, Sense, Terms, Value};
    use cnfetti_core::limit::Limits;
    use cnfetti_core::random::Random;

    /// Four different numbers with a bounded sum, and the least cost by brute force, if there is a solution.
    pub(in crate::search::optimize) fn numbers(random: &mut Random) -> (Csp, Option<i64>) {
        let mut csp = Csp::new();
        let ids: Vec<_> = (0..4).map(|at| csp.variable(format!("x{at}"), 0..=5)).collect();
        csp.post(AllDifferent { scope: ids.clone(), except: Vec::new() }.into(), "they differ");
        let mut terms = || Terms::new(ids.iter().map(|&id| (id, random.below(9) as i64 - 4)));
        let (sum, terms) = (terms(), terms());
        let within = Ranges::at_most(random.below(30) as i64 - 22);
        csp.post(Linear { terms: sum, within }.into(), "a bound");
        let sense = if random.one_in(2) { Sense::Minimize } else { Sense::Maximize };
        csp.optimize(Objective { terms, sense }).unwrap();
        let all = (0..6_usize.pow(4)).map(|code| -> Vec<Value> {
            (0..4).map(|at| (code / 6_usize.pow(at) % 6) as Value).collect()
        });
        let objective = csp.objective().unwrap();
        let costs = all
            .filter(|values| csp.is_solution(values))
            .map(|values| objective.value(&values) * sense.sign());
        let least = costs.min();
        (csp, least)
    }

    #[test]
    fn the_search_alone_finds_the_optimum() {
        let (mut none, mut some) = (0, 0);
        for seed in 0..200 {
            let (csp, least) = numbers(&mut Random::new(seed));
            let (backend, budget) = (optimizer(), Budget::default());
            let mut known = Known::new(&csp, csp.objective().unwrap(), &backend, &budget);
            known.floor -= 100;
            known.begin_depth_first(&budget, &mut |_| {}).unwrap();
            assert_eq!(known.search_alone(&budget, &mut |_| {}).unwrap(), None);
            assert!(known.is_over(), "seed {seed}");
            let found = known.best.as_ref().map(|best| known.cost(best.value));
            assert_eq!(found, least, "seed {seed}: {csp:#?}");
            *if least.is_some() { &mut some } else { &mut none } += 1;
        }
        assert!(none > 10 && some > 50, "{none} {some}");
    }

    /// Things of at least some weight, each of which costs about what it weighs: there are many ways to cost nearly as
    /// little as the best.
    fn things(random: &mut Random) -> Csp {
        let mut csp = Csp::new();
        let ids: Vec<_> = (0..13).map(|at| csp.variable(format!("x{at}"), 0..=1)).collect();
        let weights: Vec<i64> = ids.iter().map(|_| 40 + random.below(30) as i64).collect();
        let terms = Terms::new(ids.iter().copied().zip(weights.iter().copied()));
        let half = weights.iter().sum::<i64>() / 2;
        csp.post(Linear { terms, within: Ranges::at_least(half) }.into(), "a weight");
        let costs = weights.iter().map(|weight| weight + random.below(5) as i64);
        let terms = Terms::new(ids.iter().copied().zip(costs));
        csp.optimize(Objective { terms, sense: Sense::Minimize }).unwrap();
        csp
    }

    /// In turns the search takes as many steps as at once, a share of those of the solver in each turn. It says that it
    /// found something when it did, and that nothing is better when that is so.
    #[test]
    fn turns_find_what_the_search_finds_at_once() {
        const TURN: u64 = 30_000;
        let backend = optimizer();
        let (mut better, mut later) = (0, 0);
        for seed in 0..100 {
            let csp = things(&mut Random::new(seed));
            let searched = |budget: &Budget| {
                let mut known =
                    Known::new(&csp, csp.objective().unwrap(), &backend, &Budget::default());
                known.floor -= 1_000;
                known.depth_first = Backtrack::new(&csp, budget).map(Box::new);
                known
            };
            let (at_once, in_turns) =
                (Budget::default().of_steps(u64::MAX), Budget::default().of_steps(u64::MAX));
            searched(&at_once).search_alone(&at_once, &mut |_| {}).unwrap();
            let mut known = searched(&in_turns);
            while !known.is_over() {
                assert!(in_turns.made() <= at_once.made(), "seed {seed}");
                let (before, made) = (known.best.clone(), in_turns.made());
                let mut found = 0;
                let is_better = known
                    .continue_depth_first(SHARE * TURN, &in_turns, &mut |_| found += 1)
                    .unwrap();
                assert_eq!(
                    (is_better, known.best != before),
                    (found > 0, found > 0),
                    "seed {seed}"
                );
                let most = (found + 1) * 2 * TURN;
                assert!(
                    in_turns.made() - made < most,
                    "seed {seed}: {found} {}",
                    in_turns.made() - made
                );
                *if is_better { &mut better } else { &mut later } += 1;
            }
            assert_eq!(in_turns.made(), at_once.made(), "seed {seed}");
            let least = cnfetti_exact::best(&csp, &Limits::default()).unwrap();
            let value = |solution: Vec<Value>| csp.objective().unwrap().value(&solution);
            assert_eq!(known.best.as_ref().map(|best| best.value), least.map(value), "seed {seed}");
            // Whoever has found it, nothing is as good.
            let mut told = searched(&Budget::default());
            told.best = known.best.clone();
            told.search_alone(&Budget::default(), &mut |_| panic!("seed {seed}")).unwrap();
            assert!(told.is_over(), "seed {seed}");
        }
        assert!(better > 150 && later > 1_000, "{better} {later}");
    }

    /// Compiling gets so few steps that the search goes on, and finds something or that there is nothing better.
    #[test]
    fn a_formula_is_made_in_turns_with_the_search() {
        let mut seen = [0; 4];
        for seed in 0..200 {
            let (csp, least) = numbers(&mut Random::new(seed));
            let (backend, budget) = (optimizer(), Budget::default().of_steps(1 << 40));
            let mut known = Known::new(&csp, csp.objective().unwrap(), &backend, &budget);
            known.floor -= 100;
            known.depth_first = Backtrack::new(&csp, &budget).map(Box::new);
            let budget = match seed % 2 {
                0 => budget,
                _ => budget.of_steps(0),
            };
            budget.spend(seed % 2);
            let made = known.compiled(&csp, &Choices::default(), &budget, &mut |_| {}).unwrap();
            seen[match made {
                Made::Narrow(_) => 0,
                Made::Better => 1,
                Made::Closed => 2,
                Made::Stopped(_) => 3,
            }] += 1;
            let cost = known.best.as_ref().map(|best| known.cost(best.value));
            assert!(cost.is_none_or(|cost| least.is_some_and(|least| least <= cost)));
        }
        assert!(seen[0] > 50 && seen[3] > 50, "{seen:?}");
    }
}
