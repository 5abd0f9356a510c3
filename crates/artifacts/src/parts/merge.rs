//! Adds up the numbers of the parts.

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
    /// The numbers; lower bounds when parts are missing.
    pub count: Count,
    /// How many parts there are.
    pub parts: usize,
    /// The numbers of the parts that are not counted yet.
    pub missing: Vec<usize>,
}

/// Adds up what there is in a folder.
///
/// # Errors
///
/// When a file is damaged, of another puzzle, or of another version's plan, or when the numbers do
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
        // Without one of its numbers the sum would be too small, and nobody would see it.
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

/// Adds what was found to the sum; whether both are of the same numbers.
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
