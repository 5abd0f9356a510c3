//! Bounds propagation on rows.

use crate::program::{Box, Program, Row};
use crate::refutation::Step;

/// Bounds can approach each other in tiny steps, so the rounds are limited.
const MAX_ROUNDS: usize = 8;

/// Removes values from the box that no solution of the rows with at most this cost has. Adds the rows that did so to the
/// steps; the costs are the row before the first. Returns false if the box is empty.
pub(super) fn tighten(
    program: &Program,
    within: &mut Box,
    most: i64,
    steps: &mut Vec<Step>,
) -> bool {
    let costs = program.costs_at_most(most);
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for (number, row) in (1..).zip(&program.rows).chain([(0, &costs)]) {
            let revised = revise(row, within);
            if revised != Some(false) {
                steps.push(Step::Row(number));
            }
            match revised {
                Some(did_change) => changed |= did_change,
                None => return false,
            }
        }
        if !changed {
            break;
        }
    }
    true
}

/// Whether the box changed; `None` if it is empty.
fn revise(row: &Row, within: &mut Box) -> Option<bool> {
    let ends = |within: &Box, (column, weight): (usize, i64)| {
        let ends = [within.lows[column], within.highs[column]];
        let ends = ends.map(|end| i128::from(weight) * i128::from(end));
        (ends[0].min(ends[1]), ends[0].max(ends[1]))
    };
    let (mut least, mut most) = (0, 0);
    for &term in &row.terms {
        let (own_least, own_most) = ends(within, term);
        (least, most) = (least + own_least, most + own_most);
    }
    let (low, high) = (i128::from(row.low), i128::from(row.high));
    if least > high || most < low {
        return None;
    }
    let (is_above, is_below) = (most > high, least < low);
    if !is_above && !is_below {
        return Some(false);
    }
    let mut changed = false;
    for &(column, weight) in &row.terms {
        let (own_least, own_most) = ends(within, (column, weight));
        let weight = i128::from(weight);
        let (mut first, mut last) =
            (i128::from(within.lows[column]), i128::from(within.highs[column]));
        // The room that the other columns leave.
        if is_above {
            let room = high - (least - own_least);
            match weight > 0 {
                true => last = last.min(room.div_euclid(weight)),
                false => first = first.max(-room.div_euclid(-weight)),
            }
        }
        if is_below {
            let need = low - (most - own_most);
            match weight > 0 {
                true => first = first.max(-(-need).div_euclid(weight)),
                false => last = last.min((-need).div_euclid(-weight)),
            }
        }
        if first > last {
            return None;
        }
        // No overflow: they are within the old bounds.
        let (first, last) = (first as i64, last as i64);
        if first > within.lows[column] || last < within.highs[column] {
            (within.lows[column], within.highs[column], changed) = (first, last, true);
            // The sums are those of the old box, so the next bounds are weaker, but valid.
        }
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// No point that satisfies the rows is removed.
    #[test]
    fn no_point_is_lost() {
        let (mut lost, mut empty) = (0, 0);
        for seed in 0..3_000 {
            let random = &mut Random::new(seed);
            let mut number = |most: usize| random.below(most) as i64;
            let columns = 3;
            let mut row = || Row {
                constraint: None,
                terms: (0..columns)
                    .map(|at| (at, number(7) - 3))
                    .filter(|term| term.1 != 0)
                    .collect(),
                low: if number(2) == 0 { i64::MIN } else { number(9) - 6 },
                high: if number(2) == 0 { i64::MAX } else { number(9) - 2 },
            };
            let rows = vec![row(), row()];
            let costs: Vec<i64> = (0..columns).map(|_| number(5) - 2).collect();
            let most = number(12) - 6;
            let program = Program { rows, costs, constant: 1, from: None };
            let before = Box { lows: vec![-2; columns], highs: vec![3; columns] };
            let mut after = before.clone();
            let is_left = tighten(&program, &mut after, most, &mut Vec::new());
            empty += usize::from(!is_left);
            for point in 0..6_i64.pow(3) {
                let point: Vec<i64> = (0..3).map(|at| point / 6_i64.pow(at) % 6 - 2).collect();
                let sum = |terms: &[(usize, i64)]| -> i64 {
                    terms.iter().map(|&(column, weight)| weight * point[column]).sum()
                };
                let costs: i64 = program.costs.iter().zip(&point).map(|(cost, x)| cost * x).sum();
                let holds = program.rows.iter().all(|row| {
                    let sum = sum(&row.terms);
                    row.low <= sum && sum <= row.high
                });
                let is_inside =
                    (0..3).all(|at| after.lows[at] <= point[at] && point[at] <= after.highs[at]);
                if holds && program.constant + costs <= most {
                    assert!(is_left && is_inside, "{seed}: {point:?} is lost");
                }
                lost += usize::from(!is_inside);
            }
        }
        assert!(lost > 100_000 && empty > 200, "{lost} {empty}");
    }
}
