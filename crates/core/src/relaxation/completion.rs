//! From the point of a linear program to a solution of its problem.

use std::cell::OnceCell;

use crate::csp::{Csp, Value};
use crate::domains::Effort;
use crate::limit::Budget;
use crate::propagation::Engine;

/// The cost of completing a point to a solution, in steps per value of the problem.
pub(super) const COMPLETED: u64 = 60;

/// A problem, and the same after propagation.
pub(super) struct Completion<'a> {
    csp: &'a Csp,
    propagated: Csp,
    /// Its propagators, once they were needed.
    engine: OnceCell<Option<Engine>>,
}

impl<'a> Completion<'a> {
    pub(super) fn new(csp: &'a Csp, propagated: Csp) -> Completion<'a> {
        Completion { csp, propagated, engine: OnceCell::new() }
    }

    /// A solution with these values, and its cost: propagates them, and takes the first remaining value of each other
    /// variable.
    pub(super) fn solution(
        &mut self,
        values: &[Option<Value>],
        budget: &Budget,
    ) -> Option<(Vec<Value>, i64)> {
        let (propagated, engine) = (&self.propagated, &mut self.engine);
        engine.get_or_init(|| {
            let mut engine = Engine::new(propagated, Effort::Once, |_| true);
            let done = engine.propagate_within(propagated, budget, |_, _| {});
            done.is_ok().then_some(engine)
        });
        let engine = engine.get_mut()?.as_mut()?;
        engine.domains.push();
        let given = values.iter().zip(propagated.ids());
        let step = given
            .filter_map(|(value, id)| Some(((*value)?, id)))
            .try_for_each(|(value, id)| engine.domains.assign(id, value.into()));
        let is_left =
            step.is_ok() && engine.propagate_within(propagated, budget, |_, _| {}).is_ok();
        let first = |id| engine.domains.low(id) as Value;
        let solution: Vec<Value> = propagated.ids().map(first).collect();
        engine.domains.pop();
        let objective = self.csp.objective()?;
        let cost = objective.value(&solution) * objective.sense.sign();
        (is_left && self.csp.is_solution(&solution)).then_some((solution, cost))
    }
}
