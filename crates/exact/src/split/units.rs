//! The numbers that make up the count of a problem.

use std::fmt;

use itertools::Itertools;

use crate::decisions::Decisions;
use crate::fixed::are_conjugate;
use crate::meter::Meter;
use crate::plan::Plan;
use crate::{fixed, order, plan};
use cnfetti_core::csp::{Csp, VarId};
use cnfetti_core::limit::Limit;

/// One of the numbers that make up the count of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The solutions, and their number up to renaming.
    Solutions,
    /// The solutions by name, for the projections of a problem with interchangeable values.
    Names,
    /// How many solutions a permutation of the variables and a renaming move to the same solution.
    Fixed {
        /// The permutation, by its place in the declared symmetry; `None` for the identity.
        permutation: Option<usize>,
        /// The renaming: the lengths of its cycles in each declared set of values.
        cycles: Vec<Vec<usize>>,
    },
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Solutions => f.write_str("solutions"),
            Unit::Names => f.write_str("solutions by name"),
            Unit::Fixed { permutation, cycles } => {
                match permutation {
                    Some(number) => write!(f, "solutions that permutation {} moves", number + 1)?,
                    None => f.write_str("solutions that are moved to themselves")?,
                }
                let cycles = cycles.iter().map(|lengths| lengths.iter().join("+"));
                let cycles = cycles.filter(|lengths| !lengths.is_empty()).join(", ");
                if cycles.is_empty() { Ok(()) } else { write!(f, ", by cycles of {cycles}") }
            }
        }
    }
}

/// The units of a problem, with what is needed to plan each.
pub(super) struct Units {
    pub(super) list: Vec<Unit>,
    /// Whether some constraint tells the declared values apart.
    pub(super) has_precedences: bool,
    /// For each permutation, the first one that leaves as many solutions unchanged.
    pub(super) alike: Vec<usize>,
    /// The order in which to decide the variables under permutations.
    order: Vec<VarId>,
}

impl Units {
    /// Returns the limit as an error if one is reached.
    pub(super) fn new(csp: &Csp, meter: &mut Meter<'_>) -> Result<Units, Limit> {
        let (main, _) = plan(csp, true, meter)?;
        let has_precedences = !main.renaming.precedences().is_empty();
        let mut list = vec![Unit::Solutions];
        if !csp.projections().is_empty() && !main.renaming.is_trivial() {
            list.push(Unit::Names);
        }
        let alike = alike(&csp.symmetry().permutations);
        let permutations = alike.iter().copied().unique().map(Some);
        let identity = has_precedences.then_some(None);
        for permutation in identity.into_iter().chain(permutations) {
            let all = fixed::cycles(csp).into_iter();
            list.extend(all.map(|cycles| Unit::Fixed { permutation, cycles }));
        }
        let variables = csp.ids().collect_vec();
        let order = match csp.symmetry().permutations.is_empty() {
            true => Vec::new(),
            false => order::order(csp, &variables, meter),
        };
        meter.check()?;
        Ok(Units { list, has_precedences, alike, order })
    }

    /// The unit that reads the projections.
    pub(super) fn of_projections(&self) -> usize {
        usize::from(self.list.get(1) == Some(&Unit::Names))
    }

    /// The plan for one of the units. Returns the limit as an error if one is reached.
    pub(super) fn plan(
        &self,
        csp: &Csp,
        unit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(Plan, Decisions), Limit> {
        match &self.list[unit] {
            Unit::Solutions => plan(csp, true, meter),
            Unit::Names => plan(csp, false, meter),
            Unit::Fixed { permutation: None, cycles } => {
                let identity = csp.ids().collect_vec();
                fixed::plan(csp, (&identity, &identity), cycles, meter)
            }
            Unit::Fixed { permutation: Some(number), cycles } => {
                let permutation = &csp.symmetry().permutations[*number];
                fixed::plan(csp, (&self.order, permutation), cycles, meter)
            }
        }
    }
}

/// For each permutation the first one that is conjugate to it.
fn alike(permutations: &[Vec<VarId>]) -> Vec<usize> {
    let first = |(at, permutation): (usize, &Vec<VarId>)| {
        let is_alike = |other: &Vec<VarId>| are_conjugate(other, permutation, permutations);
        permutations[..at].iter().position(is_alike).unwrap_or(at)
    };
    permutations.iter().enumerate().map(first).collect()
}
