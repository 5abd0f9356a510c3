//! Proofs that a formula says what a statement says, with as many models, in the format of VeriPB 3.0.
//!
//! The proof goes from inequalities (OPB) to clauses and back. What has as many models as the statement is
//! called the *core*:
//!
//! | line | what it does |
//! |---|---|
//! | `red HALF : y -> 0;` | with the next line it defines a new variable: it is true exactly when a sum reaches a number |
//! | `rup INEQUALITY;` | follows, because assuming the opposite leads to a conflict by propagation |
//! | `pol 1 2 3 * +;` | follows as a sum: inequality 1, and three times inequality 2 |
//! | `core id 1 2;` | what follows becomes part of the core |
//! | `deld 1 2;` | what follows is not needed any more |
//! | `delc 1;` | is left out of the core, because it follows from the rest of it |
//! | `delc 1 : y -> 0;` | with one more line, leaves out the definition of a variable that nothing else has |
//!
//! No other step is allowed, so each keeps the number of models: a defined variable has exactly one value in
//! each of them. VeriPB by itself allows more, such as leaving out a solution that another one mirrors. In the
//! end the core is the formula, and the formula is that of a DIMACS file.
//!
//! [`check_translation`] shares no code with what writes these proofs, nor with the other checkers.

mod formula;
mod inequality;
mod propagation;
mod steps;
mod store;
mod text;

use std::collections::{HashMap, HashSet};
use std::fmt;

use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_encodings::Cnf;

use inequality::{Inequality, Lit, opposite, variable};
use steps::{HEADER, Step, Sum, Term};
use store::{Part, Store};
use text::{Names, Problem, Word, lines};

/// A statement, a formula, and a proof that leads from one to the other and back.
#[derive(Clone, Copy, Debug)]
pub struct Translation<'a> {
    /// The statement, in OPB.
    pub statement: &'a str,
    /// The proof.
    pub proof: &'a str,
    /// The formula in inequalities, in OPB.
    pub formula: &'a str,
    /// The same formula.
    pub cnf: &'a Cnf,
    /// The variables of the formula that are counted; all when there is no list.
    pub shown: Option<&'a [u32]>,
}

/// A proof in which nothing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedTranslation {
    /// How many variables the statement has.
    pub stated: usize,
    /// How many more the formula has, all of which are defined.
    pub defined: usize,
    /// How many steps the proof has.
    pub steps: usize,
}

/// Where something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// In the statement.
    Statement,
    /// In the proof.
    Proof,
    /// In the formula in inequalities.
    Formula,
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            File::Statement => "the statement",
            File::Proof => "the proof",
            File::Formula => "the formula",
        })
    }
}

/// Why a proof proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum WrongTranslation {
    /// A line is wrong.
    #[error("line {line}, column {column}: {message}")]
    Line {
        /// Of which text.
        file: File,
        /// Its number, from 1.
        line: usize,
        /// Where in the line, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// Something is missing, or does not fit.
    #[error("{message}")]
    Whole {
        /// Of which text.
        file: File,
        /// What is wrong.
        message: String,
    },
    /// A limit was reached first.
    #[error("the check did not finish")]
    Stopped(#[from] Stopped),
}

impl WrongTranslation {
    fn of(file: File, line: usize, Problem { column, message }: Problem) -> WrongTranslation {
        WrongTranslation::Line { file, line, column, message }
    }
}

/// How many weights are looked at in the time of a step.
const LOOKED_AT: u64 = 4;

/// Checks that the formula has as many models as the statement: each model of the one is, on the variables of
/// the statement, a model of the other.
///
/// # Errors
///
/// When something is wrong with the proof, or a limit is reached.
pub fn check_translation(
    translation: &Translation<'_>,
    budget: &Budget,
) -> Result<CheckedTranslation, WrongTranslation> {
    let mut checking = Checking::default();
    for (line, text) in lines(translation.statement) {
        let stated = checking.names.stated(text);
        let stated =
            stated.map_err(|problem| WrongTranslation::of(File::Statement, line, problem))?;
        checking.declare();
        for inequality in stated {
            checking.store.add(inequality, Part::Core);
        }
    }
    checking.stated = checking.names.len();
    let mut proof = lines(translation.proof);
    if proof.next().is_none_or(|(_, line)| line.trim() != HEADER) {
        let message = format!("expected `{HEADER}` in its first line");
        return Err(WrongTranslation::Whole { file: File::Proof, message });
    }
    let mut steps = 1;
    for (line, text) in proof {
        budget.spend(LOOKED_AT * checking.store.propagation.looked_at());
        budget.check()?;
        let wrong = |problem| WrongTranslation::of(File::Proof, line, problem);
        let step = steps::step(text, &mut checking.names).map_err(wrong)?;
        checking.declare();
        let word = Word { text, column: 1 };
        checking.step(step).map_err(|message| wrong(word.wrong(message)))?;
        steps += 1;
    }
    let of_proof = |message: &str| {
        let message = message.to_owned();
        WrongTranslation::Whole { file: File::Proof, message }
    };
    if checking.stage != Stage::Over {
        return Err(of_proof("it ends before its last step"));
    }
    checking.conclude(translation, steps)
}

/// How far the proof is.
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
    /// Without the literal.
    sum: Inequality,
    number: u64,
}

/// A definition: the numbers of the halves that are still there.
#[derive(Debug)]
struct Definition {
    halves: Vec<u64>,
    is_forgotten: bool,
}

#[derive(Debug, Default)]
struct Checking {
    names: Names,
    declared: usize,
    stated: usize,
    store: Store,
    stage: Stage,
    /// Half of the definition that the next line completes.
    half: Option<Half>,
    definitions: HashMap<u32, Definition>,
    /// Halves that do not belong to the core yet.
    open: HashSet<u64>,
    /// The variable of which half the definition was left out.
    forgetting: Option<u32>,
    /// The numbers that the steps since `delc … subproof` began with.
    inner: Option<u64>,
}

impl Checking {
    /// Makes room for variables that are new.
    fn declare(&mut self) {
        for variable in self.declared..self.names.len() {
            self.store.propagation.declare(variable as u32);
        }
        self.declared = self.names.len();
    }

    fn step(&mut self, step: Step) -> Result<(), String> {
        if self.half.is_some() && !matches!(step, Step::Half { .. }) {
            return Err("expected the other half of the definition before".to_owned());
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
        match step {
            Step::Load(number) => self.load(number),
            Step::Half { lit, is_new, half } => self.define(lit, is_new, half),
            Step::Core(numbers) => numbers.into_iter().try_for_each(|number| {
                self.get(number)?;
                self.store.make_core(number);
                self.open.remove(&number);
                Ok(())
            }),
            Step::Propagated(goal) => self.propagated(goal),
            Step::Sum(sum) => {
                let sum = self.sum(&sum)?;
                self.add(sum);
                Ok(())
            }
            Step::Delete(numbers) => numbers.into_iter().try_for_each(|number| {
                if self.get(number)?.1 != Part::Derived || self.open.contains(&number) {
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
                Term::Plus => {
                    let last = stack.pop().ok_or_else(missing)?;
                    stack.pop().ok_or_else(missing)?.plus(&last)?
                }
            };
            stack.push(next);
        }
        stack.pop().filter(|_| stack.is_empty()).ok_or_else(missing)
    }

    /// A variable is true exactly when a sum reaches a number: two halves, one after the other.
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
                let halves = vec![first.number, number];
                let definition = Definition { halves, is_forgotten: false };
                self.definitions.insert(variable(lit), definition);
            }
        }
        self.store.add(half, Part::Derived);
        self.open.insert(number);
        Ok(())
    }

    /// What belongs to the core follows from the rest of it: at once, or by the steps from here.
    fn leave_out(&mut self, number: u64, is_shown: bool) -> Result<(), String> {
        let (inequality, part) = self.get(number)?;
        if part != Part::Core {
            return Err(format!("the inequality {number} does not belong to the core"));
        }
        let inequality = inequality.clone();
        self.store.remove(number);
        self.store.use_derived(false);
        if is_shown {
            let first = self.store.add(inequality.negated(), Part::Inner);
            self.inner = Some(first);
            return Ok(());
        }
        if !self.store.propagation.follows(&inequality) {
            return Err("this does not follow by propagation from what is left".to_owned());
        }
        self.store.use_derived(true);
        Ok(())
    }

    fn shown(&mut self) -> Result<(), String> {
        let first = self.inner.take().ok_or("expected a step before that it ends")?;
        let last = self.store.last();
        if !self.get(last)?.0.is_impossible() {
            return Err("expected a contradiction in the step before".to_owned());
        }
        (first..=last).for_each(|number| self.store.remove(number));
        self.store.use_derived(true);
        Ok(())
    }

    /// Half of a definition of a variable that nothing else has.
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

    /// The core is the formula, and no variable of it is open.
    fn conclude(
        &mut self,
        translation: &Translation<'_>,
        steps: usize,
    ) -> Result<CheckedTranslation, WrongTranslation> {
        if let Some(number) = self.open.iter().min() {
            let message = format!("the definition {number} does not belong to the core");
            return Err(WrongTranslation::Whole { file: File::Proof, message });
        }
        let of_formula = |message: String| WrongTranslation::Whole { file: File::Formula, message };
        let formula = formula::read(translation.formula, translation.cnf, &mut self.names)?;
        let core: HashSet<&Inequality> = self.store.core().map(|one| &**one).collect();
        if let Some(missing) = formula.clauses.iter().find(|&clause| !core.contains(clause)) {
            let clause = self.show(missing);
            return Err(of_formula(format!("the proof does not end with its clause {clause}")));
        }
        if core.len() != formula.clauses.len() {
            let more = core.len() - formula.clauses.len();
            return Err(of_formula(format!("the proof ends with {more} inequalities more")));
        }
        let is_left =
            |variable: &u32| !self.definitions.get(variable).is_some_and(|one| one.is_forgotten);
        for (name, number) in self.names.iter() {
            if is_left(&number) != formula.numbers.contains_key(&number) {
                return Err(of_formula(format!("expected the variable {name} in it")));
            }
        }
        let by_number: HashMap<u32, u32> =
            formula.numbers.iter().map(|(&name, &number)| (number, name)).collect();
        let is_stated =
            |number: &u32| by_number.get(number).is_some_and(|&name| (name as usize) < self.stated);
        if let Some(number) =
            translation.shown.unwrap_or_default().iter().find(|one| !is_stated(one))
        {
            let message = format!("counts the variable {number}, of which nothing is stated");
            return Err(of_formula(message));
        }
        let of_cnf = translation.cnf.num_vars() as usize;
        if translation.shown.is_none() && of_cnf != formula.numbers.len() {
            let message = format!("{of_cnf} variables are counted, but not all of them are in it");
            return Err(of_formula(message));
        }
        let defined = formula.numbers.len() - self.stated;
        Ok(CheckedTranslation { stated: self.stated, defined, steps })
    }

    fn show(&self, clause: &Inequality) -> String {
        let names: HashMap<u32, &str> =
            self.names.iter().map(|(name, number)| (number, name)).collect();
        let lits = clause.terms.iter().map(|&(_, lit)| {
            let sign = if lit % 2 == 0 { "" } else { "~" };
            format!("{sign}{}", names.get(&variable(lit)).copied().unwrap_or_default())
        });
        lits.collect::<Vec<_>>().join(" ")
    }
}
