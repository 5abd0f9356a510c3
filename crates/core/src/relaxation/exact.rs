//! Exact bounds from multipliers of the rows.
//!
//! Take a sum of rows, each times a multiplier, and subtract it from the costs. What remains of each column is least at
//! one end of the box. This bounds the costs for any multipliers (weak duality; Neumaier and Shcherbina, Safe Bounds in
//! Linear and Mixed-Integer Linear Programming, 2004). Bad multipliers give a weak bound, but never a false one.

use crate::program::{Box, Program};
use crate::refutation::Step;

/// Multipliers are rounded to multiples of one part of this many.
const PARTS: i128 = 1 << 40;

/// Larger multipliers are ignored.
const LARGEST: f64 = (1_u64 << 60) as f64;

/// A bound on the costs, and the reduced cost of each column.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// A lower bound on the costs times [`PARTS`].
    least: i128,
    /// How much the bound increases for each step of a column away from its cheaper end.
    rests: Vec<i128>,
}

/// The multipliers as multiples of one part in [`PARTS`], with the numbers of their rows. Those that would prove
/// nothing are left out.
pub(super) fn rounded(program: &Program, multipliers: &[f64]) -> Vec<(u32, i64)> {
    let rows = (0..).zip(&program.rows).zip(multipliers);
    let rows = rows.filter_map(|((number, row), &multiplier)| {
        let scaled = (multiplier * PARTS as f64).round();
        if scaled == 0.0 || !scaled.is_finite() || scaled.abs() > LARGEST {
            return None;
        }
        let end = if scaled > 0.0 { row.low } else { row.high };
        (end != i64::MIN && end != i64::MAX).then_some((number, scaled as i64))
    });
    rows.collect()
}

/// The sum of rows that shows what these multipliers prove: what remains of the costs, which are the row before the first,
/// if the rows are subtracted.
pub(super) fn as_step(multipliers: &[(u32, i64)], has_costs: bool) -> Step {
    let costs = has_costs.then_some((0, PARTS as i64));
    let rows = multipliers.iter().map(|&(row, times)| (row + 1, -times));
    Step::Sum(costs.into_iter().chain(rows).collect())
}

/// Computes the bound that these multipliers prove; without `has_costs`, all costs count as 0. `None` on overflow.
pub(super) fn proof(
    program: &Program,
    within: &Box,
    multipliers: &[(u32, i64)],
    has_costs: bool,
) -> Option<Proof> {
    let factor = if has_costs { PARTS } else { 0 };
    let mut rests: Vec<i128> =
        program.costs.iter().map(|&cost| factor * i128::from(cost)).collect();
    let mut least = factor * i128::from(program.constant);
    for &(number, scaled) in multipliers {
        let row = &program.rows[number as usize];
        let scaled = i128::from(scaled);
        let end = if scaled > 0 { row.low } else { row.high };
        least = least.checked_add(scaled.checked_mul(end.into())?)?;
        for &(column, weight) in &row.terms {
            let part = scaled.checked_mul(weight.into())?;
            rests[column] = rests[column].checked_sub(part)?;
        }
    }
    for (column, &rest) in rests.iter().enumerate() {
        let cheaper = if rest > 0 { within.lows[column] } else { within.highs[column] };
        least = least.checked_add(rest.checked_mul(cheaper.into())?)?;
    }
    Some(Proof { least, rests })
}

impl Proof {
    /// The bound, rounded up to an integer.
    pub(super) fn bound(&self) -> i64 {
        let bound = -(-self.least).div_euclid(PARTS);
        i64::try_from(bound).unwrap_or(if bound < 0 { i64::MIN } else { i64::MAX })
    }

    /// Whether the rows contradict the box. The proof must be one without costs.
    pub(super) fn is_contradiction(&self) -> bool {
        self.least > 0
    }

    /// Removes values from the box that cost more than this (reduced cost fixing).
    pub(super) fn fix(&self, within: &mut Box, most: i64) -> Fixed {
        let room = PARTS * i128::from(most) - self.least;
        if room < 0 {
            return Fixed::Empty;
        }
        let mut changed = false;
        for (column, &rest) in self.rests.iter().enumerate() {
            if rest == 0 {
                continue;
            }
            let (low, high) = (&mut within.lows[column], &mut within.highs[column]);
            // The minimum prevents an overflow.
            let steps = (room / rest.abs()).min(i128::from(*high) - i128::from(*low)) as i64;
            if *low + steps < *high && rest > 0 {
                (*high, changed) = (*low + steps, true);
            } else if *high - steps > *low && rest < 0 {
                (*low, changed) = (*high - steps, true);
            }
        }
        if changed { Fixed::Some } else { Fixed::Nothing }
    }
}

/// What happened to a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixed {
    /// It is unchanged.
    Nothing,
    /// It is smaller.
    Some,
    /// It is empty.
    Empty,
}
