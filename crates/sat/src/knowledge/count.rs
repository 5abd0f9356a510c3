//! Counting the models of a graph, from the last layer up.

use num_bigint::BigUint;

use super::formula::Formula;
use super::graph::{Ahead, Edge, Graph, State, Target};

/// How many assignments to the shown variables have a model.
pub(super) fn count(formula: &Formula, graph: &Graph) -> BigUint {
    let mut models: Vec<BigUint> = vec![BigUint::ZERO; graph.states.len()];
    for &id in graph.layers.iter().rev().flatten() {
        let state = &graph.states[id as usize];
        models[id as usize] = match state.ahead {
            Ahead::Edges { .. } => {
                let edges = graph.edges_of(state).iter();
                edges.map(|edge| through(formula, graph, edge, state.num_open, &models)).sum()
            }
            Ahead::Model { .. } => BigUint::from(1_u32),
            Ahead::Refuted(_) | Ahead::Unknown => BigUint::ZERO,
        };
    }
    let shown = formula.num_shown as u32;
    graph.root.as_ref().map_or(BigUint::ZERO, |root| through(formula, graph, root, shown, &models))
}

/// How many models an edge leads to, when this many shown variables are open before it.
fn through(
    formula: &Formula,
    graph: &Graph,
    edge: &Edge,
    open: u32,
    models: &[BigUint],
) -> BigUint {
    let (left, models) = match edge.target {
        Target::Conflict(_) => return BigUint::ZERO,
        Target::Satisfied => (0, &BigUint::from(1_u32)),
        Target::State(id) => {
            let state: &State = &graph.states[id as usize];
            (state.num_open, &models[id as usize])
        }
    };
    let decided = graph.steps_of(edge).iter().filter(|step| formula.shows(step.lit)).count();
    // What is neither decided nor left may have any value.
    models << (open - decided as u32 - left)
}
