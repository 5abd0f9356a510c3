//! A problem made ready for counting: decisions in order, the layout of its residual problems,
//! and what each decision does to one.

use std::collections::HashMap;

use itertools::Itertools;

use crate::csp::residual::{Field, Frame, Residual, View, bits};
use crate::csp::{Constraint, Csp, VarId};

use super::decisions::Decisions;
use super::renaming::Renaming;

/// A problem that is decided step by step.
pub(super) struct Plan {
    pub(super) frame: Frame,
    pub(super) steps: Vec<Step>,
    pub(super) renaming: Renaming,
    residuals: Vec<Box<dyn Residual>>,
    /// For each variable the constraints that speak of it.
    watchers: Vec<Vec<usize>>,
    /// For each bit of a set of variables.
    variable_of: Vec<VarId>,
}

/// One decision.
pub(super) struct Step {
    pub(super) choices: Vec<Vec<Effect>>,
    pub(super) optional: bool,
    /// The constraints that a decision not to choose may break.
    watchers: Vec<usize>,
    /// The pieces that must have a value afterwards.
    due: Vec<Field>,
}

/// A variable gets the value with an index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub(super) variable: VarId,
    pub(super) index: usize,
}

impl Plan {
    /// Prepares the constraints, those of the problem and some that follow from them. With
    /// `rename`, states that differ by a renaming of interchangeable values will be one.
    pub(super) fn new(
        csp: &Csp,
        implied: &[Constraint],
        decisions: Decisions,
        rename: bool,
    ) -> Plan {
        let mut frame = frame(csp, &decisions);
        let constraints = csp.constraints.iter().map(|posted| &posted.constraint);
        let constraints = constraints.chain(implied).collect_vec();
        let residuals =
            constraints.iter().map(|constraint| constraint.rule().residual(&mut frame)).collect();
        let renaming =
            if rename { Renaming::new(csp, &constraints, &mut frame) } else { Renaming::none() };
        let mut watchers = vec![Vec::new(); csp.variables.len()];
        for (number, constraint) in constraints.iter().enumerate() {
            for variable in constraint.rule().scope() {
                watchers[variable.index()].push(number);
            }
        }
        let mut variable_of = csp.ids().filter(|&id| frame.bit(id).is_some()).collect_vec();
        variable_of.sort_by_key(|&id| frame.bit(id));
        let mut steps = steps(&frame, &decisions, &watchers);
        for (variable, field) in csp.ids().filter_map(|id| Some((id, frame.piece(id)?))) {
            let decides =
                |step: &Step| step.choices.iter().flatten().any(|e| e.variable == variable);
            if let Some(last) = steps.iter().rposition(decides) {
                steps[last].due.push(field);
            }
        }
        Plan { frame, steps, renaming, residuals, watchers, variable_of }
    }

    /// Something that decides on residual problems of this plan.
    pub(super) fn decider(&self) -> Decider<'_> {
        Decider {
            plan: self,
            changed: self.frame.set(&[]),
            queue: Vec::new(),
            is_queued: vec![false; self.residuals.len()],
        }
    }
}

fn frame(csp: &Csp, decisions: &Decisions) -> Frame {
    let mut decided_at = vec![None; csp.variables.len()];
    let mut atom_steps = HashMap::new();
    for (step, decision) in decisions.list.iter().enumerate() {
        for &atom in decision.choices.iter().flatten() {
            if decisions.is_piece[atom.variable.index()] {
                atom_steps.insert(atom, step);
            } else {
                decided_at[atom.variable.index()] = Some(step);
            }
        }
    }
    // A variable without values is never decided, and remains open: nothing can follow.
    for (variable, step) in decided_at.iter_mut().enumerate() {
        if !decisions.is_piece[variable] {
            *step = step.or(Some(decisions.list.len()));
        }
    }
    Frame::new(csp, &decided_at, atom_steps, decisions.list.len())
}

fn steps(frame: &Frame, decisions: &Decisions, watchers: &[Vec<usize>]) -> Vec<Step> {
    let step = |decision: &super::decisions::Decision| {
        let effect = |atom: &crate::csp::Atom| {
            let index = frame.index(*atom)?;
            Some(Effect { variable: atom.variable, index })
        };
        let choices =
            decision.choices.iter().map(|atoms| atoms.iter().filter_map(effect).collect());
        let variables = decision.choices.iter().flatten().map(|atom| atom.variable);
        let watchers = variables.unique().flat_map(|variable| &watchers[variable.index()]);
        Step {
            choices: choices.collect(),
            optional: decision.optional,
            watchers: watchers.copied().unique().collect(),
            due: Vec::new(),
        }
    };
    decisions.list.iter().map(step).collect()
}

/// Makes decisions and draws conclusions. Holds the memory for that.
pub(super) struct Decider<'a> {
    plan: &'a Plan,
    changed: Vec<u64>,
    queue: Vec<usize>,
    is_queued: Vec<bool>,
}

impl Decider<'_> {
    /// Brings the problem in which nothing is decided into its final form. False when there is
    /// no solution.
    pub(super) fn begin(&mut self, words: &mut [u64]) -> bool {
        (0..self.plan.residuals.len()).for_each(|number| self.wake(number));
        self.settle(words, 0)
    }

    /// Makes the choice, given as its effects, at a step. False when there is surely no
    /// completion; then the words are of no more use.
    pub(super) fn choose(&mut self, words: &mut [u64], step: usize, effects: &[Effect]) -> bool {
        let plan = self.plan;
        for effect in effects {
            if !self.give_value(words, step, effect) {
                self.forget();
                return false;
            }
            plan.watchers[effect.variable.index()].iter().for_each(|&number| self.wake(number));
        }
        if plan.steps[step].optional {
            plan.steps[step].watchers.iter().for_each(|&number| self.wake(number));
        }
        self.settle(words, step + 1)
            && plan.steps[step].due.iter().all(|&piece| {
                View::new(&plan.frame, words, &mut self.changed, step + 1).get(piece) == 1
            })
    }

    fn give_value(&mut self, words: &mut [u64], step: usize, effect: &Effect) -> bool {
        let plan = self.plan;
        let Effect { variable, index } = *effect;
        let mut view = View::new(&plan.frame, words, &mut self.changed, step + 1);
        match (plan.frame.bit(variable), plan.frame.piece(variable)) {
            (Some(bit), _) => {
                if !view.can(index, bit) {
                    return false;
                }
                (0..plan.frame.rows()).for_each(|row| view.remove_one(row, bit));
                plan.renaming.mark_used(&mut view, index);
            }
            (None, Some(piece)) => {
                if view.get(piece) == 1 {
                    return false;
                }
                view.set(piece, 1);
            }
            (None, None) => {}
        }
        plan.watchers[variable.index()]
            .iter()
            .all(|&number| plan.residuals[number].assign(&mut view, variable, index))
    }

    /// Draws conclusions until nothing changes.
    fn settle(&mut self, words: &mut [u64], step: usize) -> bool {
        let plan = self.plan;
        self.wake_changed();
        while let Some(number) = self.queue.pop() {
            self.is_queued[number] = false;
            let mut view = View::new(&plan.frame, words, &mut self.changed, step);
            if !plan.residuals[number].filter(&mut view) {
                self.forget();
                return false;
            }
            if self.changed.iter().any(|&word| word != 0) {
                let view = View::new(&plan.frame, words, &mut self.changed, step);
                if !view.all_have_values() {
                    self.forget();
                    return false;
                }
                self.wake_changed();
            }
        }
        View::new(&plan.frame, words, &mut self.changed, step).all_have_values()
    }

    fn wake_changed(&mut self) {
        let plan = self.plan;
        for word in 0..self.changed.len() {
            for bit in bits(word, std::mem::take(&mut self.changed[word])) {
                let watchers = &plan.watchers[plan.variable_of[bit].index()];
                watchers.iter().for_each(|&number| self.wake(number));
            }
        }
    }

    fn wake(&mut self, number: usize) {
        if !self.is_queued[number] {
            self.is_queued[number] = true;
            self.queue.push(number);
        }
    }

    fn forget(&mut self) {
        self.queue.drain(..).for_each(|number| self.is_queued[number] = false);
        self.changed.fill(0);
    }
}
