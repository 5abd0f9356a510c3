//! How many models a formula has that belongs to no puzzle: compiled where that is possible,
//! listed otherwise.

use std::ops::ControlFlow;

use cnfetti_encodings::Cnf;
use num_bigint::BigUint;

use super::ended::Ended;
use super::engine::{Engine, Says};
use super::formula::{each_projected, shown};
use super::race::{HEAD_STEPS, Race, Racers};
use super::second::FEW;
use crate::knowledge::{Strategy, count_models};
use crate::solver::{Backend, Fault};
use cnfetti_core::count::are_consistent;
use cnfetti_core::limit::{Budget, Limit, Stopped};
use cnfetti_exact::Limits;

/// How many models were found.
#[derive(Clone, Debug)]
pub struct Models {
    /// How many there are, or at least.
    pub number: BigUint,
    /// Whether these are all.
    pub exact: bool,
    /// The engine that counted.
    pub engine: Engine,
    /// The limit because of which not all were counted.
    pub stopped: Option<Limit>,
    /// How listing them ended.
    pub end: Option<Ended>,
    /// Another engine that found the same number.
    pub second: Option<Engine>,
}

/// A formula, what is shown of it, and what counting needs.
pub struct Question<'a> {
    /// The formula.
    pub cnf: &'a Cnf,
    /// The variables on which models are projected; `None` for all.
    pub show: Option<&'a [u32]>,
    /// The solver that lists models.
    pub backend: &'a Backend,
    /// The limits of each engine.
    pub limits: &'a Limits,
}

/// The result of listing so far.
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

/// If there are few models, they are counted in both ways, but the second way gets only this many steps more than the
/// first: about a second.
const AGAIN: u64 = 1_000_000_000;

/// How many more steps a second opinion on this number may take.
fn more(number: &BigUint) -> u64 {
    if *number <= BigUint::from(FEW) { AGAIN } else { 0 }
}

impl Question<'_> {
    /// Compiles the formula.
    pub fn compile(&self) -> Models {
        self.compile_within(self.limits)
    }

    fn compile_within(&self, limits: &Limits) -> Models {
        let number = count_models(Strategy::Auto, self.cnf, self.show, limits);
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
            Ended::Stopped(limit) => Some(limit),
            Ended::Exhausted(_) | Ended::Enough => None,
        };
        let (engine, exact) = (Engine::Blocking, stopped.is_none());
        Ok(Models { number, exact, engine, stopped, end: Some(end), second: None })
    }

    /// Compiles and lists at the same time, and takes the exact number that needed fewer steps; if there is none, what
    /// was listed. If there are few models, they are counted in both ways.
    ///
    /// # Errors
    ///
    /// The solver fails, or listed more models than there are.
    pub fn race(&self, mut progress: impl FnMut(Listed) + Send) -> Result<Models, Fault> {
        let race = Race::new(HEAD_STEPS);
        let both = Racers {
            first: |budget: &Budget| {
                let limits = Limits { budget: budget.clone(), ..self.limits.clone() };
                Ok(Some(self.compile_within(&limits)))
            },
            second: |budget: &Budget| self.list_within(budget, &mut progress).map(Some),
            is_exact: |models: &Models| models.exact,
            more: |models: &Models, _| more(&models.number),
        };
        let with_threads = self.limits.threads().get() > 1;
        let answers = both.run(&race, &self.limits.budget, with_threads)?;
        better(&race, answers, &self.limits.budget)
    }
}

/// The exact number that was first, or the larger lower bound; none may be above an exact number.
fn better(race: &Race, mut answers: Vec<(Models, u64)>, budget: &Budget) -> Result<Models, Fault> {
    answers.sort_by_key(|(models, _)| models.engine != Engine::Clauses);
    let mut is_in_time = true;
    if let [(one, first), (other, second)] = &answers[..] {
        agree(one, other)?;
        is_in_time = race.is_in_time(*first, *second, more(&one.number));
        let is_first = match (one.exact, other.exact) {
            (true, true) => race.is_won_by_first(*first, *second),
            _ => (one.exact, &one.number) >= (other.exact, &other.number),
        };
        if !is_first {
            answers.reverse();
        }
    }
    let mut answers = answers.into_iter().map(|(models, _)| models);
    let mut best = answers.next().ok_or_else(|| Fault("nobody counted".to_owned()))?;
    if let Some(other) = answers.next().filter(|other| other.exact && is_in_time) {
        best.second = Some(other.engine);
        best.end = best.end.or(other.end);
    }
    if !best.exact {
        best.stopped = budget.spent().or(best.stopped);
    }
    Ok(best)
}

/// Fails if the two numbers cannot both be right.
///
/// # Errors
///
/// They cannot.
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
