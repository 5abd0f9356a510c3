//! A solver looks for better and better solutions. If it can be interrupted, it is asked for much better ones: after
//! each solution, the next must improve by twice as much as the last one had to. If that takes long, any better
//! solution will do again.

use cnfetti_encodings::{Cnf, Lit};

use super::known::Known;
use super::{Asked, Best, News, Optimum};
use crate::search::ended::Ended;
use crate::search::enumerate::WrongModel;
use crate::solver::{Outcome, Solver};
use cnfetti_core::limit::{Budget, Limit};

/// How many steps a question for a much better solution may take.
const PATIENCE: u64 = 20_000_000;

/// Additional steps for each variable, because finding any solution takes some for each.
const FOR_EACH_VARIABLE: u64 = 2_000;

/// The number of questions that may need a literal beyond those of the formula.
const QUESTIONS: usize = 400;

/// A search under way. Numbers are costs: values of the objective, with the other sign where the most is
/// wanted.
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
    /// Literals that the solver knows and the formula does not have.
    spare: Vec<Lit>,
    patience: u64,
    /// The steps of the next question if branch and bound goes on too.
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
        let mut loaded = rest.to_unlimited();
        let has_objective = asked.csp.objective().is_some();
        let spare = if has_objective { loaded.new_lits(QUESTIONS) } else { Vec::new() };
        let work = asked.budget.turn(u64::MAX);
        let mut solver = asked.backend.load(&loaded, &work);
        let can_wait = has_objective && solver.limit(u64::MAX);
        let patience = PATIENCE + FOR_EACH_VARIABLE * u64::from(rest.num_vars());
        let turn = patience;
        Descent { asked, known, rest, solver, work, matched: 0, can_wait, spare, patience, turn }
    }

    /// Runs to the end.
    pub(super) fn run(mut self, on_news: &mut dyn FnMut(News<'_>)) -> Result<Optimum, WrongModel> {
        if let Some(best) = &self.known.best {
            self.demand_better(best.value);
        }
        let mut step = 1;
        loop {
            if self.known.is_closed() {
                return self.exhausted();
            }
            let most = self.known.best.as_ref().map(|best| self.known.cost(best.value) - 1);
            let reply = match most {
                Some(most) => self.probe(self.goal(most, step), most)?,
                None => self.ask_for_any()?,
            };
            let floor = self.known.floor;
            match reply {
                Reply::Better(best) => {
                    self.improve(best, on_news)?;
                    if self.asked.csp.objective().is_none() {
                        let best = self.known.best;
                        return Ok(Optimum { best, bound: None, end: Ended::Enough });
                    }
                    if let Some(most) = most {
                        step = step.saturating_mul(2).min(most - floor + 1);
                    }
                }
                Reply::None => match most {
                    Some(most) => self.known.raise(self.goal(most, step) + 1, None),
                    None => return self.exhausted(),
                },
                Reply::Late => step = 1,
                Reply::Stopped(limit) => return Ok(self.known.stopped(limit)),
            }
            self.look_at_branches(on_news)?;
        }
    }

    /// The next cost to ask for: the step doubles each time, but never goes further than halfway to the lower bound.
    fn goal(&self, most: i64, step: i64) -> i64 {
        let floor = self.known.floor;
        let goal = (most - (step - 1)).max(floor + (most - floor) / 2);
        if self.can_wait && self.spare.len() > 1 { goal } else { most }
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

    fn ask_for_any(&mut self) -> Result<Reply, WrongModel> {
        self.take_turn();
        self.ask(&[])
    }

    /// Limits the next question, unless the solver is the only engine.
    fn take_turn(&mut self) {
        let is_alone = !self.known.has_branches() && self.known.depth_first.is_none();
        self.solver.limit(if is_alone { u64::MAX } else { self.turn });
        self.turn = self.turn.saturating_add(self.turn / 2);
    }

    /// A solution that costs no more than this, where the next better one costs at most so much.
    fn probe(&mut self, cost: i64, most: i64) -> Result<Reply, WrongModel> {
        let clauses = self.asked.cost.better_than(self.known.value(cost + 1));
        if clauses.iter().any(Vec::is_empty) {
            return Ok(Reply::None);
        }
        if cost == most {
            // The solver has this condition as clauses already.
            self.take_turn();
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
        // This question is not asked again.
        self.solver.add_clause(&[!question]);
        Ok(reply)
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Result<Reply, WrongModel> {
        Ok(match self.solver.solve(assumptions) {
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
