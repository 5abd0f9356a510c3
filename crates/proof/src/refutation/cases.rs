//! The tree of cases. Each step adds up rows to an inequality, which narrows the bounds of the columns. A case is closed
//! when a column has no number left.

use super::{Domains, NotRefuted, bounds_of};
use cnfetti_core::limit::Budget;
use cnfetti_core::refutation::{Column, Refutation, Row, Step};

/// The least and the greatest number of each column.
type Bounds = Vec<(i64, i64)>;

/// A column has no number left.
struct Closed;

/// The check of all cases.
pub(super) struct Cases<'a> {
    refutation: &'a Refutation,
    all: Bounds,
    budget: &'a Budget,
}

impl<'a> Cases<'a> {
    pub(super) fn new(
        refutation: &'a Refutation,
        domains: &Domains,
        budget: &'a Budget,
    ) -> Result<Cases<'a>, NotRefuted> {
        let ends = |column: &Column| match *column {
            Column::Is(..) => Some((0, 1)),
            Column::Value(variable) => {
                let domain = domains.get(variable.index())?;
                Some((i64::from(*domain.first()?), i64::from(*domain.last()?)))
            }
        };
        let all: Option<Bounds> = refutation.columns.iter().map(ends).collect();
        let all = all.ok_or(NotRefuted::Malformed)?;
        let terms = refutation.rows.iter().flat_map(|row| &row.terms);
        match terms.map(|&(column, _)| column).all(|column| column < all.len()) {
            true => Ok(Cases { refutation, all, budget }),
            false => Err(NotRefuted::Malformed),
        }
    }

    /// Closes all cases. Returns the number of steps.
    pub(super) fn close(&self) -> Result<usize, NotRefuted> {
        let mut open = vec![(0, self.all.clone())];
        let mut steps = 0;
        while let Some((number, mut bounds)) = open.pop() {
            let case = self.refutation.cases.get(number).ok_or(NotRefuted::Malformed)?;
            self.budget.check()?;
            let mut is_closed = false;
            for step in &case.steps {
                steps += 1;
                is_closed = self.step(step, &mut bounds)?.is_err();
                if is_closed {
                    break;
                }
            }
            if is_closed {
                continue;
            }
            let split = case.split.ok_or(NotRefuted::Open(number))?;
            // No case may be its own part.
            if split.below <= number || split.above <= number {
                return Err(NotRefuted::Malformed);
            }
            let (low, high) = *bounds.get(split.column).ok_or(NotRefuted::Malformed)?;
            let mut below = bounds.clone();
            below[split.column].1 = high.min(split.middle);
            bounds[split.column].0 = low.max(split.middle.saturating_add(1));
            for (half, bounds) in [(split.above, bounds), (split.below, below)] {
                if bounds[split.column].0 <= bounds[split.column].1 {
                    open.push((half, bounds));
                }
            }
        }
        Ok(steps)
    }

    fn row(&self, number: u32) -> Result<&'a Row, NotRefuted> {
        self.refutation.rows.get(number as usize).ok_or(NotRefuted::Malformed)
    }

    fn step(&self, step: &Step, bounds: &mut Bounds) -> Result<Result<(), Closed>, NotRefuted> {
        let inequalities = match step {
            &Step::Row(number) => sides(self.row(number)?).collect(),
            Step::Sum(rows) => self.sum(rows)?.into_iter().collect::<Vec<_>>(),
        };
        Ok(inequalities.iter().try_for_each(|inequality| self.narrow(inequality, bounds)))
    }

    /// The sum of the rows; `None` if a row has no such bound, or a number is too large.
    fn sum(&self, rows: &[(u32, i64)]) -> Result<Option<AtMost>, NotRefuted> {
        let mut weights = vec![0_i128; self.all.len()];
        let mut most = 0_i128;
        for &(number, times) in rows {
            let row = self.row(number)?;
            self.budget.spend(4 * row.terms.len() as u64);
            let end = if times > 0 { row.high } else { row.low };
            if end == i64::MIN || end == i64::MAX {
                return Ok(None);
            }
            let times = i128::from(times);
            let added = |sum: i128, number: i64| sum.checked_add(times.checked_mul(number.into())?);
            let Some(sum) = added(most, end) else { return Ok(None) };
            most = sum;
            for &(column, weight) in &row.terms {
                let Some(sum) = added(weights[column], weight) else { return Ok(None) };
                weights[column] = sum;
            }
        }
        let weights = weights.into_iter().enumerate().filter(|&(_, weight)| weight != 0);
        Ok(Some(AtMost { weights: weights.collect(), most }))
    }

    /// Narrows the bounds so that the inequality can hold. Does nothing if a number is too large.
    fn narrow(&self, inequality: &AtMost, bounds: &mut Bounds) -> Result<(), Closed> {
        let AtMost { weights, most } = inequality;
        self.budget.spend(8 * weights.len() as u64);
        let cheapest = |&(at, weight): &(usize, i128)| {
            let (low, high) = bounds[at];
            weight.checked_mul(if weight > 0 { low } else { high }.into())
        };
        let least = weights.iter().try_fold(0_i128, |sum, term| sum.checked_add(cheapest(term)?));
        let Some(room) = least.and_then(|least| most.checked_sub(least)) else { return Ok(()) };
        let Ok(room) = u128::try_from(room) else { return Err(Closed) };
        for &(at, weight) in weights {
            let (low, high) = &mut bounds[at];
            // Every column can move this far from its cheaper end.
            let steps = room / weight.unsigned_abs();
            if steps >= high.abs_diff(*low).into() {
                continue;
            }
            match weight > 0 {
                true => *high = *low + steps as i64,
                false => *low = *high - steps as i64,
            }
        }
        Ok(())
    }
}

/// A weighted sum of columns is at most a number. No weight is 0.
struct AtMost {
    weights: Vec<(usize, i128)>,
    most: i128,
}

/// The inequalities that a row stands for, one for each of its bounds.
fn sides(row: &Row) -> impl Iterator<Item = AtMost> {
    bounds_of(row).map(|(sign, most)| {
        let terms = row.terms.iter().filter(|term| term.1 != 0);
        let weights = terms.map(|&(at, weight)| (at, sign * i128::from(weight))).collect();
        AtMost { weights, most }
    })
}
