//! The solutions of a diagram in sequence, or at random.

use num_bigint::BigUint;

use cnfetti_core::csp::{Atom, Rule as _, Value, ValuePrecedence};

use super::diagram::{Diagram, Edge, Layer, NONE};
use super::weigh::{Unit, Weights};

/// Walks over the solutions of a diagram in a fixed order.
pub struct Walk<'a> {
    diagram: &'a Diagram,
    unit: Unit,
    /// For each layer and choice, the set of interchangeable values that contains its value, and the position
    /// there.
    places: Vec<Vec<Option<(usize, usize)>>>,
    /// For each layer entered so far, the node, the edge, and which of its choices.
    path: Vec<(usize, usize, u32)>,
    /// For each layer, and for the ends, the row whose value each row stands for.
    names: Vec<Vec<u32>>,
    values: Vec<Value>,
    is_over: bool,
}

impl Diagram {
    /// All solutions, each once.
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self, Unit::Solution)
    }

    /// One solution from each set of solutions that differ by renaming interchangeable values.
    pub fn walk_classes(&self) -> Walk<'_> {
        Walk::new(self, Unit::Class)
    }

    /// Draws solutions at random, uniformly. The same seed gives the same draws. `None` if there is no
    /// solution.
    pub fn sampler(&self, seed: u64) -> Option<Sampler<'_>> {
        let weights = Weights::new(self, Unit::Solution);
        let total = weights.total();
        (total > BigUint::ZERO).then(|| Sampler {
            walk: self.walk(),
            weights,
            total,
            random: Random(seed),
        })
    }

    /// Some solutions of a complete diagram, the same ones each time. Each comes from a way through the diagram that takes
    /// any edge with the same probability, so they need no weights, and solutions are not equally likely.
    pub(super) fn examples(&self, number: usize) -> Vec<Vec<Value>> {
        if self.first_layer_nodes() == 0 {
            return Vec::new();
        }
        let (mut walk, mut random) = (self.walk(), Random(0));
        let example = |_| {
            walk.path.clear();
            let mut node = 0;
            for layer in &self.layers {
                let edges = layer.node(node);
                let number = random.next() as usize % edges.len();
                let copy = random.next() as u32 % edges[number].times();
                node = walk.enter(node, number, copy);
            }
            walk.values.clone()
        };
        (0..number).map(example).collect()
    }

    /// For each layer and choice, the set of interchangeable values that contains its value, and the position
    /// there. Choices for several variables are never renamed.
    fn places(&self) -> Vec<Vec<Option<(usize, usize)>>> {
        let place = |atoms: &[Atom]| match *atoms {
            [atom] => self.row_in_set(atom.value),
            _ => None,
        };
        self.choices().map(|choices| choices.iter().map(place).collect()).collect()
    }

    fn first_layer_nodes(&self) -> usize {
        self.layers.first().map_or(self.ends, Layer::nodes)
    }
}

impl<'a> Walk<'a> {
    fn new(diagram: &'a Diagram, unit: Unit) -> Walk<'a> {
        let first = &diagram.renamings[diagram.first_renaming as usize];
        Walk {
            diagram,
            unit,
            places: diagram.places(),
            path: Vec::with_capacity(diagram.layers.len()),
            names: vec![first.to_vec(); diagram.layers.len() + 1],
            values: vec![0; diagram.variables],
            is_over: diagram.first_layer_nodes() == 0,
        }
    }

    /// The next solution, a value for each variable.
    #[expect(clippy::should_implement_trait, reason = "what is returned is overwritten")]
    pub fn next(&mut self) -> Option<&[Value]> {
        loop {
            self.step()?;
            // If values are not renamed, the diagram has every solution by name.
            let is_first = |precedence: &ValuePrecedence| precedence.holds(&self.values);
            if self.unit == Unit::Solution || self.diagram.precedences.iter().all(is_first) {
                return Some(&self.values);
            }
        }
    }

    /// Goes to the next path of the diagram.
    fn step(&mut self) -> Option<()> {
        if self.is_over {
            return None;
        }
        let mut node = 0;
        if !self.path.is_empty() {
            node = self.turn()?;
        }
        while self.path.len() < self.diagram.layers.len() {
            node = self.enter(node, self.first_edge(node), 0);
        }
        self.is_over = self.path.is_empty();
        Some(())
    }

    /// The values of the choices made so far.
    pub(super) fn values(&self) -> &[Value] {
        &self.values
    }

    fn first_edge(&self, node: usize) -> usize {
        let layer = &self.diagram.layers[self.path.len()];
        debug_assert!(!layer.node(node).is_empty(), "the diagram is reduced");
        0
    }

    /// Goes back to the last layer with another choice and makes it. Returns the node that it leads to.
    fn turn(&mut self) -> Option<usize> {
        while let Some((node, edge, copy)) = self.path.pop() {
            let edges = self.diagram.layers[self.path.len()].node(node);
            if copy + 1 < self.unit.times(&edges[edge]) {
                return Some(self.enter(node, edge, copy + 1));
            }
            if edge + 1 < edges.len() {
                return Some(self.enter(node, edge + 1, 0));
            }
        }
        self.is_over = true;
        None
    }

    /// Makes one of the choices of an edge. Returns the node that it leads to.
    pub(super) fn enter(&mut self, node: usize, number: usize, copy: u32) -> usize {
        let diagram = self.diagram;
        let step = self.path.len();
        let edge = diagram.layers[step].node(node)[number];
        let (above, below) = self.names.split_at_mut(step + 1);
        let (names, next) = (&mut above[step], &mut below[0]);
        let mut traded = None;
        if edge.choice != NONE {
            let choice = edge.choice as usize;
            let atoms = diagram.atoms(step, edge.choice);
            atoms.iter().for_each(|atom| self.values[atom.variable.index()] = atom.value);
            if let (Some((set, position)), [atom]) = (self.places[step][choice], atoms) {
                // The choice stands for all values that are alike: one of them trades places with the first.
                let rows = &diagram.sets[set];
                let (first, other) = (rows[position], rows[position + copy as usize]);
                names.swap(first, other);
                traded = Some((first, other));
                self.values[atom.variable.index()] = diagram.values[names[first] as usize];
            }
        }
        if !diagram.sets.is_empty() {
            let origin = &diagram.renamings[edge.renaming as usize];
            for (next, &row) in next.iter_mut().zip(origin) {
                *next = names[row as usize];
            }
        }
        if let Some((first, other)) = traded {
            names.swap(first, other);
        }
        self.path.push((node, number, copy));
        edge.child as usize
    }
}

/// Draws solutions at random.
pub struct Sampler<'a> {
    walk: Walk<'a>,
    weights: Weights,
    total: BigUint,
    random: Random,
}

impl Sampler<'_> {
    /// A solution, a value for each variable.
    pub fn draw(&mut self) -> &[Value] {
        self.walk.path.clear();
        let mut left = self.random.below(&self.total);
        let mut node = 0;
        for step in 0..self.walk.diagram.layers.len() {
            let (number, copy) = self.choose(step, node, &mut left);
            node = self.walk.enter(node, number, copy);
        }
        &self.walk.values
    }

    /// The edge and the choice that lead to the solution with this number; `left` becomes its number among
    /// those that follow.
    fn choose(&self, step: usize, node: usize, left: &mut BigUint) -> (usize, u32) {
        let edges: &[Edge] = self.walk.diagram.layers[step].node(node);
        for (number, edge) in edges.iter().enumerate() {
            let weight = self.weights.of(step + 1, edge.child as usize);
            for copy in 0..edge.times() {
                if *left < weight {
                    return (number, copy);
                }
                *left -= &weight;
            }
        }
        unreachable!("the number is smaller than that of all solutions")
    }
}

/// A sequence of numbers that depends on the seed only (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A uniformly random number below `end`.
    fn below(&mut self, end: &BigUint) -> BigUint {
        let bits = end.bits();
        loop {
            let words = (0..bits.div_ceil(32)).map(|_| self.next() as u32).collect();
            let number = BigUint::new(words) >> (bits.div_ceil(32) * 32 - bits);
            if number < *end {
                return number;
            }
        }
    }
}
