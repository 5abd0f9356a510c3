//! Regular: the values are a word that an automaton accepts.

use std::collections::HashMap;

use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools;

use super::{add, any_of};
use crate::compile::Map;
use cnfetti_core::csp::{Automaton, VarId};
use cnfetti_exact::layers::{self, Layer, Layers, NONE};

/// The automaton is unfolded over the variables and reduced; its diagram becomes clauses.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, automaton: &Automaton) {
    let domain = |&variable: &VarId| map.values(variable).map(|(value, _)| value).collect();
    let domains: Vec<Vec<_>> = automaton.scope.iter().map(domain).collect();
    let layers = layers::of_automaton(automaton, domains);
    match layers.is_possible() {
        true => diagram(cnf, map, &automaton.scope, &layers),
        false => cnf.add_clause([]),
    }
}

/// For each node of a layer, and each way on, a literal that is true exactly when the values lead
/// there. A node has a way on, and a value needs a way that it is on: so unit propagation finds
/// every value that is ruled out. (Bacchus, GAC via Unit Propagation, CP 2007; Quimper and Walsh,
/// Decomposing Global Grammar Constraints, CP 2007. With one literal for all values that lead from
/// a node to another one.)
fn diagram(cnf: &mut Cnf, map: &Map, scope: &[VarId], layers: &Layers) {
    // Whether each node is reached; the first one always is.
    let mut nodes: Vec<Option<Lit>> = vec![None];
    for (place, &variable) in scope.iter().enumerate() {
        let layer = layers.layer(place);
        let values: Vec<Lit> = map.values(variable).map(|(_, lit)| lit).collect();
        let ways = ways(cnf, layer, &nodes, &values);
        for (node, reached) in nodes.iter().enumerate() {
            let leaving = ways.iter().filter(|way| way.from == node).map(|way| way.taken);
            need(cnf, *reached, leaving);
        }
        for (position, &lit) in values.iter().enumerate() {
            let along = || ways.iter().filter(|way| way.positions.contains(&position));
            // What leads on from a node that is always reached leads on.
            if along().all(|way| nodes[way.from].is_some()) {
                need(cnf, Some(lit), along().map(|way| way.taken));
            }
        }
        if place + 1 == scope.len() {
            return;
        }
        let next = ways.iter().map(|way| way.to + 1).max().unwrap_or(0);
        nodes = (0..next)
            .map(|node| {
                let leading = ways.iter().filter(|way| way.to == node).map(|way| way.taken);
                let leading: Option<Vec<Lit>> = leading.collect();
                leading.map(|lits| any_of(cnf, &lits))
            })
            .collect();
    }
}

/// The values that lead from a node to another one.
struct Way {
    from: usize,
    to: usize,
    positions: Vec<usize>,
    /// Whether it is taken; `None` when it always is.
    taken: Option<Lit>,
}

fn ways(cnf: &mut Cnf, layer: &Layer, nodes: &[Option<Lit>], values: &[Lit]) -> Vec<Way> {
    let mut groups: HashMap<Vec<usize>, Lit> = HashMap::new();
    let mut ways = Vec::new();
    for (from, &reached) in nodes.iter().enumerate() {
        for (to, positions) in by_child(layer.next(from as u32)) {
            let chosen = (positions.len() < values.len()).then(|| {
                *groups.entry(positions.clone()).or_insert_with(|| {
                    let lits: Vec<Lit> = positions.iter().map(|&at| values[at]).collect();
                    any_of(cnf, &lits)
                })
            });
            let taken = match (reached, chosen) {
                (Some(reached), Some(chosen)) => Some(!any_of(cnf, &[!reached, !chosen])),
                (reached, chosen) => reached.or(chosen),
            };
            ways.push(Way { from, to, positions, taken });
        }
    }
    ways
}

/// The nodes that follow, each with the positions of the values that lead there.
fn by_child(children: &[u32]) -> Vec<(usize, Vec<usize>)> {
    let children = children.iter().enumerate().filter(|(_, child)| **child != NONE);
    let groups = children.map(|(at, &child)| (child as usize, at)).into_group_map();
    groups.into_iter().sorted_unstable().collect()
}

/// If the literal is true, one of the others is.
fn need(cnf: &mut Cnf, lit: Option<Lit>, others: impl Iterator<Item = Option<Lit>>) {
    if let Some(others) = others.collect::<Option<Vec<Lit>>>() {
        add(cnf, lit.map(|lit| !lit).into_iter().chain(others));
    }
}
