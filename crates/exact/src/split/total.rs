//! Adds up what the parts of a count found.

use itertools::Itertools;
use num_bigint::BigUint;

use super::rounds::Rounds;
use super::{SplitError, Unit};
use crate::consistency::{self, Inconsistent};
use crate::count::Arithmetic;
use crate::fixed::average;
use cnfetti_core::count::Count;

/// What parts add to a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The number of solutions.
    pub solutions: BigUint,
    /// The number of solutions up to renaming.
    pub classes: BigUint,
    /// The number of readings of each projection; empty if none are read.
    pub projected: Vec<BigUint>,
}

impl Rounds<'_> {
    /// The numbers of the problem, from the sums of its units in their order; lower bounds unless the sums
    /// contain all parts.
    ///
    /// # Errors
    ///
    /// The numbers contradict each other.
    pub fn total(&self, sums: &[Found], exact: bool) -> Result<Count, SplitError> {
        let (csp, units) = (self.csp, &self.units);
        let sum = |unit: usize| sums.get(unit).cloned().unwrap_or_default();
        let mut count = Count { exact, solutions: sum(0).solutions, ..Count::default() };
        let by_name = sum(units.of_projections());
        if exact && by_name.solutions != count.solutions {
            let (what, down, up) = ("solutions", count.solutions, by_name.solutions);
            return Err(Inconsistent::Directions { what, down, up }.into());
        }
        count.projected = by_name.projected;
        count.projected.resize(csp.projections().len(), BigUint::ZERO);
        let fixed_by = |by: Option<usize>| {
            let numbers = units.list.iter().enumerate().filter_map(|(at, unit)| match unit {
                Unit::Fixed { permutation, cycles } if *permutation == by => {
                    Some((cycles.clone(), sum(at).solutions))
                }
                _ => None,
            });
            average(csp, numbers, exact)
        };
        count.up_to_renaming = if units.has_precedences { fixed_by(None)? } else { sum(0).classes };
        count.classes = count.up_to_renaming.clone();
        if !units.alike.is_empty() {
            let mut fixed = units.alike.iter().map(|&number| fixed_by(Some(number)));
            let fixed: BigUint = fixed.fold_ok(BigUint::ZERO, |sum, number| sum + number)?;
            let all = fixed + &count.up_to_renaming;
            let group = BigUint::from(units.alike.len() + 1);
            count.classes = consistency::average(all, group, "permutations", exact)?;
        }
        consistency::numbers(&count, &Arithmetic::default())?;
        Ok(count)
    }
}
