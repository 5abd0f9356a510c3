//! The problem of the optimal solutions.

use cnfetti_sat::search::bound::{Bounded, bounded};

use super::{Basis, Error, Means, Problem, Solution};

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

    /// The same, to keep.
    pub fn into_problem(self) -> Problem {
        self.problem
    }

    /// The optimal solution that was found. `None` without an objective, and if there is no solution.
    pub fn best(&self) -> Option<&Solution> {
        self.best.as_ref()
    }

    /// The evidence that no solution is better. Without an objective, it makes no such claim.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Finds the best value of the objective, proves it, and makes it a constraint. A problem without an objective stays
    /// as it is. What was [entered](Problem::with_entries) does not count for the best value.
    ///
    /// # Errors
    ///
    /// When a limit comes before the best value is known, or the solver is wrong.
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
