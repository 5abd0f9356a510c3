//! The least cost that a single weighted sum allows.

use crate::csp::{Constraint, Csp, Linear, Objective, Terms, VarId};
use crate::limit::Budget;

/// The most different sums, and the most additions, of the dynamic program.
const MAX_SUMS: i64 = 200_000;
const MAX_WORK: u64 = 20_000_000;

/// The cost of a sum that cannot be reached.
const UNREACHABLE: i64 = i64::MAX;

/// The best lower bound on the cost that any one of the weighted sums gives. The cost is the objective's
/// value, negated when maximizing. No domain may be empty.
pub(super) fn bound(csp: &Csp, objective: &Objective, budget: &Budget) -> Option<i64> {
    let sign = objective.sense.sign();
    let costs = objective.terms.as_slice().iter().map(|term| (term.variable, sign * term.weight));
    let costs = defined(csp, costs.collect());
    let mut weights = vec![0; csp.variables().len()];
    costs.terms.iter().for_each(|&(variable, weight)| weights[variable.index()] = weight);
    let mut left = MAX_WORK;
    let linears = csp.constraints().iter().filter_map(|posted| match &posted.constraint {
        Constraint::Linear(linear) => Some(linear),
        _ => None,
    });
    let bounds = linears.filter_map(|linear| {
        let work = work(csp, linear, &weights)?;
        left = left.checked_sub(work)?;
        budget.spend(work);
        let inside = least(csp, linear, &weights)?;
        let is_outside = |variable: &VarId| !linear.terms.scope().contains(variable);
        let outside = costs.terms.iter().copied().filter(|(variable, _)| is_outside(variable));
        let (cheapest, _) = Terms::new(outside).range(csp);
        Some(costs.constant + inside + cheapest as i64)
    });
    bounds.max()
}

/// The cost: a weighted sum of variables, and a constant.
struct Costs {
    terms: Vec<(VarId, i64)>,
    constant: i64,
}

/// If the cost is a single variable that an equation defines as a sum of others, expresses it by these.
fn defined(csp: &Csp, terms: Vec<(VarId, i64)>) -> Costs {
    let [(variable, weight @ (1 | -1))] = terms[..] else { return Costs { terms, constant: 0 } };
    let definition = csp.constraints().iter().find_map(|posted| match &posted.constraint {
        Constraint::Linear(linear) => {
            let sum = linear.within.single()?;
            let own = linear.terms.as_slice().iter().find(|term| term.variable == variable)?;
            (own.weight.abs() == 1).then_some((linear, sum, own.weight))
        }
        _ => None,
    });
    let Some((linear, sum, own)) = definition else { return Costs { terms, constant: 0 } };
    let others = linear.terms.as_slice().iter().filter(|term| term.variable != variable);
    let factor = weight * own;
    let terms = others.map(|term| (term.variable, -factor * term.weight)).collect();
    Costs { terms, constant: factor * sum }
}

/// The number of additions; `None` if there are too many, or if the sum cannot improve the bound.
fn work(csp: &Csp, linear: &Linear, weights: &[i64]) -> Option<u64> {
    let terms = linear.terms.as_slice();
    let shared = terms.iter().filter(|term| weights[term.variable.index()] != 0).count();
    let (first, last) = range(csp, linear)?;
    let sums = last - first + 1;
    let values: usize = terms.iter().map(|term| csp.domain(term.variable).len()).sum();
    let work = (sums as u64).saturating_mul(values as u64);
    (shared > 1 && sums <= MAX_SUMS && work <= MAX_WORK).then_some(work)
}

/// The least and the greatest value of the sum.
fn range(csp: &Csp, linear: &Linear) -> Option<(i64, i64)> {
    let (least, most) = linear.terms.range(csp);
    (most - least < i128::from(MAX_SUMS)).then_some((least as i64, most as i64))
}

/// The least cost of the sum's variables over all values that the sum may take; `None` if it can take none.
fn least(csp: &Csp, linear: &Linear, weights: &[i64]) -> Option<i64> {
    let (first, last) = range(csp, linear)?;
    let mut costs = vec![UNREACHABLE; usize::try_from(last - first + 1).ok()?];
    // Index 0 is the least sum of the variables so far.
    costs[0] = 0;
    for term in linear.terms.as_slice() {
        let domain = csp.domain(term.variable);
        let steps = domain.iter().map(|&value| term.weight * i64::from(value));
        let nearest = steps.clone().min().unwrap_or(0);
        let weight = weights[term.variable.index()];
        let mut next = vec![UNREACHABLE; costs.len()];
        for (&value, step) in domain.iter().zip(steps) {
            let (cost, step) = (weight * i64::from(value), (step - nearest) as usize);
            for (before, after) in costs.iter().zip(&mut next[step..]) {
                if *before != UNREACHABLE {
                    *after = (*after).min(before + cost);
                }
            }
        }
        costs = next;
    }
    let sums = (first..=last).zip(costs);
    let within = sums.filter(|&(sum, cost)| cost != UNREACHABLE && linear.within.contains(sum));
    within.map(|(_, cost)| cost).min()
}
