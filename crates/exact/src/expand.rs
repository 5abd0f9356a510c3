//! Expands states: what follows from each choice, in a form that is equal for equal problems.

use super::diagram::{Edge, Layer, NONE};
use super::frontier::{Frontier, Ways};
use super::meter::Meter;
use super::plan::{Decider, Effect, Plan};

/// Expands states, and reuses the memory for that.
pub(super) struct Worker<'a, 'm> {
    plan: &'a Plan,
    decider: Decider<'a, 'm>,
    scratch: Vec<u64>,
    origin: Vec<u32>,
}

/// Where the results go: edges, states, and a number for each way to move rows.
pub(super) struct Results<'a> {
    pub(super) layer: &'a mut Layer,
    pub(super) next: &'a mut Frontier,
    pub(super) number: &'a mut dyn FnMut(&[u32]) -> u32,
}

impl<'a, 'm> Worker<'a, 'm> {
    pub(super) fn new(plan: &'a Plan, meter: Meter<'m>) -> Worker<'a, 'm> {
        Worker {
            plan,
            decider: plan.decider(meter),
            scratch: plan.frame.start(),
            origin: vec![0; plan.frame.rows()],
        }
    }

    /// The meter for its work, which says whether it has to stop.
    pub(super) fn meter(&mut self) -> &mut Meter<'m> {
        &mut self.decider.meter
    }

    /// The state before any decision, with the number of the renaming that sorted its rows; `None` if it has
    /// no solution.
    pub(super) fn begin(&mut self, number: &mut dyn FnMut(&[u32]) -> u32) -> Option<(&[u64], u32)> {
        if !self.decider.begin(&mut self.scratch) {
            return None;
        }
        let renaming = self.sort(number);
        Some((&self.scratch, renaming))
    }

    /// Adds the edges of one state; only some of them once a limit is over, or what follows takes all the memory by
    /// itself.
    pub(super) fn expand(
        &mut self,
        frontier: &Frontier,
        state: usize,
        step: usize,
        to: &mut Results<'_>,
    ) {
        let plan = self.plan;
        let (state, ways) = (frontier.state(state), frontier.ways(state));
        self.decider.enter(state, step);
        let row_words = plan.frame.row_words();
        // Sets of interchangeable values may interleave: between two rows of one set there can be rows of
        // another, or of none. For each set, remember what its own last row led to.
        let mut last_edges: Vec<Option<usize>> = vec![None; plan.renaming.sets().len()];
        for (choice, effects) in plan.steps[step].choices.iter().enumerate() {
            let renamed = match effects[..] {
                // The index of a piece is a position in its own domain, not a row.
                [effect] if !plan.frame.is_piece(effect.variable) => {
                    plan.renaming.set_of(effect.index).map(|set| (effect.index, set))
                }
                _ => None,
            };
            if let Some((row, set)) = renamed
                && plan.renaming.repeats(state, row, row_words)
            {
                // The problem is the same as before, or again has no solution.
                if let Some(edge) = last_edges[set] {
                    let edge = to.layer.repeat(edge);
                    let classes = if edge.is_fresh() { 0 } else { ways.classes };
                    to.next.add_ways(edge.child, Ways { classes, ..ways });
                }
                continue;
            }
            let mut edge = None;
            let can = |effect: &Effect| plan.frame.allows(state, effect.variable, effect.index);
            let is_possible = effects.iter().all(can);
            if is_possible {
                self.scratch.copy_from_slice(state);
            }
            if is_possible && self.decider.choose(&mut self.scratch, effects) {
                let is_fresh =
                    renamed.is_some_and(|(row, _)| plan.renaming.is_fresh(&plan.frame, state, row));
                let renaming = self.sort(to.number);
                let child = to.next.add(&self.scratch, ways);
                edge = Some(to.layer.push(Edge::new(choice as u32, child, renaming, is_fresh)));
            }
            if let Some((_, set)) = renamed {
                last_edges[set] = edge;
            }
            if self.decider.meter.is_over() || self.decider.meter.is_full(to.next.bytes()) {
                return;
            }
        }
        if plan.steps[step].optional {
            self.scratch.copy_from_slice(state);
            if self.decider.choose(&mut self.scratch, &[]) {
                let renaming = self.sort(to.number);
                let child = to.next.add(&self.scratch, ways);
                to.layer.push(Edge::new(NONE, child, renaming, false));
            }
        }
    }

    /// Sorts the rows of the current state. Returns a number for how they moved.
    fn sort(&mut self, number: &mut dyn FnMut(&[u32]) -> u32) -> u32 {
        let renaming = &self.plan.renaming;
        if renaming.is_trivial() {
            return 0;
        }
        renaming.sort(&mut self.scratch, self.plan.frame.row_words(), &mut self.origin);
        number(&self.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::csp::{AllDifferent, Csp};
    use cnfetti_core::limit::{Limit, Limits};

    /// Each of the 2,000 values leaves another problem, and each of these takes a kilobyte.
    #[test]
    fn the_problems_that_follow_from_one_state_stay_within_the_memory() {
        let mut csp = Csp::new();
        let scope = ["a", "b", "c", "d"].map(|name| csp.variable(name, 0..2000)).to_vec();
        csp.post(AllDifferent { scope, except: Vec::new() }.into(), "all differ");
        let limits = Limits { memory_bytes: 3 << 20, ..Limits::default() };
        let meter = &mut Meter::new(&limits);
        let (plan, _) = crate::plan(&csp, false, meter).unwrap();
        let expanded = |memory_bytes| {
            let limits = Limits { memory_bytes, ..Limits::default() };
            let mut worker = Worker::new(&plan, Meter::new(&limits));
            let mut first = Frontier::new(plan.frame.words());
            let begun = worker.begin(&mut |_| 0).unwrap();
            first.add(begun.0, Ways::ONE);
            let (mut layer, mut next) = (Layer::default(), Frontier::new(plan.frame.words()));
            let number = &mut |_: &[u32]| 0;
            let mut to = Results { layer: &mut layer, next: &mut next, number };
            worker.expand(&first, 0, 0, &mut to);
            (next.len(), next.bytes(), worker.meter().reached())
        };
        let (all, bytes, reached) = expanded(64 << 20);
        assert_eq!((all, reached), (2000, None));
        assert!(bytes > 2 << 20, "{bytes}");
        let (some, bytes, reached) = expanded(1 << 20);
        assert!((1..1500).contains(&some), "{some}");
        assert!(bytes < 2 << 20, "{bytes}");
        assert_eq!(reached, Some(Limit::Memory));
    }
}
