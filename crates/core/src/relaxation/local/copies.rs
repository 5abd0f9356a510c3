//! Columns that only repeat another one: `y = x + 3`, or `y = 1 - x`, as for the negation of a Boolean variable.
//! Changing one of them alone would always break a row.

use std::collections::BTreeMap;

use crate::program::{Box, Program};

/// Which column each column is computed from, with a sign and a constant; itself if it is free.
#[derive(Clone, Debug)]
pub(super) struct Copies(Vec<(usize, i64, i64)>);

impl Copies {
    /// Finds them, and states the program without them. Their bounds become those of the columns they repeat.
    pub(super) fn removed(program: &mut Program, within: &mut Box) -> Copies {
        let mut copies = Copies((0..program.costs.len()).map(|column| (column, 1, 0)).collect());
        for row in &program.rows {
            if let [(one, a), (other, b)] = row.terms[..]
                && row.low == row.high
                && a.abs() == b.abs()
                && row.low % a == 0
            {
                // other = sign * one + constant
                copies.join(one, other, -a.signum() * b.signum(), row.low / b, within);
            }
        }
        let all: Vec<usize> = (0..program.costs.len()).collect();
        let mut costs = vec![0; program.costs.len()];
        for &column in &all {
            let (root, sign, constant) = copies.root(column);
            copies.0[column] = (root, sign, constant);
            costs[root] += sign * program.costs[column];
            program.constant += constant * program.costs[column];
        }
        program.costs = costs;
        for row in &mut program.rows {
            let (mut terms, mut shift) = (BTreeMap::new(), 0);
            for &(column, weight) in &row.terms {
                let (root, sign, constant) = copies.0[column];
                *terms.entry(root).or_insert(0) += sign * weight;
                shift += constant * weight;
            }
            row.terms = terms.into_iter().filter(|&(_, weight)| weight != 0).collect();
            for end in [&mut row.low, &mut row.high] {
                if *end != i64::MIN && *end != i64::MAX {
                    *end -= shift;
                }
            }
        }
        // An empty row that does not hold says that there is no solution.
        program.rows.retain(|row| !row.terms.is_empty() || row.low > 0 || row.high < 0);
        copies
    }

    fn root(&self, column: usize) -> (usize, i64, i64) {
        match self.0[column] {
            (next, ..) if next == column => (column, 1, 0),
            (next, sign, constant) => {
                let (root, other, more) = self.root(next);
                (root, sign * other, sign * more + constant)
            }
        }
    }

    fn join(&mut self, one: usize, other: usize, sign: i64, constant: i64, within: &mut Box) {
        let ((one, one_sign, one_constant), (other, other_sign, other_constant)) =
            (self.root(one), self.root(other));
        if one == other {
            return;
        }
        // other_sign * other + other_constant = sign * (one_sign * one + one_constant) + constant
        let constant = other_sign * (sign * one_constant + constant - other_constant);
        let sign = other_sign * sign * one_sign;
        self.0[other] = (one, sign, constant);
        let ends = [within.lows[other], within.highs[other]].map(|end| sign * (end - constant));
        within.lows[one] = within.lows[one].max(ends[0].min(ends[1]));
        within.highs[one] = within.highs[one].min(ends[0].max(ends[1]));
    }

    /// Sets the columns that repeat another one.
    pub(super) fn complete(&self, point: &mut [i64]) {
        for (column, &(root, sign, constant)) in self.0.iter().enumerate() {
            point[column] = sign * point[root] + constant;
        }
    }
}
