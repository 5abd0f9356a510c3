//! Finds and lists solutions.

use std::ops::{ControlFlow, Index};

use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::compile::compile_within;
use cnfetti_sat::search::bound::Bounded;
use cnfetti_sat::search::confirm::Claim;
use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::enumerate::each_solution;
use cnfetti_sat::search::optimize::{Optimum, optimize_by_either};
use cnfetti_sat::search::sample::Others;

use super::count::both;
use super::{Basis, Error, Means, Problem};

/// A checked solution: a value for each variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Vec<Value>);

/// Options of solving.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    means: Means,
}

/// The result of solving: a solution, or that there is none.
#[derive(Clone, Debug)]
pub struct Solved {
    solution: Option<Solution>,
    objective: Option<i64>,
    least: Option<i64>,
    basis: Basis,
}

/// Options of listing solutions.
#[derive(Clone, Debug)]
pub struct SolutionsOptions {
    means: Means,
    most: usize,
}

/// Solutions, and whether there are others.
#[derive(Clone, Debug)]
pub struct Solutions {
    solutions: Vec<Solution>,
    is_complete: bool,
    basis: Basis,
}

/// The end of a listing.
#[derive(Clone, Debug)]
pub struct Listed {
    is_complete: bool,
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

impl SolveOptions {
    /// Sets the means: limits, solver and encodings.
    #[must_use]
    pub fn means(self, means: Means) -> SolveOptions {
        SolveOptions { means }
    }
}

impl Solved {
    /// The solution; `None` if there is none, or none was found within the limits.
    pub fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    /// The value of the solution, if there is an objective. Unless a limit was reached, no solution is
    /// better.
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

impl Default for SolutionsOptions {
    /// Up to 1,000 solutions.
    fn default() -> SolutionsOptions {
        SolutionsOptions { means: Means::default(), most: 1_000 }
    }
}

impl SolutionsOptions {
    /// Sets the means: limits, solver and encodings.
    #[must_use]
    pub fn means(self, means: Means) -> SolutionsOptions {
        SolutionsOptions { means, ..self }
    }

    /// Sets the largest number of solutions.
    #[must_use]
    pub fn most(self, most: usize) -> SolutionsOptions {
        SolutionsOptions { most, ..self }
    }
}

impl Solutions {
    /// The solutions, in increasing order.
    pub fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// Whether these are all solutions.
    pub fn are_all(&self) -> bool {
        self.is_complete
    }

    /// The evidence that there are no others, if these are all.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Listed {
    /// Whether all solutions were visited.
    pub fn are_all(&self) -> bool {
        self.is_complete
    }

    /// The evidence that there are no others, if these are all.
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
        let means = &options.means;
        let (backend, budget) = (means.backend(), means.budget());
        let Bounded { csp, evidence: bound, .. } = self.whole(means, &backend, &budget)?;
        let optimum = optimize_by_either(&csp, &means.choices(), &backend, &budget, |_| {})?;
        let Optimum { best, end, bound: least } = optimum;
        let objective = csp.objective().or(csp.bound().map(|bound| &bound.objective));
        let (mut evidence, mut limit, mut by) = (None, None, backend.name);
        match &end {
            Ended::Exhausted(no_better) => {
                evidence = Some(means.confirm(no_better, &budget)?.and(bound));
                by = no_better.claim().by.to_owned().into();
            }
            Ended::Stopped(stopped) => limit = Some(*stopped),
            Ended::Enough => {}
        }
        let objective = objective.zip(best.as_ref()).map(|(of, best)| of.value(&best.solution));
        let solution = best.map(|best| self.checked(best.solution)).transpose()?;
        let basis = Basis::new(by, evidence, limit);
        Ok(Solved { solution, objective, least, basis })
    }

    /// Lists solutions; with an objective, the optimal ones. Solutions that differ by renaming count
    /// separately.
    ///
    /// # Errors
    ///
    /// The formula is too large, the solver is wrong, or the problem's file states another
    /// number.
    pub fn solutions(&self, options: &SolutionsOptions) -> Result<Solutions, Error> {
        let mut solutions = Vec::new();
        let Listed { is_complete, basis } = self.each_solution(options, |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })?;
        solutions.sort_unstable();
        Ok(Solutions { solutions, is_complete, basis })
    }

    /// Visits solutions as they are found, and keeps none; otherwise like [`solutions`](Problem::solutions).
    /// After the last requested one, it looks for another, unless the visitor breaks off.
    ///
    /// # Errors
    ///
    /// Those of [`solutions`](Problem::solutions). Solutions visited before an error are correct.
    pub fn each_solution(
        &self,
        options: &SolutionsOptions,
        mut visit: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Listed, Error> {
        let means = &options.means;
        let (backend, budget) = (means.backend(), means.budget());
        let asked = self.asked(means, &backend, &budget)?;
        let compiled = match compile_within(&asked.csp, &means.choices(), &budget) {
            Ok(compiled) => compiled,
            Err(error) => {
                let basis = Basis::new(backend.name, None, Some(error.limit()?));
                return Ok(Listed { is_complete: false, basis });
            }
        };
        let (mut number, mut wrong) = (0_usize, None);
        let end = each_solution(&asked.csp, &compiled, &backend, &budget, |solution, _| {
            if number == options.most {
                return ControlFlow::Break(());
            }
            match self.checked(solution.to_vec()) {
                Ok(solution) => {
                    number += 1;
                    means.tell(&number.into());
                    visit(solution)
                }
                Err(error) => {
                    wrong = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let (evidence, limit) = match Others::after(end, Claim::by(&backend), &budget)? {
            Others::None(evidence) => (both(Some(evidence), asked.evidence), None),
            Others::Some => (None, None),
            Others::Unknown(limit) => (None, Some(limit)),
        };
        let is_complete = evidence.is_some();
        self.expect.check("solutions", &number.into(), is_complete)?;
        let basis = Basis::new(backend.name, evidence, limit);
        Ok(Listed { is_complete, basis })
    }
}
