//! The least cost that a single weighted sum allows.

use crate::csp::{Constraint, Csp, Linear, Objective, Terms, VarId};
use crate::limit::Budget;
use crate::refutation::{Case, Column, Refutation, Row, Step};

/// The most different sums, and the most additions, of the dynamic program.
const MAX_SUMS: i64 = 200_000;
const MAX_WORK: u64 = 20_000_000;

/// The cost of a sum that cannot be reached.
const UNREACHABLE: i64 = i64::MAX;

/// A lower bound on the cost.
pub(super) struct Found {
    pub(super) cost: i64,
    /// The constraint from which it follows, by its position.
    constraint: usize,
    costs: Costs,
}

/// The best lower bound on the cost that any one of the weighted sums gives. The cost is the objective's
/// value, negated when maximizing. No domain may be empty.
pub(super) fn bound(csp: &Csp, objective: &Objective, budget: &Budget) -> Option<Found> {
    let costs = defined(csp, signed(objective));
    let mut weights = vec![0; csp.variables().len()];
    costs.terms.iter().for_each(|&(variable, weight)| weights[variable.index()] = weight);
    let mut left = MAX_WORK;
    let constraints = csp.constraints().iter().enumerate();
    let linears = constraints.filter_map(|(number, posted)| match &posted.constraint {
        Constraint::Linear(linear) => Some((number, linear)),
        _ => None,
    });
    let bounds = linears.filter_map(|(number, linear)| {
        let work = work(csp, linear, &weights)?;
        left = left.checked_sub(work)?;
        budget.spend(work);
        let inside = least(csp, linear, &weights)?;
        let is_outside = |variable: &VarId| !linear.terms.scope().contains(variable);
        let outside = costs.terms.iter().copied().filter(|(variable, _)| is_outside(variable));
        let (cheapest, _) = Terms::new(outside).range(csp);
        Some((costs.constant + inside + cheapest as i64, number))
    });
    let (cost, constraint) = bounds.max_by_key(|&(cost, _)| cost)?;
    Some(Found { cost, constraint, costs })
}

impl Found {
    /// Refutes the solutions that cost at most this, where this constraint says that they do. Three rows add up to a
    /// contradiction: the bound, that constraint, and the definition of the cost.
    pub(super) fn refutation(
        self,
        objective: &Objective,
        most: i64,
        constraint: usize,
    ) -> Refutation {
        let mut columns: Vec<Column> = Vec::new();
        let mut terms = |terms: &[(VarId, i64)]| {
            let mut column = |&(variable, weight): &(VarId, i64)| {
                let column = Column::Value(variable);
                let known = columns.iter().position(|&other| other == column);
                let at = known.unwrap_or(columns.len());
                if known.is_none() {
                    columns.push(column);
                }
                (at, weight)
            };
            terms.iter().map(&mut column).collect::<Vec<_>>()
        };
        let row =
            |constraint, terms, low, high| Row { constraint: Some(constraint), terms, low, high };
        let bound = self.cost - self.costs.constant;
        let mut rows = vec![
            row(self.constraint, terms(&self.costs.terms), bound, i64::MAX),
            row(constraint, terms(&signed(objective)), i64::MIN, most),
        ];
        let mut sum = vec![(0, -1), (1, 1)];
        if let Some(definition) = &self.costs.definition {
            let Definition { constraint, factor, ref linear } = *definition;
            let of = linear.terms.as_slice().iter().map(|term| (term.variable, term.weight));
            let single = linear.within.single().unwrap_or_default();
            rows.push(row(constraint, terms(&of.collect::<Vec<_>>()), single, single));
            sum.push((2, -factor));
        }
        let cases = vec![Case { steps: vec![Step::Sum(sum)], split: None }];
        Refutation { columns, rows, cases, removals: Vec::new() }
    }
}

/// The objective as costs, to be minimized.
fn signed(objective: &Objective) -> Vec<(VarId, i64)> {
    let sign = objective.sense.sign();
    objective.terms.as_slice().iter().map(|term| (term.variable, sign * term.weight)).collect()
}

/// The cost: a weighted sum of variables, and a constant.
struct Costs {
    terms: Vec<(VarId, i64)>,
    constant: i64,
    definition: Option<Definition>,
}

/// An equation that defines the cost. This many times the equation leads from the cost to the sum of the others.
struct Definition {
    constraint: usize,
    factor: i64,
    linear: Linear,
}

/// If the cost is a single variable that an equation defines as a sum of others, expresses it by these.
fn defined(csp: &Csp, terms: Vec<(VarId, i64)>) -> Costs {
    let [(variable, weight @ (1 | -1))] = terms[..] else {
        return Costs { terms, constant: 0, definition: None };
    };
    let mut constraints = csp.constraints().iter().enumerate();
    let definition = constraints.find_map(|(number, posted)| match &posted.constraint {
        Constraint::Linear(linear) => {
            let sum = linear.within.single()?;
            let own = linear.terms.as_slice().iter().find(|term| term.variable == variable)?;
            (own.weight.abs() == 1).then_some((number, linear, sum, own.weight))
        }
        _ => None,
    });
    let Some((constraint, linear, sum, own)) = definition else {
        return Costs { terms, constant: 0, definition: None };
    };
    let others = linear.terms.as_slice().iter().filter(|term| term.variable != variable);
    let factor = weight * own;
    let terms = others.map(|term| (term.variable, -factor * term.weight)).collect();
    let definition = Some(Definition { constraint, factor, linear: linear.clone() });
    Costs { terms, constant: factor * sum, definition }
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
