//! The possible values of each variable.

use cnfetti_core::csp::{Value, VarId};
use cnfetti_core::limit::Limit;
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::search::witnessed::{CountedValue, Witnessed, witnessed};
use num_bigint::BigUint;

use super::count::both;
use super::{Basis, Error, Means, Problem};

/// The possible values of each variable, each with its number of solutions. Every value comes from a solution
/// that obeys the rules.
#[derive(Clone, Debug)]
pub struct Candidates {
    solutions: BigUint,
    values: Vec<Vec<CountedValue>>,
    basis: Basis,
}

impl Candidates {
    /// The number of solutions; a lower bound unless [`is_exact`](Candidates::is_exact).
    pub fn solutions(&self) -> &BigUint {
        &self.solutions
    }

    /// Whether all solutions were considered.
    pub fn is_exact(&self) -> bool {
        self.basis.limit().is_none()
    }

    /// The values that a variable has in some solution, increasing, each with its number of solutions.
    pub fn of(&self, variable: VarId) -> &[(Value, BigUint)] {
        &self.values[variable.index()]
    }

    /// The values of all variables, each as in [`of`](Candidates::of), in the order of the problem.
    pub fn rows(&self) -> &[Vec<(Value, BigUint)>] {
        &self.values
    }

    /// For each variable, the number of values that it has in some solution. `None` if a limit was reached.
    pub fn numbers(&self) -> Option<Vec<usize>> {
        self.is_exact().then(|| self.values.iter().map(Vec::len).collect())
    }

    /// The value that a variable has in every solution, if known.
    pub fn forced(&self, variable: VarId) -> Option<Value> {
        match self.of(variable) {
            [(value, _)] if self.is_exact() => Some(*value),
            _ => None,
        }
    }

    /// Adds what further values rest on, or the limit that came before these were known.
    pub(super) fn rest_on(&mut self, further: Result<Evidence, Limit>) {
        let evidence = self.basis.evidence().zip(further.ok()).map(|(one, other)| one.and(other));
        let limit = self.basis.limit().or(further.err());
        self.basis = Basis::new(self.basis.by(), evidence, limit);
    }

    /// The evidence that there are no other values.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Finds the values that each variable has in solutions or, with an objective, in optimal ones.
    ///
    /// # Errors
    ///
    /// A solution is wrong, or the problem's file states another number.
    pub fn candidates(&self, means: &Means) -> Result<Candidates, Error> {
        let (backend, budget) = (means.backend(), means.budget());
        let asked = self.asked(means, &backend, &budget)?;
        let rules = |solution: &[Value]| self.check(solution);
        let found = witnessed(&asked.csp, &means.limits_within(budget), rules)?;
        let Witnessed { solutions, candidates: values, stopped, evidence, by } = found;
        self.expect.check("solutions", &solutions, stopped.is_none())?;
        let basis = Basis::new(by, both(evidence, asked.evidence), stopped);
        Ok(Candidates { solutions, values, basis })
    }
}
