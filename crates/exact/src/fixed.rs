//! Counts classes under permutations of the variables, from what each permutation fixes.
//!
//! The number of classes is the average number of solutions that the members of the group fix (Cauchy,
//! Frobenius, Burnside). Here solutions already count up to renaming of values, so for each permutation that
//! number is an average again: over all renamings, of the solutions that the permutation and the renaming
//! move to the same solution. It depends only on the renaming's cycle lengths, and is the same for conjugate
//! permutations.

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
use super::renaming::Renaming;
use super::residual::Frame;
use super::threads;

/// The lengths of a renaming's cycles, in each set of interchangeable values.
pub(super) type Cycles = Vec<Vec<usize>>;

/// The cycles of all renamings, each type once. Large sets have many types.
pub(super) fn cycles(csp: &Csp) -> Vec<Cycles> {
    let sets = csp.symmetry().interchangeable.iter();
    let of_set = sets.map(|set| partitions(set.values.len(), set.values.len()));
    // Without sets, the only renaming is the identity.
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

/// The average over all renamings of a number that depends only on the cycles; missing numbers count as zero.
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

/// How many solutions, up to renaming of interchangeable values, the permutation maps to themselves. The
/// variables are decided in roughly this order. If a limit is reached, the number is too small.
///
/// The average over the renamings counts solutions by name: the declared sets are disjoint, and a renaming
/// changes only variables in the set's scope.
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
    // Counts that ran at the same time shared the memory, so repeat them alone.
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

/// The largest group in which to look for conjugates.
const LARGEST_GROUP: usize = 48;

/// Whether some permutation of the group conjugates one into the other. Then both fix equally many classes,
/// because it maps the ones that the first fixes to the ones that the second fixes.
pub(super) fn are_conjugate(one: &[VarId], other: &[VarId], group: &[Vec<VarId>]) -> bool {
    let turns = |by: &Vec<VarId>| {
        let mut places = 0..by.len();
        places.all(|at| by[one[at].index()] == other[by[at].index()])
    };
    group.len() <= LARGEST_GROUP && group.iter().any(turns)
}

/// How many solutions the permutation and a renaming with these cycles move to the same solution.
fn moved_alike(
    csp: &Csp,
    order: &[VarId],
    permutation: &[VarId],
    lengths: &[Vec<usize>],
    meter: &mut Meter<'_>,
) -> Bounded {
    let mut meter = meter.anew();
    let planned = meter.check().and_then(|()| plan(csp, (order, permutation), lengths, &mut meter));
    let (plan, decisions) = match planned {
        Ok(planned) => planned,
        Err(limit) => return Bounded { number: BigUint::ZERO, stopped: Some(limit) },
    };
    let diagram = build::build(&plan, &decisions, &mut meter);
    Bounded { number: diagram.count(), stopped: diagram.stopped() }
}

/// The plan to count them, which merges states that differ by a renaming that commutes with the one with these
/// cycles. Returns the limit as an error if one is reached.
pub(super) fn plan(
    csp: &Csp,
    (order, permutation): (&[VarId], &[VarId]),
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
    let commuting =
        |frame: &mut Frame| Renaming::of_cycles(csp, &constraints, permutation, lengths, frame);
    let plan = Plan::new(csp, &constraints, &decisions, commuting, meter)?;
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

/// The values, each moved one further in its cycle.
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

/// The number of permutations with cycles of these lengths.
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cnfetti_core::csp::{AllDifferent, Cardinality, Occurrence, Symmetry};
    use cnfetti_core::random::Random;
    use cnfetti_encodings::Relation;

    use super::*;
    use crate::{Limits, count};

    /// Where a cell goes, from its row, its column and the last row.
    type Image = fn(usize, usize, usize) -> (usize, usize);

    /// The turns and reflections of a square board, without the identity.
    fn turns(side: usize, ids: &[VarId]) -> Vec<Vec<VarId>> {
        let last = side - 1;
        let images: [Image; 7] = [
            |row, column, last| (column, last - row),
            |row, column, last| (last - row, last - column),
            |row, column, last| (last - column, row),
            |row, column, last| (row, last - column),
            |row, column, last| (last - row, column),
            |row, column, _| (column, row),
            |row, column, last| (last - column, last - row),
        ];
        let turn = |image: &Image| {
            let places = (0..side).cartesian_product(0..side);
            let moved = places.map(|(row, column)| image(row, column, last));
            moved.map(|(row, column)| ids[row * side + column]).collect()
        };
        images.iter().map(turn).collect()
    }

    /// A board whose rules stay the same under all turns and all renamings of its first values.
    fn random_board(random: &mut Random) -> (Csp, usize) {
        let (side, alike, others) = match random.below(4) {
            0 => (3, 2 + random.below(2), 0),
            1 => (3, 2, 1),
            _ => (2, 2 + random.below(5), random.below(2)),
        };
        let mut csp = Csp::new();
        let values = (alike + others) as Value;
        let ids: Vec<VarId> =
            (0..side * side).map(|cell| csp.variable(format!("c{cell}"), 1..=values)).collect();
        let permutations = turns(side, &ids);
        for _ in 0..random.below(3) {
            let pair = [random.below(ids.len()), random.below(ids.len())];
            for permutation in permutations.iter().chain([&ids]) {
                let scope = pair.iter().map(|&at| permutation[at]).unique().collect();
                let except = if others > 0 { vec![values] } else { Vec::new() };
                csp.post(AllDifferent { scope, except }.into(), "a test");
            }
        }
        if random.below(2) == 0 {
            let relation = [Relation::AtMost, Relation::AtLeast][random.below(2)];
            let number = ids.len() / alike;
            let of_value = |value| Occurrence { value, relation, count: number };
            let occurrences = (1..=alike as Value).map(of_value).collect();
            csp.post(Cardinality { scope: ids.clone(), occurrences }.into(), "a test");
        }
        let set = Interchangeable { scope: ids, values: (1..=alike as Value).collect() };
        let interchangeable = vec![set];
        csp.declare_symmetry(Symmetry { interchangeable, permutations, ..Symmetry::default() })
            .expect("turns are a group");
        (csp, alike)
    }

    /// The solution with its values renamed in order of their first occurrence.
    fn named(solution: &[Value], alike: usize) -> Vec<Value> {
        let mut names = Vec::new();
        let mut name = |&value: &Value| {
            if value > alike as Value {
                return value;
            }
            let place = names.iter().position(|&other| other == value).unwrap_or_else(|| {
                names.push(value);
                names.len() - 1
            });
            place as Value + 1
        };
        solution.iter().map(&mut name).collect()
    }

    /// Compares the numbers of classes up to renaming and turns with brute force: all turns, some of which
    /// are conjugate, and renamings with cycles of several lengths.
    #[test]
    fn classes_of_boards_are_counted_as_by_brute_force() {
        let mut classes = 0;
        for seed in 0..150 {
            let (csp, alike) = random_board(&mut Random::new(seed));
            let domains = csp.ids().map(|id| csp.domain(id).iter().copied());
            let mut seen = HashSet::new();
            for solution in domains.multi_cartesian_product().filter(|s| csp.is_solution(s)) {
                let turned = |permutation: &Vec<VarId>| {
                    let moved: Vec<Value> =
                        permutation.iter().map(|id| solution[id.index()]).collect();
                    named(&moved, alike)
                };
                let turned = csp.symmetry().permutations.iter().map(turned);
                seen.insert(turned.chain([named(&solution, alike)]).min());
            }
            let (count, arithmetic) = count(&csp, &Limits::default()).unwrap();
            assert_eq!(count.classes, BigUint::from(seen.len()), "seed {seed}: {arithmetic:?}");
            classes += seen.len();
        }
        assert!(classes > 1_500, "{classes}");
    }
}
