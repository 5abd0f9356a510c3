//! Builds the diagram of all solutions, step by step.
//!
//! The states before a step are the different residual problems that the earlier decisions can
//! leave. Each choice leads from a state to a state before the next step, and partial assignments
//! that leave the same problem meet there. Only the states of two steps are held in memory; of
//! the others remain the edges.

use std::collections::HashSet;

use super::decisions::Decisions;
use super::diagram::{Diagram, Edge, Layer, NONE};
use super::follow::{Pace, followed};
use super::frontier::{Frontier, Ways};
use super::meter::Meter;
use super::plan::{Decider, Plan};
use crate::limit::Limit;

/// The diagram of the planned problem. Where a limit is reached it has only some solutions.
pub(super) fn build(plan: &Plan, decisions: &Decisions, meter: &mut Meter<'_>) -> Diagram {
    let mut builder = Builder::new(plan, decisions, meter);
    let frontier = builder.begin();
    builder.finish(frontier, 0, meter)
}

/// The diagram of what follows from some states before a step: it has a first node for each of them,
/// and its first layer is that of the step.
pub(super) fn build_after(
    plan: &Plan,
    decisions: &Decisions,
    (states, step): (Frontier, usize),
    meter: &mut Meter<'_>,
) -> Diagram {
    Builder::new(plan, &decisions.after(step), meter).finish(states, step, meter)
}

/// The diagram of those solutions that lead through some of the states before a step.
pub(super) fn build_through(
    plan: &Plan,
    decisions: &Decisions,
    (wanted, step): (&HashSet<Vec<u64>>, usize),
    meter: &mut Meter<'_>,
) -> Diagram {
    let mut builder = Builder::new(plan, decisions, meter);
    let mut frontier = builder.begin();
    for before in 0..step {
        if builder.decider.meter.is_over() {
            break;
        }
        frontier = builder.advance(&frontier, before);
    }
    let states = (0..frontier.len()).map(|number| wanted.contains(frontier.state(number)));
    builder.wanted = Some(states.collect());
    builder.finish(frontier, step, meter)
}

/// The first layers of a diagram, up to a step before which there are many states.
pub(super) struct Top {
    pub(super) diagram: Diagram,
    pub(super) step: usize,
    pub(super) states: Frontier,
    /// How much work follows from each of the states, about.
    pub(super) work: Vec<f64>,
}

/// To estimate what follows from states this many times as many are expanded.
const LOOK_AHEAD: usize = 4;

/// Expands the states until there are this many before a step that may be the end; of a problem that
/// never has as many, up to the step that has most. The last step is never taken. An error is the
/// limit that is reached.
pub(super) fn build_top(
    plan: &Plan,
    decisions: &Decisions,
    (many, may_end): (usize, &[bool]),
    meter: &mut Meter<'_>,
) -> Result<Top, Limit> {
    let mut builder = Builder::new(plan, decisions, meter);
    let mut frontier = builder.begin();
    let mut best = (0, frontier.clone());
    let mut ahead = 0;
    for step in 0..plan.steps.len() {
        frontier = builder.advance(&frontier, step);
        builder.decider.meter.check()?;
        let is_last = step + 1 == plan.steps.len();
        let is_exact = frontier.all_ways().solutions < u128::MAX;
        if best.1.len() >= many {
            ahead += frontier.len();
        } else if !is_last && is_exact && may_end[step + 1] && frontier.len() > best.1.len() {
            best = (step + 1, frontier.clone());
        }
        if ahead >= LOOK_AHEAD * best.1.len() || frontier.len() == 0 {
            break;
        }
    }
    let (step, states) = best;
    let left = plan.steps.len() - builder.diagram.layers.len();
    let below = builder.diagram.layers.split_off(step);
    let work = work(&below, vec![1.0 + left as f64; frontier.len()]);
    builder.diagram.finish(&states, None);
    Ok(Top { diagram: builder.diagram, step, states, work })
}

/// How much work there is below each of the first nodes of some layers, given what is below the last:
/// each node is work, and is shared by those that lead to it.
fn work(layers: &[Layer], mut below: Vec<f64>) -> Vec<f64> {
    for layer in layers.iter().rev() {
        let mut parents = vec![0.0; below.len()];
        for edge in (0..layer.nodes()).flat_map(|node| layer.node(node)) {
            parents[edge.child as usize] += 1.0;
        }
        let share = |edge: &Edge| below[edge.child as usize] / parents[edge.child as usize];
        let of_node = |node: usize| 1.0 + layer.node(node).iter().map(share).sum::<f64>();
        below = (0..layer.nodes()).map(of_node).collect();
    }
    below
}

struct Builder<'a, 'm> {
    plan: &'a Plan,
    decider: Decider<'a, 'm>,
    scratch: Vec<u64>,
    origin: Vec<u32>,
    diagram: Diagram,
    edge_bytes: usize,
    pace: Pace,
    /// Of the states before the next step those that are followed; all where there is nothing.
    wanted: Option<Vec<bool>>,
}

impl<'a, 'm> Builder<'a, 'm> {
    fn new(plan: &'a Plan, decisions: &Decisions, meter: &Meter<'m>) -> Builder<'a, 'm> {
        Builder {
            plan,
            decider: plan.decider(meter.clone()),
            scratch: plan.frame.start(),
            origin: vec![0; plan.frame.rows()],
            diagram: Diagram::new(plan, decisions),
            edge_bytes: 0,
            pace: Pace::default(),
            wanted: None,
        }
    }

    /// Expands the states before a step to the end.
    fn finish(mut self, mut frontier: Frontier, step: usize, meter: &mut Meter<'m>) -> Diagram {
        for step in step..self.plan.steps.len() {
            frontier = self.advance(&frontier, step);
            if self.decider.meter.is_over() {
                *meter = self.decider.meter;
                return Diagram::unknown(self.plan.frame.variables(), meter.limit());
            }
        }
        *meter = self.decider.meter;
        self.diagram.finish(&frontier, meter.reached());
        self.diagram
    }

    /// The state in which nothing is decided, unless it has no solution.
    fn begin(&mut self) -> Frontier {
        let mut frontier = Frontier::new(self.plan.frame.words());
        if self.decider.begin(&mut self.scratch) {
            let renaming = self.sort();
            self.diagram.set_first_renaming(renaming);
            frontier.add(&self.scratch, Ways::ONE);
        }
        frontier
    }

    fn advance(&mut self, frontier: &Frontier, step: usize) -> Frontier {
        let mut next = Frontier::new(self.plan.frame.words());
        let mut layer = Layer::default();
        let mut follow = None;
        let wanted = self.wanted.take();
        for number in 0..frontier.len() {
            let bytes = self.edge_bytes + layer.bytes() + frontier.bytes() + next.bytes();
            let is_limited = self.decider.meter.memory(bytes + self.diagram.renaming_bytes());
            if is_limited && follow.is_none() {
                let left = self.plan.steps.len() - step;
                follow = Some(followed(frontier, left, self.pace, &self.decider.meter));
            }
            let is_in = |states: &Option<Vec<bool>>| states.as_ref().is_none_or(|s| s[number]);
            if is_in(&follow) && is_in(&wanted) {
                self.expand(frontier, number, step, &mut layer, &mut next);
                self.pace.expanded();
            }
            layer.end_node();
            if self.decider.meter.is_over() {
                break;
            }
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
        let (state, ways) = (frontier.state(number), frontier.ways(number));
        let row_words = plan.frame.row_words();
        // Sets of interchangeable values may interleave: between two rows of one set there can be
        // rows of another, or of none. Each set keeps what its own last row has led to.
        let mut last_edges: Vec<Option<usize>> = vec![None; plan.renaming.sets().len()];
        for (choice, effects) in plan.steps[step].choices.iter().enumerate() {
            let renamed = match effects[..] {
                // The index of a piece is a position in its own domain, and no row.
                [effect] if !plan.frame.is_piece(effect.variable) => {
                    plan.renaming.set_of(effect.index).map(|set| (effect.index, set))
                }
                _ => None,
            };
            if let Some((row, set)) = renamed
                && plan.renaming.repeats(state, row, row_words)
            {
                // The same problem again, or again none.
                if let Some(edge) = last_edges[set] {
                    let edge = layer.repeat(edge);
                    let classes = if edge.is_fresh() { 0 } else { ways.classes };
                    next.add_ways(edge.child, Ways { classes, ..ways });
                }
                continue;
            }
            self.scratch.copy_from_slice(state);
            let mut edge = None;
            if self.decider.choose(&mut self.scratch, step, effects) {
                let is_fresh =
                    renamed.is_some_and(|(row, _)| plan.renaming.is_fresh(&plan.frame, state, row));
                let renaming = self.sort();
                let child = next.add(&self.scratch, ways);
                edge = Some(layer.push(Edge::new(choice as u32, child, renaming, is_fresh)));
            }
            if let Some((_, set)) = renamed {
                last_edges[set] = edge;
            }
            if self.decider.meter.is_over() {
                return;
            }
        }
        if plan.steps[step].optional {
            self.scratch.copy_from_slice(state);
            if self.decider.choose(&mut self.scratch, step, &[]) {
                let renaming = self.sort();
                let child = next.add(&self.scratch, ways);
                layer.push(Edge::new(NONE, child, renaming, false));
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
