//! Which variable of a component to decide.

use super::split::{Part, Splitter};
use super::tree::Tree;
use crate::cdcl::Cdcl;
use crate::knowledge::formula::Formula;
use crate::propagation::Propagation;
use cnfetti_core::limit::{Budget, Stopped};

/// The weight of the depth in the tree, compared with clauses and conflicts. It grows if the tree is narrow for its size.
const WEIGHT: f64 = 10.0;
const MOST: f64 = 1e7;

/// A static score for each variable, from the tree decomposition.
#[derive(Default)]
pub(super) struct Decide {
    worth: Vec<f64>,
}

impl Decide {
    pub(super) fn new(
        formula: &Formula,
        propagation: &Propagation,
        budget: &Budget,
    ) -> Result<Decide, Stopped> {
        let Some(tree) = Tree::of(formula, propagation, budget)? else {
            return Ok(Decide { worth: vec![0.0; formula.num_vars] });
        };
        let (size, width) = (tree.size as f64, tree.width as f64);
        let weight = (WEIGHT * (size / width).exp() / size.max(1.0)).min(MOST);
        let deepest = f64::from(tree.deepest.max(1));
        let worth = tree.depth.iter().map(|&depth| -weight * f64::from(depth) / deepest).collect();
        Ok(Decide { worth })
    }

    /// The shown variable with the best score.
    pub(super) fn next(
        &self,
        formula: &Formula,
        splitter: &Splitter,
        part: Part,
        cdcl: &Cdcl,
    ) -> u32 {
        let score = |variable: u32| {
            let place = variable as usize;
            f64::from(splitter.occurrences[place]) + cdcl.activity(place) + self.worth[place]
        };
        let mut best = (f64::NEG_INFINITY, 0);
        for &variable in splitter.variables(part) {
            if formula.is_shown[variable as usize] {
                let score = score(variable);
                if score > best.0 {
                    best = (score, variable);
                }
            }
        }
        best.1
    }
}
