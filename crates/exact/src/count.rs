//! All numbers of a problem at once.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use cnfetti_core::count::Count;
use cnfetti_core::csp::{Csp, VarId};
use cnfetti_core::limit::Limit;

use super::consistency::{self, Inconsistent};
use super::diagram::Diagram;
use super::fixed::{are_conjugate, fixed};
use super::meter::Meter;
use super::project::project;
use super::weigh::{Unit, Weights, classes_by_size, total};
use super::{make, order};
use cnfetti_core::limit::Limits;

/// The numbers from which a count is computed.
#[derive(Clone, Debug, Default)]
pub struct Arithmetic {
    /// How many solutions differ by renaming only, and how many sets of this many there are; empty
    /// when that is not known.
    pub classes_by_size: BTreeMap<BigUint, BigUint>,
    /// How many classes up to renaming each permutation of the variables fixes, the identity
    /// first; empty when there are no permutations, and where a limit came before.
    pub fixed: Vec<BigUint>,
    /// The nodes and edges of the diagram.
    pub size: (usize, usize),
    /// The limit because of which the numbers are lower bounds.
    pub stopped: Option<Limit>,
}

/// Counts everything that the problem declares, of a problem with an objective the optimal solutions.
/// Where assignments to some variables are counted ([`Csp::is_projected`]) these are the solutions. Where a
/// limit is reached the numbers are lower bounds.
///
/// # Errors
///
/// When numbers that were found in different ways do not fit together: then this counter is wrong,
/// or the problem declares a symmetry that it does not have.
pub fn count(csp: &Csp, limits: &Limits) -> Result<(Count, Arithmetic), Inconsistent> {
    csp.verify()?;
    match csp.with_projection() {
        None => count_all(csp, limits),
        Some(csp) => count_all(&csp, limits).map(|(count, made_of)| (count.over(), made_of)),
    }
}

fn count_all(csp: &Csp, limits: &Limits) -> Result<(Count, Arithmetic), Inconsistent> {
    let meter = &mut Meter::new(limits);
    let mut diagram = make(csp, csp.objective().is_none(), meter);
    if let Some(objective) = &csp.objective() {
        // Values that are renamed would not be told apart by it.
        diagram = diagram.optimal(objective, meter);
    }
    let found = (diagram.found.solutions.into(), diagram.found.classes.into());
    let totals = diagram.is_complete().then(|| {
        Some((total(&diagram, Unit::Solution, meter)?, total(&diagram, Unit::Class, meter)?))
    });
    let totals = totals.flatten();
    // Without totals a limit was reached, at the latest by counting them.
    let stopped = match totals {
        Some(_) => None,
        None => Some(diagram.stopped().unwrap_or(meter.limit())),
    };
    let mut arithmetic = Arithmetic { size: diagram.size(), stopped, ..Arithmetic::default() };
    let optimum = diagram.optimum().or(csp.bound().map(|bound| bound.value));
    let mut count = Count { exact: totals.is_some(), optimum, ..Count::default() };
    // What was found on the way down is all there is, and counted again on the way up.
    (count.solutions, count.up_to_renaming) = match totals {
        Some(totals) => {
            consistency::symmetry(csp, &diagram)?;
            consistency::totals(&diagram, totals)?
        }
        None => found,
    };
    if !diagram.precedences.is_empty() {
        // Declared values that are not renamed: average over all renamings.
        let identity: Vec<_> = csp.ids().collect();
        let classes = fixed(csp, &identity, &identity, meter)?;
        count.exact &= classes.stopped.is_none();
        arithmetic.stopped = arithmetic.stopped.or(classes.stopped);
        count.up_to_renaming = classes.number;
    } else if count.exact {
        arithmetic.classes_by_size = classes_by_size(&diagram, meter).unwrap_or_default();
    }
    count_up_to_permutations(csp, meter, &mut count, &mut arithmetic)?;
    count_projections(csp, diagram, meter, &mut count, &mut arithmetic);
    consistency::numbers(&count, &arithmetic)?;
    Ok((count, arithmetic))
}

fn count_up_to_permutations(
    csp: &Csp,
    meter: &mut Meter<'_>,
    count: &mut Count,
    arithmetic: &mut Arithmetic,
) -> Result<(), Inconsistent> {
    if csp.symmetry().permutations.is_empty() {
        count.classes = count.up_to_renaming.clone();
        return Ok(());
    }
    let group = BigUint::from(csp.symmetry().permutations.len() + 1);
    if !count.exact {
        // What did not fit into the limits by itself leaves little to count for each permutation.
        count.classes =
            consistency::average(count.up_to_renaming.clone(), group, "permutations", false)?;
        return Ok(());
    }
    arithmetic.fixed.push(count.up_to_renaming.clone());
    let variables: Vec<_> = csp.ids().collect();
    let decided_in = order::order(csp, &variables, meter);
    let permutations = &csp.symmetry().permutations;
    for (at, permutation) in permutations.iter().enumerate() {
        let is_alike = |other: &Vec<VarId>| are_conjugate(other, permutation, permutations);
        if let Some(alike) = permutations[..at].iter().position(is_alike) {
            arithmetic.fixed.push(arithmetic.fixed[1 + alike].clone());
            continue;
        }
        let fixed = fixed(csp, &decided_in, permutation, meter)?;
        count.exact &= fixed.stopped.is_none();
        arithmetic.stopped = arithmetic.stopped.or(fixed.stopped);
        arithmetic.fixed.push(fixed.number);
    }
    let sum: BigUint = arithmetic.fixed.iter().sum();
    // Too small a sum still gives a lower bound.
    count.classes = consistency::average(sum, group, "permutations", count.exact)?;
    Ok(())
}

fn count_projections(
    csp: &Csp,
    diagram: Diagram,
    meter: &mut Meter<'_>,
    count: &mut Count,
    arithmetic: &mut Arithmetic,
) {
    if csp.projections().is_empty() {
        return;
    }
    // Values that are renamed in a diagram have no names to project on.
    let diagram = if diagram.sets.is_empty() { diagram } else { make(csp, false, meter) };
    for projection in csp.projections() {
        let projected = project(&diagram, &projection.scope, meter);
        count.exact &= projected.stopped.is_none();
        arithmetic.stopped = arithmetic.stopped.or(projected.stopped);
        count.projected.push(projected.number);
    }
}

impl Diagram {
    /// How many solutions were found; all where the diagram is complete.
    pub fn count(&self) -> BigUint {
        Weights::new(self, Unit::Solution).total().max(self.found.solutions.into())
    }
}
