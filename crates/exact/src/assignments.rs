//! What is counted of all solutions, where solutions that agree on some variables are one: a diagram with
//! a path for each, and for each a solution that has it.

use std::collections::HashMap;

use itertools::Itertools;
use num_bigint::BigUint;

use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::Limits;

use super::candidates::Occurrences;
use super::diagram::{Diagram, Edge, Layer, NONE};
use super::meter::Meter;
use super::walk::{Sampler, Walk};

/// The things to count in the solutions of a diagram: all of them, or the different assignments to
/// the variables to count over.
pub struct Assignments<'a> {
    solutions: &'a Diagram,
    /// For each variable whether it is counted over, and a path for each assignment to these; `None` where
    /// each solution is counted.
    projected: Option<(Vec<bool>, Diagram)>,
}

impl Diagram {
    /// The things to count in its solutions, if it is the diagram of this problem; `None` if a
    /// limit is reached.
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

    /// A path for each assignment to these variables, with the other decisions left open: where several
    /// nodes can be reached by the same values there is one node for their set.
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

    /// Whether the decision of this layer is about one of these variables.
    fn reads(&self, step: usize, in_scope: &[bool]) -> bool {
        let choices = self.choices().nth(step).expect("each layer has a decision");
        choices.items().iter().any(|atom| in_scope[atom.variable.index()])
    }

    /// A solution with these values of some variables, when there is one.
    fn complete(&self, in_scope: &[bool], values: &[Value]) -> Option<Vec<Value>> {
        // For each layer the nodes that can be reached, and from where.
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

    /// How many there are.
    pub fn count(&self) -> BigUint {
        self.diagram().count()
    }

    /// For each variable, how often each value occurs; for variables that are not counted over, in
    /// how many solutions. `None` if a limit is reached.
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

    /// A solution for each, one after the other.
    pub fn walk(&self) -> impl Iterator<Item = Vec<Value>> {
        let mut walk: Walk<'_> = self.diagram().walk();
        std::iter::from_fn(move || {
            let values = walk.next()?;
            Some(self.solution(values))
        })
    }

    /// Draws at random, each with the same probability, and has a solution for it. The same seed draws the
    /// same. `None` when there is no solution.
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
