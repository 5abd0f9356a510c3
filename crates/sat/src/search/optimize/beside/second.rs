//! What works beside the solver: depth-first search and the exact counter, in turns.

use crate::search::optimize::depth_first::DEPTH_FIRST;
use crate::search::second::EXACT_COUNTER;
use cnfetti_core::backtrack::Backtrack;
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::Limits;
use cnfetti_core::relaxation::Progress;

/// The steps of the search in the first turn, by how much they grow from turn to turn, and how many times those of the
/// counter they are.
const STEPS: u64 = 50_000_000;
const GROWTH: u64 = 8;
const SHARE: u64 = 2;

/// Both engines. The search resumes where it was, and the counter begins anew in each turn.
pub(super) struct Second<'a> {
    csp: &'a Csp,
    search: Search<'a>,
    /// The best solution that the search has found so far.
    pub(super) best: Option<Vec<Value>>,
    steps: u64,
    /// Whether the counter has no more memory.
    is_counter_over: bool,
}

enum Search<'a> {
    NotBegun,
    Begun(Box<Backtrack<'a>>),
    Over,
}

/// The best solution, or any without an objective; none if there is none.
pub(super) struct Says {
    pub(super) best: Option<Vec<Value>>,
    pub(super) by: &'static str,
}

impl<'a> Second<'a> {
    pub(super) fn new(csp: &'a Csp) -> Second<'a> {
        let search = Search::NotBegun;
        Second { csp, search, best: None, steps: STEPS, is_counter_over: false }
    }

    /// Works until one of them is done or the budget is spent.
    pub(super) fn work(&mut self, limits: &Limits) -> Option<Says> {
        self.is_counter_over = false;
        loop {
            if let Some(says) = self.search_for_a_turn(limits) {
                return Some(says);
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
                    return Some(Says { best, by: EXACT_COUNTER });
                }
                self.is_counter_over = !turn.budget.is_spent();
            }
            if limits.budget.is_spent() || is_search_over {
                return None;
            }
            self.steps = self.steps.saturating_mul(GROWTH);
        }
    }

    fn search_for_a_turn(&mut self, limits: &Limits) -> Option<Says> {
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
        Some(Says { best: self.best.clone(), by: DEPTH_FIRST })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::optimize::depth_first::tests::things;
    use cnfetti_core::csp::{AllDifferent, Linear, Objective, Ranges, Sense, Terms};
    use cnfetti_core::limit::Budget;
    use cnfetti_core::random::Random;

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

    /// The race counts the steps of the search, each once. With an objective, its last solution is the best one.
    /// Without, it leaves it to the counter to say that there is none.
    #[test]
    fn the_search_counts_its_steps() {
        let mut seen = [0; 4];
        for seed in 0..60 {
            let has_objective = seed % 2 == 0;
            let csp = numbers(&mut Random::new(seed), 6, has_objective);
            let budget = Budget::default().of_steps(u64::MAX);
            let limits = Limits { budget: budget.clone(), ..Limits::default() };
            let says = Second::new(&csp).work(&limits).unwrap();
            let best = cnfetti_exact::best(&csp, &Limits::default()).unwrap();
            assert_eq!(says.best.is_some(), best.is_some(), "seed {seed}");
            let by = match best.is_none() && !has_objective {
                true => EXACT_COUNTER,
                false => DEPTH_FIRST,
            };
            assert_eq!(says.by, by, "seed {seed}");
            seen[usize::from(has_objective) + 2 * usize::from(best.is_some())] += 1;
            let Some(objective) = csp.objective() else { continue };
            let value = |solution: Option<Vec<Value>>| solution.map(|all| objective.value(&all));
            assert_eq!(value(says.best), value(best), "seed {seed}");
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
            let mut second = Second::new(&csp);
            let says = second.work(&limits).map(|says| says.best);
            assert_eq!(says, is_over.then(|| best.clone()), "seed {seed}");
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
            let mut second = Second { steps: first, ..Second::new(&csp) };
            let says = second.work(&limits).unwrap();
            let best = cnfetti_exact::best(&csp, &Limits::default()).unwrap();
            let value = |solution: Vec<Value>| csp.objective().unwrap().value(&solution);
            assert_eq!(
                (says.by, says.best.map(value)),
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
