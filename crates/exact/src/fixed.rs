//! Classes under permutations of the variables, by counting what each permutation fixes.
//!
//! The number of classes is the average number of solutions that the members of the group fix
//! (Cauchy, Frobenius, Burnside). Here solutions are taken up to renaming of values already, so
//! for each permutation that number is again an average: over all renamings, of the solutions
//! that the permutation moves to where the renaming moves them. It depends only on the renaming's
//! cycle lengths.

use itertools::Itertools;
use num_bigint::BigUint;

use cnfetti_core::csp::{Csp, Interchangeable, Value, VarId};
use cnfetti_core::limit::Limit;

use super::build;
use super::consistency::{self, Inconsistent};
use super::decisions::{Decisions, cycle_by_cycle};
use super::meter::Meter;
use super::plan::Plan;
use super::project::Bounded;
use super::threads;

/// The lengths of a renaming's cycles, in each set of interchangeable values.
pub(super) type Cycles = Vec<Vec<usize>>;

/// The cycles of all renamings, each sort once. There are many sorts for large sets.
pub(super) fn cycles(csp: &Csp) -> Vec<Cycles> {
    let sets = csp.symmetry().interchangeable.iter();
    let of_set = sets.map(|set| partitions(set.values.len(), set.values.len()));
    // Without sets there is one renaming, that of nothing.
    let mut combinations: Vec<Cycles> = vec![Vec::new()];
    for lengths in of_set {
        let extend = |start: &Cycles| {
            lengths
                .iter()
                .map(|cycles| start.iter().chain([cycles]).cloned().collect())
                .collect_vec()
        };
        combinations = combinations.iter().flat_map(extend).collect();
    }
    combinations
}

/// The average over all renamings of a number that is the same for those with equal cycles; what is
/// left out counts as zero.
pub(super) fn average(
    csp: &Csp,
    numbers: impl Iterator<Item = (Cycles, BigUint)>,
    is_exact: bool,
) -> Result<BigUint, Inconsistent> {
    let sets = csp.symmetry().interchangeable.iter();
    let renamings: BigUint = sets.map(|set| factorial(set.values.len())).product();
    let times = |cycles: &Cycles| -> BigUint {
        cycles.iter().map(|lengths| renamings_like(lengths)).product()
    };
    let sum = numbers
        .filter(|(_, number)| *number != BigUint::ZERO)
        .map(|(cycles, number)| number * times(&cycles))
        .sum();
    consistency::average(sum, renamings, "renamings", is_exact)
}

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
    if let Err(limit) = meter.anew().check() {
        return Ok(Bounded { number: BigUint::ZERO, stopped: Some(limit) });
    }
    let cycles = cycles(csp);
    let moved = |cycles: &Cycles, meter: &mut Meter<'_>| {
        moved_alike(csp, order, permutation, cycles, meter)
    };
    let mut counts = threads::each(&cycles, meter, moved);
    // Those that are made at the same time share the memory.
    for (cycles, count) in cycles.iter().zip(&mut counts) {
        if count.stopped == Some(Limit::Memory) && meter.threads() > 1 {
            *count = moved(cycles, meter);
        }
    }
    let stopped = counts.iter().find_map(|count| count.stopped);
    let numbers = cycles.into_iter().zip(counts).map(|(cycles, count)| (cycles, count.number));
    let number = average(csp, numbers, stopped.is_none())?;
    Ok(Bounded { number, stopped })
}

/// How many solutions the permutation moves to where a renaming with these cycles moves them.
fn moved_alike(
    csp: &Csp,
    order: &[VarId],
    permutation: &[VarId],
    lengths: &[Vec<usize>],
    meter: &mut Meter<'_>,
) -> Bounded {
    let mut meter = meter.anew();
    let planned = meter.check().and_then(|()| plan(csp, order, permutation, lengths, &mut meter));
    let (plan, decisions) = match planned {
        Ok(planned) => planned,
        Err(limit) => return Bounded { number: BigUint::ZERO, stopped: Some(limit) },
    };
    let diagram = build::build(&plan, &decisions, &mut meter);
    Bounded { number: diagram.count(), stopped: diagram.stopped() }
}

/// The plan to count these. An error is the limit that is reached.
pub(super) fn plan(
    csp: &Csp,
    order: &[VarId],
    permutation: &[VarId],
    lengths: &[Vec<usize>],
    meter: &mut Meter<'_>,
) -> Result<(Plan, Decisions), Limit> {
    let constraints = csp.constraints().iter().map(|posted| &posted.constraint).collect_vec();
    let maps = csp.symmetry().interchangeable.iter().zip(lengths);
    let maps = maps.map(|(set, lengths)| (set, rotated(&set.values, lengths))).collect_vec();
    let rename = |variable: VarId, value: Value| {
        let renamed = maps.iter().find_map(|(set, rotated)| renamed(set, rotated, variable, value));
        renamed.unwrap_or(value)
    };
    let decisions = cycle_by_cycle(csp, order, permutation, &rename);
    let plan = Plan::new(csp, &constraints, &decisions, false, meter)?;
    Ok((plan, decisions))
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
