//! The decision diagram of a sum that must be met exactly: a layer of partial sums after each
//! group, and every solution is one path from the sum 0 to the bound.
//!
//! With a variable for each node and each edge, unit propagation finds exactly the edges that
//! are on some path: a node needs an edge into it and one out of it, an edge both its ends and
//! its value, a value one of its edges. Where two of these are the same thing, such as a node
//! and its only edge, they share a variable.

use std::collections::BTreeMap;

use super::decision_diagram::{plus, suffix_sums};
use super::{Class, Group};
use crate::bit::{Bit, add_clause};
use crate::{Cnf, Lit};

/// The groups add up to the bound.
pub(super) fn encode(cnf: &mut Cnf, groups: &[Group], bound: u64) {
    let Some(layers) = layers(groups, bound) else {
        cnf.add_clause([]);
        return;
    };
    let mut nodes = BTreeMap::from([(0, Bit::True)]);
    for (group, sums) in groups.iter().zip(&layers) {
        let edges = edges(cnf, group, &nodes, sums);
        nodes = targets(cnf, &edges, sums);
        connect(cnf, group, &edges, &nodes);
    }
}

/// After each group, the partial sums that lie on a path; `None` when there is no path.
fn layers(groups: &[Group], bound: u64) -> Option<Vec<Vec<u64>>> {
    let mut prefix = vec![0];
    let mut layers = Vec::new();
    for (group, rests) in groups.iter().zip(suffix_sums(groups, bound)) {
        prefix = plus(&prefix, group, bound);
        prefix.retain(|&sum| rests.binary_search(&(bound - sum)).is_ok());
        layers.push(prefix.clone());
    }
    (!prefix.is_empty()).then_some(layers)
}

/// From a partial sum by one of a group's weights to a partial sum.
struct Edge<'a> {
    source: u64,
    class: &'a Class,
    target: u64,
    /// The node that it comes from.
    from: Bit,
    /// Whether the path takes it.
    taken: Bit,
}

/// The edges of a layer.
fn edges<'a>(
    cnf: &mut Cnf,
    group: &'a Group,
    nodes: &BTreeMap<u64, Bit>,
    sums: &[u64],
) -> Vec<Edge<'a>> {
    let mut edges = Vec::new();
    for (&source, &from) in nodes {
        for class in group.classes() {
            let target = source + class.weight;
            if sums.binary_search(&target).is_ok() {
                edges.push(Edge { source, class, target, from, taken: Bit::False });
            }
        }
    }
    let mut by_source = BTreeMap::<u64, usize>::new();
    let mut by_weight = BTreeMap::<u64, usize>::new();
    for edge in &edges {
        *by_source.entry(edge.source).or_default() += 1;
        *by_weight.entry(edge.class.weight).or_default() += 1;
    }
    for edge in &mut edges {
        edge.taken = match &edge.class.lits[..] {
            [only] if by_weight[&edge.class.weight] == 1 => (*only).into(),
            _ if by_source[&edge.source] == 1 => edge.from,
            _ => cnf.new_lit().into(),
        };
    }
    edges
}

/// The nodes that the edges lead to.
fn targets(cnf: &mut Cnf, edges: &[Edge<'_>], sums: &[u64]) -> BTreeMap<u64, Bit> {
    let mut into = BTreeMap::<u64, Vec<Bit>>::new();
    for edge in edges {
        into.entry(edge.target).or_default().push(edge.taken);
    }
    into.into_iter()
        .map(|(sum, taken)| match taken[..] {
            _ if sums.len() == 1 => (sum, Bit::True),
            [only] => (sum, only),
            _ => (sum, cnf.new_lit().into()),
        })
        .collect()
}

/// The clauses of a layer.
fn connect(cnf: &mut Cnf, group: &Group, edges: &[Edge<'_>], nodes: &BTreeMap<u64, Bit>) {
    let mut out_of = BTreeMap::<u64, (Bit, Vec<Bit>)>::new();
    let mut into = BTreeMap::<u64, Vec<Bit>>::new();
    let mut with = BTreeMap::<u64, Vec<Bit>>::new();
    for edge in edges {
        imply(cnf, edge.taken, &[edge.from]);
        imply(cnf, edge.taken, &[nodes[&edge.target]]);
        imply(cnf, edge.taken, &bits(&edge.class.lits));
        out_of.entry(edge.source).or_insert((edge.from, Vec::new())).1.push(edge.taken);
        into.entry(edge.target).or_default().push(edge.taken);
        with.entry(edge.class.weight).or_default().push(edge.taken);
    }
    // A node that every path takes has its edges by the group's own clauses.
    for (node, taken) in out_of.into_values().filter(|(node, _)| *node != Bit::True) {
        imply(cnf, node, &taken);
    }
    for (sum, taken) in into.into_iter().filter(|(sum, _)| nodes[sum] != Bit::True) {
        imply(cnf, nodes[&sum], &taken);
    }
    for class in group.classes() {
        let taken = with.remove(&class.weight).unwrap_or_default();
        bits(&class.lits).into_iter().for_each(|lit| imply(cnf, lit, &taken));
    }
}

/// One of the consequences follows, unless that goes without saying.
fn imply(cnf: &mut Cnf, condition: Bit, consequences: &[Bit]) {
    if !consequences.contains(&condition) {
        let clause = [!condition].into_iter().chain(consequences.iter().copied());
        add_clause(cnf, clause);
    }
}

fn bits(lits: &[Lit]) -> Vec<Bit> {
    lits.iter().map(|&lit| lit.into()).collect()
}
