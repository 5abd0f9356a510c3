//! Adds up the numbers of the parts.

use std::path::Path;

use super::number::{Number, counted};
use super::plan::Plan;
use super::{PartsError, problem};
use crate::count::Count;
use crate::csp::Csp;
use crate::exact::split::{self, Found};
use crate::instance::Instance;
use crate::limit::Limits;

/// No puzzle has more numbers to be counted.
const MAX_UNITS: usize = 1_000_000;

/// What the parts of a folder add up to.
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
    let mut sums: Vec<Found> = Vec::new();
    let mut missing = Vec::new();
    for (at, sum) in plan.parts.iter().enumerate() {
        let number = at + 1;
        let Some(path) = counted(folder, number, sum)? else {
            missing.push(number);
            continue;
        };
        let counted = Number::read(&path)?;
        if counted.plan != plan.plan || counted.part != *sum || counted.number != number {
            return Err(PartsError::wrong(&path, "it is the number of another part"));
        }
        for adds in &counted.adds {
            let found = adds.found().ok_or_else(|| PartsError::wrong(&path, "no number"))?;
            if adds.unit > MAX_UNITS {
                return Err(PartsError::wrong(&path, "it is the number of no puzzle"));
            }
            if sums.len() <= adds.unit {
                sums.resize(adds.unit + 1, Found::default());
            }
            add(&mut sums[adds.unit], found);
        }
    }
    let count = split::total(&csp, &sums, missing.is_empty(), limits)
        .map_err(|error| PartsError::Split { path: folder.to_owned(), error })?;
    let count = if is_over { count.over() } else { count };
    Ok(Merged { instance, csp, count, parts: plan.parts.len(), missing })
}

fn add(sum: &mut Found, found: Found) {
    sum.solutions += found.solutions;
    sum.classes += found.classes;
    sum.projected.resize(sum.projected.len().max(found.projected.len()), Default::default());
    for (sum, found) in sum.projected.iter_mut().zip(found.projected) {
        *sum += found;
    }
}
