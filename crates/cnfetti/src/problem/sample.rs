//! Draws random solutions.

use std::ops::ControlFlow;

use cnfetti_core::csp::Value;
use cnfetti_core::limit::Limit;
use cnfetti_core::random::Random;
use cnfetti_exact as exact;
use cnfetti_sat::search::bound::require_optimal_in;
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::second_opinion::{EXACT_COUNTER, no_others};

use super::solutions::{All, SOON, few};
use super::{Basis, Error, Means, Problem, Solution};

/// Options of a sample: its size and seed.
#[derive(Clone, Debug)]
pub struct SampleOptions {
    /// The limits, the solver and the encodings.
    pub means: Means,
    /// The number of solutions.
    pub number: usize,
    /// The same seed draws the same solutions.
    pub seed: u64,
}

/// Random solutions, drawn uniformly and independently. One may occur twice.
#[derive(Clone, Debug)]
pub struct Sampled {
    solutions: Vec<Solution>,
    basis: Basis,
}

impl Default for SampleOptions {
    /// One solution, with seed 0.
    fn default() -> SampleOptions {
        SampleOptions { means: Means::default(), number: 1, seed: 0 }
    }
}

impl Sampled {
    /// The solutions, in the order in which they were drawn. Empty if there is no solution, or if a limit was
    /// reached.
    pub fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// The evidence that there is no solution, and the limit.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Draws random solutions; with an objective, optimal ones.
    ///
    /// # Errors
    ///
    /// A solver is wrong, or the optimal value is unknown within the limits.
    pub fn sample(&self, options: &SampleOptions) -> Result<Sampled, Error> {
        let mut solutions = Vec::new();
        let basis = self.each_sample(options, |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })?;
        Ok(Sampled { solutions, basis })
    }

    /// Visits random solutions as they are drawn, and keeps none; otherwise like [`sample`](Problem::sample).
    /// Returns the evidence that there is no solution, and the limit.
    ///
    /// # Errors
    ///
    /// Those of [`sample`](Problem::sample).
    pub fn each_sample(
        &self,
        options: &SampleOptions,
        mut visit: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Basis, Error> {
        let means = &options.means;
        let (backend, budget) = (means.backend(), means.budget());
        let asked = self.asked(means, &backend, &budget)?;
        let soon = budget.turn(SOON);
        let mut limits = means.limits_within(soon.clone());
        let mut diagram = exact::solutions(&asked.csp, &limits);
        if diagram.stopped().is_some() && !budget.is_spent() {
            if let Some(All::Few(all, Ended::Exhausted(no_other))) =
                few(&asked.csp, means, usize::MAX, &budget)?
            {
                let evidence = means.confirm(&no_other, &budget)?.and(asked.evidence);
                return self.each_of(all, options, evidence, visit);
            }
            limits = means.limits_within(budget.clone());
            if soon.is_spent() {
                diagram = exact::solutions(&asked.csp, &limits);
            }
        }
        if let Some(bound) = asked.csp.bound() {
            require_optimal_in(bound, &diagram)?;
        }
        let stopped = |limit: Limit| Basis::new(EXACT_COUNTER, None, Some(limit));
        if let Some(limit) = diagram.stopped() {
            return Ok(stopped(limit));
        }
        let Some(assignments) = diagram.assignments(&asked.csp, &limits) else {
            return Ok(stopped(budget.spent().unwrap_or(Limit::Memory)));
        };
        let Some(mut draw) = assignments.sampler(options.seed) else {
            let evidence = no_others(&asked.csp, &[], &budget)?.and(asked.evidence);
            return Ok(Basis::new(EXACT_COUNTER, Some(evidence), None));
        };
        for _ in 0..options.number {
            if let Some(limit) = budget.spent() {
                return Ok(stopped(limit));
            }
            let solution = draw();
            if !asked.csp.is_solution(&solution) {
                return Err(Error::NotASolution);
            }
            if visit(self.checked(solution)?).is_break() {
                break;
            }
        }
        Ok(Basis::new(EXACT_COUNTER, None, None))
    }

    /// Draws from a list of all solutions. The evidence is that there are no others.
    fn each_of(
        &self,
        mut all: Vec<Vec<Value>>,
        options: &SampleOptions,
        evidence: Evidence,
        mut visit: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Basis, Error> {
        all.sort_unstable();
        let random = &mut Random::new(options.seed);
        let number = if all.is_empty() { 0 } else { options.number };
        for _ in 0..number {
            if visit(self.checked(random.pick(&all).clone())?).is_break() {
                break;
            }
        }
        let evidence = all.is_empty().then_some(evidence);
        Ok(Basis::new(options.means.backend().name, evidence, None))
    }
}
