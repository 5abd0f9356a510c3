//! Branch and bound on a linear relaxation.
//!
//! `rows.rs` builds a linear program from the constraints, `simplex.rs` searches for multipliers of its rows with
//! floating-point numbers, and `exact.rs` computes with integers which bound these multipliers prove. A
//! [`Relaxation`] branches on columns with fractional values until each branch is empty or costs at least as much as
//! the best known solution (Land and Doig, An Automatic Method of Solving Discrete Programming Problems, 1960). Only
//! integer arithmetic ever closes a branch, and `log.rs` writes down how, so that the result can be checked.
//!
//! [`Local`] searches the same rows for good solutions, without bounds.

mod completion;
mod exact;
mod local;
mod log;
mod pseudo;
mod simplex;
#[cfg(test)]
mod tests;
mod tighten;
mod tours;

use std::collections::BTreeMap;

use crate::csp::{Csp, Rows, Value, VarId};
use crate::limit::Budget;
use crate::presolve::propagate::propagate_with_reasons;
use crate::program::{Box, Program};
use crate::refutation::{Refutation, Step};
use completion::{COMPLETED, Completion};
use exact::{Fixed, as_step, proof, rounded};
pub use local::Local;
use log::Log;
use pseudo::Pseudo;
use simplex::{End, Simplex};
use tighten::tighten;
use tours::Tours;

/// Programs with a larger tableau or more weights are not solved.
const MAX_CELLS: usize = 4_000_000;
const MAX_WEIGHTS: usize = 400_000;

/// Problems with more values than this are not relaxed, because propagation would take too long.
const MAX_VALUES: usize = 1_000_000;

/// The most simplex steps in one branch, and the steps after which the tableau is rebuilt to get rid of its rounding
/// errors.
const MAX_STEPS: u64 = 2_000;
const STEPS_OF_A_TABLEAU: u64 = 4_000;

/// How often a point is cut off in a branch, and before the first one.
const CUTS_OF_A_BRANCH: usize = 4;
const FIRST_CUTS: usize = 60;

/// A number this close to an integer counts as that integer.
const ABOUT: f64 = 1e-6;

/// The most open branches.
const MAX_BRANCHES: usize = 200_000;

/// A branch and bound that can be interrupted and resumed. A cost is a value of the objective, negated when
/// maximizing.
pub struct Relaxation<'a> {
    csp: &'a Csp,
    completion: Completion<'a>,
    program: Program,
    /// The box that is searched.
    root: Box,
    variables: Vec<(VarId, usize)>,
    simplex: Simplex,
    tours: Tours,
    /// All simplex steps so far, and those since the tableau was built.
    steps: u64,
    of_tableau: u64,
    /// Whether the last branch has a best point.
    is_at_point: bool,
    /// How often a point was completed to a solution, and the number of values of the problem.
    completed: u64,
    values: u64,
    /// How often cuts were looked for.
    looked: u64,
    pseudo: Pseudo,
    /// Open branches, by their bound.
    waiting: BTreeMap<(i64, u64), Branch>,
    /// The branch to continue with, if the search is diving.
    next: Option<Branch>,
    number: u64,
    /// The cost to improve on.
    best: Option<i64>,
    /// The least bound of the branches that were given up, because it is unknown whether they have a solution.
    unclear: Option<i64>,
    log: Log,
}

/// A part of the box, cut off by bounds on some columns.
#[derive(Clone, Debug)]
struct Branch {
    /// A lower bound on the cost of its solutions.
    bound: i64,
    /// Columns, each with its new bounds.
    cuts: Vec<(usize, i64, i64)>,
    /// Its number in the log.
    case: usize,
    /// The last cut: its column, whether it is upwards, its distance, and the bound before it.
    step: Option<(usize, bool, f64, i64)>,
}

/// Why the search paused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It found a solution that is better than the best one so far.
    Found(Vec<Value>),
    /// No branch is open.
    Done,
    /// It used up its steps or the budget.
    Later,
}

impl<'a> Relaxation<'a> {
    /// Relaxes a problem. `None` if it has no objective or no linear constraints, is too large, or if propagation
    /// shows that there is no solution.
    pub fn new(csp: &'a Csp, budget: &Budget) -> Option<Relaxation<'a>> {
        let objective = csp.objective()?;
        let values = csp.num_values();
        if values > MAX_VALUES || objective.terms.as_slice().is_empty() {
            return None;
        }
        let (propagated, removals) = propagate_with_reasons(csp, budget);
        if propagated.variables().iter().any(|variable| variable.domain().is_empty()) {
            return None;
        }
        let mut rows = Rows::new(&propagated, objective, MAX_WEIGHTS, budget)?;
        let tours = Tours::new(&propagated, &mut rows);
        let cells = rows.program.costs.len() * rows.program.rows.len();
        if cells == 0 || cells > MAX_CELLS {
            return None;
        }
        budget.spend(2 * cells as u64);
        let variables = rows.variables().collect();
        let log = Log::new(removals, rows.meanings());
        let (program, root) = (rows.program, rows.within);
        let simplex = Simplex::new(&program);
        let whole = Branch { bound: i64::MIN, cuts: Vec::new(), case: 0, step: None };
        Some(Relaxation {
            csp,
            completion: Completion::new(csp, propagated),
            pseudo: Pseudo::new(program.costs.len()),
            program,
            root,
            variables,
            simplex,
            tours,
            steps: 0,
            of_tableau: 0,
            is_at_point: false,
            completed: 0,
            values: values as u64,
            looked: 0,
            waiting: BTreeMap::new(),
            next: Some(whole),
            number: 0,
            best: None,
            unclear: None,
            log,
        })
    }

    /// About how many steps the bound of the first branch takes: one simplex step for each row.
    pub fn first_steps(&self) -> u64 {
        self.program.rows.len() as u64 * self.simplex.step_size()
    }

    /// Restricts the search to solutions that cost less.
    pub fn improve_on(&mut self, cost: i64) {
        self.best = Some(self.best.map_or(cost, |best| best.min(cost)));
    }

    /// A lower bound on the cost of all solutions that cost less than the best one so far, and on the cost of that.
    pub fn floor(&self) -> i64 {
        let waiting = self.waiting.keys().next().map(|&(bound, _)| bound);
        let next = self.next.as_ref().map(|branch| branch.bound);
        let open = [waiting, next, self.unclear, self.best];
        open.into_iter().flatten().min().unwrap_or(i64::MAX)
    }

    /// Whether no branch is open. Some may have been given up.
    pub fn is_done(&self) -> bool {
        self.next.is_none() && self.waiting.is_empty()
    }

    /// Why no solution costs less than the best one so far. Refutes the problem of the better solutions once the
    /// [floor](Self::floor) is as high as their bound; `None` if the search was too long to be written down.
    pub fn refutation(&self) -> Option<Refutation> {
        self.log.refutation(&self.program, self.most(), self.csp.constraints().len())
    }

    /// Searches until it finds a better solution, no branch is open, or the steps are used up.
    pub fn work(&mut self, steps: u64, budget: &Budget) -> Progress {
        let mut left = steps;
        while let Some(branch) = self.next_branch() {
            if left == 0 || budget.is_spent() {
                self.next = Some(branch);
                return Progress::Later;
            }
            let before = (self.steps, self.completed, self.looked);
            let found = self.look_at(branch, budget);
            let made = (self.steps - before.0 + 1) * self.simplex.step_size()
                + 8 * self.program.size() as u64
                + (self.completed - before.1) * COMPLETED * self.values
                + (self.looked - before.2) * self.tours.steps();
            budget.spend(made);
            left = left.saturating_sub(made);
            if let Some(solution) = found {
                return Progress::Found(solution);
            }
        }
        Progress::Done
    }

    /// The next branch: a half of the last one, or else the one with the least bound.
    fn next_branch(&mut self) -> Option<Branch> {
        let next = self.next.take().filter(|branch| self.is_worth(branch.bound));
        next.or_else(|| {
            let (_, branch) = self.waiting.pop_first()?;
            if self.is_worth(branch.bound) {
                return Some(branch);
            }
            // The others have larger bounds.
            self.waiting.clear();
            None
        })
    }

    fn is_worth(&self, bound: i64) -> bool {
        self.best.is_none_or(|best| bound < best)
    }

    /// The most that a better solution can cost.
    fn most(&self) -> i64 {
        self.best.map_or(i64::MAX, |best| best - 1)
    }

    /// Bounds a branch and divides it. Returns a solution if the relaxation has one.
    fn look_at(&mut self, mut branch: Branch, budget: &Budget) -> Option<Vec<Value>> {
        let mut within = self.root.clone();
        for &(column, low, high) in &branch.cuts {
            within.lows[column] = within.lows[column].max(low);
            within.highs[column] = within.highs[column].min(high);
        }
        let mut steps = Vec::new();
        let is_open = within.lows.iter().zip(&within.highs).all(|(low, high)| low <= high)
            && tighten(&self.program, &mut within, self.most(), &mut steps)
            && self.bound_and_cut(&mut branch, &mut within, &mut steps);
        self.log.note(branch.case, steps);
        if !is_open {
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
                self.solution(&point, budget)
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

    /// Bounds a branch, and cuts off the point as long as it violates a cut. Returns false if nothing remains.
    fn bound_and_cut(
        &mut self,
        branch: &mut Branch,
        within: &mut Box,
        steps: &mut Vec<Step>,
    ) -> bool {
        let most = if branch.cuts.is_empty() { FIRST_CUTS } else { CUTS_OF_A_BRANCH };
        for _ in 0..most {
            if !self.bound(branch, within, steps) {
                return false;
            }
            // Where the tableau has no point, nothing is cut off.
            if !self.is_at_point {
                return true;
            }
            let number = self.program.rows.len();
            let room = (MAX_CELLS / self.program.costs.len()).saturating_sub(number);
            self.looked += 1;
            if !self.tours.cut(&self.simplex.point(), &mut self.program, room) {
                return true;
            }
            self.program.rows[number..].iter().for_each(|row| self.simplex.add(row));
        }
        self.bound(branch, within, steps)
    }

    /// Bounds a branch, and removes what costs too much. Returns false if nothing remains.
    fn bound(&mut self, branch: &mut Branch, within: &mut Box, steps: &mut Vec<Step>) -> bool {
        if self.of_tableau > STEPS_OF_A_TABLEAU {
            self.simplex = Simplex::new(&self.program);
            self.of_tableau = 0;
        }
        let (end, made) = self.simplex.solve(within, MAX_STEPS);
        self.steps += made;
        self.of_tableau += made;
        self.is_at_point = end == End::Best;
        if let End::Contradiction(row) = end {
            let multipliers = rounded(&self.program, &self.simplex.contradiction(row));
            let proof = proof(&self.program, within, &multipliers, false);
            if proof.is_some_and(|proof| proof.is_contradiction()) {
                steps.push(as_step(&multipliers, false));
                return false;
            }
        }
        let multipliers = rounded(&self.program, &self.simplex.multipliers());
        let Some(proof) = proof(&self.program, within, &multipliers, true) else { return true };
        steps.push(as_step(&multipliers, true));
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

    /// Splits a branch: the search continues with one half, and the other stays open.
    fn divide(&mut self, branch: Branch, within: &Box, point: &[f64], split: Option<usize>) {
        let is_open = |column: &usize| within.lows[*column] < within.highs[*column];
        let Some(column) = split.or_else(|| (0..point.len()).find(is_open)) else {
            // The box is a single point, which could not be completed to a solution.
            return self.leave(branch.bound);
        };
        if self.waiting.len() >= MAX_BRANCHES {
            return self.leave(branch.bound);
        }
        let (low, high) = (within.lows[column], within.highs[column]);
        let value = point[column].clamp(low as f64, high as f64);
        let middle = (value.floor() as i64).clamp(low, high - 1);
        let fraction = (value - middle as f64).clamp(0.0, 1.0);
        let cases = self.log.split(branch.case, column, middle);
        let half = |is_up: bool| {
            let (low, high) = if is_up { (middle + 1, high) } else { (low, middle) };
            let distance = if is_up { 1.0 - fraction } else { fraction };
            let cuts = branch.cuts.iter().copied().chain([(column, low, high)]).collect();
            let step = Some((column, is_up, distance, branch.bound));
            Branch { bound: branch.bound, cuts, case: cases[usize::from(is_up)], step }
        };
        let is_up = fraction >= 0.5;
        self.number += 1;
        self.waiting.insert((branch.bound, self.number), half(!is_up));
        self.next = Some(half(is_up));
    }

    fn leave(&mut self, bound: i64) {
        self.unclear = Some(self.unclear.map_or(bound, |unclear| unclear.min(bound)));
    }

    /// Completes a point to a solution. Returns it with its cost if it improves on the best one.
    fn solution(&mut self, point: &[f64], budget: &Budget) -> Option<(Vec<Value>, i64)> {
        let mut values: Vec<Option<Value>> = vec![None; self.csp.variables().len()];
        for &(variable, column) in &self.variables {
            values[variable.index()] = Some(point[column].round() as Value);
        }
        let (solution, cost) = self.completion.solution(&values, budget)?;
        self.is_worth(cost).then_some((solution, cost))
    }
}
