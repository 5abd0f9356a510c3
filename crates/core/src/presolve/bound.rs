//! A bound on the objective, from the constraints and without a search.
//!
//! A cost is refuted if the problem with that bound on its objective has no solution for a simple reason: a
//! domain becomes empty, or tasks need more of a resource than there is in the time that they have. A binary
//! search over refutations gives the bound.

mod load;

use crate::csp::{Bound, Csp, Objective, Sense};
use crate::limit::Budget;
use crate::refutation::{Refutation, Removal};

use super::propagate::{propagate_checked, propagate_with_reasons};

/// Larger problems, in number of values, are not propagated repeatedly.
const MAX_VALUES: usize = 1_000_000;

/// The most attempts at a refutation for one bound.
const MAX_REFUTATIONS: usize = 24;

/// Propagation counts as this many steps for each value.
const STEPS_PER_VALUE: u64 = 30;

/// Returns a value of the objective that no solution beats; `None` if there is no objective, or if
/// propagation shows that there is no solution.
pub fn bound(csp: &Csp, budget: &Budget) -> Option<i64> {
    let objective = csp.objective()?;
    let propagated = propagated(csp, budget)?;
    let (least, most) = ends(&propagated, objective);
    let values = propagated.num_values();
    let cost = match values <= MAX_VALUES {
        true => {
            first_not_refuted(least, most, |cost| is_refuted(&propagated, objective, cost, budget))
        }
        false => least,
    };
    Some(cost * objective.sense.sign())
}

/// Removes values that no solution of at most this cost has. `None` if there is no such solution. The cost is the
/// objective's value, negated when maximizing.
pub fn within(csp: &Csp, cost: i64, budget: &Budget) -> Option<Csp> {
    let Some(objective) = csp.objective() else { return Some(csp.clone()) };
    let bounded = csp.at_best(objective, cost * objective.sense.sign());
    let narrow = propagated(&bounded, budget)?;
    if load::overloaded(&narrow, budget).is_some() {
        return None;
    }
    let mut narrowed = csp.clone();
    narrowed.variables = narrow.variables;
    Some(narrowed)
}

/// Why no solution is better than this bound, if that is clear without a search. Refutes the problem of the better
/// solutions, [`Csp::better_than`].
pub fn refutation(csp: &Csp, bound: &Bound, budget: &Budget) -> Option<Refutation> {
    let (narrow, mut removals) = propagate_with_reasons(&csp.better_than(bound), budget);
    if narrow.variables().iter().any(|variable| variable.domain().is_empty()) {
        return Some(Refutation { removals, ..Refutation::default() });
    }
    let constraint = load::overloaded(&narrow, budget)?;
    // Any variable of the constraint has no value left.
    let variable = *narrow.constraints()[constraint].constraint.rule().scope().first()?;
    let (&first, &last) = narrow.domain(variable).first().zip(narrow.domain(variable).last())?;
    removals.push(Removal { constraint, variable, first, last });
    Some(Refutation { removals, ..Refutation::default() })
}

/// The problem with propagated domains; `None` if one is empty.
fn propagated(csp: &Csp, budget: &Budget) -> Option<Csp> {
    let propagated = propagate_checked(csp, budget);
    budget.spend(STEPS_PER_VALUE * csp.num_values() as u64);
    let has_room = propagated.variables().iter().all(|variable| !variable.domain().is_empty());
    has_room.then_some(propagated)
}

/// The least and the greatest cost. The cost is the objective's value, negated when maximizing.
fn ends(csp: &Csp, objective: &Objective) -> (i64, i64) {
    // No overflow: the values of a posted objective fit into 62 bits.
    let (least, most) = objective.terms.range(csp);
    match objective.sense {
        Sense::Minimize => (least as i64, most as i64),
        Sense::Maximize => (-most as i64, -least as i64),
    }
}

/// Whether propagation or the load of tasks shows that no solution costs this little.
fn is_refuted(csp: &Csp, objective: &Objective, cost: i64, budget: &Budget) -> bool {
    let bounded = csp.at_best(objective, cost * objective.sense.sign());
    propagated(&bounded, budget)
        .is_none_or(|propagated| load::overloaded(&propagated, budget).is_some())
}

/// The least cost that is not refuted, by doubling steps and then by bisection. If the attempts run out, a
/// smaller cost.
fn first_not_refuted(least: i64, most: i64, is_refuted: impl Fn(i64) -> bool) -> i64 {
    let (mut refuted, mut step, mut tries) = (least - 1, 1, 0);
    // A cost that is not refuted, or `most` if all others are.
    let mut left = loop {
        tries += 1;
        let next = refuted.saturating_add(step).min(most);
        if next >= most || tries > MAX_REFUTATIONS {
            break most;
        }
        if !is_refuted(next) {
            break next;
        }
        refuted = next;
        step = step.saturating_mul(2);
    };
    while left - refuted > 1 && tries < MAX_REFUTATIONS {
        tries += 1;
        let middle = refuted + (left - refuted) / 2;
        match is_refuted(middle) {
            true => refuted = middle,
            false => left = middle,
        }
    }
    refuted + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_is_not_refuted_is_found() {
        for (least, most) in [(0, 0), (-3, 40), (5, 6), (-70, -1)] {
            for first in least..=most {
                assert_eq!(first_not_refuted(least, most, |cost| cost < first), first);
            }
            assert_eq!(first_not_refuted(least, most, |_| true), most);
            assert_eq!(first_not_refuted(least, most, |_| false), least);
        }
    }
}
