//! What is known of the best solution while several look for it: the best one so far, a bound, and who said so.

use cnfetti_encodings::Cnf;

use super::{Best, News, Optimum, contradiction};
use crate::search::ended::{Ended, NoOther};
use crate::search::enumerate::WrongModel;
use crate::solver::{Backend, Fault};
use cnfetti_core::csp::{Csp, Objective, Sense, Value};
use cnfetti_core::limit::{Budget, Limit};
use cnfetti_core::presolve::bound::bound;
use cnfetti_core::relaxation::{Progress, Relaxation};

/// Who says that no solution is better where that is clear before the search.
pub(super) const BOUND: &str = "a bound derived from the constraints";

/// Who says so where every branch has a bound.
const BRANCHES: &str = "branch and bound on a linear relaxation";

/// So many steps are made in branches to see whether they are worth it, and so many then before anybody else
/// begins.
const FIRST_STEPS: u64 = 5_000_000;
const MORE_STEPS: u64 = 60_000_000;

/// What is known. Numbers are costs: values of the objective, with the other sign where the most is wanted.
pub(super) struct Known<'a> {
    pub(super) csp: &'a Csp,
    pub(super) objective: &'a Objective,
    pub(super) backend: &'a Backend,
    pub(super) best: Option<Best>,
    /// No solution costs less.
    pub(super) floor: i64,
    /// Who says so; a solver where nobody is named.
    by: Option<&'static str>,
    branches: Option<Relaxation<'a>>,
}

impl<'a> Known<'a> {
    /// What the constraints say at a glance.
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
        let floor = bound(csp, budget).map_or(end, |bound| end.max(bound * sign));
        Known { csp, objective, backend, best: None, floor, by: Some(BOUND), branches: None }
    }

    /// Looks into branches of a linear relaxation for a while; they are looked at further on where that has
    /// shown something.
    pub(super) fn with_branches(
        &mut self,
        budget: &Budget,
        on_news: &mut impl FnMut(News<'_>),
    ) -> Result<(), WrongModel> {
        if self.is_closed() {
            return Ok(());
        }
        let floor = self.floor;
        self.branches = Relaxation::new(self.csp, budget);
        self.branch(FIRST_STEPS, budget, on_news)?;
        if self.best.is_none() && self.floor == floor {
            self.branches = None;
        }
        self.branch(MORE_STEPS, budget, on_news)?;
        Ok(())
    }

    /// Whether there are branches to look at.
    pub(super) fn has_branches(&self) -> bool {
        self.branches.is_some()
    }

    /// Looks at branches for so many steps. Whether a better solution is found.
    pub(super) fn branch(
        &mut self,
        steps: u64,
        budget: &Budget,
        on_news: &mut impl FnMut(News<'_>),
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
                    self.raise(branches.floor(), Some(BRANCHES));
                    self.branches = Some(branches).filter(|_| !self.is_closed());
                    return Ok(is_better);
                }
            }
        }
        self.raise(branches.floor(), Some(BRANCHES));
        Ok(is_better)
    }

    /// A solution that somebody found without the problem's own formula.
    pub(super) fn checked(&self, solution: Vec<Value>, by: &str) -> Result<Best, WrongModel> {
        if !self.csp.is_solution(&solution) {
            return Err(WrongModel::BreaksConstraint { solver: by.to_owned() });
        }
        Ok(Best { value: self.objective.value(&solution), solution, model: None })
    }

    /// Takes in a better solution.
    pub(super) fn improve(
        &mut self,
        best: Best,
        on_news: &mut impl FnMut(News<'_>),
    ) -> Result<(), WrongModel> {
        let is_better = |old: &Best| self.objective.is_better(best.value, old.value);
        if !self.best.as_ref().is_none_or(is_better) {
            let solver = self.backend.name.to_string();
            return Err(WrongModel::BreaksConstraint { solver });
        }
        if self.csp.objective().is_some() && self.cost(best.value) < self.floor {
            let by = self.by.unwrap_or(&self.backend.name);
            return Err(contradiction(by, self.value(self.floor), best.value));
        }
        on_news(News::Improved(&best));
        self.best = Some(best);
        Ok(())
    }

    /// Takes in a bound, where it says more.
    pub(super) fn raise(&mut self, floor: i64, by: Option<&'static str>) {
        // Who looks for better solutions only says nothing of others.
        let most = self.best.as_ref().map_or(i64::MAX, |best| self.cost(best.value));
        let floor = floor.min(most);
        if floor > self.floor {
            (self.floor, self.by) = (floor, by);
        }
    }

    /// Whether nothing can be better than the best solution.
    pub(super) fn is_closed(&self) -> bool {
        self.best.as_ref().is_some_and(|best| self.cost(best.value) <= self.floor)
    }

    /// The most that a solution can cost, as far as the domains say.
    pub(super) fn most(&self) -> i64 {
        let (least, most) = self.objective.terms.range(self.csp);
        match self.objective.sense {
            Sense::Minimize => most as i64,
            Sense::Maximize => -least as i64,
        }
    }

    pub(super) fn cost(&self, value: i64) -> i64 {
        value * self.objective.sense.sign()
    }

    pub(super) fn value(&self, cost: i64) -> i64 {
        cost * self.objective.sense.sign()
    }

    /// What is known when a limit ends the search.
    pub(super) fn stopped(self, limit: Limit) -> Optimum {
        let is_bound = self.csp.objective().is_some() && self.floor < i64::MAX;
        let bound = is_bound.then(|| self.value(self.floor));
        Optimum { best: self.best, bound, end: Ended::Stopped(limit) }
    }

    /// The claim that no solution is better, and the formula of one, where it was made.
    pub(super) fn no_better(&self, rest: Option<Cnf>) -> Result<NoOther, WrongModel> {
        match (self.by.filter(|_| self.is_closed()), rest) {
            (Some(by), rest) => Ok(NoOther::by_other(by, rest)),
            (None, Some(rest)) => Ok(NoOther::by_solver(self.backend, rest)),
            (None, None) => Err(Fault("a solver has a formula".to_owned()).into()),
        }
    }
}
