//! Linear programs over integers.

use std::collections::BTreeMap;

pub(crate) use crate::refutation::Row;

/// A summand: a column times a weight, plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The column and its weight, if there is one.
    pub(crate) column: Option<(usize, i64)>,
    pub(crate) constant: i64,
}

impl Part {
    pub(crate) fn constant(constant: i64) -> Part {
        Part { column: None, constant }
    }

    pub(crate) fn column(column: usize) -> Part {
        Part { column: Some((column, 1)), constant: 0 }
    }
}

/// The bounds of each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Box {
    pub(crate) lows: Vec<i64>,
    pub(crate) highs: Vec<i64>,
}

/// Rows, and costs to minimize.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) rows: Vec<Row>,
    /// The constraint of the next rows, by its position; `None` if they follow from the domains.
    pub(crate) from: Option<usize>,
    /// The cost of each column.
    pub(crate) costs: Vec<i64>,
    /// The constant part of the costs.
    pub(crate) constant: i64,
}

/// A sum under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    terms: BTreeMap<usize, i128>,
    constant: i128,
}

/// Sums with larger weights or constants are left out.
const LARGEST: i128 = 1 << 62;

impl Sum {
    pub(crate) fn add(&mut self, part: Part, times: i64) {
        let times = i128::from(times);
        self.constant += times * i128::from(part.constant);
        if let Some((column, weight)) = part.column {
            *self.terms.entry(column).or_default() += times * i128::from(weight);
        }
    }

    /// The same sum with the other sign.
    pub(crate) fn negated(mut self) -> Sum {
        self.terms.values_mut().for_each(|weight| *weight = -*weight);
        self.constant = -self.constant;
        self
    }

    /// Reduces the weights of columns that are 0 or 1 as far as the same integer points of the box have at most this sum.
    /// Returns the new bound.
    pub(crate) fn tightened(&mut self, high: i64, within: &Box) -> i64 {
        let mut high = i128::from(high);
        let (_, mut most) = self.ends(within);
        for (&column, weight) in &mut self.terms {
            // With the better value of the column, the sum is at most `most - |weight|`.
            let surplus = high - (most - weight.abs());
            if (within.lows[column], within.highs[column]) != (0, 1) || most <= high || surplus <= 0
            {
                continue;
            }
            if *weight > 0 {
                (high, most) = (high - surplus, most - surplus);
            }
            *weight -= surplus * weight.signum();
        }
        i64::try_from(high).unwrap_or(i64::MAX)
    }

    /// The terms and the constant; `None` if they are too large.
    pub(crate) fn finish(self) -> Option<(Vec<(usize, i64)>, i64)> {
        let fits = |number: i128| i64::try_from(number).ok().filter(|_| number.abs() < LARGEST);
        let terms = self.terms.into_iter().filter(|&(_, weight)| weight != 0);
        let terms: Option<Vec<_>> =
            terms.map(|(column, weight)| Some((column, fits(weight)?))).collect();
        Some((terms?, fits(self.constant)?))
    }

    /// The smallest and the largest value of the sum in a box.
    pub(crate) fn ends(&self, within: &Box) -> (i128, i128) {
        let mut ends = (self.constant, self.constant);
        for (&column, &weight) in &self.terms {
            let both = [within.lows[column], within.highs[column]].map(|x| weight * i128::from(x));
            ends = (ends.0 + both[0].min(both[1]), ends.1 + both[0].max(both[1]));
        }
        ends
    }
}

impl Program {
    /// Adds a row that bounds the sum, unless its numbers are too large.
    pub(crate) fn state(&mut self, sum: Sum, low: i64, high: i64) {
        let Some((terms, constant)) = sum.finish() else { return };
        let shifted = |end: i64| match end {
            i64::MIN | i64::MAX => Some(end),
            end => end.checked_sub(constant).filter(|&end| i128::from(end).abs() < LARGEST),
        };
        let (Some(low), Some(high)) = (shifted(low), shifted(high)) else { return };
        let is_something = low != i64::MIN || high != i64::MAX;
        if !terms.is_empty() && is_something {
            self.rows.push(Row { constraint: self.from, terms, low, high });
        }
    }

    /// The row that the costs are at most this.
    pub(crate) fn costs_at_most(&self, most: i64) -> Row {
        let terms = self.costs.iter().copied().enumerate().filter(|&(_, cost)| cost != 0);
        let high = match most {
            i64::MAX => i64::MAX,
            most => most.saturating_sub(self.constant),
        };
        Row { constraint: None, terms: terms.collect(), low: i64::MIN, high }
    }

    /// The number of weights in all rows.
    pub(crate) fn size(&self) -> usize {
        self.rows.iter().map(|row| row.terms.len()).sum()
    }
}
