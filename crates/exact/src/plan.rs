//! A problem prepared for counting: its decisions in order, the layout of its residual problems, and the
//! effect of each decision on one.

use std::collections::HashMap;

use itertools::{Either, Itertools};

use crate::constraints::{self, Together};
use crate::residual::{Columns, Decided, Frame, Residual, View, bits};
use cnfetti_core::csp::{Constraint, Csp, Selection, VarId};
use cnfetti_core::limit::Limit;

use super::decisions::Decisions;
use super::lists::Lists;
use super::meter::Meter;
use super::renaming::Renaming;

/// Roughly how many states are held even if each step has only one, and how many sets of variables each
/// constraint stores; to estimate the memory before it is taken.
const STATES: usize = 4;
const SETS: usize = 2;

/// What a choice of a selection of pieces takes, in bytes.
const CHOICE_BYTES: usize = 100;

/// A problem to decide step by step.
pub(super) struct Plan {
    pub(super) frame: Frame,
    pub(super) steps: Vec<Step>,
    pub(super) renaming: Renaming,
    residuals: Vec<Box<dyn Residual>>,
    /// The constraint to ask last, because it costs most.
    last: Option<usize>,
    /// For each variable, the constraints that contain it.
    watchers: Vec<Vec<usize>>,
    /// The variable of each bit in a set of variables.
    variable_of: Vec<VarId>,
}

/// One decision.
pub(super) struct Step {
    pub(super) choices: Lists<Effect>,
    pub(super) optional: bool,
    /// The constraints that may fail if nothing is chosen.
    watchers: Vec<usize>,
}

/// Gives a variable the value with this index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub(super) variable: VarId,
    pub(super) index: usize,
}

impl Plan {
    /// Prepares the constraints. Merges states that differ by a renaming that `rename` makes. Returns the
    /// limit as an error if one is reached.
    pub(super) fn new(
        csp: &Csp,
        constraints: &[&Constraint],
        decisions: &Decisions,
        rename: impl FnOnce(&mut Frame) -> Renaming,
        meter: &mut Meter<'_>,
    ) -> Result<Plan, Limit> {
        let mut frame = frame(csp, decisions).within(meter.budget());
        let atoms: usize = decisions.list.iter().map(|decision| decision.choices.bytes()).sum();
        let mut watchers = vec![Vec::new(); csp.variables().len()];
        let mut residuals = Vec::new();
        let (selections, others) = selections_of_pieces(constraints, &frame);
        for constraint in others {
            let scope = constraint.rule().scope();
            scope.iter().for_each(|variable| watchers[variable.index()].push(residuals.len()));
            residuals.push(constraints::residual(constraint, &mut frame));
            if frame.reads(0) {
                meter.look();
            }
            // Each constraint holds a few sets of variables; each choice copies a state.
            let words = frame.words() * STATES + residuals.len() * frame.set_words() * SETS;
            meter.work(scope.len() + frame.rows());
            meter.memory(2 * atoms + 8 * words);
            meter.check()?;
        }
        let pieces = csp.ids().filter(|&id| frame.is_piece(id)).collect_vec();
        let last = (!pieces.is_empty()).then_some(residuals.len());
        if let Some(number) = last {
            let choices: usize = selections.iter().map(|selection| selection.choices.len()).sum();
            meter.work(Together::work_of(&selections));
            meter.memory(2 * atoms + CHOICE_BYTES * choices);
            meter.check()?;
            let results = selections.iter().map(|selection| selection.result);
            let scope = pieces.iter().copied().chain(results).unique();
            scope.for_each(|variable| watchers[variable.index()].push(number));
            residuals.push(Box::new(Together::new(&pieces, &selections, &mut frame)));
        }
        let renaming = rename(&mut frame);
        let mut variable_of = csp.ids().filter(|&id| frame.bit(id).is_some()).collect_vec();
        variable_of.sort_by_key(|&id| frame.bit(id));
        let steps = steps(&frame, decisions, &watchers);
        Ok(Plan { frame, steps, renaming, residuals, last, watchers, variable_of })
    }

    /// A decider for residual problems of this plan.
    pub(super) fn decider<'a, 'm>(&'a self, meter: Meter<'m>) -> Decider<'a, 'm> {
        Decider {
            plan: self,
            meter,
            step: 0,
            columns: Columns::new(&self.frame),
            changed: self.frame.set(&[]),
            queue: Vec::new(),
            is_queued: vec![false; self.residuals.len()],
        }
    }
}

/// The selections whose atoms all belong to pieces, which stay together, and the other constraints.
fn selections_of_pieces<'a>(
    constraints: &[&'a Constraint],
    frame: &Frame,
) -> (Vec<&'a Selection>, Vec<&'a Constraint>) {
    let of_pieces = |selection: &Selection| {
        let mut variables = selection.choices.iter().map(|choice| choice.atom.variable);
        !selection.choices.is_empty() && variables.all(|variable| frame.is_piece(variable))
    };
    constraints.iter().partition_map(|constraint| match constraint {
        Constraint::Selection(selection) if of_pieces(selection) => Either::Left(selection),
        other => Either::Right(*other),
    })
}

fn frame(csp: &Csp, decisions: &Decisions) -> Frame {
    // A variable without values is never decided, and stays open, so nothing can follow.
    let mut decided = vec![Decided::At(decisions.list.len()); csp.variables().len()];
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
        }
    }
    atom_steps.retain(|atom, _| decisions.is_piece[atom.variable.index()]);
    Frame::new(csp, decided, atom_steps, decisions.list.len())
}

fn steps(frame: &Frame, decisions: &Decisions, watchers: &[Vec<usize>]) -> Vec<Step> {
    let step = |decision: &super::decisions::Decision| {
        let effect = |atom: &cnfetti_core::csp::Atom| {
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
        }
    };
    decisions.list.iter().map(step).collect()
}

/// Makes decisions and propagates, and reuses the memory for that.
pub(super) struct Decider<'a, 'm> {
    plan: &'a Plan,
    /// Once it says that the overtime is over, results mean nothing.
    pub(super) meter: Meter<'m>,
    /// The step before which the state was entered.
    step: usize,
    columns: Columns,
    changed: Vec<u64>,
    queue: Vec<usize>,
    is_queued: Vec<bool>,
}

impl Decider<'_, '_> {
    /// Normalizes the problem before any decision. Returns false if it has no solution.
    pub(super) fn begin(&mut self, words: &mut [u64]) -> bool {
        self.enter(words, 0);
        if !self.view(words, 0).all_have_values() {
            return false;
        }
        (0..self.plan.residuals.len()).for_each(|number| self.wake(number));
        self.settle(words, 0)
    }

    /// Prepares choices in a state before this step.
    pub(super) fn enter(&mut self, state: &[u64], step: usize) {
        self.step = step;
        self.columns.load(&self.plan.frame, state, step);
    }

    /// Makes a choice, given by its effects, in the state that was entered, of which `words` is a copy. Returns false
    /// if it certainly has no completion; then the words are useless.
    pub(super) fn choose(&mut self, words: &mut [u64], effects: &[Effect]) -> bool {
        let follows = self.follow(words, effects);
        self.columns.undo();
        follows
    }

    fn follow(&mut self, words: &mut [u64], effects: &[Effect]) -> bool {
        let (plan, step) = (self.plan, self.step);
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
    }

    fn view<'v>(&'v mut self, words: &'v mut [u64], step: usize) -> View<'v> {
        View::new(&self.plan.frame, (words, &mut self.columns), &mut self.changed, step)
    }

    fn give_value(&mut self, words: &mut [u64], step: usize, effect: &Effect) -> bool {
        let plan = self.plan;
        let Effect { variable, index } = *effect;
        let mut view = self.view(words, step + 1);
        if let Some(bit) = plan.frame.bit(variable) {
            if !view.can(index, bit) {
                return false;
            }
            let (first, end) = plan.frame.rows_of(variable);
            (first..end).for_each(|row| view.remove_one(row, bit));
            plan.renaming.mark_used(&mut view, index);
        }
        plan.watchers[variable.index()]
            .iter()
            .all(|&number| plan.residuals[number].assign(&mut view, variable, index))
    }

    /// Propagates until nothing changes.
    fn settle(&mut self, words: &mut [u64], step: usize) -> bool {
        let plan = self.plan;
        if !self.have_values(words, step) {
            return false;
        }
        let queued_last = |waiting: &[bool]| plan.last.filter(|&number| waiting[number]);
        while let Some(number) = self.queue.pop().or_else(|| queued_last(&self.is_queued)) {
            self.is_queued[number] = false;
            let own = plan.residuals[number].work();
            self.meter.work(own + plan.frame.rows() * (1 + plan.frame.set_words()));
            let is_over = self.meter.is_over();
            if is_over || !plan.residuals[number].filter(&mut self.view(words, step)) {
                self.forget();
                return false;
            }
            if !self.have_values(words, step) {
                return false;
            }
        }
        true
    }

    /// Whether the variables that lost a value have others left. Wakes their constraints.
    fn have_values(&mut self, words: &mut [u64], step: usize) -> bool {
        if self.changed.iter().all(|&word| word == 0) {
            return true;
        }
        let have = self.view(words, step).changed_have_values();
        if have {
            self.wake_changed()
        } else {
            self.forget()
        }
        have
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
            if self.plan.last != Some(number) {
                self.queue.push(number);
            }
        }
    }

    fn forget(&mut self) {
        let waiting = self.queue.drain(..).chain(self.plan.last);
        waiting.for_each(|number| self.is_queued[number] = false);
        self.changed.fill(0);
    }
}
