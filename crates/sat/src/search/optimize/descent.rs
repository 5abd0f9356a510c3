//! A solver looks for ever better solutions. One that can be interrupted is asked for much better ones: after
//! each solution for one that is twice as much better as the last one had to be, and where that takes long
//! for any better one again.

use cnfetti_encodings::{Cnf, Lit};

use super::{Asked, Best, News, Optimum, contradiction};
use crate::search::ended::{Ended, NoOther};
use crate::search::enumerate::WrongModel;
use crate::solver::{Outcome, Solver};
use cnfetti_core::limit::Limit;
use cnfetti_core::presolve::bound::bound;

/// How many steps a question for a much better solution may take.
const PATIENCE: u64 = 20_000_000;

/// And so many more for each variable: a solution takes some for each.
const FOR_EACH_VARIABLE: u64 = 2_000;

/// So many questions can be put that are no literal of the formula.
const QUESTIONS: usize = 400;

/// Who says that no solution is better where that is clear before the search.
const BOUND: &str = "a bound derived from the constraints";

/// A search under way. Numbers are costs: values of the objective, with the other sign where the most is
/// wanted.
pub(super) struct Descent<'a> {
    pub(super) asked: &'a Asked<'a>,
    /// The formula, with the objective.
    rest: Cnf,
    pub(super) solver: Box<dyn Solver>,
    /// Whether the solver can be interrupted.
    pub(super) can_wait: bool,
    /// Literals that the solver knows and the formula does not have.
    spare: Vec<Lit>,
    pub(super) best: Option<Best>,
    /// No solution costs less.
    pub(super) floor: i64,
    /// Whether the constraints say so, and not the solver.
    pub(super) is_bound: bool,
    pub(super) patience: u64,
}

/// What came of a question.
enum Reply {
    Better(Best),
    None,
    Late,
    Stopped(Limit),
}

impl<'a> Descent<'a> {
    pub(super) fn new(asked: &'a Asked<'a>, rest: Cnf) -> Descent<'a> {
        let mut loaded = rest.to_unlimited();
        let has_objective = asked.csp.objective().is_some();
        let spare = if has_objective { loaded.new_lits(QUESTIONS) } else { Vec::new() };
        let mut solver = asked.backend.load(&loaded, asked.budget);
        let can_wait = has_objective && solver.limit(u64::MAX);
        let sign = asked.objective.sense.sign();
        let bound = bound(asked.csp, asked.budget).unwrap_or(asked.cost.best());
        let floor = (bound * sign).max(asked.cost.best() * sign);
        let patience = PATIENCE + FOR_EACH_VARIABLE * u64::from(rest.num_vars());
        Descent {
            asked,
            rest,
            solver,
            can_wait,
            spare,
            best: None,
            floor,
            is_bound: true,
            patience,
        }
    }

    pub(super) fn run(mut self, mut on_news: impl FnMut(News<'_>)) -> Result<Optimum, WrongModel> {
        let mut step = 1;
        loop {
            let Some(most) = self.best.as_ref().map(|best| self.cost(best.value) - 1) else {
                match self.ask(&[])? {
                    Reply::Better(best) => self.improve(best, &mut on_news)?,
                    Reply::None => return Ok(self.exhausted()),
                    Reply::Stopped(limit) => return Ok(self.stopped(limit)),
                    Reply::Late => unreachable!("the first question is patient"),
                }
                if self.asked.csp.objective().is_none() {
                    return Ok(Optimum { best: self.best, bound: None, end: Ended::Enough });
                }
                if let Some(limit) = self.spare(&mut on_news)? {
                    return Ok(self.stopped(limit));
                }
                continue;
            };
            if self.is_closed() {
                return Ok(self.exhausted());
            }
            // Twice as far as before, but no further than halfway to what is impossible.
            let cost = (most - (step - 1)).max(self.floor + (most - self.floor) / 2);
            let cost = if self.can_wait && self.spare.len() > 1 { cost } else { most };
            match self.probe(cost, most)? {
                Reply::Better(best) => {
                    self.improve(best, &mut on_news)?;
                    step = step.saturating_mul(2).min(most - self.floor + 1);
                }
                Reply::None => (self.floor, self.is_bound) = (cost + 1, false),
                Reply::Late => step = 1,
                Reply::Stopped(limit) => return Ok(self.stopped(limit)),
            }
        }
    }

    /// A solution that costs no more than this, where the next better one costs at most so much.
    fn probe(&mut self, cost: i64, most: i64) -> Result<Reply, WrongModel> {
        let clauses = self.asked.cost.better_than(self.value(cost + 1));
        if clauses.iter().any(Vec::is_empty) {
            return Ok(Reply::None);
        }
        if cost == most {
            // That is known to hold for all that is looked for.
            self.solver.limit(u64::MAX);
            return self.ask(&[]);
        }
        self.solver.limit(self.patience);
        if let [clause] = &clauses[..]
            && let [lit] = clause[..]
        {
            return self.ask(&[lit]);
        }
        let Some(question) = self.spare.pop() else { return Ok(Reply::Late) };
        for clause in &clauses {
            self.solver.add_clause(&[&clause[..], &[!question]].concat());
        }
        let reply = self.ask(&[question])?;
        // It is not put again.
        self.solver.add_clause(&[!question]);
        Ok(reply)
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Result<Reply, WrongModel> {
        Ok(match self.solver.solve(assumptions) {
            Outcome::Satisfiable(model) => Reply::Better(self.asked.read(&model)?),
            Outcome::Unsatisfiable(_) => Reply::None,
            Outcome::Unknown(_) if self.is_late(assumptions) => Reply::Late,
            Outcome::Unknown(limit) => Reply::Stopped(limit),
            Outcome::Failed(fault) => return Err(fault.into()),
        })
    }

    /// Whether only the question was ended.
    fn is_late(&self, assumptions: &[Lit]) -> bool {
        self.can_wait && !assumptions.is_empty() && !self.asked.budget.is_spent()
    }

    /// Takes in a better solution.
    pub(super) fn improve(
        &mut self,
        best: Best,
        on_news: &mut impl FnMut(News<'_>),
    ) -> Result<(), WrongModel> {
        let is_better = |old: &Best| self.asked.objective.is_better(best.value, old.value);
        if !self.best.as_ref().is_none_or(is_better) {
            return Err(self.asked.wrong());
        }
        if self.asked.csp.objective().is_some() && self.cost(best.value) < self.floor {
            let by = if self.is_bound { BOUND } else { self.asked.backend.name.as_ref() };
            return Err(contradiction(by, self.value(self.floor), best.value));
        }
        on_news(News::Improved(&best));
        if self.asked.csp.objective().is_some() {
            let better = self.asked.cost.better_than(best.value);
            better.iter().for_each(|clause| self.solver.add_clause(clause));
        }
        self.best = Some(best);
        Ok(())
    }

    /// Whether nothing can be better than the best solution.
    pub(super) fn is_closed(&self) -> bool {
        self.best.as_ref().is_some_and(|best| self.cost(best.value) <= self.floor)
    }

    pub(super) fn cost(&self, value: i64) -> i64 {
        value * self.asked.objective.sense.sign()
    }

    fn value(&self, cost: i64) -> i64 {
        cost * self.asked.objective.sense.sign()
    }

    /// No solution is better than the best one.
    fn exhausted(mut self) -> Optimum {
        let bound = self.best.as_ref().map(|best| best.value);
        let better = bound.map(|value| self.asked.cost.better_than(value));
        better.into_iter().flatten().for_each(|clause| self.rest.add_clause(clause));
        let no_other = match self.is_bound && bound.is_some() {
            true => NoOther::by_other(BOUND, Some(self.rest)),
            false => NoOther::by_solver(self.asked.backend, self.rest),
        };
        Optimum { best: self.best, bound, end: Ended::Exhausted(no_other) }
    }

    fn stopped(self, limit: Limit) -> Optimum {
        let bound = self.asked.csp.objective().map(|_| self.value(self.floor));
        Optimum { best: self.best, bound, end: Ended::Stopped(limit) }
    }
}
