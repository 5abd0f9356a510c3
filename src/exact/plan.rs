//! A problem made ready for counting: decisions in order, the layout of its residual problems,
//! and what each decision does to one.

use std::collections::HashMap;

use itertools::Itertools;

use crate::csp::residual::{Decided, Field, Frame, Residual, View, bits};
use crate::csp::{Constraint, Csp, VarId};
use crate::limit::Limit;

use super::decisions::Decisions;
use super::limits::Meter;
use super::lists::Lists;
use super::renaming::Renaming;

/// About how many states are held even when there is but one at each step, and how many sets of
/// variables for each constraint: for an estimate of memory before it is taken.
const STATES: usize = 4;
const SETS: usize = 2;

/// A problem that is decided step by step.
pub(super) struct Plan {
    pub(super) frame: Frame,
    pub(super) steps: Vec<Step>,
    pub(super) renaming: Renaming,
    /// For each variable where it is stored whether the piece has a value.
    pieces: Vec<Option<Field>>,
    residuals: Vec<Box<dyn Residual>>,
    /// For each variable the constraints that speak of it.
    watchers: Vec<Vec<usize>>,
    /// For each bit of a set of variables.
    variable_of: Vec<VarId>,
}

/// One decision.
pub(super) struct Step {
    pub(super) choices: Lists<Effect>,
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

/// Which half of a problem a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Everything, except that a piece may have several values or none.
    Board,
    /// The pieces: each has one value, and the constraints between pieces hold.
    Pieces,
}

impl Plan {
    /// Prepares one part of the constraints. With `rename`, states that differ by a renaming of
    /// interchangeable values will be one. An error is the limit that is reached.
    pub(super) fn new(
        csp: &Csp,
        constraints: &[&Constraint],
        decisions: &Decisions,
        part: Part,
        rename: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Plan, Limit> {
        let mut frame = frame(csp, decisions, part);
        let atoms: usize = decisions.list.iter().map(|decision| decision.choices.bytes()).sum();
        let mut watchers = vec![Vec::new(); csp.variables.len()];
        let mut residuals = Vec::new();
        for constraint in constraints {
            let scope = constraint.rule().scope();
            let only_pieces = !scope.is_empty() && scope.iter().all(|&id| frame.is_piece(id));
            if only_pieces != (part == Part::Pieces) {
                continue;
            }
            scope.iter().for_each(|variable| watchers[variable.index()].push(residuals.len()));
            residuals.push(constraint.rule().residual(&mut frame));
            // A constraint holds a few sets of variables; a state is copied at each choice.
            let words = frame.words() * STATES + residuals.len() * frame.set_words() * SETS;
            meter.work(scope.len() + frame.rows());
            meter.memory(2 * atoms + 8 * words);
            meter.check()?;
        }
        let renaming =
            if rename { Renaming::new(csp, constraints, &mut frame) } else { Renaming::none() };
        let mut variable_of = csp.ids().filter(|&id| frame.bit(id).is_some()).collect_vec();
        variable_of.sort_by_key(|&id| frame.bit(id));
        let mut steps = steps(&frame, decisions, &watchers);
        let mut pieces = vec![None; csp.variables.len()];
        if part == Part::Pieces {
            for id in csp.ids().filter(|id| decisions.is_piece[id.index()]) {
                let field = frame.field(1);
                pieces[id.index()] = Some(field);
                let decides = |step: &Step| step.choices.items().iter().any(|e| e.variable == id);
                if let Some(last) = steps.iter().rposition(decides) {
                    steps[last].due.push(field);
                }
            }
        }
        Ok(Plan { frame, steps, renaming, pieces, residuals, watchers, variable_of })
    }

    /// Something that decides on residual problems of this plan.
    pub(super) fn decider<'a, 'm>(&'a self, meter: Meter<'m>) -> Decider<'a, 'm> {
        Decider {
            plan: self,
            meter,
            changed: self.frame.set(&[]),
            queue: Vec::new(),
            is_queued: vec![false; self.residuals.len()],
        }
    }
}

fn frame(csp: &Csp, decisions: &Decisions, part: Part) -> Frame {
    // A variable without values is never decided, and remains open: nothing can follow.
    let mut decided = vec![Decided::At(decisions.list.len()); csp.variables.len()];
    let mut atom_steps = HashMap::new();
    for (step, decision) in decisions.list.iter().enumerate() {
        for &atom in decision.choices.items() {
            decided[atom.variable.index()] = Decided::At(step);
            atom_steps.insert(atom, step);
        }
    }
    for (decided, &is_piece) in decided.iter_mut().zip(&decisions.is_piece) {
        if is_piece {
            *decided = Decided::ByAtoms;
        } else if part == Part::Pieces {
            *decided = Decided::Elsewhere;
        }
    }
    atom_steps.retain(|atom, _| decisions.is_piece[atom.variable.index()]);
    Frame::new(csp, decided, atom_steps, decisions.list.len())
}

fn steps(frame: &Frame, decisions: &Decisions, watchers: &[Vec<usize>]) -> Vec<Step> {
    let step = |decision: &super::decisions::Decision| {
        let effect = |atom: &crate::csp::Atom| {
            let index = frame.index(*atom)?;
            Some(Effect { variable: atom.variable, index })
        };
        let choices = decision.choices.iter().map(|atoms| atoms.iter().filter_map(effect));
        let variables = decision.choices.items().iter().map(|atom| atom.variable);
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
pub(super) struct Decider<'a, 'm> {
    plan: &'a Plan,
    /// Where it says that overtime is over, an answer means nothing.
    pub(super) meter: Meter<'m>,
    changed: Vec<u64>,
    queue: Vec<usize>,
    is_queued: Vec<bool>,
}

impl Decider<'_, '_> {
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
        match (plan.frame.bit(variable), plan.pieces[variable.index()]) {
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
            self.meter.work(plan.frame.rows() * (1 + plan.frame.set_words()));
            let mut view = View::new(&plan.frame, words, &mut self.changed, step);
            if self.meter.is_over() || !plan.residuals[number].filter(&mut view) {
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
