//! For each value that a variable has in some solution, a solution with it.

use std::collections::HashSet;

use cnfetti_core::csp::{Symmetry, Value, VarId};

use super::diagram::{Diagram, Layer, NONE};

/// A node of a layer and the number of one of its edges.
pub(super) type Place = (usize, usize);

impl Diagram {
    /// Visits solutions of the diagram until each variable has had every value that it has in any of them.
    /// `symmetry` must be that of the diagram's problem.
    ///
    /// Each is a path through an edge whose choice is new. An edge can stand for values that differ by
    /// renaming; then the solution is renamed to each of them.
    pub fn each_witness<E>(
        &self,
        symmetry: &Symmetry,
        mut visit: impl FnMut(&[Value]) -> Result<(), E>,
    ) -> Result<(), E> {
        let parents = self.parents();
        let mut seen = Seen(HashSet::new());
        for (step, layer) in self.layers.iter().enumerate() {
            for node in 0..layer.nodes() {
                for number in 0..layer.node(node).len() {
                    if self.is_seen(step, (node, number), &seen) {
                        continue;
                    }
                    let solution = self.through(&parents, step, (node, number), &seen);
                    for solution in self.renamed(symmetry, solution) {
                        if seen.is_new(&solution) {
                            visit(&solution)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// For each layer and each node of the next one, an edge that leads there.
    pub(super) fn parents(&self) -> Vec<Vec<Place>> {
        let of_layer = |(step, layer): (usize, &Layer)| {
            let nodes = self.layers.get(step + 1).map_or(self.ends, Layer::nodes);
            let mut parents = vec![(0, 0); nodes];
            for node in 0..layer.nodes() {
                for (number, edge) in layer.node(node).iter().enumerate() {
                    parents[edge.child as usize] = (node, number);
                }
            }
            parents
        };
        self.layers.iter().enumerate().map(of_layer).collect()
    }

    /// Whether the variables already had the values that the edge gives them.
    fn is_seen(&self, step: usize, (node, number): Place, seen: &Seen) -> bool {
        let edge = self.layers[step].node(node)[number];
        edge.choice == NONE
            || self
                .atoms(step, edge.choice)
                .iter()
                .all(|atom| seen.0.contains(&(atom.variable, atom.value)))
    }

    /// A solution through this edge. After it, new edges are preferred, so that fewer solutions are needed.
    fn through(&self, parents: &[Vec<Place>], step: usize, edge: Place, seen: &Seen) -> Vec<Value> {
        let mut path = vec![edge];
        let mut node = edge.0;
        for of_layer in parents[..step].iter().rev() {
            path.push(of_layer[node]);
            node = of_layer[node].0;
        }
        let mut walk = self.walk();
        for &(from, number) in path.iter().rev() {
            node = walk.enter(from, number, 0);
        }
        for (step, layer) in self.layers.iter().enumerate().skip(step + 1) {
            let numbers = 0..layer.node(node).len();
            let is_new = |&number: &usize| !self.is_seen(step, (node, number), seen);
            let number = numbers.into_iter().find(is_new).unwrap_or(0);
            node = walk.enter(node, number, 0);
        }
        walk.values().to_vec()
    }

    /// The solution, and all rotations of it within each set of values: each value then occurs once in each
    /// of their places.
    fn renamed(&self, symmetry: &Symmetry, solution: Vec<Value>) -> Vec<Vec<Value>> {
        let mut renamed = vec![solution];
        for rows in &self.sets {
            let values: Vec<Value> = rows.iter().map(|&row| self.values[row]).collect();
            let is_of = |value: &&Value| values.contains(value);
            let mut groups = symmetry.interchangeable.iter();
            let Some(group) = groups.find(|group| group.values.iter().any(|v| is_of(&v))) else {
                continue;
            };
            for turn in 1..values.len() {
                let mut turned = renamed[0].clone();
                for variable in &group.scope {
                    let value = &mut turned[variable.index()];
                    if let Some(place) = values.iter().position(|other| other == value) {
                        *value = values[(place + turn) % values.len()];
                    }
                }
                renamed.push(turned);
            }
        }
        renamed
    }
}

/// Variables with values that they already had.
struct Seen(HashSet<(VarId, Value)>);

impl Seen {
    /// Records a solution. Returns whether some variable has a new value in it.
    fn is_new(&mut self, solution: &[Value]) -> bool {
        let before = self.0.len();
        self.0.extend((0..).map(VarId::at).zip(solution.iter().copied()));
        self.0.len() > before
    }
}
