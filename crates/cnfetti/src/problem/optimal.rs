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
