//! What several engines know about the optimum: the best solution so far, a bound, and which engine found it.

use cnfetti_encodings::Cnf;

use super::depth_first::{DEPTH_FIRST, is_only_searched};
use super::{Best, News, Optimum, better, contradiction};
use crate::search::ended::{Ended, NoOther};
use crate::search::enumerate::WrongModel;
use crate::solver::Backend;
use cnfetti_core::backtrack::Backtrack;
use cnfetti_core::csp::{Bound, Csp, Objective, Sense, Value};
use cnfetti_core::limit::{Budget, Limit};
use cnfetti_core::presolve::bound::{bound, refutation};
use cnfetti_core::refutation::Refutation;
use cnfetti_core::relaxation::{Local, Progress, Relaxation};

/// The name of bounds that need no search.
pub(super) const BOUND: &str = "a bound derived from the constraints";

/// The name of branch and bound.
const BRANCHES: &str = "branch and bound on a linear relaxation";

/// The name of local search.
const LOCAL: &str = "local search";

/// Local search ends after this many steps without a better solution, plus some for each variable of each constraint, and
/// after the last number in any case.
const LOCAL_STEPS: u64 = 5_000_000;
const FOR_EACH_MENTION: u64 = 10_000;
const MOST_LOCAL_STEPS: u64 = 400_000_000;

/// Branch and bound is dropped unless it improves something within the first number of steps. It makes the second number of
/// steps before the solver starts.
const FIRST_STEPS: u64 = 5_000_000;
const MORE_STEPS: u64 = 60_000_000;

/// The state of an optimization. A cost is a value of the objective, negated when maximizing.
pub(super) struct Known<'a> {
    pub(super) csp: &'a Csp,
    pub(super) objective: &'a Objective,
    pub(super) backend: &'a Backend,
    pub(super) best: Option<Best>,
    /// A lower bound on the cost.
    pub(super) floor: i64,
    /// The engine that found it.
    by: &'static str,
    branches: Option<Relaxation<'a>>,
    /// Branch and bound after its end.
    ended: Option<Relaxation<'a>>,
    /// The depth-first search; `None` once it is over.
    pub(super) depth_first: Option<Box<Backtrack<'a>>>,
}

impl<'a> Known<'a> {
    /// Starts with the bound that needs no search.
    pub(super) fn new(
        csp: &'a Csp,
        objective: &'a Objective,
        backend: &'a Backend,
        budget: &Budget,
    ) -> Known<'a> {
        let sign = objective.sense.sign();
        // A posted objective fits.
        let (least, most) = objective.terms.range(csp);
        let end = match objective.sense {
            Sense::Minimize => least as i64,
            Sense::Maximize => -most as i64,
        };
        let bound = if is_only_searched(csp) { None } else { bound(csp, budget) };
        let floor = bound.map_or(end, |bound| end.max(bound * sign));
        Known {
            csp,
            objective,
            backend,
            best: None,
            floor,
            by: BOUND,
            branches: None,
            ended: None,
            depth_first: None,
        }
    }

    /// Runs branch and bound for a while, and keeps it for later if it improved something, then depth-first search. Local
    /// search runs after these, or before them if a single bound of branch and bound takes long.
    pub(super) fn with_branches(
        &mut self,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<(), WrongModel> {
        if self.is_closed() {
            return Ok(());
        }
        let floor = self.floor;
        self.branches = Relaxation::new(self.csp, budget);
        let is_quick =
            self.branches.as_ref().is_some_and(|branches| branches.first_steps() < FIRST_STEPS);
        if !is_quick {
            self.search_locally(budget, on_news)?;
        }
        self.branch(FIRST_STEPS, budget, on_news)?;
        if self.best.is_none() && self.floor == floor {
            self.branches = None;
        }
        self.begin_depth_first(budget, on_news)?;
        if is_quick {
            self.search_locally(budget, on_news)?;
        }
        self.branch(MORE_STEPS, budget, on_news)?;
        self.search_depth_first(budget, on_news)
    }

    /// Looks for better solutions by local search. Each better solution gives it more steps.
    fn search_locally(
        &mut self,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<(), WrongModel> {
        let from = self.best.as_ref().map(|best| &best.solution[..]);
        let counted = budget.turn(u64::MAX);
        let Some(mut local) = Local::new(self.csp, from, &counted) else { return Ok(()) };
        let scopes = self.csp.constraints().iter().map(|posted| posted.constraint.rule().scope());
        let mentions: usize = scopes.map(|scope| scope.len()).sum();
        let patience = LOCAL_STEPS + FOR_EACH_MENTION * mentions as u64;
        let mut end = patience.min(MOST_LOCAL_STEPS);
        while !self.is_closed() {
            if let Some(best) = &self.best {
                local.improve_on(self.cost(best.value));
            }
            match local.work(end.saturating_sub(counted.made()), &counted) {
                Progress::Found(solution) => {
                    self.improve(self.checked(solution, LOCAL)?, on_news)?;
                    end = (patience + 3 * counted.made()).min(MOST_LOCAL_STEPS);
                }
                Progress::Done | Progress::Later => break,
            }
        }
        Ok(())
    }

    /// Whether branch and bound goes on.
    pub(super) fn has_branches(&self) -> bool {
        self.branches.is_some()
    }

    /// Continues branch and bound for some steps. Returns whether it found a better solution.
    pub(super) fn branch(
        &mut self,
        steps: u64,
        budget: &Budget,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, WrongModel> {
        let Some(mut branches) = self.branches.take() else { return Ok(false) };
        if let Some(best) = &self.best {
            branches.improve_on(self.cost(best.value));
        }
        let mut is_better = false;
        let whole = budget.turn(steps);
        loop {
            match branches.work(steps, &whole) {
                Progress::Found(solution) => {
                    self.improve(self.checked(solution, BRANCHES)?, on_news)?;
                    is_better = true;
                }
                Progress::Done => break,
                Progress::Later => {
                    self.raise(branches.floor(), BRANCHES);
                    let place = match self.is_closed() {
                        true => &mut self.ended,
                        false => &mut self.branches,
                    };
                    *place = Some(branches);
                    return Ok(is_better);
                }
            }
        }
        self.raise(branches.floor(), BRANCHES);
        self.ended = Some(branches);
        Ok(is_better)
    }

    /// Checks a solution that was found without the problem's own formula.
    pub(super) fn checked(&self, solution: Vec<Value>, by: &str) -> Result<Best, WrongModel> {
        if !self.csp.is_solution(&solution) {
            return Err(WrongModel::BreaksConstraint { solver: by.to_owned() });
        }
        Ok(Best { value: self.objective.value(&solution), solution, model: None })
    }

    /// Records a better solution.
    pub(super) fn improve(
        &mut self,
        best: Best,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<(), WrongModel> {
        let is_better = |old: &Best| self.objective.is_better(best.value, old.value);
        if !self.best.as_ref().is_none_or(is_better) {
            let solver = self.backend.name.to_string();
            return Err(WrongModel::BreaksConstraint { solver });
        }
        if self.csp.objective().is_some() && self.cost(best.value) < self.floor {
            return Err(contradiction(self.by, self.value(self.floor), best.value));
        }
        on_news(News::Improved(&best));
        self.best = Some(best);
        Ok(())
    }

    /// Records a lower bound if it is better.
    pub(super) fn raise(&mut self, floor: i64, by: &'static str) {
        // The engines search for better solutions only.
        let most = self.best.as_ref().map_or(i64::MAX, |best| self.cost(best.value));
        let floor = floor.min(most);
        if floor > self.floor {
            (self.floor, self.by) = (floor, by);
        }
    }

    /// Whether the best solution is known to be optimal.
    pub(super) fn is_closed(&self) -> bool {
        self.best.as_ref().is_some_and(|best| self.cost(best.value) <= self.floor)
    }

    pub(super) fn cost(&self, value: i64) -> i64 {
        value * self.objective.sense.sign()
    }

    pub(super) fn value(&self, cost: i64) -> i64 {
        cost * self.objective.sense.sign()
    }

    /// The result if a limit ends the search.
    pub(super) fn stopped(self, limit: Limit) -> Optimum {
        let is_bound = self.csp.objective().is_some() && self.floor < i64::MAX;
        let bound = is_bound.then(|| self.value(self.floor));
        Optimum { best: self.best, bound, end: Ended::Stopped(limit) }
    }

    /// The claim that no solution is better, with the formula that a better one would satisfy.
    pub(super) fn no_better(&mut self, rest: Option<Cnf>, budget: &Budget) -> NoOther {
        let others = better(self.csp, self.best.as_ref());
        match self.by {
            _ if !self.is_over() => NoOther::by_solver(self.backend, rest),
            DEPTH_FIRST => {
                let made = budget.steps.as_ref().map(|steps| steps.made());
                NoOther::by_search(DEPTH_FIRST, made, others, rest)
            }
            by => {
                let refutation = self.refutation(by, budget).unwrap_or_default();
                NoOther::by_other(by, rest).refuted(others, refutation)
            }
        }
    }

    /// Why no solution is better; `None` if that would be too long.
    fn refutation(&mut self, by: &str, budget: &Budget) -> Option<Refutation> {
        let value = self.best.as_ref()?.value;
        if by != BRANCHES {
            let bound = Bound { objective: self.csp.objective()?.clone(), value };
            return refutation(self.csp, &bound, budget);
        }
        let cost = self.cost(value);
        let branches = self.ended.as_mut().or(self.branches.as_mut())?;
        branches.improve_on(cost);
        branches.refutation()
    }
}
