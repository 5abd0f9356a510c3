//! From the point of a linear program to a solution of its problem.

use crate::csp::{Csp, Value, VarId};
use crate::limit::Budget;
use crate::presolve::propagate::{propagate_values, scopes};

/// The cost of completing a point to a solution, in steps per value of the problem.
pub(super) const COMPLETED: u64 = 60;

/// A problem, and the same after propagation with the variables of its constraints.
pub(super) struct Completion<'a> {
    csp: &'a Csp,
    propagated: Csp,
    scopes: Vec<Vec<VarId>>,
}

impl<'a> Completion<'a> {
    pub(super) fn new(csp: &'a Csp, propagated: Csp) -> Completion<'a> {
        Completion { csp, scopes: scopes(&propagated), propagated }
    }

    /// A solution with these values, and its cost: propagates them, and takes the first remaining value of each other
    /// variable.
    pub(super) fn solution(
        &self,
        values: &[Option<Value>],
        budget: &Budget,
    ) -> Option<(Vec<Value>, i64)> {
        let domains =
            values.iter().zip(self.propagated.variables()).map(|(value, variable)| {
                match (value, variable.domain()) {
                    (&Some(value), all) => all.binary_search(&value).is_ok().then(|| vec![value]),
                    (None, all) => Some(all.to_vec()),
                }
            });
        let mut domains: Vec<Vec<Value>> = domains.collect::<Option<_>>()?;
        if domains.iter().any(|domain| domain.len() > 1) {
            domains = propagate_values(&self.propagated, &self.scopes, domains, budget);
        }
        let first = domains.iter().map(|domain| domain.first().copied());
        let solution: Vec<Value> = first.collect::<Option<_>>()?;
        let objective = self.csp.objective()?;
        let cost = objective.value(&solution) * objective.sense.sign();
        self.csp.is_solution(&solution).then_some((solution, cost))
    }
}
