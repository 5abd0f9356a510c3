//! Classes under permutations of the variables, by counting what each permutation fixes.
//!
//! The number of classes is the average number of solutions that the members of the group fix
//! (Cauchy, Frobenius, Burnside). Here solutions are taken up to renaming of values already, so
//! for each permutation that number is again an average: over all renamings, of the solutions
//! that the permutation moves to where the renaming moves them. It depends only on the renaming's
//! cycle lengths.

use itertools::Itertools;
use num_bigint::BigUint;

use crate::csp::{Constraint, Csp, Interchangeable, Value, VarId};

use super::build;
use super::consistency::{self, Inconsistent};
use super::decisions::cycle_by_cycle;
use super::meter::Meter;
use super::plan::Plan;
use super::project::Bounded;

/// How many solutions, up to renaming of interchangeable values, the permutation moves to
/// themselves. The variables are decided in about this order. Where a limit is reached the number
/// is too small.
///
/// The average over the renamings is of solutions by name: the declared sets are disjoint, and a
/// renaming moves the variables of a set's scope only.
pub(super) fn fixed(
    csp: &Csp,
    order: &[VarId],
    permutation: &[VarId],
    meter: &mut Meter<'_>,
) -> Result<Bounded, Inconsistent> {
    let constraints = csp.constraints.iter().map(|posted| &posted.constraint).collect_vec();
    if meter.anew().is_reached() {
        return Ok(Bounded { number: BigUint::ZERO, stopped: Some(meter.limit()) });
    }
    let mut sum = BigUint::ZERO;
    let mut renamings = BigUint::from(1_u32);
    let mut stopped = None;
    let sets = &csp.symmetry.interchangeable;
    sets.iter().for_each(|set| renamings *= factorial(set.values.len()));
    let cycles = sets.iter().map(|set| partitions(set.values.len(), set.values.len()));
    // Without sets there is one renaming, that of nothing.
    let mut combinations: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
    for lengths in cycles {
        let extend = |start: &Vec<Vec<usize>>| {
            lengths
                .iter()
                .map(|cycles| start.iter().chain([cycles]).cloned().collect())
                .collect_vec()
        };
        combinations = combinations.iter().flat_map(extend).collect();
    }
    for lengths in combinations {
        if meter.anew().is_reached() {
            stopped = Some(meter.limit());
            break;
        }
        let times: BigUint = lengths.iter().map(|lengths| renamings_like(lengths)).product();
        let count = moved_alike(csp, &constraints, order, permutation, &lengths, meter);
        stopped = stopped.or(count.stopped);
        sum += count.number * times;
    }
    let number = consistency::average(sum, renamings, "renamings", stopped.is_none())?;
    Ok(Bounded { number, stopped })
}

/// How many solutions the permutation moves to where a renaming with these cycles moves them.
fn moved_alike(
    csp: &Csp,
    constraints: &[&Constraint],
    order: &[VarId],
    permutation: &[VarId],
    lengths: &[Vec<usize>],
    meter: &mut Meter<'_>,
) -> Bounded {
    let mut meter = meter.anew();
    let maps = csp.symmetry.interchangeable.iter().zip(lengths);
    let maps = maps.map(|(set, lengths)| (set, rotated(&set.values, lengths))).collect_vec();
    let rename = |variable: VarId, value: Value| {
        let renamed = maps.iter().find_map(|(set, rotated)| renamed(set, rotated, variable, value));
        renamed.unwrap_or(value)
    };
    let decisions = cycle_by_cycle(csp, order, permutation, &rename);
    let plan = Plan::new(csp, constraints, &decisions, false, &mut meter);
    let plan = match plan {
        Ok(plan) => plan,
        Err(limit) => return Bounded { number: BigUint::ZERO, stopped: Some(limit) },
    };
    let diagram = build::build(&plan, &decisions, &mut meter);
    Bounded { number: diagram.count(), stopped: diagram.stopped() }
}

fn renamed(
    set: &Interchangeable,
    rotated: &[Value],
    variable: VarId,
    value: Value,
) -> Option<Value> {
    let position = set.values.iter().position(|&other| other == value)?;
    set.scope.contains(&variable).then(|| rotated[position])
}

/// The values moved one further in each of the cycles.
fn rotated(values: &[Value], lengths: &[usize]) -> Vec<Value> {
    let mut rotated = values.to_vec();
    let mut rest = &mut rotated[..];
    for &length in lengths {
        let (cycle, others) = rest.split_at_mut(length);
        cycle.rotate_left(1);
        rest = others;
    }
    rotated
}

/// All ways to write `number` as a sum of numbers up to `largest`, each number at most the one
/// before it.
fn partitions(number: usize, largest: usize) -> Vec<Vec<usize>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let first = (1..=number.min(largest)).rev();
    let all = first.flat_map(|first| {
        let rest = partitions(number - first, first);
        rest.into_iter().map(move |rest| [&[first][..], &rest].concat())
    });
    all.collect()
}

/// How many permutations have cycles of these lengths.
fn renamings_like(lengths: &[usize]) -> BigUint {
    let mut divisor = BigUint::from(1_u32);
    for (&length, count) in lengths.iter().counts() {
        divisor *= BigUint::from(length).pow(count as u32) * factorial(count);
    }
    factorial(lengths.iter().sum()) / divisor
}

fn factorial(number: usize) -> BigUint {
    (1..=number).product()
}
