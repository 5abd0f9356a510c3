//! Merges a round, and begins the next.

use std::collections::BTreeMap;
use std::path::Path;

use super::slice::carried;
use super::write::{Fronts, write_round};
use super::{Pace, Plan, Round, round_path, sums};
use crate::parts::number::counted;
use crate::parts::{PartsError, problem};
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
        let mut by_unit: BTreeMap<usize, Vec<Front>> = BTreeMap::new();
        for (path, number, part) in results {
            let of = (&part.part[..], &part.tasks[..]);
            for front in carried(&path, &plan.plan, number, of)? {
                by_unit.entry(front.unit).or_default().push(front);
            }
        }
        let mut fronts = Vec::new();
        for pace in &round.paces {
            let of_unit = by_unit.remove(&pace.unit).unwrap_or_default();
            fronts.push(merged(of_unit, *pace).ok_or_else(|| {
                PartsError::wrong(&path, "its parts carried their states to different steps")
            })?);
        }
        let rounds = Rounds::new(&csp, limits).map_err(wrong)?;
        let fronts = Fronts::new(&rounds, plan.sizes, fronts, round.done.clone()).map_err(wrong)?;
        let next = (round.round + 1, round.first + round.parts.len());
        let parts = write_round(&plan, (next.0, sum, next.1), &fronts, folder)?;
        missing = (next.1..next.1 + parts).collect();
        (sums(&fronts.done, plan.units.len()), next.0, next.1, parts)
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

/// The merged states of one number, and the pace of the next round; `None` if they are not states before one step.
fn merged(fronts: Vec<Front>, pace: Pace) -> Option<(Front, Pace)> {
    let place = |front: &Front| (front.step, front.layout);
    let first = fronts.first().map(place)?;
    if fronts.iter().any(|front| place(front) != first) {
        return None;
    }
    let all = fronts.iter().map(|front| front.states.len()).sum();
    let merged = Front::merge(fronts)?;
    let pace = pace.next(all, merged.states.len());
    Some((merged, pace))
}
