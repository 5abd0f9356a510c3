//! The solutions of a problem as a graph.
//!
//! There is a layer for each decision. A path from the first node to the last layer makes a choice in each
//! layer, and is a solution; different paths are different solutions. (In knowledge compilation, this is a
//! deterministic decomposable diagram: Darwiche and Marquis, A Knowledge Compilation Map, JAIR 2002.) An edge
//! may stand for several choices that differ only in the name of a value; what follows is then renamed.

use std::collections::HashMap;
use std::sync::Arc;

use cnfetti_core::csp::{Atom, Value, ValuePrecedence};
use cnfetti_core::limit::Limit;

use super::decisions::{Decision, Decisions};
use super::frontier::{Frontier, Ways};
use super::lists::Lists;
use super::plan::Plan;

/// The choice of an edge that chooses nothing.
pub(super) const NONE: u32 = u32::MAX;

/// A choice, or several that differ only by renaming.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Edge {
    /// The position of the choice in the decision, or [`NONE`].
    pub(super) choice: u32,
    /// The node in the next layer.
    pub(super) child: u32,
    /// The renaming of the rows for everything that follows.
    pub(super) renaming: u32,
    /// The number of choices it stands for, with the highest bit set if the value is fresh. Packed, because
    /// there are very many edges.
    times_and_fresh: u32,
}

const FRESH: u32 = 1 << 31;

impl Edge {
    /// An edge that stands for one choice.
    pub(super) fn new(choice: u32, child: u32, renaming: u32, is_fresh: bool) -> Edge {
        Edge { choice, child, renaming, times_and_fresh: if is_fresh { FRESH | 1 } else { 1 } }
    }

    /// The number of choices it stands for: this row and the next ones in its set.
    pub(super) fn times(&self) -> u32 {
        self.times_and_fresh & !FRESH
    }

    /// The same edge to another node.
    pub(super) fn leading_to(self, child: u32) -> Edge {
        Edge { child, ..self }
    }

    /// The same edge to another node, with another renaming.
    pub(super) fn moved(self, child: u32, renaming: u32) -> Edge {
        Edge { child, renaming, ..self }
    }

    /// Whether the value occurs for the first time.
    pub(super) fn is_fresh(&self) -> bool {
        self.times_and_fresh & FRESH != 0
    }
}

/// The nodes of one decision, with their edges.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    edges: Vec<Edge>,
    /// For each node, the end of its edges.
    ends: Vec<usize>,
}

impl Layer {
    /// Adds an edge to the current node, and returns its number.
    pub(super) fn push(&mut self, edge: Edge) -> usize {
        self.edges.push(edge);
        self.edges.len() - 1
    }

    /// Adds one more choice to the edge.
    pub(super) fn repeat(&mut self, edge: usize) -> Edge {
        self.edges[edge].times_and_fresh += 1;
        self.edges[edge]
    }

    /// Ends the current node.
    pub(super) fn end_node(&mut self) {
        self.ends.push(self.edges.len());
    }

    /// Adds the nodes of another layer, with each edge translated by `here`.
    pub(super) fn append(&mut self, other: &Layer, here: impl Fn(Edge) -> Edge) {
        let before = self.edges.len();
        self.edges.extend(other.edges.iter().map(|&edge| here(edge)));
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    /// The number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.ends.len()
    }

    /// The number of edges.
    pub(super) fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The edges of a node.
    pub(super) fn node(&self, number: usize) -> &[Edge] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.edges[start..self.ends[number]]
    }

    /// The edges of a node, each with its number in the layer.
    pub(super) fn numbered(&self, node: usize) -> impl Iterator<Item = (usize, Edge)> {
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        (start..self.ends[node]).map(|number| (number, self.edges[number]))
    }

    /// The memory it occupies.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Edge>() * self.edges.capacity() + size_of::<usize>() * self.ends.capacity()
    }
}

/// All solutions of a problem, or some of them.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The decision of each layer.
    decisions: Arc<Vec<Decision>>,
    pub(super) layers: Vec<Layer>,
    /// The number of ends: the nodes after the last layer.
    pub(super) ends: usize,
    /// The limit because of which solutions may be missing.
    pub(super) stopped: Option<Limit>,
    /// In how many ways the ends were reached: a lower bound for the number of solutions, even if the diagram
    /// does not contain them.
    pub(super) found: Ways,
    pub(super) variables: usize,
    /// The value in each row.
    pub(super) values: Vec<Value>,
    /// The optimum, if only the optimal solutions are in the diagram.
    pub(super) optimum: Option<i64>,
    /// The rows of each set of interchangeable values.
    pub(super) sets: Vec<Vec<usize>>,
    /// For each declared set of values that is not renamed, a condition that one solution of each class
    /// satisfies.
    pub(super) precedences: Vec<ValuePrecedence>,
    pub(super) renamings: Vec<Box<[u32]>>,
    pub(super) first_renaming: u32,
    known: HashMap<Box<[u32]>, u32>,
}

impl Diagram {
    /// A diagram without nodes.
    pub(super) fn new(plan: &Plan, decisions: &Decisions) -> Diagram {
        let frame = &plan.frame;
        let identity: Box<[u32]> = (0..frame.rows() as u32).collect();
        Diagram {
            decisions: Arc::clone(&decisions.list),
            layers: Vec::new(),
            ends: 0,
            stopped: None,
            found: Ways::default(),
            variables: frame.variables(),
            optimum: None,
            values: (0..frame.rows()).map(|row| frame.value(row)).collect(),
            sets: plan.renaming.sets().to_vec(),
            precedences: plan.renaming.precedences().to_vec(),
            renamings: vec![identity.clone()],
            first_renaming: 0,
            known: HashMap::from([(identity, 0)]),
        }
    }

    /// A diagram without nodes whose edges have the same meaning.
    pub(super) fn emptied(&self) -> Diagram {
        Diagram {
            decisions: Arc::clone(&self.decisions),
            layers: Vec::new(),
            ends: 0,
            stopped: None,
            found: Ways::default(),
            variables: self.variables,
            optimum: self.optimum,
            values: self.values.clone(),
            sets: self.sets.clone(),
            precedences: self.precedences.clone(),
            renamings: self.renamings.clone(),
            first_renaming: self.first_renaming,
            known: HashMap::new(),
        }
    }

    /// A diagram without solutions, because this limit came before any were found.
    pub(super) fn unknown(variables: usize, limit: Limit) -> Diagram {
        Diagram {
            decisions: Arc::default(),
            layers: Vec::new(),
            ends: 0,
            stopped: Some(limit),
            found: Ways::default(),
            variables,
            optimum: None,
            values: Vec::new(),
            sets: Vec::new(),
            precedences: Vec::new(),
            renamings: vec![Box::default()],
            first_renaming: 0,
            known: HashMap::new(),
        }
    }

    /// The choices of each layer.
    pub(super) fn choices(&self) -> impl Iterator<Item = &Lists<Atom>> {
        self.decisions.iter().map(|decision| &decision.choices)
    }

    /// The atoms of a choice in a layer.
    pub(super) fn atoms(&self, layer: usize, choice: u32) -> &[Atom] {
        self.decisions[layer].choices.get(choice as usize)
    }

    /// The memory of the renamings, in bytes.
    pub(super) fn renaming_bytes(&self) -> usize {
        self.renamings.len() * (8 * self.values.len() + 64)
    }

    pub(super) fn set_first_renaming(&mut self, renaming: u32) {
        self.first_renaming = renaming;
    }

    /// The number of the renaming that moves `origin[row]` to each row.
    pub(super) fn renaming(&mut self, origin: &[u32]) -> u32 {
        if let Some(&number) = self.known.get(origin) {
            return number;
        }
        let number = self.renamings.len() as u32;
        self.renamings.push(origin.into());
        self.known.insert(origin.into(), number);
        number
    }

    pub(super) fn push(&mut self, layer: Layer) {
        self.layers.push(layer);
    }

    /// Sets the ends, and the limit because of which solutions may be missing.
    pub(super) fn finish(&mut self, ends: &Frontier, stopped: Option<Limit>) {
        self.ends = ends.len();
        self.found = ends.all_ways();
        self.stopped = stopped;
        self.known = HashMap::new();
    }

    /// The optimum, if only the optimal solutions are in the diagram.
    pub(super) fn optimum(&self) -> Option<i64> {
        self.optimum
    }

    /// Whether the diagram has all solutions. Otherwise a limit was reached, and some may be missing.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// The limit because of which solutions may be missing; `None` if the diagram is complete.
    pub fn stopped(&self) -> Option<Limit> {
        self.stopped
    }

    /// The set of interchangeable values that contains this value, and the position there.
    pub(super) fn row_in_set(&self, value: Value) -> Option<(usize, usize)> {
        let row = self.values.binary_search(&value).ok()?;
        let place = |rows: &Vec<usize>| rows.iter().position(|&other| other == row);
        self.sets.iter().enumerate().find_map(|(set, rows)| Some((set, place(rows)?)))
    }

    /// The number of nodes and of edges.
    pub fn size(&self) -> (usize, usize) {
        let nodes: usize = self.layers.iter().map(Layer::nodes).sum();
        (nodes + self.ends, self.layers.iter().map(Layer::edges).sum())
    }
}
