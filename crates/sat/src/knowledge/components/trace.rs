//! What a search produces: the graph of all models, or only their number.

use num_bigint::BigUint;

use super::{Assigned, Component, Trace};
use crate::knowledge::graph::{Ahead, DECIDED, Edge, Graph, State, Step, Target};

/// Builds a graph.
#[derive(Default)]
pub(super) struct Tracing {
    graph: Graph,
    /// The height of each state: how many states are below each other from it on.
    heights: Vec<u32>,
}

impl Tracing {
    /// The graph with its root, in which each layer has the states of one height.
    pub(super) fn graph(self, root: Edge) -> Graph {
        let Tracing { mut graph, heights } = self;
        let tallest = heights.iter().max().map_or(0, |&height| height as usize + 1);
        graph.layers = vec![Vec::new(); tallest];
        for (id, &height) in heights.iter().enumerate() {
            let layer = tallest - 1 - height as usize;
            graph.states[id].layer = layer as u32;
            graph.layers[layer].push(id as u32);
        }
        graph.root = Some(root);
        graph
    }

    fn steps(&mut self, literals: &Assigned<'_>) -> (u32, u32) {
        let first = self.graph.steps.len() as u32;
        let steps = literals.literals().iter();
        self.graph.steps.extend(steps.map(|&lit| Step { lit, reason: literals.reason(lit) }));
        (first, literals.literals().len() as u32)
    }

    fn state(&mut self, component: &Component<'_>, ahead: Ahead, height: u32) -> u32 {
        let id = self.graph.states.len() as u32;
        let first_literal = self.graph.literals.len() as u32;
        self.graph.literals.extend_from_slice(component.known);
        self.graph.states.push(State {
            layer: 0,
            num_open: component.num_shown as u32,
            first_literal,
            num_literals: component.known.len() as u32,
            ahead,
        });
        self.heights.push(height);
        id
    }
}

impl Trace for Tracing {
    type Node = u32;
    type Branch = Edge;
    const KNOWS: bool = true;

    fn hidden(&mut self, component: &Component<'_>, model: &[bool]) -> u32 {
        let first = self.graph.steps.len() as u32;
        for &variable in component.variables {
            let lit = 2 * variable + u32::from(!model[variable as usize]);
            self.graph.steps.push(Step { lit, reason: DECIDED });
        }
        let number = component.variables.len() as u32;
        self.state(component, Ahead::Model { first, number }, 0)
    }

    fn dead(&mut self, literals: &Assigned<'_>, clause: u32) -> Edge {
        let (first_step, num_steps) = self.steps(literals);
        Edge { first_step, num_steps, target: Target::Conflict(clause) }
    }

    fn live(&mut self, literals: &Assigned<'_>, nodes: &[u32], _: usize) -> Edge {
        let (first_step, num_steps) = self.steps(literals);
        let target = match *nodes {
            [] => Target::Satisfied,
            [id] => Target::State(id),
            _ => {
                let first = self.graph.parts.len() as u32;
                self.graph.parts.extend_from_slice(nodes);
                Target::States { first, number: nodes.len() as u32 }
            }
        };
        Edge { first_step, num_steps, target }
    }

    fn component(&mut self, component: &Component<'_>, branches: [Edge; 2]) -> u32 {
        let first = self.graph.edges.len() as u32;
        let after = branches.iter().flat_map(|edge| self.graph.states_after(edge));
        let height = after.map(|&id| self.heights[id as usize] + 1).max().unwrap_or(0);
        self.graph.edges.extend(branches);
        self.state(component, Ahead::Edges { first, number: 2 }, height)
    }

    fn bytes_of(&self, _: &u32) -> usize {
        0
    }

    fn bytes(&self) -> usize {
        self.graph.bytes() + size_of::<u32>() * self.heights.capacity()
    }
}

/// Counts without a graph.
pub(super) struct Tally;

impl Trace for Tally {
    type Node = BigUint;
    type Branch = BigUint;
    const KNOWS: bool = false;

    fn hidden(&mut self, _: &Component<'_>, _: &[bool]) -> BigUint {
        BigUint::from(1_u32)
    }

    fn dead(&mut self, _: &Assigned<'_>, _: u32) -> BigUint {
        BigUint::ZERO
    }

    fn live(&mut self, _: &Assigned<'_>, nodes: &[BigUint], free: usize) -> BigUint {
        match nodes {
            [only] => only << free,
            _ => nodes.iter().product::<BigUint>() << free,
        }
    }

    fn component(&mut self, _: &Component<'_>, [one, other]: [BigUint; 2]) -> BigUint {
        one + other
    }

    fn bytes_of(&self, node: &BigUint) -> usize {
        node.bits() as usize / 8
    }

    fn bytes(&self) -> usize {
        0
    }
}
