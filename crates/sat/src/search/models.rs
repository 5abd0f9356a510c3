//! How many models a formula has that belongs to no puzzle: compiled where that is possible,
//! listed otherwise.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use cnfetti_encodings::Cnf;
use num_bigint::BigUint;

use super::engine::{Engine, HEAD_START, POLL, Says};
use super::enumerate::End;
use super::formula::{each_projected, shown};
use super::second::FEW;
use crate::count::are_consistent;
use crate::exact::Limits;
use crate::knowledge::Knowledge;
use crate::limit::{Budget, Limit, Stopped};
use crate::solver::{Backend, Fault};

/// How many models were found.
#[derive(Clone, Debug)]
pub struct Models {
    /// How many there are, or at least.
    pub number: BigUint,
    /// Whether these are all.
    pub exact: bool,
    /// Who counted.
    pub engine: Engine,
    /// The limit because of which not all were counted.
    pub stopped: Option<Limit>,
    /// How listing them ended.
    pub end: Option<End>,
    /// Who else found the same number.
    pub second: Option<Engine>,
}

/// A formula, what is shown of it, and what counting needs.
pub struct Question<'a> {
    /// The formula.
    pub cnf: &'a Cnf,
    /// The variables that models are projected on; all when there is no list.
    pub show: Option<&'a [u32]>,
    /// The solver that lists models.
    pub backend: &'a Backend,
    /// For each engine.
    pub limits: &'a Limits,
}

/// What listing has found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// How many models over the variables that a clause mentions.
    pub found: u64,
    /// How many other variables are shown.
    pub free: usize,
}

impl Listed {
    /// How many models these are: nothing constrains the free variables.
    pub fn number(self) -> BigUint {
        BigUint::from(self.found) << self.free
    }
}

/// A few models are listed as well, a second opinion, but no longer than this.
const AGAIN: Duration = Duration::from_secs(1);

impl Question<'_> {
    /// Compiles the formula.
    pub fn compile(&self) -> Models {
        self.compile_within(self.limits)
    }

    fn compile_within(&self, limits: &Limits) -> Models {
        let compiled = Knowledge::of(self.cnf, self.show, limits);
        let number = compiled.and_then(|knowledge| knowledge.count_within(&limits.budget));
        let stopped = number.as_ref().err().map(|&Stopped(limit)| limit);
        let number = number.unwrap_or_default();
        let (engine, exact) = (Engine::Clauses, stopped.is_none());
        Models { number, exact, engine, stopped, end: None, second: None }
    }

    /// Finds the models one by one. `progress` is told what was found, after each.
    ///
    /// # Errors
    ///
    /// When the solver fails, or its model does not satisfy the formula.
    pub fn list(&self, progress: impl FnMut(Listed)) -> Result<Models, Fault> {
        self.list_within(&self.limits.budget, progress)
    }

    fn list_within(
        &self,
        budget: &Budget,
        mut progress: impl FnMut(Listed),
    ) -> Result<Models, Fault> {
        let (constrained, free) = shown(self.cnf, self.show);
        let mut found = 0_u64;
        let end = each_projected(self.cnf, &constrained, self.backend, budget, |_| {
            found += 1;
            progress(Listed { found, free: free.len() });
            ControlFlow::Continue(())
        })?;
        let number = Listed { found, free: free.len() }.number();
        let stopped = match end {
            End::Stopped(limit) => Some(limit),
            End::Exhausted(_) | End::Enough => None,
        };
        let (engine, exact) = (Engine::Blocking, stopped.is_none());
        Ok(Models { number, exact, engine, stopped, end: Some(end), second: None })
    }

    /// Compiles and lists at once, and takes the first exact number; when there is none, what was
    /// listed. A few models are counted in both ways.
    ///
    /// # Errors
    ///
    /// When the solver fails, or more models were listed than there are.
    pub fn race(&self, progress: impl FnMut(Listed) + Send) -> Result<Models, Fault> {
        let over = Arc::new(AtomicBool::new(false));
        let budget = Budget { deadline: self.limits.budget.deadline, stop: Some(over.clone()) };
        let limits = &Limits { budget, ..self.limits.clone() };
        let (sender, receiver) = mpsc::channel();
        let (done, compiled) = mpsc::channel::<BigUint>();
        thread::scope(|scope| {
            let answers = sender.clone();
            scope.spawn(move || {
                let models = self.compile_within(limits);
                // Nobody may listen any more: the other was first.
                if models.exact {
                    let _ = done.send(models.number.clone());
                }
                let _ = answers.send(Ok(models));
            });
            scope.spawn(move || {
                // Without a word compiling takes longer, or was given up.
                let budget = match compiled.recv_timeout(HEAD_START) {
                    Ok(number) if number > (FEW as u64).into() => return,
                    Ok(_) => limits.budget.at_most(AGAIN),
                    Err(_) => limits.budget.clone(),
                };
                let _ = sender.send(self.list_within(&budget, progress));
            });
            let answers = self.collect(&receiver, &over);
            over.store(true, Ordering::Relaxed);
            better(answers?, &self.limits.budget)
        })
    }

    /// The answers of both, the second of which is stopped when the first is exact.
    fn collect(
        &self,
        receiver: &mpsc::Receiver<Result<Models, Fault>>,
        over: &AtomicBool,
    ) -> Result<Vec<Models>, Fault> {
        let mut answers = Vec::new();
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(answer) => answers.push(answer?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(answers),
            }
            let is_known = |models: &Models| models.exact && models.number > (FEW as u64).into();
            if answers.iter().any(is_known) || self.limits.budget.is_spent() {
                over.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// The exact number, or the larger of the lower bounds; none may be above the exact one.
fn better(mut answers: Vec<Models>, budget: &Budget) -> Result<Models, Fault> {
    answers.sort_by(|one, other| (other.exact, &other.number).cmp(&(one.exact, &one.number)));
    let mut answers = answers.into_iter();
    let mut best = answers.next().ok_or_else(|| Fault("nobody counted".to_owned()))?;
    for other in answers {
        agree(&best, &other)?;
        if other.exact {
            best.second = Some(other.engine);
            best.end = best.end.or(other.end);
        }
    }
    if !best.exact {
        best.stopped = budget.spent().or(best.stopped);
    }
    Ok(best)
}

/// An error when both numbers cannot be right.
///
/// # Errors
///
/// When they cannot.
pub fn agree(one: &Models, other: &Models) -> Result<(), Fault> {
    if are_consistent((&one.number, one.exact), (&other.number, other.exact)) {
        return Ok(());
    }
    let says = |models: &Models| {
        let (number, exact) = (models.number.clone(), models.exact);
        Says { engine: models.engine, number, exact }
    };
    Err(Fault(format!("the engines disagree: {}, {}", says(one), says(other))))
}
