//! Counts: how many solutions follow from each node of a diagram.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::diagram::{Diagram, Edge};

/// For each layer and node how many solutions follow; one more layer for the ends.
#[derive(Clone, Debug)]
pub(super) enum Weights {
    /// When every number is small enough.
    Small(Vec<Vec<u128>>),
    /// Otherwise.
    Big(Vec<Vec<BigUint>>),
}

/// What an edge that stands for several choices counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Each choice is a solution of its own.
    Solution,
    /// Values that were never used before are not told apart.
    Class,
}

impl Unit {
    /// How many times the edge counts.
    pub(super) fn times(self, edge: &Edge) -> u16 {
        if self == Unit::Class && edge.is_fresh { 1 } else { edge.times }
    }
}

impl Weights {
    pub(super) fn new(diagram: &Diagram, unit: Unit) -> Weights {
        match small(diagram, unit) {
            Some(weights) => Weights::Small(weights),
            None => Weights::Big(big(diagram, unit)),
        }
    }

    /// How many follow from the node.
    pub(super) fn of(&self, layer: usize, node: usize) -> BigUint {
        match self {
            Weights::Small(weights) => BigUint::from(weights[layer][node]),
            Weights::Big(weights) => weights[layer][node].clone(),
        }
    }

    /// How many there are in all.
    pub(super) fn total(&self) -> BigUint {
        let (layers, nodes) = match self {
            Weights::Small(weights) => (weights.len(), weights[0].len()),
            Weights::Big(weights) => (weights.len(), weights[0].len()),
        };
        debug_assert!(layers > 0);
        (0..nodes).map(|node| self.of(0, node)).sum()
    }
}

/// `None` when a number becomes too large.
fn small(diagram: &Diagram, unit: Unit) -> Option<Vec<Vec<u128>>> {
    let mut weights: Vec<Vec<u128>> = vec![vec![1; diagram.ends]];
    for layer in diagram.layers.iter().rev() {
        let below = weights.last()?;
        let mut here = Vec::with_capacity(layer.nodes());
        for node in 0..layer.nodes() {
            let mut sum: u128 = 0;
            for edge in layer.node(node) {
                let follow = below[edge.child as usize].checked_mul(unit.times(edge).into())?;
                sum = sum.checked_add(follow)?;
            }
            here.push(sum);
        }
        weights.push(here);
    }
    weights.reverse();
    Some(weights)
}

fn big(diagram: &Diagram, unit: Unit) -> Vec<Vec<BigUint>> {
    let mut weights = vec![vec![BigUint::from(1_u32); diagram.ends]];
    for layer in diagram.layers.iter().rev() {
        let below = &weights[weights.len() - 1];
        let follow = |edge: &Edge| &below[edge.child as usize] * u32::from(unit.times(edge));
        let here = (0..layer.nodes()).map(|node| layer.node(node).iter().map(follow).sum());
        let here = here.collect();
        weights.push(here);
    }
    weights.reverse();
    weights
}

/// How many sets of solutions that differ by renaming there are, by their size.
pub(super) fn classes_by_size(diagram: &Diagram) -> BTreeMap<BigUint, BigUint> {
    let one = || BigUint::from(1_u32);
    let mut below: Vec<BTreeMap<BigUint, BigUint>> =
        vec![BTreeMap::from([(one(), one())]); diagram.ends];
    for layer in diagram.layers.iter().rev() {
        let mut here = vec![BTreeMap::new(); layer.nodes()];
        for (node, classes) in here.iter_mut().enumerate() {
            for edge in layer.node(node) {
                let times = u32::from(edge.times);
                // A value's first occurrence makes the sets larger, another choice makes them more.
                let (larger, more) = if edge.is_fresh { (times, 1) } else { (1, times) };
                for (size, count) in &below[edge.child as usize] {
                    *classes.entry(size * larger).or_insert(BigUint::ZERO) += count * more;
                }
            }
        }
        below = here;
    }
    below.into_iter().next().unwrap_or_default()
}
