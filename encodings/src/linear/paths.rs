//! The decision diagram of an exact sum: a layer of partial sums after each summand. Each solution
//! is a path from the sum 0 to the bound.
//!
//! With a variable for each node and each edge, unit propagation finds exactly the edges on some
//! path: a node needs an edge into it and one out of it; an edge needs both its nodes and its
//! value; a value needs one of its edges. If two of these coincide, such as a node and its only
//! edge, they share a variable.
//!
//! If the constraint may be violated (under a condition, or reified), a node is true if the
//! partial sum is its own, and the path may end anywhere. That it continues then follows only from
//! the constraint.

use std::collections::BTreeMap;

use super::sums::{plus, suffix_sums};
use crate::definition::Meaning;
use crate::lit::{Bit, Lit};
use crate::summand::{Summand, When};
use crate::writer::Writer;

/// Requires that the summands sum to the bound.
pub(super) fn write(out: &mut Writer<'_>, summands: &[Summand], bound: u64) {
    let Some(layers) = layers(out, summands, bound) else {
        out.require([Bit::False]);
        return;
    };
    // Nodes and edges that share a variable share clauses.
    out.leave_out_repeats();
    let mut nodes = BTreeMap::from([(0, Bit::True)]);
    let mut prefix = Vec::new();
    for (summand, sums) in summands.iter().zip(&layers) {
        if out.keeps_definitions() {
            prefix.extend(summand.terms());
        }
        let edges = edges(out, summand, &nodes, sums);
        nodes = targets(out, &edges, sums, &prefix);
        connect(out, summand, &edges, &nodes);
        if out.holds_always() {
            out.cases(&[], &nodes.values().copied().collect::<Vec<Bit>>());
        }
    }
    out.require([nodes[&bound]]);
}

/// After each summand, the partial sums that lie on a path to the bound; `None` if there is no path, or it gives up.
fn layers(out: &mut Writer<'_>, summands: &[Summand], bound: u64) -> Option<Vec<Vec<u64>>> {
    let mut prefix = vec![0];
    let mut layers = Vec::new();
    let suffixes = suffix_sums(out, summands, bound);
    for (summand, rests) in summands.iter().zip(suffixes) {
        if out.gives_up_before(prefix.len() * summand.num_values()) {
            return None;
        }
        prefix = plus(&prefix, summand, bound);
        prefix.retain(|&sum| rests.binary_search(&(bound - sum)).is_ok());
        layers.push(prefix.clone());
    }
    (!prefix.is_empty()).then_some(layers)
}

/// An edge from one partial sum to another, by a value of the summand.
struct Edge {
    source: u64,
    /// The index of the value.
    value: usize,
    target: u64,
    /// The node at its source.
    from: Bit,
    /// Whether the path takes the edge.
    taken: Bit,
}

/// The edges of a layer.
fn edges(
    out: &mut Writer<'_>,
    summand: &Summand,
    nodes: &BTreeMap<u64, Bit>,
    sums: &[u64],
) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (&source, &from) in nodes {
        for (value, weight) in summand.weights().enumerate() {
            let target = source + weight;
            if sums.binary_search(&target).is_ok() {
                edges.push(Edge { source, value, target, from, taken: Bit::False });
            }
        }
    }
    let mut by_source = BTreeMap::<u64, usize>::new();
    let mut by_value = BTreeMap::<usize, usize>::new();
    for edge in &edges {
        *by_source.entry(edge.source).or_default() += 1;
        *by_value.entry(edge.value).or_default() += 1;
    }
    let is_met = out.holds_always();
    for edge in &mut edges {
        edge.taken = match single(&summand.when(edge.value)) {
            Some(only) if edge.from == Bit::True || is_met && by_value[&edge.value] == 1 => only,
            _ if is_met && by_source[&edge.source] == 1 => edge.from,
            _ => {
                let lit = out.new_lit();
                out.means(lit, || taken(edge.from, &summand.when(edge.value)));
                lit.into()
            }
        };
    }
    edges
}

/// The path is at the source, and the summand has the value.
fn taken(from: Bit, when: &When<'_>) -> Meaning {
    match *when {
        When::OneOf(lits) => Meaning::count(bits(lits).into_iter().chain([from]), 2),
        When::Between(low, high) => Meaning::all([from, low, high]),
    }
}

/// The nodes at the targets of the edges: the possible sums of `prefix`, the terms up to here.
fn targets(
    out: &mut Writer<'_>,
    edges: &[Edge],
    sums: &[u64],
    prefix: &[(u64, Lit)],
) -> BTreeMap<u64, Bit> {
    let mut into = BTreeMap::<u64, Vec<Bit>>::new();
    for edge in edges {
        into.entry(edge.target).or_default().push(edge.taken);
    }
    into.into_iter()
        .map(|(sum, taken)| match taken[..] {
            _ if out.holds_always() && sums.len() == 1 => (sum, Bit::True),
            [only] => (sum, only),
            _ => {
                let lit = out.new_lit();
                out.means(lit, || Meaning::is(prefix.iter().copied(), sum));
                (sum, lit.into())
            }
        })
        .collect()
}

/// Writes the clauses of a layer.
fn connect(out: &mut Writer<'_>, summand: &Summand, edges: &[Edge], nodes: &BTreeMap<u64, Bit>) {
    let mut out_of = BTreeMap::<u64, (Bit, Vec<Bit>)>::new();
    let mut into = BTreeMap::<u64, Vec<Bit>>::new();
    let mut with = BTreeMap::<usize, Vec<Bit>>::new();
    for edge in edges {
        define(out, &[edge.taken], &[edge.from]);
        define(out, &[edge.taken], &[nodes[&edge.target]]);
        match summand.when(edge.value) {
            When::OneOf(lits) => define(out, &[edge.taken], &bits(lits)),
            When::Between(low, high) => {
                define(out, &[edge.taken], &[low]);
                define(out, &[edge.taken], &[high]);
            }
        }
        if !out.holds_always() {
            for mut conditions in each_way(&summand.when(edge.value)) {
                conditions.push(edge.from);
                define(out, &conditions, &[edge.taken]);
            }
        }
        out_of.entry(edge.source).or_insert((edge.from, Vec::new())).1.push(edge.taken);
        into.entry(edge.target).or_default().push(edge.taken);
        with.entry(edge.value).or_default().push(edge.taken);
    }
    // If every path takes a node, the summand's own clauses choose one of its edges.
    for (node, taken) in out_of.into_values().filter(|(node, _)| *node != Bit::True) {
        out.cases(&[node], &taken);
        follow(out, &[node], &taken);
    }
    for (sum, taken) in into.into_iter().filter(|(sum, _)| nodes[sum] != Bit::True) {
        out.cases(&[nodes[&sum]], &taken);
        define(out, &[nodes[&sum]], &taken);
    }
    for value in 0..summand.num_values() {
        let taken = with.remove(&value).unwrap_or_default();
        for conditions in each_way(&summand.when(value)) {
            follow(out, &conditions, &taken);
        }
    }
}

/// The single bit that is true exactly when the summand has the value, if there is one.
fn single(when: &When<'_>) -> Option<Bit> {
    match *when {
        When::OneOf(&[only]) => Some(only.into()),
        When::Between(Bit::True, only) | When::Between(only, Bit::True) => Some(only),
        When::OneOf(_) | When::Between(..) => None,
    }
}

/// Sets of bits: the summand has the value if all bits of one set are true.
fn each_way(when: &When<'_>) -> Vec<Vec<Bit>> {
    match *when {
        When::OneOf(lits) => lits.iter().map(|&lit| vec![lit.into()]).collect(),
        When::Between(low, high) => vec![vec![low, high]],
    }
}

/// Defines: if all conditions hold, so does one of the consequences.
fn define(out: &mut Writer<'_>, conditions: &[Bit], consequences: &[Bit]) {
    out.define(conditions.iter().map(|&bit| !bit).chain(consequences.iter().copied()));
}

/// States the same as a consequence of the constraint.
fn follow(out: &mut Writer<'_>, conditions: &[Bit], consequences: &[Bit]) {
    out.follow(conditions.iter().map(|&bit| !bit).chain(consequences.iter().copied()));
}

fn bits(lits: &[Lit]) -> Vec<Bit> {
    lits.iter().map(|&lit| lit.into()).collect()
}
