//! How good a solution can be at most, from the constraints and without a search.
//!
//! A value is refuted when the problem with that bound on its objective has no room: domains run empty, or
//! tasks that have to run within some time need more of it than there is. What is refuted by halves gives the
//! bound. A weighted sum by itself is solved to the end (Bellman's dynamic program for the knapsack).

mod knapsack;
mod load;

use crate::csp::{Csp, Objective, Sense};
use crate::limit::Budget;

use super::propagate::propagate;

/// Problems with more values than this are not propagated again and again.
const MOST_VALUES: usize = 1_000_000;

/// A bound takes no more refutations than this.
const MOST_REFUTATIONS: usize = 24;

/// How many steps it counts as to propagate a domain of one value.
const TRIMMED: u64 = 30;

/// A value of the objective that no solution is better than; `None` where there is no objective, or no
/// solution as far as was seen.
pub fn bound(csp: &Csp, budget: &Budget) -> Option<i64> {
    let objective = csp.objective()?;
    let propagated = propagated(csp, budget)?;
    let (least, most) = ends(&propagated, objective);
    let least =
        knapsack::bound(&propagated, objective, budget).map_or(least, |cost| least.max(cost));
    let values: usize = propagated.variables().iter().map(|variable| variable.domain().len()).sum();
    let cost = match values <= MOST_VALUES {
        true => {
            first_not_refuted(least, most, |cost| is_refuted(&propagated, objective, cost, budget))
        }
        false => least,
    };
    Some(cost * objective.sense.sign())
}

/// The problem with smaller domains; `None` when one is empty.
fn propagated(csp: &Csp, budget: &Budget) -> Option<Csp> {
    let propagated = propagate(csp, budget);
    let values: usize = csp.variables().iter().map(|variable| variable.domain().len()).sum();
    budget.spend(TRIMMED * values as u64);
    let has_room = propagated.variables().iter().all(|variable| !variable.domain().is_empty());
    has_room.then_some(propagated)
}

/// The least and the most that the objective costs: its value, with the other sign where the most is wanted.
fn ends(csp: &Csp, objective: &Objective) -> (i64, i64) {
    // A posted objective fits.
    let (least, most) = objective.terms.range(csp);
    match objective.sense {
        Sense::Minimize => (least as i64, most as i64),
        Sense::Maximize => (-most as i64, -least as i64),
    }
}

/// Whether it is seen that no solution costs as little.
fn is_refuted(csp: &Csp, objective: &Objective, cost: i64, budget: &Budget) -> bool {
    let bounded = csp.at_best(objective, cost * objective.sense.sign());
    propagated(&bounded, budget).is_none_or(|propagated| load::is_too_much(&propagated, budget))
}

/// The first cost from the least on that is not refuted: with steps that double, and then by halves. Where that
/// takes long, a smaller one.
fn first_not_refuted(least: i64, most: i64, is_refuted: impl Fn(i64) -> bool) -> i64 {
    let (mut refuted, mut step, mut tries) = (least - 1, 1, 0);
    // What is not refuted; the most, when all is.
    let mut left = loop {
        tries += 1;
        let next = refuted.saturating_add(step).min(most);
        if next >= most || tries > MOST_REFUTATIONS {
            break most;
        }
        if !is_refuted(next) {
            break next;
        }
        refuted = next;
        step = step.saturating_mul(2);
    };
    while left - refuted > 1 && tries < MOST_REFUTATIONS {
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
