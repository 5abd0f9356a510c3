//! Adds further constraints to a diagram.
//!
//! What the first constraints forbid is gone from a reduced diagram, also where it would show
//! only much later. So the states of the second part are met only on the way to solutions of the
//! first. For dominoes: first all ways to cover the board and obey the regions with as many
//! copies of each domino as one likes, then those among them that use each domino once.

use super::diagram::{Diagram, Layer, NONE};
use super::follow::{Pace, followed};
use super::frontier::{Frontier, Ways};
use super::limits::Meter;
use super::plan::{Decider, Plan};

/// The solutions of the diagram that are also solutions of the plan. The diagram is reduced and
/// has one first node at most. Nothing is renamed in the plan; what is renamed in the diagram stays
/// so, since no piece takes a value that is.
pub(super) fn conjoin(diagram: &Diagram, plan: &Plan, meter: &mut Meter<'_>) -> Diagram {
    let mut decider = plan.decider(meter.clone());
    let mut start = plan.frame.start();
    let begins = decider.begin(&mut start);
    let mut state = vec![0; 1 + start.len()];
    state[1..].copy_from_slice(&start);
    let mut frontier = Frontier::new(state.len());
    if begins && diagram.layers.first().map_or(diagram.ends, Layer::nodes) > 0 {
        frontier.add(&state, Ways::ONE);
    }
    let (pace, edge_bytes) = (Pace::default(), 0);
    let joined = diagram.emptied();
    let mut joining = Joining { plan, decider, state, joined, edge_bytes, pace };
    for (step, layer) in diagram.layers.iter().enumerate() {
        frontier = joining.advance(layer, &frontier, step);
        if joining.decider.meter.is_over() {
            *meter = joining.decider.meter;
            return Diagram::unknown(diagram.variables, meter.limit());
        }
    }
    *meter = joining.decider.meter;
    joining.joined.finish(&frontier, diagram.stopped().or(meter.reached()));
    joining.joined
}

/// A state is a node of the first diagram and a residual problem of the second part.
struct Joining<'a, 'm> {
    plan: &'a Plan,
    decider: Decider<'a, 'm>,
    state: Vec<u64>,
    joined: Diagram,
    edge_bytes: usize,
    pace: Pace,
}

impl Joining<'_, '_> {
    fn advance(&mut self, from: &Layer, frontier: &Frontier, step: usize) -> Frontier {
        let mut layer = Layer::default();
        let mut next = Frontier::new(self.state.len());
        let mut follow = None;
        for number in 0..frontier.len() {
            let bytes = self.edge_bytes + layer.bytes() + frontier.bytes() + next.bytes();
            if self.decider.meter.memory(bytes) && follow.is_none() {
                let left = self.plan.steps.len() - step;
                follow = Some(followed(frontier, left, self.pace, &self.decider.meter));
            }
            if follow.as_ref().is_none_or(|follow| follow[number]) {
                self.expand(from, frontier, number, step, &mut layer, &mut next);
                self.pace.expanded();
            }
            layer.end_node();
            if self.decider.meter.is_over() {
                break;
            }
        }
        self.edge_bytes += layer.bytes();
        self.joined.push(layer);
        next
    }

    /// Adds the edges of one state.
    fn expand(
        &mut self,
        from: &Layer,
        frontier: &Frontier,
        number: usize,
        step: usize,
        layer: &mut Layer,
        next: &mut Frontier,
    ) {
        let Ways { solutions, classes } = frontier.ways(number);
        let node = frontier.state(number)[0] as usize;
        for edge in from.node(node) {
            self.state.copy_from_slice(frontier.state(number));
            let effects = match edge.choice {
                NONE => &[][..],
                choice => self.plan.steps[step].choices.get(choice as usize),
            };
            if self.decider.choose(&mut self.state[1..], step, effects) {
                self.state[0] = edge.child.into();
                let times = u128::from(edge.times());
                let class_times = if edge.is_fresh() { 1 } else { times };
                let ways = Ways {
                    solutions: solutions.saturating_mul(times),
                    classes: classes.saturating_mul(class_times),
                };
                let child = next.add(&self.state, ways);
                layer.push(edge.leading_to(child));
            }
        }
    }
}
