//! A solver looks for better and better solutions. If it can be interrupted, it takes turns with branch and bound and with
//! depth-first search.

use cnfetti_encodings::Cnf;

use super::known::Known;
use super::{Asked, Best, News, Optimum};
use crate::search::ended::Ended;
use crate::search::enumerate::WrongModel;
use crate::solver::{Outcome, Solver};
use cnfetti_core::limit::{Budget, Limit};

/// How many steps the first turn of the solver takes.
const FIRST_TURN: u64 = 20_000_000;

/// Additional steps for each variable, because finding any solution takes some for each.
const FOR_EACH_VARIABLE: u64 = 2_000;

/// A search under way.
pub(super) struct Descent<'a, 'k> {
    asked: &'a Asked<'a>,
    known: Known<'k>,
    /// The formula, with the objective.
    rest: Cnf,
    solver: Box<dyn Solver>,
    /// Counts the steps of the solver, and how many of them branch and bound has matched.
    work: Budget,
    matched: u64,
    /// Whether the solver can be interrupted.
    can_wait: bool,
    /// The steps of the next turn if another engine goes on too.
    turn: u64,
}

/// The answer to a question.
enum Reply {
    Better(Best),
    None,
    Late,
    Stopped(Limit),
}

impl<'a, 'k> Descent<'a, 'k> {
    pub(super) fn new(asked: &'a Asked<'a>, rest: Cnf, known: Known<'k>) -> Descent<'a, 'k> {
        let work = asked.budget.turn(u64::MAX);
        let mut solver = asked.backend.load(&rest, &work);
        let can_wait = asked.csp.objective().is_some() && solver.limit(u64::MAX);
        let turn = FIRST_TURN + FOR_EACH_VARIABLE * u64::from(rest.num_vars());
        Descent { asked, known, rest, solver, work, matched: 0, can_wait, turn }
    }

    /// Runs to the end.
    pub(super) fn run(mut self, on_news: &mut dyn FnMut(News<'_>)) -> Result<Optimum, WrongModel> {
        if let Some(best) = &self.known.best {
            self.demand_better(best.value);
        }
        loop {
            if self.known.is_over() {
                return self.exhausted();
            }
            self.take_turn();
            match self.ask()? {
                Reply::Better(best) => {
                    self.improve(best, on_news)?;
                    if self.asked.csp.objective().is_none() {
                        let best = self.known.best;
                        return Ok(Optimum { best, bound: None, end: Ended::Enough });
                    }
                }
                Reply::None => return self.exhausted(),
                // Only a question that is too difficult for this turn makes the next one longer.
                Reply::Late => self.turn = self.turn.saturating_add(self.turn / 2),
                Reply::Stopped(limit) => return Ok(self.known.stopped(limit)),
            }
            self.look_at_branches(on_news)?;
        }
    }

    /// Lets branch and bound make as many steps as the solver made since the last time, and then depth-first search.
    fn look_at_branches(&mut self, on_news: &mut dyn FnMut(News<'_>)) -> Result<(), WrongModel> {
        let made = self.made();
        let steps = made - std::mem::replace(&mut self.matched, made);
        let is_better = self.known.branch(steps, self.asked.budget, on_news)?
            | self.known.continue_depth_first(steps, self.asked.budget, on_news)?;
        if is_better && let Some(best) = &self.known.best {
            self.demand_better(best.value);
        }
        Ok(())
    }

    /// The steps of the solver so far.
    fn made(&self) -> u64 {
        self.work.made()
    }

    /// Limits the next question, unless the solver is the only engine.
    fn take_turn(&mut self) {
        let is_alone = !self.known.has_branches() && self.known.depth_first.is_none();
        self.solver.limit(if is_alone { u64::MAX } else { self.turn });
    }

    /// Asks for a solution that is better than the known ones.
    fn ask(&mut self) -> Result<Reply, WrongModel> {
        Ok(match self.solver.solve(&[]) {
            Outcome::Satisfiable(model) => Reply::Better(self.asked.read(&model)?),
            Outcome::Unsatisfiable(_) => Reply::None,
            Outcome::Unknown(_) if self.is_late() => Reply::Late,
            Outcome::Unknown(limit) => Reply::Stopped(limit),
            Outcome::Failed(fault) => return Err(fault.into()),
        })
    }

    /// Whether only the question ran out of steps, and not the budget.
    fn is_late(&self) -> bool {
        self.can_wait && !self.asked.budget.is_spent()
    }

    /// Takes in a better solution.
    fn improve(&mut self, best: Best, on_news: &mut dyn FnMut(News<'_>)) -> Result<(), WrongModel> {
        let value = best.value;
        self.known.improve(best, on_news)?;
        if self.asked.csp.objective().is_some() {
            self.demand_better(value);
        }
        Ok(())
    }

    fn demand_better(&mut self, value: i64) {
        let better = self.asked.cost.better_than(value);
        better.iter().for_each(|clause| self.solver.add_clause(clause));
    }

    /// No solution is better than the best one.
    fn exhausted(mut self) -> Result<Optimum, WrongModel> {
        let best = self.known.best.as_ref();
        let better = best.map(|best| self.asked.cost.better_than(best.value));
        better.into_iter().flatten().for_each(|clause| self.rest.add_clause(clause));
        let no_better = self.known.no_better(Some(self.rest), self.asked.budget);
        Optimum::exhausted(self.known.best, no_better, self.asked.budget)
    }
}

#[cfg(test)]
mod tests {
    use super::super::depth_first::DEPTH_FIRST;
    use super::super::depth_first::tests::numbers;
    use super::super::optimizer;
    use super::*;
    use crate::compile::{Choices, Cost, compile_within};
    use cnfetti_core::backtrack::Backtrack;
    use cnfetti_core::random::Random;

    /// However short the turns are, the optimum is the same, and whichever engine is done first ends the search.
    #[test]
    fn short_turns_lead_to_the_optimum() {
        let (mut none, mut by_search) = (0, 0);
        for seed in 0..200 {
            let (csp, least) = numbers(&mut Random::new(seed));
            let (backend, budget, choices) = (optimizer(), Budget::default(), Choices::default());
            let objective = csp.objective().unwrap();
            let mut known = Known::new(&csp, objective, &backend, &budget);
            known.floor -= 100;
            known.depth_first = Backtrack::new(&csp, &budget).map(Box::new);
            let compiled = compile_within(&csp, &choices, &budget).unwrap();
            let mut rest = compiled.cnf.to_unlimited();
            let cost = &Cost::new(&mut rest, &compiled.map, objective, &choices);
            let (csp, compiled, backend, budget) = (&csp, &compiled, &backend, &budget);
            let asked = Asked { csp, compiled, is_narrow: false, objective, cost, backend, budget };
            let mut descent = Descent::new(&asked, rest, known);
            descent.turn = 2 << (seed % 8);
            let optimum = descent.run(&mut |_| {}).unwrap();
            let found = optimum.best.map(|best| best.value * objective.sense.sign());
            assert_eq!(found, least, "seed {seed}");
            let Ended::Exhausted(no_better) = optimum.end else { panic!("seed {seed}") };
            none += usize::from(found.is_none());
            by_search += usize::from(format!("{no_better:?}").contains(DEPTH_FIRST));
            assert!(no_better.confirm(budget).unwrap().is_checked(), "seed {seed}");
        }
        assert!(none > 30 && by_search > 60, "{none} {by_search}");
    }
}
