//! The dual simplex method with bounded columns, in floating-point numbers.
//!
//! Because every column is bounded, every basis is dual feasible: a nonbasic column goes to its cheaper end. So each
//! branch starts from the last basis, and the multipliers prove a bound whenever the method stops. We do not use a
//! library, because microlp does not return multipliers, and clarabel starts from scratch in each branch. Nothing
//! relies on these numbers: `exact.rs` recomputes each bound. (Lemke, The Dual Method of Solving the Linear
//! Programming Problem, 1954; bound flipping: Maros, Computational Techniques of the Simplex Method, 2003.)

use crate::program::{Box, Program, Row};

/// The tolerances for basic variables outside of their bounds, and for weights that count as 0.
const OUTSIDE: f64 = 1e-7;
const FLAT: f64 = 1e-9;

/// Among ratios this close to each other, the largest weight decides.
const ABOUT: f64 = 1e-9;

/// Scaled costs are perturbed by up to twice this much, to avoid degenerate steps.
const JITTER: f64 = 1e-7;

/// How the method stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The basis is optimal.
    Best,
    /// The rows contradict the box, according to this row of the tableau.
    Contradiction(usize),
    /// It used up its steps.
    Late,
}

/// A basis with its tableau, which expresses each basic variable by the nonbasic ones. The variables are the columns of
/// the program, followed by the sums of its rows.
pub(super) struct Simplex {
    columns: usize,
    /// Row by row.
    tableau: Vec<f64>,
    /// The reduced cost of each nonbasic variable.
    costs: Vec<f64>,
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    is_high: Vec<bool>,
    lows: Vec<f64>,
    highs: Vec<f64>,
    /// The values of the basic variables.
    values: Vec<f64>,
    /// The divisors of the rows and of the costs.
    scales: Vec<f64>,
    cost_scale: f64,
}

fn largest(weights: impl Iterator<Item = i64>) -> f64 {
    weights.map(|weight| weight.unsigned_abs()).max().unwrap_or(1).max(1) as f64
}

/// The divisor of a row, and its bounds divided by it.
fn scaled(row: &Row) -> (f64, [f64; 2]) {
    let scale = largest(row.terms.iter().map(|&(_, weight)| weight));
    let ends = [row.low, row.high].map(|end| match end {
        i64::MIN => f64::NEG_INFINITY,
        i64::MAX => f64::INFINITY,
        end => end as f64 / scale,
    });
    (scale, ends)
}

impl Simplex {
    pub(super) fn new(program: &Program) -> Simplex {
        let (columns, rows) = (program.costs.len(), program.rows.len());
        let cost_scale = largest(program.costs.iter().copied());
        let mut tableau = vec![0.0; columns * rows];
        let (mut lows, mut highs) = (vec![0.0; columns], vec![0.0; columns]);
        let mut scales = Vec::new();
        for (row, place) in program.rows.iter().zip(tableau.chunks_mut(columns.max(1))) {
            let (scale, ends) = scaled(row);
            for &(column, weight) in &row.terms {
                place[column] = weight as f64 / scale;
            }
            lows.push(ends[0]);
            highs.push(ends[1]);
            scales.push(scale);
        }
        let jitter = |column: usize| 1.0 + (column as u64 * 0x9E37_79B9 % 1_009) as f64 / 1_009.0;
        let costs = program.costs.iter().enumerate();
        let costs = costs.map(|(at, &cost)| cost as f64 / cost_scale + JITTER * jitter(at));
        Simplex {
            columns,
            tableau,
            costs: costs.collect(),
            basic: (columns..columns + rows).collect(),
            nonbasic: (0..columns).collect(),
            is_high: vec![false; columns],
            lows,
            highs,
            values: vec![0.0; rows],
            scales,
            cost_scale,
        }
    }

    /// Adds a row. Its sum is basic, so the basis stays dual feasible.
    pub(super) fn add(&mut self, row: &Row) {
        let (scale, ends) = scaled(row);
        let mut own = vec![0.0; self.columns];
        for &(column, weight) in &row.terms {
            let weight = weight as f64 / scale;
            match self.nonbasic.iter().position(|&number| number == column) {
                Some(at) => own[at] += weight,
                None => {
                    let at = self.basic.iter().position(|&number| number == column);
                    let by = self.row(at.expect("a column is basic or not"));
                    own.iter_mut().zip(by).for_each(|(own, by)| *own += weight * by);
                }
            }
        }
        self.tableau.extend(own);
        self.basic.push(self.columns + self.scales.len());
        self.values.push(0.0);
        self.lows.push(ends[0]);
        self.highs.push(ends[1]);
        self.scales.push(scale);
    }

    /// The work of a step.
    pub(super) fn step_size(&self) -> u64 {
        self.tableau.len() as u64 + 100
    }

    /// Optimizes in this box. Returns the number of steps too.
    pub(super) fn solve(&mut self, within: &Box, most_steps: u64) -> (End, u64) {
        self.enter(within);
        for step in 0..most_steps {
            let Some((row, goal)) = self.outside() else { return (End::Best, step + 1) };
            let Some(at) = self.entering(row, goal) else {
                return (End::Contradiction(row), step + 1);
            };
            self.pivot(row, at, goal);
        }
        (End::Late, most_steps)
    }

    /// The multipliers of the rows that bound the costs.
    pub(super) fn multipliers(&self) -> Vec<f64> {
        let mut multipliers = vec![0.0; self.scales.len()];
        for (&number, &cost) in self.nonbasic.iter().zip(&self.costs) {
            if number >= self.columns {
                let row = number - self.columns;
                multipliers[row] = cost * self.cost_scale / self.scales[row];
            }
        }
        multipliers
    }

    /// The multipliers with which the rows contradict the box, from a row of the tableau.
    pub(super) fn contradiction(&self, row: usize) -> Vec<f64> {
        let mut multipliers = vec![0.0; self.scales.len()];
        let basic = self.basic[row];
        let is_low = self.values[row] < self.lows[basic];
        let sign = if is_low { 1.0 } else { -1.0 };
        for (&number, &weight) in self.nonbasic.iter().zip(self.row(row)) {
            if number >= self.columns {
                multipliers[number - self.columns] =
                    -sign * weight / self.scales[number - self.columns];
            }
        }
        if basic >= self.columns {
            multipliers[basic - self.columns] = sign / self.scales[basic - self.columns];
        }
        multipliers
    }

    /// The values of the columns.
    pub(super) fn point(&self) -> Vec<f64> {
        let mut point = vec![0.0; self.columns];
        for (at, &number) in self.nonbasic.iter().enumerate() {
            if number < self.columns {
                point[number] = self.end(at);
            }
        }
        for (&number, &value) in self.basic.iter().zip(&self.values) {
            if number < self.columns {
                point[number] = value;
            }
        }
        point
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.tableau[row * self.columns..][..self.columns]
    }

    /// The value of a nonbasic variable.
    fn end(&self, at: usize) -> f64 {
        let number = self.nonbasic[at];
        if self.is_high[at] { self.highs[number] } else { self.lows[number] }
    }

    /// Sets the bounds of the columns, and moves nonbasic variables to their cheaper ends.
    fn enter(&mut self, within: &Box) {
        for column in 0..self.columns {
            self.lows[column] = within.lows[column] as f64;
            self.highs[column] = within.highs[column] as f64;
        }
        for at in 0..self.columns {
            let number = self.nonbasic[at];
            self.is_high[at] = match self.costs[at] < 0.0 {
                true => self.highs[number].is_finite(),
                false => !self.lows[number].is_finite(),
            };
        }
        let ends: Vec<f64> = (0..self.columns).map(|at| self.end(at)).collect();
        for row in 0..self.basic.len() {
            self.values[row] =
                self.row(row).iter().zip(&ends).map(|(weight, end)| weight * end).sum();
        }
    }

    /// The basic variable that is farthest outside of its bounds, and the violated bound.
    fn outside(&self) -> Option<(usize, f64)> {
        let (mut farthest, mut found) = (OUTSIDE, None);
        for (row, (&number, &value)) in self.basic.iter().zip(&self.values).enumerate() {
            let (low, high) = (self.lows[number], self.highs[number]);
            let goal = if value < low { low } else { high };
            let distance = (low - value).max(value - high) / (1.0 + goal.abs());
            if distance > farthest {
                (farthest, found) = (distance, Some((row, goal)));
            }
        }
        found
    }

    /// Picks the nonbasic variable that enters the basis, and flips those with smaller ratios to their other ends.
    fn entering(&mut self, row: usize, goal: f64) -> Option<usize> {
        let left = goal - self.values[row];
        let sign = left.signum();
        let mut steps: Vec<(f64, f64, usize)> = Vec::new();
        for (at, &weight) in self.row(row).iter().enumerate() {
            let weight = sign * weight;
            let is_way = if self.is_high[at] { weight < -FLAT } else { weight > FLAT };
            let number = self.nonbasic[at];
            if is_way && self.lows[number] < self.highs[number] {
                steps.push((self.costs[at].abs() / weight.abs(), weight.abs(), at));
            }
        }
        steps.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.2.cmp(&other.2)));
        let (mut left, mut first) = (left.abs(), 0);
        loop {
            let &(_, weight, at) = steps.get(first)?;
            let number = self.nonbasic[at];
            left -= weight * (self.highs[number] - self.lows[number]);
            if left < 0.0 {
                break;
            }
            first += 1;
        }
        let about = steps[first..].iter().take_while(|step| step.0 <= steps[first].0 + ABOUT);
        let best = about.max_by(|one, other| one.1.total_cmp(&other.1)).map(|step| step.2)?;
        for &(_, _, at) in &steps[..first] {
            self.flip(at);
        }
        Some(best)
    }

    /// Moves a nonbasic variable to its other end.
    fn flip(&mut self, at: usize) {
        let before = self.end(at);
        self.is_high[at] = !self.is_high[at];
        let change = self.end(at) - before;
        for (value, row) in self.values.iter_mut().zip(self.tableau.chunks(self.columns)) {
            *value += row[at] * change;
        }
    }

    /// Exchanges a basic variable, which moves to its bound, with a nonbasic one.
    fn pivot(&mut self, row: usize, at: usize, goal: f64) {
        let columns = self.columns;
        let weight = self.row(row)[at];
        let change = (goal - self.values[row]) / weight;
        let entered = self.end(at) + change;
        let mut own: Vec<f64> = self.row(row).iter().map(|other| -other / weight).collect();
        own[at] = 1.0 / weight;
        for (number, place) in self.tableau.chunks_mut(columns).enumerate() {
            let factor = place[at];
            if number == row || factor == 0.0 {
                continue;
            }
            self.values[number] += factor * change;
            place[at] = 0.0;
            for (entry, own) in place.iter_mut().zip(&own) {
                *entry += factor * own;
            }
        }
        let cost = std::mem::take(&mut self.costs[at]);
        for (entry, own) in self.costs.iter_mut().zip(&own) {
            *entry += cost * own;
        }
        self.tableau[row * columns..][..columns].copy_from_slice(&own);
        self.values[row] = entered;
        let leaving = std::mem::replace(&mut self.basic[row], self.nonbasic[at]);
        self.is_high[at] = goal == self.highs[leaving] && goal != self.lows[leaving];
        self.nonbasic[at] = leaving;
    }
}
