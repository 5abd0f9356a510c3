//! How many solutions follow from each node of a diagram.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::diagram::{Diagram, Edge, Layer};
use super::meter::Meter;

/// For each layer and node, how many solutions follow, with a last layer for the ends.
#[derive(Clone, Debug)]
pub(super) enum Weights {
    /// If every number is small enough.
    Small(Vec<Vec<u128>>),
    /// Otherwise.
    Big(Vec<Vec<BigUint>>),
}

/// How to count an edge that stands for several choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Each choice is a solution of its own.
    Solution,
    /// Values that were never used before count as one.
    Class,
}

impl Unit {
    /// How often the edge counts.
    pub(super) fn times(self, edge: &Edge) -> u32 {
        if self == Unit::Class && edge.is_fresh() { 1 } else { edge.times() }
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

    /// The total.
    pub(super) fn total(&self) -> BigUint {
        let nodes = match self {
            Weights::Small(weights) => weights[0].len(),
            Weights::Big(weights) => weights[0].len(),
        };
        (0..nodes).map(|node| self.of(0, node)).sum()
    }
}

/// The number of solutions of the diagram. `None` if the overtime is over.
pub(super) fn total(diagram: &Diagram, unit: Unit, meter: &mut Meter<'_>) -> Option<BigUint> {
    Some(from_first_nodes(diagram, unit, meter)?.into_iter().sum())
}

/// How many solutions follow from each first node, with the numbers of only two layers in memory. `None` if
/// the overtime is over.
pub(super) fn from_first_nodes(
    diagram: &Diagram,
    unit: Unit,
    meter: &mut Meter<'_>,
) -> Option<Vec<BigUint>> {
    let mut small = Some(vec![1_u128; diagram.ends]);
    let mut big: Vec<BigUint> = Vec::new();
    for layer in diagram.layers.iter().rev() {
        meter.work(layer.edges() * if small.is_some() { 4 } else { 40 });
        if meter.is_over() {
            return None;
        }
        if let Some(below) = &small {
            match small_layer(layer, below, unit) {
                Some(here) => {
                    small = Some(here);
                    continue;
                }
                None => {
                    big = below.iter().copied().map(BigUint::from).collect();
                    small = None;
                }
            }
        }
        big = big_layer(layer, &big, unit);
    }
    let small = small.map(|numbers| numbers.into_iter().map(BigUint::from).collect());
    Some(small.unwrap_or(big))
}

/// How many ways lead to each end, given in how many ways each first node is reached, with the numbers of only two
/// layers in memory. `None` if the overtime is over.
pub(super) fn to_ends(
    diagram: &Diagram,
    unit: Unit,
    first: &[BigUint],
    meter: &mut Meter<'_>,
) -> Option<Vec<BigUint>> {
    let mut small: Option<Vec<u128>> = first.iter().map(|ways| ways.try_into().ok()).collect();
    let mut big = if small.is_some() { Vec::new() } else { first.to_vec() };
    for (at, layer) in diagram.layers.iter().enumerate() {
        let nodes = diagram.layers.get(at + 1).map_or(diagram.ends, Layer::nodes);
        meter.work(layer.edges() * if small.is_some() { 4 } else { 40 });
        if meter.is_over() {
            return None;
        }
        if let Some(above) = &small {
            match small_layer_down(layer, above, nodes, unit) {
                Some(here) => {
                    small = Some(here);
                    continue;
                }
                None => {
                    big = above.iter().copied().map(BigUint::from).collect();
                    small = None;
                }
            }
        }
        let mut here = vec![BigUint::ZERO; nodes];
        for (node, above) in big.iter().enumerate() {
            for edge in layer.node(node) {
                here[edge.child as usize] += above * unit.times(edge);
            }
        }
        big = here;
    }
    let small = small.map(|numbers| numbers.into_iter().map(BigUint::from).collect());
    Some(small.unwrap_or(big))
}

/// `None` if a number becomes too large.
fn small_layer_down(layer: &Layer, above: &[u128], nodes: usize, unit: Unit) -> Option<Vec<u128>> {
    let mut here = vec![0_u128; nodes];
    for (node, &above) in above.iter().enumerate() {
        for edge in layer.node(node) {
            let sum = &mut here[edge.child as usize];
            *sum = sum.checked_add(above.checked_mul(unit.times(edge).into())?)?;
        }
    }
    Some(here)
}

/// `None` if a number becomes too large.
fn small(diagram: &Diagram, unit: Unit) -> Option<Vec<Vec<u128>>> {
    let mut weights: Vec<Vec<u128>> = vec![vec![1; diagram.ends]];
    for layer in diagram.layers.iter().rev() {
        let here = small_layer(layer, weights.last()?, unit)?;
        weights.push(here);
    }
    weights.reverse();
    Some(weights)
}

fn small_layer(layer: &Layer, below: &[u128], unit: Unit) -> Option<Vec<u128>> {
    let of = |node: usize| {
        layer.node(node).iter().try_fold(0_u128, |sum, edge| {
            sum.checked_add(below[edge.child as usize].checked_mul(unit.times(edge).into())?)
        })
    };
    (0..layer.nodes()).map(of).collect()
}

fn big(diagram: &Diagram, unit: Unit) -> Vec<Vec<BigUint>> {
    let mut weights = vec![vec![BigUint::from(1_u32); diagram.ends]];
    for layer in diagram.layers.iter().rev() {
        let here = big_layer(layer, &weights[weights.len() - 1], unit);
        weights.push(here);
    }
    weights.reverse();
    weights
}

fn big_layer(layer: &Layer, below: &[BigUint], unit: Unit) -> Vec<BigUint> {
    let follow = |edge: &Edge| &below[edge.child as usize] * unit.times(edge);
    (0..layer.nodes()).map(|node| layer.node(node).iter().map(follow).sum()).collect()
}

/// How many sets of solutions that differ by renaming there are, by their size. `None` if the overtime is
/// over.
pub(super) fn classes_by_size(
    diagram: &Diagram,
    meter: &mut Meter<'_>,
) -> Option<BTreeMap<BigUint, BigUint>> {
    let one = || BigUint::from(1_u32);
    let mut below: Vec<BTreeMap<BigUint, BigUint>> =
        vec![BTreeMap::from([(one(), one())]); diagram.ends];
    for layer in diagram.layers.iter().rev() {
        let mut here = vec![BTreeMap::new(); layer.nodes()];
        for (node, classes) in here.iter_mut().enumerate() {
            for edge in layer.node(node) {
                // A value's first occurrence makes the sets larger; other choices make more sets.
                let times = edge.times();
                let (larger, more) = if edge.is_fresh() { (times, 1) } else { (1, times) };
                let below = &below[edge.child as usize];
                meter.work(80 * below.len());
                for (size, count) in below {
                    *classes.entry(size * larger).or_insert(BigUint::ZERO) += count * more;
                }
            }
            if meter.is_over() {
                return None;
            }
        }
        below = here;
    }
    Some(below.into_iter().next().unwrap_or_default())
}
