//! Checks a proof step by step. Each step keeps the number of models.

use std::collections::HashMap;

use super::inequality::{Inequality, Lit, opposite, variable};
use super::steps::{self, Step, Sum, Term};
use super::store::{Part, Store};
use super::text::{Names, Problem};

/// The progress of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Begun,
    Loaded,
    Output,
    Concluded,
    Over,
}

/// Half of a definition.
#[derive(Debug)]
struct Half {
    lit: Lit,
    /// The sum without the literal.
    sum: Inequality,
    number: u64,
}

/// A definition: the numbers of its halves that remain.
#[derive(Debug)]
struct Definition {
    halves: Vec<u64>,
    is_forgotten: bool,
}

/// The state after reading a statement and part of a proof.
#[derive(Debug, Default)]
pub(super) struct Checking {
    pub(super) names: Names,
    declared: usize,
    /// The number of variables of the statement, which come first.
    pub(super) stated: usize,
    pub(super) store: Store,
    stage: Stage,
    /// Half of a definition, which the next line must complete.
    half: Option<Half>,
    definitions: HashMap<u32, Definition>,
    /// The halves that the next line must add to the core.
    open: Option<[u64; 2]>,
    /// The variable whose definition has lost one half.
    forgetting: Option<u32>,
    /// In a subproof, the number of its first inequality, and the propagation's mark before it.
    inner: Option<(u64, Option<usize>)>,
}

impl Checking {
    /// Reads a line of the statement.
    pub(super) fn state(&mut self, line: &str) -> Result<(), Problem> {
        let stated = self.names.stated(line)?;
        self.declare();
        self.stated = self.names.len();
        for inequality in stated {
            self.store.add(inequality, Part::Core);
        }
        Ok(())
    }

    /// Reads a line of the proof.
    pub(super) fn read(&mut self, line: &str) -> Result<Step, Problem> {
        let step = steps::step(line, &mut self.names);
        self.declare();
        step
    }

    /// Returns how many terms were visited since the last call.
    pub(super) fn looked_at(&mut self) -> u64 {
        self.store.propagation.looked_at()
    }

    /// Whether the last line was read.
    pub(super) fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// Whether the definition of the variable was deleted.
    pub(super) fn is_forgotten(&self, variable: u32) -> bool {
        self.definitions.get(&variable).is_some_and(|definition| definition.is_forgotten)
    }

    /// Makes room for new variables.
    fn declare(&mut self) {
        for variable in self.declared..self.names.len() {
            self.store.propagation.declare(variable as u32);
        }
        self.declared = self.names.len();
    }

    /// Checks a step.
    pub(super) fn step(&mut self, step: Step) -> Result<(), String> {
        self.require_order(&step)?;
        match step {
            Step::Load(number) => self.load(number),
            Step::Half { lit, is_new, half } => self.define(lit, is_new, half),
            Step::Core(numbers) => numbers.into_iter().try_for_each(|number| {
                self.get(number)?;
                self.store.make_core(number);
                Ok(())
            }),
            Step::Propagated(goal) => self.propagated(goal),
            Step::Sum(sum) => {
                let sum = self.sum(&sum)?;
                self.add(sum);
                Ok(())
            }
            Step::Delete(numbers) => numbers.into_iter().try_for_each(|number| {
                if self.get(number)?.1 != Part::Derived {
                    return Err(format!(
                        "the inequality {number} is needed, or belongs to the core"
                    ));
                }
                self.store.remove(number);
                Ok(())
            }),
            Step::LeaveOut { number, is_shown } => self.leave_out(number, is_shown),
            Step::Forget { number, lit } => self.forget(number, lit),
            Step::Shown => self.shown(),
            Step::Output => self.reach(Stage::Output),
            Step::Conclusion => self.reach(Stage::Concluded),
            Step::End => self.reach(Stage::Over),
        }
    }

    /// Checks the order of steps: nothing comes between the halves of a definition, a subproof contains only
    /// derivations, and the parts of a proof come in order.
    fn require_order(&mut self, step: &Step) -> Result<(), String> {
        if self.half.is_some() && !matches!(step, Step::Half { .. }) {
            return Err("expected the other half of the definition before".to_owned());
        }
        if let Some(halves) = self.open.take()
            && !matches!(step, Step::Core(numbers) if *numbers == halves)
        {
            return Err("expected that the definition before becomes part of the core".to_owned());
        }
        if self.forgetting.is_some() && !matches!(step, Step::Forget { .. }) {
            return Err("expected the other half to be left out too".to_owned());
        }
        if self.inner.is_some() && !matches!(step, Step::Propagated(_) | Step::Sum(_) | Step::Shown)
        {
            return Err("expected `rup`, `pol` or `qed` until the contradiction".to_owned());
        }
        let stage = match step {
            Step::Load(_) => Stage::Begun,
            Step::Conclusion => Stage::Output,
            Step::End => Stage::Concluded,
            _ => Stage::Loaded,
        };
        if self.stage != stage {
            return Err("this step does not belong here".to_owned());
        }
        Ok(())
    }

    fn reach(&mut self, stage: Stage) -> Result<(), String> {
        self.stage = stage;
        Ok(())
    }

    fn load(&mut self, number: u64) -> Result<(), String> {
        let stated = self.store.last();
        if number != stated {
            return Err(format!("expected {stated}, the number of inequalities of the statement"));
        }
        self.reach(Stage::Loaded)
    }

    fn get(&self, number: u64) -> Result<(&Inequality, Part), String> {
        let found = self.store.get(number).map(|(inequality, part)| (&**inequality, part));
        found.ok_or_else(|| format!("there is no inequality {number}"))
    }

    fn add(&mut self, inequality: Inequality) -> u64 {
        let part = if self.inner.is_some() { Part::Inner } else { Part::Derived };
        self.store.add(inequality, part)
    }

    fn propagated(&mut self, goal: Inequality) -> Result<(), String> {
        if !self.store.propagation.follows(&goal) {
            return Err("this does not follow by propagation".to_owned());
        }
        self.add(goal);
        Ok(())
    }

    fn sum(&self, sum: &Sum) -> Result<Inequality, String> {
        let mut stack: Vec<Inequality> = Vec::new();
        let missing = || "expected one inequality in the end".to_owned();
        for &term in sum {
            let next = match term {
                Term::Of(number) => self.get(number)?.0.clone(),
                Term::Times(factor) => stack.pop().ok_or_else(missing)?.times(factor)?,
                Term::Divided(divisor) => {
                    let all = stack.pop().ok_or_else(missing)?;
                    all.divided(divisor).ok_or("expected a number above 0 to divide by")?
                }
                Term::Plus => {
                    let last = stack.pop().ok_or_else(missing)?;
                    stack.pop().ok_or_else(missing)?.plus(&last)?
                }
            };
            stack.push(next);
        }
        stack.pop().filter(|_| stack.is_empty()).ok_or_else(missing)
    }

    /// Defines a variable as true exactly if a sum reaches a number, by two halves in a row.
    fn define(&mut self, lit: Lit, is_new: bool, half: Inequality) -> Result<(), String> {
        let mut sum = half.clone();
        sum.terms.retain(|&(_, other)| variable(other) != variable(lit));
        let with_lit = Inequality::new(
            sum.terms
                .iter()
                .map(|&(weight, lit)| (weight.into(), lit))
                .chain([(half.degree.max(0).into(), lit)]),
            half.degree.into(),
        )?;
        if half.degree < 0 || with_lit != half {
            return Err("expected half of a definition, which its witness makes true".to_owned());
        }
        let number = self.store.last() + 1;
        match self.half.take() {
            None if !is_new => return Err("expected a new variable".to_owned()),
            None => self.half = Some(Half { lit, sum, number }),
            Some(first) => {
                let mut expected = first.sum.negated();
                expected.degree = expected.degree.max(0);
                if lit != opposite(first.lit) || sum != expected {
                    return Err("the two halves of the definition do not fit".to_owned());
                }
                self.open = Some([first.number, number]);
                let halves = vec![first.number, number];
                let definition = Definition { halves, is_forgotten: false };
                self.definitions.insert(variable(lit), definition);
            }
        }
        self.store.add(half, Part::Derived);
        Ok(())
    }

    /// Deletes an inequality of the core that follows from the rest of it: by propagation, or by a subproof.
    fn leave_out(&mut self, number: u64, is_shown: bool) -> Result<(), String> {
        let (inequality, part) = self.get(number)?;
        if part != Part::Core {
            return Err(format!("the inequality {number} does not belong to the core"));
        }
        let inequality = inequality.clone();
        self.store.remove(number);
        self.store.use_derived(false);
        if is_shown {
            let mark = self.store.propagation.mark();
            let first = self.store.add(inequality.negated(), Part::Inner);
            self.inner = Some((first, mark));
            return Ok(());
        }
        if !self.store.propagation.follows(&inequality) {
            return Err("this does not follow by propagation from what is left".to_owned());
        }
        self.store.use_derived(true);
        Ok(())
    }

    fn shown(&mut self) -> Result<(), String> {
        let (first, mark) = self.inner.take().ok_or("expected a step before that it ends")?;
        let last = self.store.last();
        if !self.get(last)?.0.is_impossible() {
            return Err("expected a contradiction in the step before".to_owned());
        }
        if let Some(mark) = mark {
            // What was derived since then depends on inequalities that are now removed.
            self.store.propagation.undo(mark);
        }
        (first..=last).for_each(|number| self.store.remove(number));
        self.store.use_derived(true);
        Ok(())
    }

    /// Deletes half of the definition of a variable that nothing else uses.
    fn forget(&mut self, number: u64, lit: Lit) -> Result<(), String> {
        let others = "expected half of the definition of a variable that nothing else has";
        if self.get(number)?.1 != Part::Core {
            return Err(format!("the inequality {number} does not belong to the core"));
        }
        let uses = self.store.propagation.uses_of(variable(lit));
        let definition = self.definitions.get_mut(&variable(lit)).ok_or(others)?;
        let at = definition.halves.iter().position(|&half| half == number).ok_or(others)?;
        if uses > definition.halves.len() {
            return Err(others.to_owned());
        }
        if self.forgetting.is_some_and(|other| other != variable(lit)) {
            return Err("expected the other half to be left out too".to_owned());
        }
        definition.halves.remove(at);
        definition.is_forgotten = true;
        self.forgetting = (definition.halves.len() == 1).then_some(variable(lit));
        self.store.remove(number);
        Ok(())
    }
}
