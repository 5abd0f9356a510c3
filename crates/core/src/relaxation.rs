//! What the sums of a problem say together, with fractions allowed: bounds, and a search by branches.
//!
//! `rows.rs` reads a linear program off the constraints, `simplex.rs` looks for multipliers of its rows, and
//! `exact.rs` says in integers what they prove. A [`Relaxation`] branches on columns whose values are no
//! integers, until every branch is bounded by what is known or empty (Land and Doig, An Automatic Method of
//! Solving Discrete Programming Problems, 1960). Each branch is closed by integers alone.

mod exact;
mod program;
mod pseudo;
mod rows;
mod simplex;
#[cfg(test)]
mod tests;
mod tighten;

use std::collections::BTreeMap;

use crate::csp::{Csp, Value, VarId};
use crate::limit::Budget;
use crate::presolve::propagate::propagate;
use exact::{Fixed, proof};
use program::{Box, Program};
use pseudo::Pseudo;
use rows::Rows;
use simplex::{End, Simplex};
use tighten::tighten;

/// Larger programs are not looked at.
const MOST_CELLS: usize = 4_000_000;
const MOST_WEIGHTS: usize = 400_000;

/// Problems with more values than this are not propagated for it.
const MOST_VALUES: usize = 1_000_000;

/// In one branch so many steps are made, and after so many in all the tableau begins anew: its errors add up.
const MOST_STEPS: u64 = 2_000;
const STEPS_OF_A_TABLEAU: u64 = 4_000;

/// How many steps it counts as to complete numbers to a solution, for each value.
const COMPLETED: u64 = 60;

/// How far a number may be from the integer that it is.
const ABOUT: f64 = 1e-6;

/// How many branches may wait.
const MOST_BRANCHES: usize = 200_000;

/// A search by branches that can be left and gone on with. Numbers are costs: values of the objective, with the
/// other sign where the most is wanted.
pub struct Relaxation<'a> {
    csp: &'a Csp,
    propagated: Csp,
    program: Program,
    /// All that is looked at.
    root: Box,
    variables: Vec<(VarId, usize)>,
    simplex: Simplex,
    /// Steps by now, and those of this tableau.
    steps: u64,
    of_tableau: u64,
    /// How often numbers were completed to a solution, and how many values that takes.
    completed: u64,
    values: u64,
    pseudo: Pseudo,
    /// The branches that wait, those with the least bound first.
    waiting: BTreeMap<(i64, u64), Branch>,
    /// The branch to go on with.
    next: Option<Branch>,
    number: u64,
    /// Only what costs less is looked for.
    best: Option<i64>,
    /// The least bound of the branches in which it is not clear whether there is a solution.
    unclear: Option<i64>,
}

/// A part of the box.
#[derive(Clone, Debug)]
struct Branch {
    /// No solution in it costs less.
    bound: i64,
    /// The ends of some columns.
    cuts: Vec<(usize, i64, i64)>,
    /// How it came about: the column, whether upwards, how far, and what the whole was bounded by.
    step: Option<(usize, bool, f64, i64)>,
}

/// What came of a while of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A solution that is better than the best one.
    Found(Vec<Value>),
    /// No branch is left to look at.
    Done,
    /// The time is over.
    Later,
}

impl<'a> Relaxation<'a> {
    /// Reads a problem with an objective; `None` where it says nothing of sums, is too large, or has no
    /// solution as far as was seen.
    pub fn new(csp: &'a Csp, budget: &Budget) -> Option<Relaxation<'a>> {
        let objective = csp.objective()?;
        let values: usize = csp.variables().iter().map(|variable| variable.domain().len()).sum();
        if values > MOST_VALUES || objective.terms.as_slice().is_empty() {
            return None;
        }
        let propagated = propagate(csp, budget);
        if propagated.variables().iter().any(|variable| variable.domain().is_empty()) {
            return None;
        }
        let rows = Rows::new(&propagated, objective);
        let cells = rows.program.costs.len().saturating_mul(rows.program.rows.len());
        if cells == 0 || cells > MOST_CELLS || rows.program.size() > MOST_WEIGHTS {
            return None;
        }
        budget.spend(2 * cells as u64);
        let variables = rows.variables().collect();
        let (program, root) = (rows.program, rows.within);
        let simplex = Simplex::new(&program);
        let whole = Branch { bound: i64::MIN, cuts: Vec::new(), step: None };
        Some(Relaxation {
            csp,
            propagated,
            pseudo: Pseudo::new(program.costs.len()),
            program,
            root,
            variables,
            simplex,
            steps: 0,
            of_tableau: 0,
            completed: 0,
            values: values as u64,
            waiting: BTreeMap::new(),
            next: Some(whole),
            number: 0,
            best: None,
            unclear: None,
        })
    }

    /// From now on only what costs less than this is looked for.
    pub fn improve_on(&mut self, cost: i64) {
        self.best = Some(self.best.map_or(cost, |best| best.min(cost)));
    }

    /// No solution costs less, or less than the best one.
    pub fn floor(&self) -> i64 {
        let waiting = self.waiting.keys().next().map(|&(bound, _)| bound);
        let next = self.next.as_ref().map(|branch| branch.bound);
        let open = [waiting, next, self.unclear, self.best];
        open.into_iter().flatten().min().unwrap_or(i64::MAX)
    }

    /// Whether every branch that is left is one in which it is not clear whether there is a solution.
    pub fn is_done(&self) -> bool {
        self.next.is_none() && self.waiting.is_empty()
    }

    /// Goes on until a better solution is found, nothing is left, or so many steps are made.
    pub fn work(&mut self, steps: u64, budget: &Budget) -> Progress {
        let mut left = steps;
        while let Some(branch) = self.next_branch() {
            if left == 0 || budget.is_spent() {
                self.next = Some(branch);
                return Progress::Later;
            }
            let before = (self.steps, self.completed);
            let found = self.look_at(branch);
            let made = (self.steps - before.0 + 1) * self.simplex.step_size()
                + 8 * self.program.size() as u64
                + (self.completed - before.1) * COMPLETED * self.values;
            budget.spend(made);
            left = left.saturating_sub(made);
            if let Some(solution) = found {
                return Progress::Found(solution);
            }
        }
        Progress::Done
    }

    /// The branch to go on with: a half of the last one, or the one with the least bound.
    fn next_branch(&mut self) -> Option<Branch> {
        let next = self.next.take().filter(|branch| self.is_worth(branch.bound));
        next.or_else(|| {
            let (_, branch) = self.waiting.pop_first()?;
            if self.is_worth(branch.bound) {
                return Some(branch);
            }
            // Neither are those after it.
            self.waiting.clear();
            None
        })
    }

    fn is_worth(&self, bound: i64) -> bool {
        self.best.is_none_or(|best| bound < best)
    }

    /// What is looked for costs at most so much.
    fn most(&self) -> i64 {
        self.best.map_or(i64::MAX, |best| best - 1)
    }

    /// Bounds a branch, and divides it; a solution, where it has come upon one.
    fn look_at(&mut self, mut branch: Branch) -> Option<Vec<Value>> {
        let mut within = self.root.clone();
        for &(column, low, high) in &branch.cuts {
            within.lows[column] = within.lows[column].max(low);
            within.highs[column] = within.highs[column].min(high);
        }
        if within.lows.iter().zip(&within.highs).any(|(low, high)| low > high)
            || !tighten(&self.program, &mut within, self.most())
            || !self.bound(&mut branch, &mut within)
        {
            return None;
        }
        if branch.cuts.is_empty() {
            self.root = within.clone();
        }
        let point = self.simplex.point();
        let split = self.pseudo.split(&point, &within, &self.program.costs);
        let found = match split {
            Some(_) => None,
            None => {
                self.completed += 1;
                self.solution(&point)
            }
        };
        if let Some((_, cost)) = &found {
            self.improve_on(*cost);
        }
        if self.is_worth(branch.bound) {
            self.divide(branch, &within, &point, split);
        }
        found.map(|(solution, _)| solution)
    }

    /// Bounds a branch, and takes from it what would cost too much. Whether something is left.
    fn bound(&mut self, branch: &mut Branch, within: &mut Box) -> bool {
        if self.of_tableau > STEPS_OF_A_TABLEAU {
            self.simplex = Simplex::new(&self.program);
            self.of_tableau = 0;
        }
        let (end, made) = self.simplex.solve(within, MOST_STEPS);
        self.steps += made;
        self.of_tableau += made;
        if let End::Contradiction(row) = end {
            let multipliers = self.simplex.contradiction(row);
            let proof = proof(&self.program, within, &multipliers, false);
            if proof.is_some_and(|proof| proof.is_contradiction()) {
                return false;
            }
        }
        let multipliers = self.simplex.multipliers();
        let Some(proof) = proof(&self.program, within, &multipliers, true) else { return true };
        let bound = proof.bound();
        if let Some((column, is_up, distance, whole)) = branch.step {
            self.pseudo.learn(column, is_up, distance, bound.saturating_sub(whole));
        }
        branch.bound = branch.bound.max(bound);
        if !self.is_worth(branch.bound) {
            return false;
        }
        match self.best {
            Some(best) => proof.fix(within, best - 1) != Fixed::Empty,
            None => true,
        }
    }

    /// The halves of a branch: one to go on with, and one that waits.
    fn divide(&mut self, branch: Branch, within: &Box, point: &[f64], split: Option<usize>) {
        let is_open = |column: &usize| within.lows[*column] < within.highs[*column];
        let Some(column) = split.or_else(|| (0..point.len()).find(is_open)) else {
            // One point is left, and no solution is known to be there.
            return self.leave(branch.bound);
        };
        if self.waiting.len() >= MOST_BRANCHES {
            return self.leave(branch.bound);
        }
        let (low, high) = (within.lows[column], within.highs[column]);
        let value = point[column].clamp(low as f64, high as f64);
        let middle = (value.floor() as i64).clamp(low, high - 1);
        let fraction = (value - middle as f64).clamp(0.0, 1.0);
        let half = |is_up: bool| {
            let (low, high) = if is_up { (middle + 1, high) } else { (low, middle) };
            let distance = if is_up { 1.0 - fraction } else { fraction };
            let cuts = branch.cuts.iter().copied().chain([(column, low, high)]).collect();
            let step = Some((column, is_up, distance, branch.bound));
            Branch { bound: branch.bound, cuts, step }
        };
        let is_up = fraction >= 0.5;
        self.number += 1;
        self.waiting.insert((branch.bound, self.number), half(!is_up));
        self.next = Some(half(is_up));
    }

    fn leave(&mut self, bound: i64) {
        self.unclear = Some(self.unclear.map_or(bound, |unclear| unclear.min(bound)));
    }

    /// The solution that has these numbers, with its cost, where there is one that costs less than the best.
    fn solution(&self, point: &[f64]) -> Option<(Vec<Value>, i64)> {
        let mut values: Vec<Option<Value>> = vec![None; self.csp.variables().len()];
        for &(variable, column) in &self.variables {
            values[variable.index()] = Some(point[column].round() as Value);
        }
        let solution = completed(&self.propagated, &values)?;
        let objective = self.csp.objective()?;
        let cost = objective.value(&solution) * objective.sense.sign();
        (self.csp.is_solution(&solution) && self.is_worth(cost)).then_some((solution, cost))
    }
}

/// These values, and for the other variables what follows from them, or the first value that they can have.
fn completed(csp: &Csp, values: &[Option<Value>]) -> Option<Vec<Value>> {
    let domain = |(at, value): (usize, &Option<Value>)| match (value, csp.variables()[at].domain())
    {
        (&Some(value), domain) => domain.binary_search(&value).is_ok().then(|| vec![value]),
        (None, domain) => Some(domain.to_vec()),
    };
    let domains: Option<Vec<Vec<Value>>> = values.iter().enumerate().map(domain).collect();
    let mut narrowed = csp.clone();
    for (variable, domain) in narrowed.variables.iter_mut().zip(domains?) {
        variable.domain = domain.into();
    }
    if narrowed.variables.iter().any(|variable| variable.domain.len() > 1) {
        narrowed = propagate(&narrowed, &Budget::default());
    }
    narrowed.variables.iter().map(|variable| variable.domain.first().copied()).collect()
}
