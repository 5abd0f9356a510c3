//! Adds further constraints to a diagram.
//!
//! What the first constraints forbid is gone from a reduced diagram, also where it would show
//! only much later. So the states of the second part are met only on the way to solutions of the
//! first. For dominoes: first all ways to cover the board and obey the regions with as many
//! copies of each domino as one likes, then those among them that use each domino once.

use super::build::{BETWEEN_CHECKS, followed};
use super::diagram::{Diagram, Edge, Layer, NONE};
use super::frontier::Frontier;
use super::limits::Limits;
use super::plan::Plan;

/// The solutions of the diagram that are also solutions of the plan. The diagram is reduced and
/// has one first node at most. Nothing is renamed in the plan.
pub(super) fn conjoin(diagram: &Diagram, plan: &Plan, limits: &Limits) -> Diagram {
    let mut joined = diagram.emptied();
    let mut decider = plan.decider();
    let mut start = plan.frame.start();
    let begins = decider.begin(&mut start);
    let mut words = vec![0; 1 + start.len()];
    words[1..].copy_from_slice(&start);
    let mut frontier = Frontier::new(words.len());
    if begins && diagram.layers.first().map_or(diagram.ends, Layer::nodes) > 0 {
        frontier.add(&words, 1.0);
    }
    let (mut is_limited, mut edge_bytes) = (false, 0);
    for (step, from) in diagram.layers.iter().enumerate() {
        let mut layer = Layer::default();
        let mut next = Frontier::new(words.len());
        let mut follow = is_limited.then(|| followed(&frontier));
        for number in 0..frontier.len() {
            if number % BETWEEN_CHECKS == 0 && !is_limited {
                let bytes = edge_bytes + layer.bytes() + frontier.bytes() + next.bytes();
                is_limited = limits.are_reached(bytes);
                follow = is_limited.then(|| followed(&frontier));
            }
            if follow.as_ref().is_none_or(|follow| follow[number]) {
                let node = frontier.state(number)[0] as usize;
                let weight = frontier.weight(number);
                for edge in from.node(node) {
                    words.copy_from_slice(frontier.state(number));
                    let effects = match edge.choice {
                        NONE => &[][..],
                        choice => &plan.steps[step].choices[choice as usize],
                    };
                    if decider.choose(&mut words[1..], step, effects) {
                        words[0] = edge.child.into();
                        let child = next.add(&words, weight * f64::from(edge.times));
                        layer.push(Edge { child, ..*edge });
                    }
                }
            }
            layer.end_node();
        }
        edge_bytes += layer.bytes();
        joined.push(layer);
        frontier = next;
    }
    joined.finish(frontier.len(), diagram.is_complete() && !is_limited);
    joined
}
