//! Counts the models of a graph, from the last layer up.

use num_bigint::BigUint;

use super::formula::{Formula, OFTEN};
use super::graph::{Ahead, Edge, Graph, Target};
use cnfetti_core::limit::{Budget, Stopped};

/// How many assignments to the shown variables have a model; an error if the budget ends first.
pub(super) fn count(formula: &Formula, graph: &Graph, budget: &Budget) -> Result<BigUint, Stopped> {
    let mut models: Vec<BigUint> = vec![BigUint::ZERO; graph.states.len()];
    let mut uses = uses(graph);
    // With very many variables, each number has thousands of digits.
    let mut poll = budget.poll(OFTEN / (1 + formula.num_shown as u32 / 64));
    for &id in graph.layers.iter().rev().flatten() {
        let state = &graph.states[id as usize];
        let edges = match state.ahead {
            Ahead::Edges { .. } => graph.edges_of(state),
            Ahead::Model { .. } => {
                models[id as usize] = BigUint::from(1_u32);
                continue;
            }
            Ahead::Refuted(_) | Ahead::Unknown => continue,
        };
        let mut number = BigUint::ZERO;
        for edge in edges {
            poll.step()?;
            number += through(formula, graph, edge, state.num_open, &models);
            for &next in graph.states_after(edge) {
                uses[next as usize] -= 1;
                if uses[next as usize] == 0 {
                    models[next as usize] = BigUint::ZERO;
                }
            }
        }
        models[id as usize] = number;
    }
    let (shown, root) = (formula.num_shown as u32, graph.root.as_ref());
    Ok(root.map_or(BigUint::ZERO, |root| through(formula, graph, root, shown, &models)))
}

/// For each state, the number of edges to it: its count is kept only for these.
fn uses(graph: &Graph) -> Vec<u32> {
    let mut uses = vec![0; graph.states.len()];
    let edges = graph.layers.iter().flatten().map(|&id| &graph.states[id as usize]);
    let edges = edges.filter(|state| matches!(state.ahead, Ahead::Edges { .. }));
    for edge in edges.flat_map(|state| graph.edges_of(state)).chain(&graph.root) {
        graph.states_after(edge).iter().for_each(|&next| uses[next as usize] += 1);
    }
    uses
}

/// How many models an edge leads to, with this many open shown variables before it.
fn through(
    formula: &Formula,
    graph: &Graph,
    edge: &Edge,
    open: u32,
    models: &[BigUint],
) -> BigUint {
    if matches!(edge.target, Target::Conflict(_)) {
        return BigUint::ZERO;
    }
    let after = graph.states_after(edge);
    let left: u32 = after.iter().map(|&id| graph.states[id as usize].num_open).sum();
    let models = match after {
        [only] => &models[*only as usize],
        _ => &after.iter().map(|&id| &models[id as usize]).product(),
    };
    let decided = graph.steps_of(edge).iter().filter(|step| formula.shows(step.lit)).count();
    // A shown variable that is neither decided nor left may have any value.
    models << (open - decided as u32 - left)
}
