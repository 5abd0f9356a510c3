//! Adds up the results of the parts.

use std::path::Path;

use super::number::{Number, counted};
use super::plan::Plan;
use super::{PartsError, problem};
use cnfetti_core::count::Count;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Limits;
use cnfetti_exact::split::{self, Found};
use cnfetti_puzzles::instance::Instance;

/// The sum of the parts of a folder.
pub struct Merged {
    /// The puzzle.
    pub instance: Instance,
    /// Its constraints.
    pub csp: Csp,
    /// The numbers; lower bounds if parts are missing.
    pub count: Count,
    /// The number of parts.
    pub parts: usize,
    /// The numbers of the parts that are not counted yet.
    pub missing: Vec<usize>,
}

/// Adds up the results in a folder.
///
/// # Errors
///
/// A file is damaged, or belongs to another puzzle or another version's plan, or the numbers do
/// not fit together.
pub fn merge(folder: &Path, limits: &Limits) -> Result<Merged, PartsError> {
    let plan = Plan::read(folder)?;
    let instance = plan.puzzle.instance()?;
    let (csp, is_over) = problem(&plan.puzzle, &instance);
    let mut sums: Vec<Option<Found>> = vec![None; plan.numbers()];
    let mut missing = Vec::new();
    for (at, sum) in plan.parts.iter().enumerate() {
        let number = at + 1;
        let Some(path) = counted(folder, number, sum)? else {
            missing.push(number);
            continue;
        };
        let counted = Number::read(&path)?;
        if counted.plan != plan.plan || counted.part != *sum || counted.number != number {
            return Err(PartsError::wrong(&path, "it belongs to another part"));
        }
        // If one of its numbers were missing, the sum would be too small, and nobody would notice.
        if !counted.adds.iter().map(|adds| adds.unit).eq(plan.adds_to[at].iter().copied()) {
            return Err(PartsError::wrong(&path, "it has other numbers than its part"));
        }
        for adds in &counted.adds {
            let found = adds.found().ok_or_else(|| PartsError::wrong(&path, "no number"))?;
            if !add(&mut sums[adds.unit], found) {
                return Err(PartsError::wrong(&path, "it has fewer numbers than other parts"));
            }
        }
    }
    let sums: Vec<Found> = sums.into_iter().map(Option::unwrap_or_default).collect();
    let count = split::total(&csp, &sums, missing.is_empty(), limits)
        .map_err(|error| PartsError::Split { path: folder.to_owned(), error })?;
    let count = if is_over { count.over() } else { count };
    Ok(Merged { instance, csp, count, parts: plan.parts.len(), missing })
}

/// Adds the numbers to the sum. Returns whether both have the same projections.
fn add(sum: &mut Option<Found>, found: Found) -> bool {
    let Some(sum) = sum else {
        *sum = Some(found);
        return true;
    };
    sum.solutions += found.solutions;
    sum.classes += found.classes;
    let is_alike = sum.projected.len() == found.projected.len();
    for (sum, found) in sum.projected.iter_mut().zip(found.projected) {
        *sum += found;
    }
    is_alike
}
