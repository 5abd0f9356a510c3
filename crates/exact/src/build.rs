//! Builds the diagram of all solutions, step by step.
//!
//! The states before a step are the different residual problems that the earlier decisions can leave. Each
//! choice leads from a state to a state before the next step, and partial assignments that leave the same
//! problem meet there. Only the states of two steps are held in memory; of the others, only the edges.

use std::collections::HashSet;
use std::ops::Range;

use super::decisions::Decisions;
use super::diagram::{Diagram, Layer};
use super::expand::{Results, Worker};
use super::follow::{Pace, followed};
use super::frontier::{Frontier, Ways};
use super::meter::Meter;
use super::plan::Plan;
use super::threads::{self, Expanded, LARGE};
use cnfetti_core::limit::Limit;

/// The diagram of the planned problem; only some of its solutions if a limit is reached.
pub(super) fn build(plan: &Plan, decisions: &Decisions, meter: &mut Meter<'_>) -> Diagram {
    let mut builder = Builder::new(plan, decisions, meter);
    let frontier = builder.begin();
    builder.finish(frontier, 0, meter)
}

/// If a diagram has more states than this and is not done, another one may be found sooner.
const LARGER: usize = 4_000;

/// The diagram of the planned problem, or another one of the same solutions that `other` finds, once this one gets large.
pub(super) fn build_or(
    plan: &Plan,
    decisions: &Decisions,
    other: impl FnOnce() -> Option<Diagram>,
    meter: &mut Meter<'_>,
) -> Diagram {
    let mut builder = Builder::new(plan, decisions, meter);
    let (mut frontier, mut step, mut states) = (builder.begin(), 0, 0);
    while step + 1 < plan.steps.len() && states <= LARGER {
        frontier = builder.advance(&frontier, step);
        (step, states) = (step + 1, states + frontier.len());
        if builder.worker.meter().is_reached() {
            return builder.finish(frontier, step, meter);
        }
    }
    match if states > LARGER { other() } else { None } {
        Some(diagram) => diagram,
        None => builder.finish(frontier, step, meter),
    }
}

/// The layers of some steps, and the states after them. The diagram has one first node for each of the states before
/// them, and one end for each of those after them. Returns the limit as an error if one is reached.
pub(super) fn build_between(
    plan: &Plan,
    decisions: &Decisions,
    (mut states, steps): (Frontier, Range<usize>),
    meter: &mut Meter<'_>,
) -> Result<(Diagram, Frontier), Limit> {
    let mut builder = Builder::new(plan, &decisions.after(steps.start), meter);
    for step in steps {
        states = builder.advance(&states, step);
        builder.worker.meter().check()?;
    }
    builder.diagram.finish(&states, None);
    Ok((builder.diagram, states))
}

/// The state before any decision; none if there is no solution.
pub(super) fn build_start(plan: &Plan, decisions: &Decisions, meter: &mut Meter<'_>) -> Frontier {
    Builder::new(plan, decisions, meter).begin()
}

/// The diagram of the solutions that pass through some of the states before a step.
pub(super) fn build_through(
    plan: &Plan,
    decisions: &Decisions,
    (wanted, step): (&HashSet<&[u64]>, usize),
    meter: &mut Meter<'_>,
) -> Diagram {
    let mut builder = Builder::new(plan, decisions, meter);
    let mut frontier = builder.begin();
    for before in 0..step {
        if builder.worker.meter().is_over() {
            break;
        }
        frontier = builder.advance(&frontier, before);
    }
    let states = (0..frontier.len()).map(|number| wanted.contains(frontier.state(number)));
    builder.wanted = Some(states.collect());
    builder.finish(frontier, step, meter)
}

struct Builder<'a, 'm> {
    plan: &'a Plan,
    worker: Worker<'a, 'm>,
    diagram: Diagram,
    edge_bytes: usize,
    pace: Pace,
    /// Which states before the next step to follow; `None` for all.
    wanted: Option<Vec<bool>>,
}

impl<'a, 'm> Builder<'a, 'm> {
    fn new(plan: &'a Plan, decisions: &Decisions, meter: &Meter<'m>) -> Builder<'a, 'm> {
        Builder {
            plan,
            worker: Worker::new(plan, meter.clone()),
            diagram: Diagram::new(plan, decisions),
            edge_bytes: 0,
            pace: Pace::default(),
            wanted: None,
        }
    }

    /// Expands the states before a step until the last step.
    fn finish(mut self, mut frontier: Frontier, step: usize, meter: &mut Meter<'m>) -> Diagram {
        for step in step..self.plan.steps.len() {
            frontier = self.advance(&frontier, step);
            if self.worker.meter().is_over() {
                *meter = self.worker.meter().clone();
                return Diagram::unknown(self.plan.frame.variables(), meter.limit());
            }
        }
        *meter = self.worker.meter().clone();
        self.diagram.finish(&frontier, meter.reached());
        self.diagram
    }

    /// The state before any decision, unless it has no solution.
    fn begin(&mut self) -> Frontier {
        let mut frontier = Frontier::new(self.plan.frame.words());
        let diagram = &mut self.diagram;
        let begun = self.worker.begin(&mut |origin| diagram.renaming(origin));
        if let Some((state, renaming)) = begun {
            frontier.add(state, Ways::ONE);
            diagram.set_first_renaming(renaming);
        }
        frontier
    }

    fn advance(&mut self, frontier: &Frontier, step: usize) -> Frontier {
        let mut next = Frontier::new(self.plan.frame.words());
        let mut layer = Layer::default();
        let mut follow = None;
        let wanted = self.wanted.take();
        let first = match wanted {
            None => self.expand_in_parallel(frontier, step, &mut layer, &mut next),
            Some(_) => 0,
        };
        self.pace.expanded(first);
        for number in first..frontier.len() {
            let bytes = self.edge_bytes + layer.bytes() + frontier.bytes() + next.bytes();
            let is_limited = self.worker.meter().memory(bytes + self.diagram.renaming_bytes());
            if is_limited && follow.is_none() {
                let left = self.plan.steps.len() - step;
                follow = Some(followed(frontier, left, self.pace, self.worker.meter()));
            }
            let is_in = |states: &Option<Vec<bool>>| states.as_ref().is_none_or(|s| s[number]);
            if is_in(&follow) && is_in(&wanted) {
                let diagram = &mut self.diagram;
                let number_of = &mut |origin: &[u32]| diagram.renaming(origin);
                let (layer, next) = (&mut layer, &mut next);
                let mut to = Results { layer, next, number: number_of };
                self.worker.expand(frontier, number, step, &mut to);
                self.pace.expanded(1);
            }
            layer.end_node();
            if self.worker.meter().is_over() {
                break;
            }
        }
        self.edge_bytes += layer.bytes();
        self.diagram.push(layer);
        next
    }

    /// Expands a large frontier with several threads, until a limit is reached. Returns how many states.
    fn expand_in_parallel(
        &mut self,
        frontier: &Frontier,
        step: usize,
        layer: &mut Layer,
        next: &mut Frontier,
    ) -> usize {
        let meter = self.worker.meter();
        if meter.is_reached() || frontier.len() < LARGE {
            return 0;
        }
        let helpers = meter.take_threads(frontier.len() / LARGE);
        if helpers == 0 {
            return 0;
        }
        let bytes = self.edge_bytes + frontier.bytes();
        let mut to = Expanded { diagram: &mut self.diagram, layer, next };
        let work = (self.plan, frontier, step);
        let expanded = threads::expand(work, 1 + helpers, (meter, bytes), &mut to);
        meter.free_threads(helpers);
        expanded
    }
}
