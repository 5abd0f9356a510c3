//! Multipliers of rows that prove much, by the dual simplex method with bounds on all columns.
//!
//! Every column has a least and a most, so that each basis can begin: a column whose costs are left goes to its
//! cheaper end. Whatever the box becomes, the last basis is one to go on from, and whenever it ends the
//! multipliers are worth something. That, and that each step is counted, is why this is no library: those in
//! Rust show no multipliers (microlp), or begin anew each time (clarabel). Numbers are floating-point and
//! nothing here is believed; what counts is in `exact.rs`. (Lemke, The Dual Method of Solving the Linear
//! Programming Problem, 1954; bound flipping: Maros, Computational Techniques of the Simplex Method, 2003.)

use super::program::{Box, Program};

/// What counts as zero: of a basic number its distance from its bounds, and of a weight its size.
const OUTSIDE: f64 = 1e-7;
const FLAT: f64 = 1e-9;

/// A step is taken along one of the largest of the weights that allow about the same step.
const ABOUT: f64 = 1e-9;

/// Costs differ a little, so that fewer steps lead nowhere; this is how much, of the largest.
const JITTER: f64 = 1e-7;

/// How a search for multipliers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// They are as good as can be.
    Best,
    /// No point of the box satisfies the rows, as the multipliers of this basic number show.
    Contradiction(usize),
    /// It took too long.
    Late,
}

/// A basis with its tableau: each basic number as a sum of the others. The columns have the numbers from 0 on,
/// the sums of the rows the numbers after them.
pub(super) struct Simplex {
    columns: usize,
    /// Row by row.
    tableau: Vec<f64>,
    /// What each of the others costs.
    costs: Vec<f64>,
    basic: Vec<usize>,
    other: Vec<usize>,
    is_high: Vec<bool>,
    lows: Vec<f64>,
    highs: Vec<f64>,
    /// Of the basic numbers.
    values: Vec<f64>,
    /// Rows and costs are divided by these.
    scales: Vec<f64>,
    cost_scale: f64,
}

impl Simplex {
    pub(super) fn new(program: &Program) -> Simplex {
        let (columns, rows) = (program.costs.len(), program.rows.len());
        let largest = |weights: &mut dyn Iterator<Item = i64>| {
            weights.map(|weight| weight.unsigned_abs()).max().unwrap_or(1).max(1) as f64
        };
        let cost_scale = largest(&mut program.costs.iter().copied());
        let mut tableau = vec![0.0; columns * rows];
        let (mut lows, mut highs) = (vec![0.0; columns], vec![0.0; columns]);
        let mut scales = Vec::new();
        for (row, place) in program.rows.iter().zip(tableau.chunks_mut(columns.max(1))) {
            let scale = largest(&mut row.terms.iter().map(|&(_, weight)| weight));
            for &(column, weight) in &row.terms {
                place[column] = weight as f64 / scale;
            }
            let end = |end: i64| match end {
                i64::MIN => f64::NEG_INFINITY,
                i64::MAX => f64::INFINITY,
                end => end as f64 / scale,
            };
            lows.push(end(row.low));
            highs.push(end(row.high));
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
            other: (0..columns).collect(),
            is_high: vec![false; columns],
            lows,
            highs,
            values: vec![0.0; rows],
            scales,
            cost_scale,
        }
    }

    /// How much a step costs, in weights that are looked at.
    pub(super) fn step_size(&self) -> u64 {
        self.tableau.len() as u64 + 100
    }

    /// Looks for the best multipliers in this box, in at most so many steps; how many there were.
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

    /// The multiplier of each row for the costs.
    pub(super) fn multipliers(&self) -> Vec<f64> {
        let mut multipliers = vec![0.0; self.scales.len()];
        for (&number, &cost) in self.other.iter().zip(&self.costs) {
            if number >= self.columns {
                let row = number - self.columns;
                multipliers[row] = cost * self.cost_scale / self.scales[row];
            }
        }
        multipliers
    }

    /// The multipliers with which the rows contradict the box, where a basic number cannot be what it has to.
    pub(super) fn contradiction(&self, row: usize) -> Vec<f64> {
        let mut multipliers = vec![0.0; self.scales.len()];
        let basic = self.basic[row];
        let is_low = self.values[row] < self.lows[basic];
        let sign = if is_low { 1.0 } else { -1.0 };
        for (&number, &weight) in self.other.iter().zip(self.row(row)) {
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

    /// The value of each column.
    pub(super) fn point(&self) -> Vec<f64> {
        let mut point = vec![0.0; self.columns];
        for (at, &number) in self.other.iter().enumerate() {
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

    /// Where one of the others is: at its end.
    fn end(&self, at: usize) -> f64 {
        let number = self.other[at];
        if self.is_high[at] { self.highs[number] } else { self.lows[number] }
    }

    /// Takes over a box: the others go to their cheaper ends.
    fn enter(&mut self, within: &Box) {
        for column in 0..self.columns {
            self.lows[column] = within.lows[column] as f64;
            self.highs[column] = within.highs[column] as f64;
        }
        for at in 0..self.columns {
            let number = self.other[at];
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

    /// The basic number that is farthest outside its bounds, and the bound that it has to go to.
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

    /// Which of the others is to take the place of a basic number, after those that only go to their other end.
    fn entering(&mut self, row: usize, goal: f64) -> Option<usize> {
        let left = goal - self.values[row];
        let sign = left.signum();
        let mut steps: Vec<(f64, f64, usize)> = Vec::new();
        for (at, &weight) in self.row(row).iter().enumerate() {
            let weight = sign * weight;
            let is_way = if self.is_high[at] { weight < -FLAT } else { weight > FLAT };
            let number = self.other[at];
            if is_way && self.lows[number] < self.highs[number] {
                steps.push((self.costs[at].abs() / weight.abs(), weight.abs(), at));
            }
        }
        steps.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.2.cmp(&other.2)));
        let (mut left, mut first) = (left.abs(), 0);
        loop {
            let &(_, weight, at) = steps.get(first)?;
            let number = self.other[at];
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

    /// Sends one of the others to its other end.
    fn flip(&mut self, at: usize) {
        let before = self.end(at);
        self.is_high[at] = !self.is_high[at];
        let change = self.end(at) - before;
        for (value, row) in self.values.iter_mut().zip(self.tableau.chunks(self.columns)) {
            *value += row[at] * change;
        }
    }

    /// Exchanges a basic number, which goes to its bound, and one of the others.
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
        let leaving = std::mem::replace(&mut self.basic[row], self.other[at]);
        self.is_high[at] = goal == self.highs[leaving] && goal != self.lows[leaving];
        self.other[at] = leaving;
    }
}
