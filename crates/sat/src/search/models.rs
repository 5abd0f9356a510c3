//! The models of a formula that belongs to no puzzle, projected on the variables that it shows: listed one by one, or counted
//! by knowledge compilation if that is possible.

use std::ops::ControlFlow;

use cnfetti_encodings::{Cnf, Lit};
use num_bigint::BigUint;

use super::compact::Compact;
use super::ended::{Ended, NoOther};
use super::engine::{Engine, Says};
use super::race::{HEAD_STEPS, Race, Racers};
use super::second_opinion::FEW;
use crate::knowledge::{Strategy, count_models};
use crate::solver::{Backend, Fault, Outcome};
use cnfetti_core::count::are_consistent;
use cnfetti_core::limit::{Budget, Limit, Stopped};
use cnfetti_exact::Limits;

/// How many models were found.
#[derive(Clone, Debug)]
pub struct Models {
    /// How many there are, or at least.
    pub number: BigUint,
    /// Whether there are no more.
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

/// Few models are counted in both ways. The second way gets this many steps more than the first: about a second's worth.
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

    /// Compiles and lists at the same time, and takes the exact number that needed fewer steps; if there is none, the number
    /// of listed models. Few models are counted in both ways.
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

/// The exact number that needed fewer steps, or the larger lower bound. A lower bound above an exact number is an error.
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

/// Visits each different assignment to the shown variables that extends to a model, as literals
/// in the order of `shown`. After each model a clause forbids it; variables that no clause mentions
/// take both values without a solver.
///
/// # Errors
///
/// When the solver fails, or its model does not satisfy the formula.
pub fn each_projected(
    cnf: &Cnf,
    shown: &[u32],
    backend: &Backend,
    budget: &Budget,
    mut visit: impl FnMut(&[Lit]) -> ControlFlow<()>,
) -> Result<Ended, Fault> {
    let compact = Compact::new(cnf, []);
    let mut rest = cnf.to_unlimited();
    let mut solver = backend.load(&compact.cnf, budget);
    loop {
        if let Some(limit) = budget.spent() {
            return Ok(Ended::Stopped(limit));
        }
        let model = match solver.solve(&[]) {
            Outcome::Satisfiable(model) => model,
            Outcome::Unsatisfiable(_) => {
                return Ended::of(NoOther::by_solver(backend, rest), budget);
            }
            Outcome::Unknown(limit) => return Ok(Ended::Stopped(limit)),
            Outcome::Failed(fault) => return Err(fault),
        };
        let holds = |&lit: &Lit| model.contains(compact.literal(lit));
        if !cnf.clauses().all(|clause| clause.iter().any(holds)) {
            let what = "internal error: the solver's model does not satisfy the formula";
            return Err(Fault(what.to_owned()));
        }
        let is_bound = |lit: &Lit| compact.variable(lit.variable()).is_some();
        let value = |lit: Lit| if !is_bound(&lit) || !holds(&lit) { !lit } else { lit };
        let mut projected: Vec<Lit> =
            shown.iter().filter_map(|&number| Lit::from_dimacs(number as i32)).map(value).collect();
        let bound = projected.iter().copied().filter(is_bound);
        let blocking: Vec<Lit> = bound.map(|lit| !lit).collect();
        loop {
            if visit(&projected).is_break() {
                return Ok(Ended::Enough);
            }
            if !next_assignment(projected.iter_mut().filter(|lit| !is_bound(lit))) {
                break;
            }
            if let Some(limit) = budget.spent() {
                return Ok(Ended::Stopped(limit));
            }
        }
        rest.add_clause(blocking.iter().copied());
        if blocking.is_empty() {
            return Ended::of(NoOther::by_solver(backend, rest), budget);
        }
        let blocking: Vec<Lit> = blocking.into_iter().map(|lit| compact.literal(lit)).collect();
        solver.add_clause(&blocking);
    }
}

/// Counts on in binary, from all false to all true; whether there was a next number.
fn next_assignment<'a>(lits: impl Iterator<Item = &'a mut Lit>) -> bool {
    for lit in lits {
        *lit = !*lit;
        if lit.is_positive() {
            return true;
        }
    }
    false
}

/// The variables that are shown, each once, in two parts: those that occur in a clause, and
/// those that are free.
pub fn shown(cnf: &Cnf, show: Option<&[u32]>) -> (Vec<u32>, Vec<u32>) {
    let mut occurs = vec![false; cnf.num_vars() as usize + 1];
    for lit in cnf.clauses().flatten() {
        occurs[lit.variable() as usize] = true;
    }
    let mut all: Vec<u32> = show.map_or_else(|| (1..=cnf.num_vars()).collect(), <[u32]>::to_vec);
    all.sort_unstable();
    all.dedup();
    all.into_iter().partition(|&variable| occurs[variable as usize])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::solver::by_name;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    /// The projections of all models, by trying all assignments.
    fn brute_force(cnf: &Cnf, shown: &[u32]) -> BTreeSet<Vec<Lit>> {
        let of = |bits: u32| {
            move |variable: u32| {
                let positive = lit(variable as i32);
                if bits >> (variable - 1) & 1 == 1 { positive } else { !positive }
            }
        };
        let models = (0..1 << cnf.num_vars()).map(of).filter(|value| {
            cnf.clauses().all(|clause| clause.iter().any(|&lit| value(lit.variable()) == lit))
        });
        models.map(|value| shown.iter().map(|&variable| value(variable)).collect()).collect()
    }

    #[test]
    fn every_projection_comes_once() {
        let formulas: [&[&[i32]]; 5] =
            [&[], &[&[2, -5]], &[&[2, 5], &[-2, -5], &[6]], &[&[2], &[-2]], &[&[]]];
        for clauses in formulas {
            let mut cnf = Cnf::new();
            cnf.declare(6);
            for clause in clauses {
                cnf.add_clause(clause.iter().map(|&number| lit(number)));
            }
            for shown in [&[][..], &[1], &[5, 3, 2], &[6, 5, 4, 3, 2, 1], &[4, 1]] {
                let mut found = Vec::new();
                let (varisat, budget) = (by_name("varisat").unwrap(), Budget::default());
                let end = each_projected(&cnf, shown, varisat, &budget, |literals| {
                    found.push(literals.to_vec());
                    ControlFlow::Continue(())
                });
                assert!(matches!(end, Ok(Ended::Exhausted(_))), "{end:?}");
                let distinct: BTreeSet<Vec<Lit>> = found.iter().cloned().collect();
                assert_eq!(distinct.len(), found.len(), "{clauses:?} {shown:?}");
                assert_eq!(distinct, brute_force(&cnf, shown), "{clauses:?} {shown:?}");
            }
        }
    }
}
