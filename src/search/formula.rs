//! The models of a formula that belongs to no puzzle, projected on the variables it shows.

use std::ops::ControlFlow;

use cnfetti_encodings::{Cnf, Lit};

use super::enumerate::End;
use crate::solver::{Backend, Budget, Fault, Outcome};

/// Visits each different assignment to the shown variables that extends to a model, as literals
/// in the order of `shown`. After each a clause forbids it.
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
) -> Result<End, Fault> {
    let mut rest = cnf.clone();
    let mut solver = backend.load(cnf, budget);
    loop {
        if budget.is_spent() {
            return Ok(End::Stopped(budget.reason()));
        }
        let model = match solver.solve(&[]) {
            Outcome::Satisfiable(model) => model,
            Outcome::Unsatisfiable(_) => return Ok(End::Exhausted(rest)),
            Outcome::Unknown(why) => return Ok(End::Stopped(why)),
            Outcome::Failed(fault) => return Err(fault),
        };
        if !model.satisfies(cnf) {
            let what = "internal error: the solver's model does not satisfy the formula";
            return Err(Fault(what.to_owned()));
        }
        let literals = model.literals();
        let projected: Vec<Lit> =
            shown.iter().map(|&variable| literals[variable as usize - 1]).collect();
        let blocking: Vec<Lit> = projected.iter().map(|&lit| !lit).collect();
        if visit(&projected).is_break() {
            return Ok(End::Enough);
        }
        rest.add_clause(blocking.iter().copied());
        if blocking.is_empty() {
            return Ok(End::Exhausted(rest));
        }
        solver.add_clause(&blocking);
    }
}

/// The variables that are shown, each once, in two parts: those that some clause speaks of, and
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
