//! All numbers of a problem at once.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use cnfetti_core::count::Count;
use cnfetti_core::count::EXAMPLES;
use cnfetti_core::csp::{Csp, Value, VarId};
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
    /// How many solutions differ only by renaming, and how many sets of this size there are; empty if
    /// unknown.
    pub classes_by_size: BTreeMap<BigUint, BigUint>,
    /// How many classes up to renaming each permutation of the variables fixes, the identity first; empty if
    /// there are no permutations, or if a limit came first.
    pub fixed: Vec<BigUint>,
    /// The nodes and edges of the diagram.
    pub size: (usize, usize),
    /// Some of the solutions that were counted, drawn at random, so that they can be checked by rules that this counter
    /// does not know; none unless the numbers are exact.
    pub examples: Vec<Vec<Value>>,
    /// The limit that makes the numbers lower bounds, if any.
    pub stopped: Option<Limit>,
}

/// Counts everything that the problem declares; if it has an objective, only optimal solutions. If
/// assignments to some variables are counted ([`Csp::is_projected`]), these count as the solutions. If a
/// limit is reached the numbers are lower bounds.
///
/// # Errors
///
/// Numbers that were found in different ways do not fit together: either this counter is wrong, or the
/// problem declares a symmetry that it does not have.
pub fn count(csp: &Csp, limits: &Limits) -> Result<(Count, Arithmetic), Inconsistent> {
    csp.verify()?;
    match csp.with_projection() {
        None => match csp.with_interchangeable_values() {
            None => count_all(csp, limits),
            Some(csp) => {
                let (mut count, mut made_of) = count_all(&csp, limits)?;
                // What was not declared makes the count quicker, and is not part of the answer.
                (count.up_to_renaming, count.classes) =
                    (count.solutions.clone(), count.solutions.clone());
                made_of.classes_by_size.clear();
                Ok((count, made_of))
            }
        },
        Some(csp) => count_all(&csp, limits).map(|(count, made_of)| (count.over(), made_of)),
    }
}

fn count_all(csp: &Csp, limits: &Limits) -> Result<(Count, Arithmetic), Inconsistent> {
    let meter = &mut Meter::new(limits);
    let mut diagram = make(csp, csp.objective().is_none(), meter);
    if let Some(objective) = &csp.objective() {
        // After renaming, the objective could not tell values apart.
        diagram = diagram.optimal(objective, meter);
    }
    let found = (diagram.found.solutions.into(), diagram.found.classes.into());
    let totals = diagram.is_complete().then(|| {
        Some((total(&diagram, Unit::Solution, meter)?, total(&diagram, Unit::Class, meter)?))
    });
    let totals = totals.flatten();
    // If there are no totals, a limit was reached, at the latest while counting them.
    let stopped = match totals {
        Some(_) => None,
        None => Some(diagram.stopped().unwrap_or(meter.limit())),
    };
    let mut arithmetic = Arithmetic { size: diagram.size(), stopped, ..Arithmetic::default() };
    let optimum = diagram.optimum().or(csp.bound().map(|bound| bound.value));
    let mut count = Count { exact: totals.is_some(), optimum, ..Count::default() };
    // The way down found everything; the way up counts it again.
    (count.solutions, count.up_to_renaming) = match totals {
        Some(totals) => {
            consistency::symmetry(csp, &diagram)?;
            arithmetic.examples = diagram.examples(EXAMPLES);
            consistency::examples(csp, &arithmetic.examples)?;
            consistency::totals(&diagram, totals)?
        }
        None => found,
    };
    if !diagram.precedences.is_empty() {
        // Some declared values are not renamed, so average over all renamings.
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
        // If the solutions alone reached a limit, little is left to count for each permutation.
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
    // A sum that is too small still gives a lower bound.
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
    // In a renamed diagram values have no names to project on.
    let diagram = if diagram.sets.is_empty() { diagram } else { make(csp, false, meter) };
    for projection in csp.projections() {
        let projected = project(&diagram, &projection.scope, meter);
        count.exact &= projected.stopped.is_none();
        arithmetic.stopped = arithmetic.stopped.or(projected.stopped);
        count.projected.push(projected.number);
    }
}

impl Diagram {
    /// The number of solutions found; all of them if the diagram is complete.
    pub fn count(&self) -> BigUint {
        Weights::new(self, Unit::Solution).total().max(self.found.solutions.into())
    }
}
