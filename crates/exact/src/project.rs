//! Counts the different assignments to some of the variables.
//!
//! As an automaton, a diagram reads the values of these variables and guesses the other decisions. Following
//! all guesses at once makes it deterministic (Rabin and Scott, Finite Automata and Their Decision Problems,
//! 1959); then different paths are different assignments.

use std::collections::HashMap;

use itertools::Itertools;
use num_bigint::BigUint;

use cnfetti_core::csp::{Atom, VarId};

use super::diagram::Diagram;
use super::meter::Meter;
use cnfetti_core::limit::Limit;

/// A number, or a lower bound for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounded {
    /// The number, or a lower bound.
    pub(super) number: BigUint,
    /// The limit because of which there may be more.
    pub(super) stopped: Option<Limit>,
}

/// Sets of nodes of a layer, each with the number of readings that lead to exactly these nodes.
pub(super) type Sets = HashMap<Box<[u32]>, BigUint>;

/// Counts the different assignments to the scope among the solutions. The diagram must be reduced, and
/// nothing may be renamed in it.
pub(super) fn project(diagram: &Diagram, scope: &[VarId], meter: &mut Meter<'_>) -> Bounded {
    let mut start = Sets::new();
    if diagram.layers.first().map_or(diagram.ends, |layer| layer.nodes()) > 0 {
        start.insert(Box::new([0]), BigUint::from(1_u32));
    }
    // Every set leads to a solution, and no two paths read the same.
    match read(diagram, start, scope, &mut meter.anew()) {
        Ok(sets) => Bounded { number: sets.values().sum(), stopped: diagram.stopped() },
        Err((sets, limit)) => Bounded { number: sets.values().sum(), stopped: Some(limit) },
    }
}

/// Reads the values of the scope in all layers, from sets of first nodes to sets of ends. If a limit is
/// reached, the error has the sets before that layer.
pub(super) fn read(
    diagram: &Diagram,
    start: Sets,
    scope: &[VarId],
    meter: &mut Meter<'_>,
) -> Result<Sets, (Sets, Limit)> {
    let mut in_scope = vec![false; diagram.variables];
    scope.iter().for_each(|variable| in_scope[variable.index()] = true);
    let mut sets = start;
    for (layer, choices) in diagram.layers.iter().zip(diagram.choices()) {
        let in_scope = |atom: &Atom| in_scope[atom.variable.index()];
        let reads = choices.items().iter().any(in_scope);
        let mut next = Sets::with_capacity(sets.len());
        let mut bytes = 0;
        let mut targets: Vec<(u32, u32)> = Vec::new();
        for (set, ways) in &sets {
            let edges: usize = set.iter().map(|&node| layer.node(node as usize).len()).sum();
            if meter.work(32 * (1 + edges)) || meter.memory(bytes) {
                return Err((sets, meter.limit()));
            }
            targets.clear();
            for edge in set.iter().flat_map(|&node| layer.node(node as usize)) {
                targets.push((if reads { edge.choice } else { 0 }, edge.child));
            }
            targets.sort_unstable();
            targets.dedup();
            for chunk in targets.chunk_by(|one, other| one.0 == other.0) {
                let children = chunk.iter().map(|&(_, child)| child).collect_vec();
                bytes += 128 + 4 * children.len();
                *next.entry(children.into()).or_default() += ways;
            }
        }
        sets = next;
    }
    Ok(sets)
}
