//! The smallest or the largest of some numbers.

use super::{Most, Values, add, conditioned, max};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{Condition, Extreme, Operand};

/// The most over the possible values of the extremum: one number has it, and no other is beyond.
pub(super) fn most<Number: Copy + Into<Operand>>(
    extreme: Extreme,
    scope: &[Number],
    condition: &Condition,
    mut gains: Gains<'_>,
) -> Most {
    let sign = if extreme == Extreme::Maximum { 1 } else { -1 };
    let scope = scope.iter().map(|&number| {
        let mut values = gains.take(number.into());
        values.iter_mut().for_each(|value| value.0 *= sign);
        values.sort_unstable();
        values
    });
    let scope: Vec<Values> = scope.collect();
    // For each value of the extremum: of each number the most so far.
    let mut all: Vec<i64> = scope.iter().flatten().map(|value| value.0).collect();
    all.sort_unstable();
    all.dedup();
    gains.budget.spend(8 * (all.len() * scope.len()) as u64);
    let mut seen = vec![0; scope.len()];
    let mut so_far: Vec<Most> = vec![None; scope.len()];
    let mut ends: Values = Vec::new();
    for end in all {
        let mut here: Vec<Most> = vec![None; scope.len()];
        for (number, values) in scope.iter().enumerate() {
            while let Some(&(_, gain)) = values.get(seen[number]).filter(|value| value.0 == end) {
                here[number] = max(here[number], Some(gain));
                so_far[number] = max(so_far[number], Some(gain));
                seen[number] += 1;
            }
        }
        let Some(total) = so_far.iter().copied().sum::<Most>() else { continue };
        let losses = here.iter().zip(&so_far).filter_map(|(&here, &most)| Some(most? - here?));
        if let Some(loss) = losses.min() {
            ends.push((sign * end, total - loss));
        }
    }
    let most = conditioned(ends, condition, &mut gains);
    add(most, gains.rest())
}
