//! Pseudo-costs: branch on the column that increased the bound most in earlier branches. (Bénichou and others,
//! Experiments in Mixed-Integer Linear Programming, 1971.)

use super::ABOUT;
use crate::program::Box;

/// The increase of the bound in earlier branches.
pub(super) struct Pseudo {
    /// For each column, downwards and upwards: the sum of the increases per unit, and their number.
    gains: Vec<[(f64, u32); 2]>,
    total: (f64, u32),
}

impl Pseudo {
    pub(super) fn new(columns: usize) -> Pseudo {
        Pseudo { gains: vec![[(0.0, 0); 2]; columns], total: (0.0, 0) }
    }

    /// Records that a branch increased the bound by `gain`.
    pub(super) fn learn(&mut self, column: usize, is_up: bool, distance: f64, gain: i64) {
        let gain = gain.max(0) as f64 / distance.max(ABOUT);
        for entry in [&mut self.gains[column][usize::from(is_up)], &mut self.total] {
            *entry = (entry.0 + gain, entry.1 + 1);
        }
    }

    /// The best column to branch on; `None` if all values are integers.
    pub(super) fn split(&self, point: &[f64], within: &Box, costs: &[i64]) -> Option<usize> {
        let usual = self.total.0 / f64::from(self.total.1.max(1)) + 1.0;
        let gain = |column: usize, is_up: bool| {
            let (gain, times) = self.gains[column][usize::from(is_up)];
            // Without experience, the average, and more for expensive columns.
            if times > 0 {
                gain / f64::from(times)
            } else {
                usual.max(costs[column].abs() as f64 * 1e-3)
            }
        };
        let mut best: Option<(f64, usize)> = None;
        for (column, &value) in point.iter().enumerate() {
            let fraction = value - value.floor();
            let is_integer = !(ABOUT..=1.0 - ABOUT).contains(&fraction);
            if is_integer || within.lows[column] >= within.highs[column] {
                continue;
            }
            let halves = [gain(column, false) * fraction, gain(column, true) * (1.0 - fraction)];
            let score = halves[0].max(1e-6) * halves[1].max(1e-6);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, column));
            }
        }
        best.map(|(_, column)| column)
    }
}
