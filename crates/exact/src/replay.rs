//! Describes states by the choices that lead to them.

use std::collections::HashSet;

use cnfetti_core::csp::Atom;
use cnfetti_core::limit::Limit;

use super::build::Top;
use super::decisions::Decisions;
use super::diagram::{Diagram, NONE};
use super::meter::Meter;
use super::plan::{Decider, Plan};
use super::witness::Place;

impl Top {
    /// For each state, one of the partial assignments that lead to it, as the atoms that were chosen, by
    /// name.
    pub(super) fn representatives(&self) -> Vec<Vec<Atom>> {
        let parents = self.diagram.parents();
        (0..self.states.len()).map(|state| self.diagram.chosen(&parents, state)).collect()
    }
}

impl Diagram {
    /// The atoms chosen on a path to an end.
    fn chosen(&self, parents: &[Vec<Place>], end: usize) -> Vec<Atom> {
        let mut path = Vec::with_capacity(parents.len());
        let mut node = end;
        for of_layer in parents.iter().rev() {
            path.push(of_layer[node]);
            node = of_layer[node].0;
        }
        let mut walk = self.walk();
        let mut atoms = Vec::new();
        for (step, &(node, number)) in path.iter().rev().enumerate() {
            walk.enter(node, number, 0);
            let choice = self.layers[step].node(node)[number].choice;
            if choice != NONE {
                let named =
                    |atom: &Atom| Atom { value: walk.values()[atom.variable.index()], ..*atom };
                atoms.extend(self.atoms(step, choice).iter().map(named));
            }
        }
        atoms
    }
}

/// Finds the states that partial assignments lead to.
pub(super) struct Replay<'a, 'm> {
    plan: &'a Plan,
    decisions: &'a Decisions,
    decider: Decider<'a, 'm>,
    /// The state before any decision; `None` if there is no solution.
    start: Option<Vec<u64>>,
    origin: Vec<u32>,
}

impl<'a, 'm> Replay<'a, 'm> {
    pub(super) fn new(plan: &'a Plan, decisions: &'a Decisions, meter: &Meter<'m>) -> Self {
        let mut decider = plan.decider(meter.clone());
        let mut start = plan.frame.start();
        let start = decider.begin(&mut start).then_some(start);
        Replay { plan, decisions, decider, start, origin: vec![0; plan.frame.rows()] }
    }

    /// The limit that was reached. If there is one, a state may be missing because of it.
    pub(super) fn limit(&self) -> Option<Limit> {
        self.decider.meter.reached()
    }

    /// The state before the step after choosing these atoms; `None` if that is impossible.
    ///
    /// Rows are sorted only at the end, because propagation does not depend on the names.
    pub(super) fn state(&mut self, atoms: &[Atom], step: usize) -> Option<Vec<u64>> {
        let mut words = self.start.clone()?;
        let mut left: HashSet<Atom> = atoms.iter().copied().collect();
        if left.len() < atoms.len() {
            return None;
        }
        for at in 0..step {
            let decision = &self.decisions.list[at];
            let is_made = |choice: &[Atom]| choice.iter().all(|atom| left.contains(atom));
            let made: Vec<usize> =
                (0..decision.choices.len()).filter(|&n| is_made(decision.choices.get(n))).collect();
            self.decider.enter(&words, at);
            let chosen = match made[..] {
                [number] => {
                    decision.choices.get(number).iter().for_each(|atom| {
                        left.remove(atom);
                    });
                    self.decider.choose(&mut words, self.plan.steps[at].choices.get(number))
                }
                [] if decision.optional => self.decider.choose(&mut words, &[]),
                _ => false,
            };
            if !chosen {
                return None;
            }
        }
        if !left.is_empty() {
            return None;
        }
        if !self.plan.renaming.is_trivial() {
            let row_words = self.plan.frame.row_words();
            self.plan.renaming.sort(&mut words, row_words, &mut self.origin);
        }
        Some(words)
    }
}
