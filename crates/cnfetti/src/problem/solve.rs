//! Finds a solution, or the best one.

use std::ops::Index;
use std::sync::Arc;

use super::{Basis, Error, Means, Problem};
use cnfetti_core::assignment::Model;
use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::search::bound::{Bounded, bounded};
use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::optimize::{Best, News, Optimum, optimize, optimize_by_portfolio};

/// A checked solution: a value for each variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Vec<Value>);

/// Options of solving.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// The limits, the solver and the encodings.
    pub means: Means,
    /// Has the solver alone look for a solution, so that the literals of its model are known.
    pub by_solver: bool,
}

/// The result of solving: a solution, or that there is none.
#[derive(Clone, Debug)]
pub struct Solved {
    solution: Option<Solution>,
    model: Option<Model>,
    objective: Option<i64>,
    least: Option<i64>,
    ended: Ended,
    basis: Basis,
}

impl Solution {
    pub(super) fn new(values: Vec<Value>) -> Solution {
        Solution(values)
    }

    /// The values, in the order of the problem's variables.
    pub fn values(&self) -> &[Value] {
        &self.0
    }
}

impl Index<VarId> for Solution {
    type Output = Value;

    fn index(&self, variable: VarId) -> &Value {
        &self.0[variable.index()]
    }
}

impl Solved {
    /// The solution; `None` if there is none, or none was found within the limits.
    pub fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    /// The model that the solution was read from, if a solver found it.
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// How the search ended, with the formula that says that there is a (better) solution, if it was made.
    pub fn ended(&self) -> &Ended {
        &self.ended
    }

    /// The value of the solution, if there is an objective. Unless a limit was reached, no solution is
    /// better. If the objective is a float, [`Csp::amount`](cnfetti_core::csp::Csp::amount) is its value.
    pub fn objective(&self) -> Option<i64> {
        self.objective
    }

    /// A bound: no solution has a better value. If a limit was reached, there may be solutions between it and
    /// [`objective`](Solved::objective).
    pub fn bound(&self) -> Option<i64> {
        self.least
    }

    /// Whether there is a solution; `None` if that is unknown.
    pub fn is_satisfiable(&self) -> Option<bool> {
        match (&self.solution, self.basis.limit()) {
            (Some(_), _) => Some(true),
            (None, None) => Some(false),
            (None, Some(_)) => None,
        }
    }

    /// The evidence that there is no solution, or no better one.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Looks for a solution; with an objective, for the best one.
    ///
    /// # Errors
    ///
    /// The formula is too large, or the solver is wrong.
    pub fn solve(&self, options: &SolveOptions) -> Result<Solved, Error> {
        self.solve_watched(options, |_| {})
    }

    /// Looks for a solution like [`solve`](Problem::solve), and reports the progress.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Problem::solve).
    pub fn solve_watched(
        &self,
        options: &SolveOptions,
        watch: impl FnMut(News<'_>),
    ) -> Result<Solved, Error> {
        let means = &options.means;
        let (backend, budget) = (means.backend(), means.budget());
        let Bounded { csp, evidence: bound, .. } = self.whole(means, &backend, &budget)?;
        let found = match options.by_solver {
            true => optimize(&csp, &means.choices(), &backend, &budget, watch)?,
            false => optimize_by_portfolio(&csp, &means.choices(), &backend, &budget, watch)?,
        };
        let Optimum { best, end: ended, bound: least } = found;
        let objective = csp.objective().or(csp.bound().map(|bound| &bound.objective));
        let (mut evidence, mut limit, mut by) = (None, None, backend.name);
        match &ended {
            Ended::Exhausted(no_better) => {
                evidence = Some(means.confirm(no_better, &budget)?.and(bound));
                by = no_better.claim().by.to_owned().into();
            }
            Ended::Stopped(stopped) => limit = Some(*stopped),
            Ended::Enough => {}
        }
        let objective = objective.zip(best.as_ref()).map(|(of, best)| of.value(&best.solution));
        let (solution, model) = match best {
            Some(Best { solution, model, .. }) => (Some(self.checked(solution)?), model),
            None => (None, None),
        };
        let basis = Basis::new(by, evidence, limit);
        Ok(Solved { solution, model, objective, least, ended, basis })
    }

    /// The problem of the solutions that are as good as the best one that was found, without an objective. A
    /// problem without an objective, or without a solution, stays as it is.
    pub fn as_good_as(&self, found: &Solved) -> Problem {
        let Some((objective, value)) = self.csp.objective().zip(found.objective) else {
            return self.clone();
        };
        let assumed = found.basis.evidence().map_or(self.assumed, |other| other.and(self.assumed));
        Problem { csp: Arc::new(self.csp.at_best(objective, value)), assumed, ..self.clone() }
    }
}

/// The problem of the optimal solutions, with the evidence that none is better.
#[derive(Clone)]
pub struct Optimal {
    problem: Problem,
    best: Option<Solution>,
    basis: Basis,
}

impl Optimal {
    /// The problem without its objective: its solutions are the optimal ones.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The problem without its objective, as an owned value.
    pub fn into_problem(self) -> Problem {
        self.problem
    }

    /// The optimal solution that was found. `None` if there is no objective or no solution.
    pub fn best(&self) -> Option<&Solution> {
        self.best.as_ref()
    }

    /// The evidence that no solution is better. If there is no objective, the evidence makes no such claim.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Finds the best value of the objective, proves that it is the best, and adds it as a constraint. A
    /// problem without an objective stays as it is. [Entered values](Problem::with_entries) do not affect the
    /// best value.
    ///
    /// # Errors
    ///
    /// A limit is reached before the best value is known, or the solver gives a wrong answer.
    pub fn optimal(&self, means: &Means) -> Result<Optimal, Error> {
        let (backend, budget) = (means.backend(), means.budget());
        let found = bounded(&self.csp, &means.choices(), &backend, &budget)?;
        let Bounded { csp, evidence, by, best } = found;
        let best = best.map(|best| self.checked(best)).transpose()?;
        let basis = Basis::new(by, self.csp.objective().map(|_| evidence), None);
        let assumed = evidence.and(self.assumed);
        Ok(Optimal { problem: Problem { csp, assumed, ..self.clone() }, best, basis })
    }
}
