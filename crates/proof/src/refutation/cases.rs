//! The tree of cases. Each step adds up rows to an inequality, which narrows the bounds of the columns. A case is closed
//! when a column has no number left.

use super::{Domains, NotRefuted};
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
                if self.step(step, &mut bounds)?.is_err() {
                    is_closed = true;
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
        match step {
            &Step::Row(number) => {
                let row = self.row(number)?;
                for (end, open, sign) in [(row.high, i64::MAX, 1), (row.low, i64::MIN, -1)] {
                    if end == open {
                        continue;
                    }
                    let weights = row.terms.iter().filter(|term| term.1 != 0);
                    let weights = weights.map(|&(at, weight)| (at, sign * i128::from(weight)));
                    let weights: Vec<_> = weights.collect();
                    if self.narrow(&weights, sign * i128::from(end), bounds).is_err() {
                        return Ok(Err(Closed));
                    }
                }
                Ok(Ok(()))
            }
            Step::Sum(rows) => {
                let Some((weights, most)) = self.sum(rows)? else { return Ok(Ok(())) };
                Ok(self.narrow(&weights, most, bounds))
            }
        }
    }

    /// The weighted sum of columns, and its greatest value; `None` if a row has no such bound, or a number is too large.
    #[expect(clippy::type_complexity, reason = "it is used once")]
    fn sum(&self, rows: &[(u32, i64)]) -> Result<Option<(Vec<(usize, i128)>, i128)>, NotRefuted> {
        let mut weights = vec![0_i128; self.all.len()];
        let mut most = Some(0_i128);
        for &(number, times) in rows {
            let row = self.row(number)?;
            self.budget.spend(4 * row.terms.len() as u64);
            let end = if times > 0 { row.high } else { row.low };
            if end == i64::MIN || end == i64::MAX {
                return Ok(None);
            }
            let times = i128::from(times);
            let bound = times.checked_mul(end.into());
            most = most.zip(bound).and_then(|(most, bound)| most.checked_add(bound));
            for &(column, weight) in &row.terms {
                let sum = times.checked_mul(weight.into());
                let sum = sum.and_then(|part| weights[column].checked_add(part));
                let Some(sum) = sum else { return Ok(None) };
                weights[column] = sum;
            }
        }
        let weights = weights.into_iter().enumerate().filter(|&(_, weight)| weight != 0);
        Ok(most.map(|most| (weights.collect(), most)))
    }

    /// Narrows the bounds so that the sum can be at most this. Does nothing if a number is too large.
    fn narrow(
        &self,
        weights: &[(usize, i128)],
        most: i128,
        bounds: &mut Bounds,
    ) -> Result<(), Closed> {
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
