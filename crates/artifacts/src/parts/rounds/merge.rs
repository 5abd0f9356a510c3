//! Merges a round, and begins the next.

use std::cell::OnceCell;
use std::path::Path;

use super::carried::{Index, Total};
use super::write::{Fronts, write_round};
use super::{Open, Plan, Round, next_steps, round_path, sums};
use crate::parts::number::counted;
use crate::parts::{PartsError, number_path, part_name, problem};
use cnfetti_core::count::Count;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Limits;
use cnfetti_exact::split::{self, Found, Front, Rounds};
use cnfetti_puzzles::instance::Instance;

/// How far a count in rounds is.
pub struct Merging {
    /// The puzzle.
    pub instance: Instance,
    /// Its constraints.
    pub csp: Csp,
    /// The numbers; lower bounds until the last round is complete.
    pub count: Count,
    /// The number of the round that is to be counted, or of the last one.
    pub round: usize,
    /// The number of its first part.
    pub first: usize,
    /// The number of its parts; 0 if there is nothing left to count.
    pub parts: usize,
    /// The numbers of its parts that are not counted yet.
    pub missing: Vec<usize>,
}

/// Merges the last round in a folder if all of its parts are counted, and writes the next one. Returns `None` if the
/// folder is not counted in rounds.
///
/// # Errors
///
/// A file is damaged, or belongs to another puzzle or another version's plan, or cannot be written; a limit is
/// reached; or the numbers do not fit together.
pub fn merge_rounds(folder: &Path, limits: &Limits) -> Result<Option<Merging>, PartsError> {
    let Some(plan) = Plan::read(folder)? else { return Ok(None) };
    let instance = plan.puzzle.instance()?;
    let (csp, is_over) = problem(&plan.puzzle, &instance);
    let wrong = |error| PartsError::Split { path: folder.to_owned(), error };
    let (round, sum) = Round::last(folder, &plan)?;
    let mut results = Vec::with_capacity(round.parts.len());
    let mut missing = Vec::new();
    for (number, part) in (round.first..).zip(&round.parts) {
        match counted(folder, number, &part.part)? {
            Some(path) => results.push((path, number, part)),
            None => missing.push(number),
        }
    }
    let is_over_now = missing.is_empty() && !round.parts.is_empty();
    let path = round_path(folder, round.round);
    let (found, number, first, parts) = if is_over_now {
        let indexes = results.iter().map(|(path, number, part)| {
            Index::read(path, (&plan.plan, *number, &part.part), &part.tasks)
        });
        let indexes = indexes.collect::<Result<Vec<_>, _>>()?;
        let fronts = next(folder, (&plan, &round), &csp, &indexes, limits)?;
        let next = (round.round + 1, round.first + round.parts.len());
        let found = sums(&fronts.done, plan.units.len());
        let parts = write_round(&plan, (next.0, sum, next.1), fronts, folder)?;
        missing = (next.1..next.1 + parts).collect();
        (found, next.0, next.1, parts)
    } else {
        (sums(&round.done, plan.units.len()), round.round, round.first, round.parts.len())
    };
    let sums = found.ok_or_else(|| PartsError::wrong(&path, "no number"))?;
    let is_exact = parts == 0 && sums.iter().all(Option::is_some);
    // As long as the solutions are not counted, what permutations leave unchanged bounds nothing.
    let is_begun = sums.first().is_some_and(Option::is_some);
    let sums = sums.into_iter().map(|found| found.filter(|_| is_begun).unwrap_or_default());
    let sums: Vec<Found> = sums.collect();
    let count = split::total(&csp, &sums, is_exact, limits).map_err(wrong)?;
    let count = if is_over { count.over() } else { count };
    Ok(Some(Merging { instance, csp, count, round: number, first, parts, missing }))
}

/// The states for the next round, from the results of all parts of a round.
fn next(
    folder: &Path,
    (plan, round): (&Plan, &Round),
    csp: &Csp,
    results: &[Vec<Index>],
    limits: &Limits,
) -> Result<Fronts, PartsError> {
    let mut fronts = Fronts::new(round.done.clone());
    let rounds = OnceCell::new();
    for open in &round.open {
        let of_part = (round.first..).zip(results);
        let of_unit = of_part.flat_map(|(number, indexes)| {
            let of_unit = indexes.iter().filter(|index| index.front.unit == open.unit);
            of_unit.map(move |index| (number, index))
        });
        let of_unit: Vec<(usize, &Index)> = of_unit.collect();
        let gives = checked(open, &of_unit)
            .map_err(|what| PartsError::wrong(&round_path(folder, round.round), what))?;
        let sketches = of_unit.iter().map(|(_, index)| &index.sketch[..]);
        let different = split::different(sketches);
        let steps = next_steps(open.steps, gives.states, different);
        let of = &of_unit[0].1.front;
        let has_sets = of_unit.iter().any(|(_, index)| index.sets.is_some());
        let are_many = gives.states >= plan.sizes.few() && of.step < of.steps;
        if are_many && !has_sets && !plan.sizes.whole {
            fronts.add_ranges(plan.sizes, (&of_unit, gives), (steps, different));
            continue;
        }
        let read = |(number, index): &(usize, &Index)| {
            index.front(&number_path(&folder.join(part_name(*number)), *number))
        };
        let all = of_unit.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let merged = Front::merge(all)
            .ok_or_else(|| PartsError::wrong(folder, "the states of its parts differ in size"))?;
        let wrong = |error| PartsError::Split { path: folder.to_owned(), error };
        if rounds.get().is_none() {
            // Planning the numbers takes longer than to read indexes.
            let _ = rounds.set(Rounds::new(csp, limits).map_err(wrong)?);
        }
        let rounds = rounds.get().expect("it was set");
        fronts.add(rounds, plan.sizes, (merged, steps)).map_err(wrong)?;
    }
    Ok(fronts)
}

/// The sums over what the parts give for a number; or what is wrong with what they took.
fn checked(open: &Open, results: &[(usize, &Index)]) -> Result<Total, &'static str> {
    let place = |(_, index): &(usize, &Index)| {
        let Front { step, steps, layout, .. } = index.front;
        (step, steps, layout)
    };
    let first = results.first().map(place);
    if results.is_empty() || results.iter().any(|result| Some(place(result)) != first) {
        return Err("its parts carried their states to different steps");
    }
    let taken = Total::of(results.iter().map(|(_, index)| &index.taken)).ok_or("no number")?;
    if taken != open.takes {
        return Err("its parts have taken other states than the round before gave");
    }
    Total::of(results.iter().map(|(_, index)| &index.gives)).ok_or("no number")
}
