//! What a local search is to satisfy: hard rows, and soft ones that cost something where they are broken.

use crate::program::{Box, Program, Row};

/// Programs with larger sums or costs are not searched, so that no penalty overflows.
const LARGEST_SUM: i128 = 1 << 32;
const LARGEST_COSTS: i128 = 1 << 56;

/// A bound on a sum of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) low: i64,
    pub(super) high: i64,
    /// The amount of a violation that counts once.
    pub(super) unit: i64,
    /// What each unit costs; `None` if it must not be violated.
    pub(super) cost: Option<i64>,
}

/// A column that pays for a soft demand: it moves away from its best end by one for each unit of the violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Payment {
    pub(super) column: usize,
    pub(super) demand: usize,
    /// Its best end, and the direction away from it.
    pub(super) best: i64,
    pub(super) direction: i64,
}

/// The demands of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Demands {
    pub(super) all: Vec<Demand>,
    pub(super) payments: Vec<Payment>,
    /// The cost of a point that satisfies all demands.
    pub(super) least: i64,
}

impl Demand {
    /// How many units are missing or too many if the sum is this.
    pub(super) fn units(&self, sum: i64) -> i64 {
        let amount = if sum < self.low {
            self.low - sum
        } else if sum > self.high {
            sum - self.high
        } else {
            return 0;
        };
        if self.unit == 1 { amount } else { (amount + self.unit - 1) / self.unit }
    }
}

impl Demands {
    /// Reads a program in a box. A column that costs something and only relaxes a single row is left out, and that row
    /// is soft instead.
    pub(super) fn new(program: &Program, within: &Box) -> Demands {
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); program.costs.len()];
        for (number, row) in program.rows.iter().enumerate() {
            row.terms.iter().for_each(|&(column, _)| of[column].push(number));
        }
        let mut rows: Vec<Option<Row>> = program.rows.iter().cloned().map(Some).collect();
        let mut paid: Vec<Option<(usize, i64)>> = vec![None; rows.len()];
        let mut is_paying = vec![false; program.costs.len()];
        for (column, &cost) in program.costs.iter().enumerate() {
            let relaxed = (cost != 0).then(|| relaxed(&rows, &of[column], column, cost, within));
            let Some((number, weight)) = relaxed.flatten() else { continue };
            if of[column].iter().all(|&row| paid[row].is_none()) {
                paid[number] = Some((column, weight));
                of[column].iter().filter(|&&other| other != number).for_each(|&at| rows[at] = None);
                is_paying[column] = true;
            }
        }
        let mut demands = Demands { least: program.constant, ..Demands::default() };
        for (row, paid) in rows.into_iter().zip(&paid) {
            let Some(row) = row else { continue };
            demands.add(row, *paid, program, within);
        }
        for (column, &cost) in program.costs.iter().enumerate() {
            if cost != 0 && !is_paying[column] && within.lows[column] < within.highs[column] {
                let (low, high) = match cost > 0 {
                    true => (i64::MIN, within.lows[column]),
                    false => (within.highs[column], i64::MAX),
                };
                let cost = Some(cost.abs());
                demands.all.push(Demand { terms: vec![(column, 1)], low, high, unit: 1, cost });
            }
        }
        for (column, &cost) in program.costs.iter().enumerate() {
            demands.least += cost * best_end(within, column, cost.signum());
        }
        demands
    }

    /// Sets the columns that pay, where so many units of each demand are missing.
    pub(super) fn pay(&self, point: &mut [i64], units: impl Fn(usize) -> i64) {
        for payment in &self.payments {
            point[payment.column] = payment.best + payment.direction * units(payment.demand);
        }
    }

    fn add(&mut self, mut row: Row, paid: Option<(usize, i64)>, program: &Program, within: &Box) {
        let smallest = row.terms.iter().map(|&(_, weight)| weight.abs()).min().unwrap_or(1);
        let (mut unit, mut cost) = (smallest, None);
        if let Some((column, weight)) = paid {
            let direction = program.costs[column].signum();
            let best = best_end(within, column, direction);
            row.terms.retain(|&(other, _)| other != column);
            let shift = |end: i64| match end {
                i64::MIN | i64::MAX => end,
                end => end - weight * best,
            };
            (row.low, row.high) = (shift(row.low), shift(row.high));
            self.payments.push(Payment { column, demand: self.all.len(), best, direction });
            (unit, cost) = (weight.abs(), Some(program.costs[column].abs()));
        }
        self.all.push(Demand { terms: row.terms, low: row.low, high: row.high, unit, cost });
    }
}

/// Whether no sum of rows or costs can be large.
pub(super) fn are_small(program: &Program, within: &Box) -> bool {
    let largest = |&(column, weight): &(usize, i64)| {
        let end = within.lows[column].unsigned_abs().max(within.highs[column].unsigned_abs());
        i128::from(weight.unsigned_abs()) * i128::from(end)
    };
    let costs = (0..).zip(program.costs.iter().copied()).map(|term| largest(&term)).sum::<i128>();
    let all = costs + i128::from(program.constant).abs();
    all < LARGEST_COSTS
        && program.rows.iter().all(|row| {
            let ends = [row.low, row.high].into_iter();
            let ends = ends.filter(|&end| end != i64::MIN && end != i64::MAX);
            let end = ends.map(|end| i128::from(end).abs()).max().unwrap_or(0);
            row.terms.iter().map(largest).sum::<i128>() + end < LARGEST_SUM
        })
}

fn best_end(within: &Box, column: usize, direction: i64) -> i64 {
    if direction > 0 { within.lows[column] } else { within.highs[column] }
}

/// The row that a column relaxes when it moves away from its best end, and its weight there. As far as it can move, it
/// satisfies the row whatever the others are. Its other rows hold whenever it moves no further than the first one needs.
fn relaxed(
    rows: &[Option<Row>],
    of: &[usize],
    column: usize,
    cost: i64,
    within: &Box,
) -> Option<(usize, i64)> {
    let direction = cost.signum();
    let mut found = None;
    for &number in of {
        let row = rows[number].as_ref()?;
        let &(_, weight) = row.terms.iter().find(|term| term.0 == column)?;
        let (least, most) = ends(row, within);
        let (misses, exceeds) = (least < row.low.into(), most > row.high.into());
        let (is_relaxed, is_limited) = match weight * direction > 0 {
            true => (misses, exceeds),
            false => (exceeds, misses),
        };
        match (is_relaxed, is_limited) {
            (true, false) if found.is_none() => found = Some((number, weight)),
            (false, _) => {}
            _ => return None,
        }
    }
    let (number, weight) = found?;
    let payer = Payer { column, weight, direction, row: rows[number].as_ref()?, within };
    let is_implied = |&other: &usize| {
        other == number || rows[other].as_ref().is_some_and(|other| payer.implies(other))
    };
    (payer.suffices() && of.iter().all(is_implied)).then_some((number, weight))
}

/// A column that may pay for a row.
struct Payer<'a> {
    column: usize,
    weight: i64,
    direction: i64,
    row: &'a Row,
    within: &'a Box,
}

/// A column that can pay more units is not compared with its other rows, nor are rows of columns with more values.
const MAX_UNITS: i64 = 4;
const MAX_VALUES: i64 = 16;

impl Payer<'_> {
    fn units(&self) -> i64 {
        self.within.highs[self.column] - self.within.lows[self.column]
    }

    /// How much the row misses at most if the column is at its best end.
    fn missing(&self) -> i128 {
        let (least, most) = ends(self.row, self.within);
        match self.weight * self.direction > 0 {
            true => i128::from(self.row.low) - least,
            false => most - i128::from(self.row.high),
        }
    }

    fn suffices(&self) -> bool {
        i128::from(self.units()) * i128::from(self.weight.abs()) >= self.missing()
    }

    /// Whether a row of this and another column holds for each number of units, where the first row needs so many.
    fn implies(&self, other: &Row) -> bool {
        let [one, two] = other.terms[..] else { return false };
        let ((_, own), (column, weight)) =
            if one.0 == self.column { (one, two) } else { (two, one) };
        let in_row = self.row.terms.iter().find(|term| term.0 == column);
        let Some(&(_, in_row)) = in_row.filter(|_| self.units() <= MAX_UNITS) else { return false };
        // What the other column adds to what is missing, for each step upwards.
        let adds = if self.weight * self.direction > 0 { -in_row } else { in_row };
        let (low, high) = (self.within.lows[column], self.within.highs[column]);
        if high - low >= MAX_VALUES {
            return false;
        }
        let largest = (adds * low).max(adds * high);
        (0..=self.units()).all(|units| {
            let end = best_end(self.within, self.column, self.direction) + units * self.direction;
            let is_possible = |value: &i64| {
                let missing = self.missing() - i128::from(largest - adds * value);
                units == 0 || missing > i128::from((units - 1) * self.weight.abs())
            };
            (low..=high).filter(is_possible).all(|value| {
                let sum = own * end + weight * value;
                other.low <= sum && sum <= other.high
            })
        })
    }
}

/// The smallest and the largest value of the sum.
fn ends(row: &Row, within: &Box) -> (i128, i128) {
    let mut ends = (0, 0);
    for &(column, weight) in &row.terms {
        let both = [within.lows[column], within.highs[column]];
        let both = both.map(|x| i128::from(weight) * i128::from(x));
        ends = (ends.0 + both[0].min(both[1]), ends.1 + both[0].max(both[1]));
    }
    ends
}
