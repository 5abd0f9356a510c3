//! All numbers of a problem at once.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::csp::Csp;
use crate::search::count::Count;

use super::diagram::Diagram;
use super::fixed::fixed;
use super::limits::Limits;
use super::project::project;
use super::weigh::{Unit, Weights, classes_by_size};
use super::{solutions, solutions_by_name};

/// What the numbers of a count are made of.
#[derive(Clone, Debug, Default)]
pub struct Arithmetic {
    /// How many solutions differ by renaming only, and how many sets of so many there are.
    pub classes_by_size: BTreeMap<BigUint, BigUint>,
    /// How many classes up to renaming each permutation of the variables fixes, the identity
    /// first; empty when there are no permutations.
    pub fixed: Vec<BigUint>,
    /// The nodes and edges of the diagram.
    pub size: (usize, usize),
}

/// Counts everything that the problem declares. Where a limit is reached the numbers are lower
/// bounds.
pub fn count(csp: &Csp, limits: &Limits) -> (Count, Arithmetic) {
    let diagram = solutions(csp, limits);
    let mut count = Count {
        exact: diagram.is_complete(),
        solutions: diagram.count(),
        up_to_renaming: diagram.count_classes(),
        ..Count::default()
    };
    let mut arithmetic = Arithmetic {
        classes_by_size: classes_by_size(&diagram),
        size: diagram.size(),
        ..Arithmetic::default()
    };
    if !diagram.told_apart.is_empty() {
        // Declared values that are not renamed: average over all renamings.
        let identity: Vec<_> = csp.ids().collect();
        let classes = fixed(csp, &identity, &identity, limits);
        count.exact &= classes.is_exact;
        count.up_to_renaming = classes.number;
        arithmetic.classes_by_size.clear();
    }
    count_up_to_permutations(csp, limits, &mut count, &mut arithmetic);
    count_projections(csp, &diagram, limits, &mut count);
    (count, arithmetic)
}

fn count_up_to_permutations(
    csp: &Csp,
    limits: &Limits,
    count: &mut Count,
    arithmetic: &mut Arithmetic,
) {
    let order = csp.symmetry.permutations.len() + 1;
    if order == 1 {
        count.classes = count.up_to_renaming.clone();
        return;
    }
    arithmetic.fixed.push(count.up_to_renaming.clone());
    let variables: Vec<_> = csp.ids().collect();
    let decided_in = super::order::order(csp, &variables);
    for permutation in &csp.symmetry.permutations {
        let fixed = fixed(csp, &decided_in, permutation, limits);
        count.exact &= fixed.is_exact;
        arithmetic.fixed.push(fixed.number);
    }
    let sum: BigUint = arithmetic.fixed.iter().sum();
    // Too small a sum still gives a lower bound.
    count.classes = sum / order;
}

fn count_projections(csp: &Csp, diagram: &Diagram, limits: &Limits, count: &mut Count) {
    if csp.projections.is_empty() {
        return;
    }
    let plain;
    let diagram = if diagram.sets.is_empty() {
        diagram
    } else {
        plain = solutions_by_name(csp, limits);
        &plain
    };
    for projection in &csp.projections {
        let projected = project(diagram, &projection.scope, limits);
        count.exact &= projected.is_exact;
        count.projected.push(projected.number);
    }
}

impl Diagram {
    /// How many solutions it has.
    pub fn count(&self) -> BigUint {
        Weights::new(self, Unit::Solution).total()
    }

    /// How many solutions it has up to renaming of the values that were renamed.
    fn count_classes(&self) -> BigUint {
        Weights::new(self, Unit::Class).total()
    }
}
