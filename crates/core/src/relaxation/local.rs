//! Local search for good solutions: it changes one column at a time, and gives broken rows more weight where no change
//! helps.
//!
//! A row that may be broken for a price is soft. The search picks some broken rows, and changes the column that lowers
//! the weighted violation most. Where nothing does, the broken rows get heavier, the soft ones up to a limit, and a
//! random one of them is satisfied at any price. (Lei and Cai, Solving (Weighted) Partial MaxSAT by Dynamic Local
//! Search for SAT, IJCAI 2018; for columns with more values, Luteberget and Sartor, Feasibility Jump: an LP-free
//! Lagrangian MIP heuristic, 2023.)
//!
//! Rows may express a constraint only in part, so each solution is completed and checked.

mod copies;
mod demands;
#[cfg(test)]
mod tests;
mod weights;

use super::Progress;
use super::completion::{COMPLETED, Completion};
use crate::csp::Rows;
use crate::csp::{Csp, Value, VarId};
use crate::limit::Budget;
use crate::presolve::propagate::propagate;
use crate::program::Box;
use crate::random::Random;
use copies::Copies;
use demands::{Demands, are_small};
use weights::Weights;

/// Larger problems, in weights of all rows and in values, are not searched.
const MAX_WEIGHTS: usize = 2_000_000;
const MAX_VALUES: usize = 1_000_000;

/// The columns that are compared for one change, at most this many of each row, and the rows that are looked at.
const MAX_CANDIDATES: usize = 40;
const MAX_OF_ROW: usize = 20;
const MAX_ROWS: usize = 12;

/// A column stays as it is for this many changes, and for a random number below it more.
const REST: u64 = 3;

/// The search ends if so many points that satisfy all rows are no solutions.
const MAX_FAILURES: u32 = 30;

/// The steps of one weight that is looked at.
const LOOKED_AT: u64 = 4;

/// A local search that can be interrupted.
pub struct Local<'a> {
    csp: &'a Csp,
    completion: Completion<'a>,
    within: Box,
    variables: Vec<(VarId, usize)>,
    values: u64,
    copies: Copies,
    demands: Demands,
    /// The demands on each column, with its weight there.
    of: Vec<Vec<(usize, i64)>>,
    point: Vec<i64>,
    /// When a column may change again.
    rests: Vec<u64>,
    changes: u64,
    sums: Vec<i64>,
    weights: Weights,
    cost: i64,
    best: i64,
    failures: u32,
    looked_at: u64,
    random: Random,
}

/// A change of one column.
#[derive(Clone, Copy)]
struct Change {
    column: usize,
    step: i64,
    /// By how much it lowers the weighted violation.
    gain: i64,
}

impl<'a> Local<'a> {
    /// Begins at a solution, or where everything is cheapest. `None` if the problem has no objective, is too large, or
    /// mostly has rows that tie single values of variables to each other, which single changes break.
    pub fn new(csp: &'a Csp, from: Option<&[Value]>, budget: &Budget) -> Option<Local<'a>> {
        let objective = csp.objective()?;
        let values = csp.num_values();
        if values > MAX_VALUES {
            return None;
        }
        let propagated = propagate(csp, budget);
        if propagated.variables().iter().any(|variable| variable.domain().is_empty()) {
            return None;
        }
        let rows = Rows::new(&propagated, objective, MAX_WEIGHTS, budget)?;
        if rows.are_mostly_of_values() {
            return None;
        }
        let variables: Vec<(VarId, usize)> = rows.variables().collect();
        let start = from.map(|solution| rows.point(solution));
        let (mut program, mut within) = (rows.program, rows.within);
        if !are_small(&program, &within) {
            return None;
        }
        let copies = Copies::removed(&mut program, &mut within);
        if within.lows.iter().zip(&within.highs).any(|(low, high)| low > high) {
            return None;
        }
        let demands = Demands::new(&program, &within);
        let mut of = vec![Vec::new(); program.costs.len()];
        for (number, demand) in demands.all.iter().enumerate() {
            demand.terms.iter().for_each(|&(column, weight)| of[column].push((number, weight)));
        }
        let cheapest = |column: usize| match program.costs[column] {
            ..0 => within.highs[column],
            _ => within.lows[column],
        };
        let point: Vec<i64> =
            start.unwrap_or_else(|| (0..program.costs.len()).map(cheapest).collect());
        let number = demands.all.len();
        let mut local = Local {
            csp,
            within,
            variables,
            values: values as u64,
            of,
            rests: vec![0; point.len()],
            point,
            changes: 0,
            sums: vec![0; number],
            weights: Weights::new(&demands),
            cost: demands.least,
            best: i64::MAX,
            failures: 0,
            looked_at: 0,
            random: Random::new(0),
            completion: Completion::new(csp, propagated),
            copies,
            demands,
        };
        local.begin();
        Some(local)
    }

    /// Adds up all sums.
    fn begin(&mut self) {
        for number in 0..self.demands.all.len() {
            let demand = &self.demands.all[number];
            let sum = demand.terms.iter().map(|&(column, weight)| weight * self.point[column]);
            self.sums[number] = sum.sum();
            let units = demand.units(self.sums[number]);
            self.note(number, units);
            self.cost += self.demands.all[number].cost.unwrap_or(0) * units;
        }
    }

    fn note(&mut self, number: usize, units: i64) {
        let broken = match self.demands.all[number].cost {
            None => &mut self.weights.hard,
            Some(_) => &mut self.weights.soft,
        };
        broken.set(number, units > 0);
    }

    /// Restricts the search to solutions that cost less.
    pub fn improve_on(&mut self, cost: i64) {
        self.best = self.best.min(cost);
    }

    /// Whether the point satisfies all rows at a lower cost.
    fn is_better(&self) -> bool {
        self.weights.hard.all.is_empty() && self.cost < self.best
    }

    /// Searches until it finds a better solution, gives up, or the steps are used up.
    pub fn work(&mut self, steps: u64, budget: &Budget) -> Progress {
        let mut left = steps;
        loop {
            if self.is_better() {
                let made = COMPLETED * self.values;
                budget.spend(made);
                left = left.saturating_sub(made);
                match self.solution(budget) {
                    Some(solution) => return Progress::Found(solution),
                    None => self.failures += 1,
                }
            }
            if self.failures > MAX_FAILURES {
                return Progress::Done;
            }
            if left == 0 || budget.is_spent() {
                return Progress::Later;
            }
            self.looked_at = 0;
            for _ in 0..100 {
                if !self.step() {
                    return Progress::Done;
                }
                if self.is_better() {
                    break;
                }
            }
            let made = LOOKED_AT * self.looked_at;
            budget.spend(made);
            left = left.saturating_sub(made);
        }
    }

    /// Makes the best of some changes, or a random one if none is good. Returns false if no row is broken.
    fn step(&mut self) -> bool {
        let (hard, soft) = (self.weights.hard.all.len(), self.weights.soft.all.len());
        if hard + soft == 0 {
            return false;
        }
        let (mut best, mut candidates) = (None, 0);
        for _ in 0..MAX_ROWS.min(2 * (hard + soft)) {
            if candidates >= MAX_CANDIDATES {
                break;
            }
            let at = self.random.below(hard + soft);
            let row = match at.checked_sub(hard) {
                None => self.weights.hard.all[at],
                Some(at) => self.weights.soft.all[at],
            };
            candidates += self.compare(row, true, &mut best);
        }
        if best.is_none_or(|best| best.gain <= 0) {
            self.looked_at += self.weights.adapt(&mut self.random) as u64;
            let broken = if hard == 0 { &self.weights.soft } else { &self.weights.hard };
            let row = *self.random.pick(&broken.all);
            best = None;
            self.compare(row, false, &mut best);
        }
        if let Some(best) = best {
            self.make(best);
        }
        true
    }

    /// Compares the changes that satisfy a row, or come closer to it. Returns their number.
    fn compare(&mut self, row: usize, are_resting: bool, best: &mut Option<Change>) -> usize {
        let demand = &self.demands.all[row];
        let sum = self.sums[row];
        let missing = if sum < demand.low { demand.low - sum } else { demand.high - sum };
        let length = demand.terms.len();
        let first = if length > MAX_OF_ROW { self.random.below(length) } else { 0 };
        let mut number = 0;
        for at in 0..length {
            let at = if first + at < length { first + at } else { first + at - length };
            let (column, weight) = demand.terms[at];
            // As far as needed, rounded away from 0.
            let rest = if missing % weight == 0 { 0 } else { missing.signum() * weight.signum() };
            let value = self.point[column];
            let (low, high) = (self.within.lows[column], self.within.highs[column]);
            let step = (value + missing / weight + rest).clamp(low, high) - value;
            if step == 0 || are_resting && self.rests[column] > self.changes {
                continue;
            }
            number += 1;
            let gain = self.gain(column, step);
            self.looked_at += self.of[column].len() as u64;
            let is_better = best.is_none_or(|best| {
                gain > best.gain
                    || gain == best.gain && self.rests[column] < self.rests[best.column]
            });
            if is_better {
                *best = Some(Change { column, step, gain });
            }
            if number >= MAX_OF_ROW {
                break;
            }
        }
        number
    }

    /// By how much a change lowers the weighted violation.
    fn gain(&self, column: usize, step: i64) -> i64 {
        let gain = |&(row, weight): &(usize, i64)| {
            let (demand, sum) = (&self.demands.all[row], self.sums[row]);
            let units = demand.units(sum) - demand.units(sum + weight * step);
            self.weights.now[row] * units
        };
        self.of[column].iter().map(gain).sum()
    }

    fn make(&mut self, Change { column, step, .. }: Change) {
        self.changes += 1;
        self.rests[column] = self.changes + REST + self.random.below(REST as usize) as u64;
        self.point[column] += step;
        for at in 0..self.of[column].len() {
            let (row, weight) = self.of[column][at];
            let demand = &self.demands.all[row];
            let before = demand.units(self.sums[row]);
            self.sums[row] += weight * step;
            let after = demand.units(self.sums[row]);
            if before != after {
                self.cost += demand.cost.unwrap_or(0) * (after - before);
                self.note(row, after);
            }
        }
        self.looked_at += self.of[column].len() as u64;
    }

    /// Completes the point to a solution.
    fn solution(&mut self, budget: &Budget) -> Option<Vec<Value>> {
        let mut point = self.point.clone();
        self.demands.pay(&mut point, |at| self.demands.all[at].units(self.sums[at]));
        self.copies.complete(&mut point);
        let mut values: Vec<Option<Value>> = vec![None; self.csp.variables().len()];
        for &(variable, column) in &self.variables {
            values[variable.index()] = Value::try_from(point[column]).ok();
        }
        let (solution, cost) = self.completion.solution(&values, budget)?;
        (cost < self.best).then_some(solution)
    }
}
