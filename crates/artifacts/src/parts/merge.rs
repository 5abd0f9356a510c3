//! Adds up the parts of a count, or merges a round and begins the next.

use std::path::{Path, PathBuf};

use num_bigint::BigUint;

use super::plan::{Open, Round, next_steps, round_path, sums};
use super::result::{Index, Total};
use super::sealed::{counted, number_path, part_name};
use super::write::{Fronts, write_round};
use super::{PartsError, Plan, problem};
use cnfetti_core::count::Count;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Limits;
use cnfetti_exact::split::{self, Found, Front, Rounds, SplitError};
use cnfetti_puzzles::instance::Instance;

/// How far a count in parts is.
pub struct Merged {
    /// The puzzle.
    pub instance: Instance,
    /// Its constraints.
    pub csp: Csp,
    /// The numbers; lower bounds if parts are missing, or until the last round is complete.
    pub count: Count,
    /// The number of the round that is to be counted, or of the last one; `None` if there is only one.
    pub round: Option<usize>,
    /// The number of its first part.
    pub first: usize,
    /// The number of its parts; 0 if there is no further round.
    pub parts: usize,
    /// The numbers of its parts that are not counted yet.
    pub missing: Vec<usize>,
}

/// The index of each counted part, with its number and the path of its result.
type Results = Vec<(PathBuf, usize, Vec<Index>)>;

/// Adds up the results in a folder. For a count in rounds, writes the next round if all parts of the last one are
/// counted.
///
/// # Errors
///
/// A file is damaged, or belongs to another puzzle or another version's plan, or cannot be written; a limit is
/// reached; or the numbers do not fit together.
pub fn merge(folder: &Path, limits: &Limits) -> Result<Merged, PartsError> {
    let plan = Plan::read(folder)?;
    let instance = plan.puzzle.instance()?;
    let (csp, is_over) = problem(&plan.puzzle, &instance);
    let wrong = |error| PartsError::Split { path: folder.to_owned(), error };
    let rounds = Rounds::new(&csp, limits).map_err(wrong)?;
    let (round, sum) = Round::last(folder, &plan)?;
    let mut results = Results::with_capacity(round.parts.len());
    let mut missing = Vec::new();
    for (number, part) in (round.first..).zip(&round.parts) {
        let Some(path) = counted(folder, number, &part.part)? else {
            missing.push(number);
            continue;
        };
        let indexes = Index::read(&path, (&plan.plan, number, &part.part), &part.tasks)?;
        results.push((path, number, indexes));
    }
    let is_whole = missing.is_empty() && !round.parts.is_empty();
    let mut merged = (round.round, round.first, round.parts.len());
    let mut done = round.done.clone();
    if is_whole && !plan.sizes.once {
        let fronts = next(folder, (&plan, &round), &rounds, &results)?;
        done.clone_from(&fronts.done);
        let (number, first) = (round.round + 1, round.first + round.parts.len());
        let parts = write_round(&plan, (number, sum, first), fronts, folder)?;
        missing = (first..first + parts).collect();
        merged = (number, first, parts);
    }
    let (number, first, parts) = merged;
    let found = sums(&done, plan.units.len());
    let mut found =
        found.ok_or_else(|| PartsError::wrong(&round_path(folder, number), "no number"))?;
    if plan.sizes.once {
        if is_whole {
            for open in &round.open {
                checked(folder, (&round, open), &of_unit(&results, open.unit))?;
            }
        }
        add(&mut found, &rounds, &results)?;
    } else if found.first().is_some_and(Option::is_none) {
        // As long as the solutions are not counted, what permutations leave unchanged bounds nothing.
        found.fill(None);
    }
    let is_exact = missing.is_empty() && found.iter().all(Option::is_some);
    let sums: Vec<Found> = found.into_iter().map(Option::unwrap_or_default).collect();
    let count = rounds.total(&sums, is_exact).map_err(wrong)?;
    let count = if is_over { count.over() } else { count };
    let round = (!plan.sizes.once).then_some(number);
    drop(rounds);
    Ok(Merged { instance, csp, count, round, first, parts, missing })
}

/// Adds what parts found that carried their states to the end.
fn add(
    sums: &mut [Option<Found>],
    rounds: &Rounds<'_>,
    results: &Results,
) -> Result<(), PartsError> {
    for (path, _, indexes) in results {
        for index in indexes {
            let front = index.front(path)?;
            if front.step != front.steps {
                return Err(PartsError::wrong(path, "it has other numbers than its part"));
            }
            let found = rounds.found(&front);
            // If projections are read, each solution belongs to a set.
            let is_read = found.projected.is_empty() || !front.sets.is_empty();
            if !is_read && found.solutions > BigUint::ZERO {
                return Err(PartsError::wrong(path, "it has fewer numbers than other parts"));
            }
            let sum = sums[front.unit].get_or_insert_default();
            sum.solutions += found.solutions;
            sum.classes += found.classes;
            sum.projected.resize(found.projected.len(), 0_u32.into());
            sum.projected.iter_mut().zip(found.projected).for_each(|(sum, found)| *sum += found);
        }
    }
    Ok(())
}

/// What the parts found for a unit, each with its number.
fn of_unit(results: &Results, unit: usize) -> Vec<(usize, &Index)> {
    let all = results.iter().flat_map(|(_, number, all)| all.iter().map(move |one| (*number, one)));
    all.filter(|(_, index)| index.front.unit == unit).collect()
}

/// The states for the next round, from the results of all parts of a round.
fn next(
    folder: &Path,
    (plan, round): (&Plan, &Round),
    rounds: &Rounds<'_>,
    results: &Results,
) -> Result<Fronts, PartsError> {
    let mut fronts = Fronts::new(plan.sizes, round.done.clone());
    for open in &round.open {
        let of_unit = of_unit(results, open.unit);
        let gives = checked(folder, (round, open), &of_unit)?;
        let sketches = of_unit.iter().map(|(_, index)| &index.sketch[..]);
        let different = split::different(sketches);
        let steps = next_steps(open.steps, gives.states, different);
        let of = &of_unit[0].1.front;
        let has_sets = of_unit.iter().any(|(_, index)| index.sets.is_some());
        let are_many = gives.states >= plan.sizes.few() && of.step < of.steps;
        if are_many && !has_sets && !plan.sizes.whole {
            fronts.add_ranges((&of_unit, gives), (steps, different));
            continue;
        }
        let read = |(number, index): &(usize, &Index)| {
            index.front(&number_path(&folder.join(part_name(*number)), *number))
        };
        let all = of_unit.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let merged = Front::merge(all)
            .ok_or_else(|| PartsError::wrong(folder, "the states of its parts differ in size"))?;
        let wrong = |error: SplitError| PartsError::Split { path: folder.to_owned(), error };
        fronts.add(rounds, (merged, steps)).map_err(wrong)?;
    }
    Ok(fronts)
}

/// The sums over what the parts give for a number, after checking what they took.
fn checked(
    folder: &Path,
    (round, open): (&Round, &Open),
    results: &[(usize, &Index)],
) -> Result<Total, PartsError> {
    let wrong = |what| PartsError::wrong(&round_path(folder, round.round), what);
    let place = |(_, index): &(usize, &Index)| {
        let Front { step, steps, layout, .. } = index.front;
        (step, steps, layout)
    };
    let first = results.first().map(place);
    if results.is_empty() || results.iter().any(|result| Some(place(result)) != first) {
        return Err(wrong("its parts carried their states to different steps"));
    }
    let taken = Total::of(results.iter().map(|(_, index)| &index.taken));
    if taken.ok_or_else(|| wrong("no number"))? != open.takes {
        return Err(wrong("its parts have taken other states than the round before gave"));
    }
    Total::of(results.iter().map(|(_, index)| &index.gives)).ok_or_else(|| wrong("no number"))
}
