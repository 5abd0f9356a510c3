//! What multipliers of the rows prove, in integers.
//!
//! A sum of rows, each times a multiplier, bounds the costs wherever the multipliers come from: what the sum
//! leaves of the costs is at least its least in the box. (Weak duality; Neumaier and Shcherbina, Safe Bounds
//! in Linear and Mixed-Integer Linear Programming, 2004.) So a search for good multipliers may be as wrong as
//! it likes: then the bound is low, and never false.

use super::program::{Box, Program};

/// Multipliers are counted in fractions of this many.
const PARTS: i128 = 1 << 40;

/// Multipliers beyond this are left out.
const LARGEST: f64 = (1_u64 << 60) as f64;

/// A bound, and what each column adds to it.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// The costs times [`PARTS`] are at least this, and more for each column that leaves its cheaper end.
    least: i128,
    /// How much more, for each step.
    rests: Vec<i128>,
}

/// What these multipliers prove of the costs, or without costs of nothing: `None` where numbers become too
/// large to tell.
pub(super) fn proof(
    program: &Program,
    within: &Box,
    multipliers: &[f64],
    has_costs: bool,
) -> Option<Proof> {
    let factor = if has_costs { PARTS } else { 0 };
    let mut rests: Vec<i128> =
        program.costs.iter().map(|&cost| factor * i128::from(cost)).collect();
    let mut least = factor * i128::from(program.constant);
    for (row, &multiplier) in program.rows.iter().zip(multipliers) {
        let scaled = (multiplier * PARTS as f64).round();
        if scaled == 0.0 || !scaled.is_finite() || scaled.abs() > LARGEST {
            continue;
        }
        let scaled = scaled as i128;
        let end = if scaled > 0 { row.low } else { row.high };
        if end == i64::MIN || end == i64::MAX {
            continue;
        }
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
    /// Nothing in the box costs less.
    pub(super) fn bound(&self) -> i64 {
        let bound = -(-self.least).div_euclid(PARTS);
        i64::try_from(bound).unwrap_or(if bound < 0 { i64::MIN } else { i64::MAX })
    }

    /// Whether the rows, without costs, contradict the box.
    pub(super) fn is_contradiction(&self) -> bool {
        self.least > 0
    }

    /// Takes from the box what would cost more than this. Whether something is left, and something changed.
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
            // At most the distance between the ends, so that it fits.
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

/// What became of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixed {
    /// Nothing changed.
    Nothing,
    /// It is smaller.
    Some,
    /// Nothing is left of it.
    Empty,
}
