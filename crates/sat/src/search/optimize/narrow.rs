//! Optimization by a solver, with a formula that leaves out values which no better solution can have. In scheduling, few
//! values are left.

use cnfetti_encodings::Cnf;

use super::depth_first::Made;
use super::descent::Descent;
use super::known::{BOUND, Known};
use super::{Asked, CountError, News, Optimum, closed};
use crate::compile::{Choices, Compiled, Cost, NotCompiled, compile_within};
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Budget;
use cnfetti_core::presolve::bound::within;

/// The formula of the better solutions.
pub(super) struct Narrow {
    compiled: Compiled,
    /// The formula with the objective.
    rest: Cnf,
    cost: Cost,
}

impl Narrow {
    pub(super) fn new(
        csp: &Csp,
        known: &Known<'_>,
        choices: &Choices,
        budget: &Budget,
    ) -> Result<Narrow, NotCompiled> {
        let compiled = compile_within(csp, choices, budget)?;
        let mut rest = compiled.cnf.to_unlimited();
        let cost = Cost::new(&mut rest, &compiled.map, known.objective, choices);
        Ok(Narrow { compiled, rest, cost })
    }
}

/// Continues with a solver from what is known.
pub(super) fn descend(
    mut known: Known<'_>,
    choices: &Choices,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    let (csp, objective, backend) = (known.csp, known.objective, known.backend);
    let choices = &choices.for_search();
    let narrow = loop {
        let most = known.best.as_ref().map(|best| known.cost(best.value) - 1);
        let narrowed = match most {
            _ if known.is_closed() => None,
            Some(most) => within(csp, most, budget),
            None => Some(csp.clone()),
        };
        let Some(narrowed) = narrowed else {
            known.raise(i64::MAX, BOUND);
            return closed(known, budget);
        };
        match known.compiled(&narrowed, choices, budget, on_news)? {
            Made::Narrow(narrow) => break *narrow,
            Made::Better => {}
            Made::Closed => return closed(known, budget),
            Made::Stopped(limit) => return Ok(known.stopped(limit)),
        }
    };
    on_news(News::Compiled(&narrow.compiled));
    let (compiled, cost) = (&narrow.compiled, &narrow.cost);
    let asked = Asked { csp, compiled, is_narrow: true, objective, cost, backend, budget };
    Ok(Descent::new(&asked, narrow.rest, known).run(on_news)?)
}
