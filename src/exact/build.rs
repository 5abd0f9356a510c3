//! Builds the diagram of all solutions, step by step.
//!
//! The states before a step are the different residual problems that the earlier decisions can
//! leave. Each choice leads from a state to a state before the next step, and partial assignments
//! that leave the same problem meet there. Only the states of two steps are held in memory; of
//! the others remain the edges.

use itertools::Itertools;

use super::decisions::Decisions;
use super::diagram::{Diagram, Edge, Layer, NONE};
use super::frontier::Frontier;
use super::limits::Limits;
use super::plan::{Decider, Plan};

/// So many states are followed at each step once a limit is reached: their solutions are proved
/// to exist.
const BEAM: usize = 400;

/// The limits are looked at after so many states.
pub(super) const BETWEEN_CHECKS: usize = 256;

/// The diagram of the planned problem. Where a limit is reached it has only some solutions.
pub(super) fn build(plan: &Plan, decisions: &Decisions, limits: &Limits) -> Diagram {
    let mut builder = Builder {
        plan,
        decider: plan.decider(),
        scratch: plan.frame.start(),
        origin: vec![0; plan.frame.rows()],
        diagram: Diagram::new(plan, decisions),
        edge_bytes: 0,
        is_limited: false,
    };
    let mut frontier = builder.begin();
    for step in 0..plan.steps.len() {
        frontier = builder.advance(&frontier, step, limits);
    }
    builder.diagram.finish(frontier.len(), !builder.is_limited);
    builder.diagram
}

struct Builder<'a> {
    plan: &'a Plan,
    decider: Decider<'a>,
    scratch: Vec<u64>,
    origin: Vec<u16>,
    diagram: Diagram,
    edge_bytes: usize,
    is_limited: bool,
}

impl Builder<'_> {
    /// The state in which nothing is decided, unless it has no solution.
    fn begin(&mut self) -> Frontier {
        let mut frontier = Frontier::new(self.plan.frame.words());
        if self.decider.begin(&mut self.scratch) {
            let renaming = self.sort();
            self.diagram.set_first_renaming(renaming);
            frontier.add(&self.scratch, 1.0);
        }
        frontier
    }

    fn advance(&mut self, frontier: &Frontier, step: usize, limits: &Limits) -> Frontier {
        let mut next = Frontier::new(self.plan.frame.words());
        let mut layer = Layer::default();
        let mut follow = self.is_limited.then(|| followed(frontier));
        for number in 0..frontier.len() {
            if number % BETWEEN_CHECKS == 0 && !self.is_limited {
                let bytes = self.edge_bytes + layer.bytes() + frontier.bytes() + next.bytes();
                self.is_limited = limits.are_reached(bytes);
                follow = self.is_limited.then(|| followed(frontier));
            }
            if follow.as_ref().is_none_or(|follow| follow[number]) {
                self.expand(frontier, number, step, &mut layer, &mut next);
            }
            layer.end_node();
        }
        self.edge_bytes += layer.bytes();
        self.diagram.push(layer);
        next
    }

    /// Adds the edges of one state.
    fn expand(
        &mut self,
        frontier: &Frontier,
        number: usize,
        step: usize,
        layer: &mut Layer,
        next: &mut Frontier,
    ) {
        let plan = self.plan;
        let (state, weight) = (frontier.state(number), frontier.weight(number));
        let row_words = plan.frame.row_words();
        // Sets of interchangeable values may interleave: between two rows of one set there can be
        // rows of another, or of none. Each set keeps what its own last row has led to.
        let mut last_edges: Vec<Option<usize>> = vec![None; plan.renaming.sets().len()];
        for (choice, effects) in plan.steps[step].choices.iter().enumerate() {
            let renamed = match effects[..] {
                [effect] => plan.renaming.set_of(effect.index).map(|set| (effect.index, set)),
                _ => None,
            };
            if let Some((row, set)) = renamed
                && plan.renaming.repeats(state, row, row_words)
            {
                // The same problem again, or again none.
                if let Some(edge) = last_edges[set] {
                    layer.repeat(edge);
                }
                continue;
            }
            self.scratch.copy_from_slice(state);
            let mut edge = None;
            if self.decider.choose(&mut self.scratch, step, effects) {
                let is_fresh =
                    renamed.is_some_and(|(row, _)| plan.renaming.is_fresh(&plan.frame, state, row));
                let renaming = self.sort();
                let child = next.add(&self.scratch, weight);
                let choice = choice as u32;
                edge = Some(layer.push(Edge { choice, child, renaming, times: 1, is_fresh }));
            }
            if let Some((_, set)) = renamed {
                last_edges[set] = edge;
            }
        }
        if plan.steps[step].optional {
            self.scratch.copy_from_slice(state);
            if self.decider.choose(&mut self.scratch, step, &[]) {
                let renaming = self.sort();
                let child = next.add(&self.scratch, weight);
                layer.push(Edge { choice: NONE, child, renaming, times: 1, is_fresh: false });
            }
        }
    }

    /// Sorts the rows of the state at hand. What has moved where, as a number for the diagram.
    fn sort(&mut self) -> u32 {
        let renaming = &self.plan.renaming;
        if renaming.is_trivial() {
            return 0;
        }
        renaming.sort(&mut self.scratch, self.plan.frame.row_words(), &mut self.origin);
        self.diagram.renaming(&self.origin)
    }
}

/// When a limit is reached, the states that most partial assignments lead to.
pub(super) fn followed(frontier: &Frontier) -> Vec<bool> {
    let mut follow = vec![false; frontier.len()];
    let heavier =
        |one: &usize, other: &usize| frontier.weight(*other).total_cmp(&frontier.weight(*one));
    let by_weight = (0..frontier.len()).sorted_unstable_by(heavier);
    by_weight.take(BEAM).for_each(|number| follow[number] = true);
    follow
}
