//! What to count in a diagram: its solutions, or the assignments to some variables. Each assignment has a
//! path, and a solution that extends it.

use std::collections::HashMap;

use itertools::Itertools;
use num_bigint::BigUint;

use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::Limits;

use super::candidates::Occurrences;
use super::diagram::{Diagram, Edge, Layer, NONE};
use super::meter::Meter;
use super::walk::{Sampler, Walk};

/// What to count in the solutions of a diagram: all of them, or the different assignments to the projection's
/// variables.
pub struct Assignments<'a> {
    solutions: &'a Diagram,
    /// Which variables are projected on, and a diagram with a path for each assignment to them; `None` if
    /// every solution counts.
    projected: Option<(Vec<bool>, Diagram)>,
}

impl Diagram {
    /// What to count in these solutions; `csp` must be the problem of this diagram. `None` if a limit is
    /// reached.
    pub fn assignments(&self, csp: &Csp, limits: &Limits) -> Option<Assignments<'_>> {
        let scope = csp.counted().filter(|_| csp.is_projected());
        let projected = match scope {
            None => None,
            Some(scope) => {
                let mut in_scope = vec![false; self.variables];
                scope.iter().for_each(|variable| in_scope[variable.index()] = true);
                let read = self.read(&in_scope, &mut Meter::new(limits))?;
                Some((in_scope, read))
            }
        };
        Some(Assignments { solutions: self, projected })
    }

    /// A diagram with one path for each assignment to these variables; the other decisions stay open. If the
    /// same values can reach several nodes, one node stands for the set of them.
    fn read(&self, in_scope: &[bool], meter: &mut Meter<'_>) -> Option<Diagram> {
        let mut read = self.emptied();
        read.stopped = self.stopped();
        let first = self.layers.first().map_or(self.ends, Layer::nodes);
        let mut sets: Vec<Vec<u32>> = if first > 0 { vec![vec![0]] } else { Vec::new() };
        let mut bytes = 0;
        for (step, layer) in self.layers.iter().enumerate() {
            let reads = self.reads(step, in_scope);
            let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
            let (mut next, mut smaller) = (Vec::new(), Layer::default());
            for set in &sets {
                let edges = set.iter().flat_map(|&node| layer.node(node as usize));
                let choice = |edge: &Edge| if reads { edge.choice } else { NONE };
                let targets = edges.map(|edge| (choice(edge), edge.child)).sorted_unstable();
                let targets = targets.dedup().collect_vec();
                bytes += 64 * targets.len();
                if meter.work(32 * (1 + targets.len())) || meter.memory(bytes) {
                    return None;
                }
                for chunk in targets.chunk_by(|one, other| one.0 == other.0) {
                    let children = chunk.iter().map(|&(_, child)| child).collect_vec();
                    let child = *known.entry(children).or_insert_with_key(|children| {
                        next.push(children.clone());
                        (next.len() - 1) as u32
                    });
                    smaller.push(Edge::new(chunk[0].0, child, read.first_renaming, false));
                }
                smaller.end_node();
            }
            read.push(smaller);
            sets = next;
        }
        read.ends = sets.len();
        Some(read)
    }

    /// Whether this layer decides any of these variables.
    fn reads(&self, step: usize, in_scope: &[bool]) -> bool {
        let choices = self.choices().nth(step).expect("each layer has a decision");
        choices.items().iter().any(|atom| in_scope[atom.variable.index()])
    }

    /// A solution with these values of some variables, if there is one.
    fn complete(&self, in_scope: &[bool], values: &[Value]) -> Option<Vec<Value>> {
        // The nodes that can be reached in each layer, and from where.
        let mut reached: Vec<HashMap<u32, (u32, u32)>> = Vec::with_capacity(self.layers.len());
        let mut nodes = vec![0];
        for (step, layer) in self.layers.iter().enumerate() {
            let fits = |edge: &Edge| {
                let atoms =
                    if edge.choice == NONE { &[][..] } else { self.atoms(step, edge.choice) };
                let mut read = atoms.iter().filter(|atom| in_scope[atom.variable.index()]);
                read.all(|atom| values[atom.variable.index()] == atom.value)
            };
            let mut next = HashMap::new();
            for &node in &nodes {
                for edge in layer.node(node as usize).iter().filter(|edge| fits(edge)) {
                    next.entry(edge.child).or_insert((node, edge.choice));
                }
            }
            nodes = next.keys().copied().sorted_unstable().collect();
            reached.push(next);
        }
        let mut node = *nodes.first().filter(|_| self.ends > 0)?;
        let mut solution = vec![0; self.variables];
        for (step, from) in reached.iter().enumerate().rev() {
            let (before, choice) = from[&node];
            let atoms = if choice == NONE { &[][..] } else { self.atoms(step, choice) };
            atoms.iter().for_each(|atom| solution[atom.variable.index()] = atom.value);
            node = before;
        }
        Some(solution)
    }
}

impl Assignments<'_> {
    fn diagram(&self) -> &Diagram {
        self.projected.as_ref().map_or(self.solutions, |(_, read)| read)
    }

    /// The number of assignments or solutions.
    pub fn count(&self) -> BigUint {
        self.diagram().count()
    }

    /// For each variable, how often each value occurs; for variables outside the projection, in how many
    /// solutions. `None` if a limit is reached.
    pub fn candidates(&self, csp: &Csp, limits: &Limits) -> Option<Occurrences> {
        let mut all = self.solutions.candidates(csp, limits)?;
        if let Some((in_scope, read)) = &self.projected {
            let counted = read.candidates(csp, limits)?;
            for ((all, counted), _) in
                all.iter_mut().zip(counted).zip(in_scope).filter(|(_, is_counted)| **is_counted)
            {
                *all = counted;
            }
        }
        Some(all)
    }

    /// Walks over all of them, with one solution for each.
    pub fn walk(&self) -> impl Iterator<Item = Vec<Value>> {
        let mut walk: Walk<'_> = self.diagram().walk();
        std::iter::from_fn(move || {
            let values = walk.next()?;
            Some(self.solution(values))
        })
    }

    /// Draws at random, uniformly, and returns a solution with that assignment. The same seed gives the same
    /// draws. `None` if there is no solution.
    pub fn sampler(&self, seed: u64) -> Option<impl FnMut() -> Vec<Value>> {
        let mut sampler: Sampler<'_> = self.diagram().sampler(seed)?;
        Some(move || self.solution(sampler.draw()))
    }

    fn solution(&self, values: &[Value]) -> Vec<Value> {
        match &self.projected {
            None => values.to_vec(),
            Some((in_scope, _)) => {
                let completed = self.solutions.complete(in_scope, values);
                completed.expect("what was read is on the way to a solution")
            }
        }
    }
}
