//! The models of a formula that belongs to no puzzle, projected on the variables it shows.

use std::ops::ControlFlow;

use cnfetti_encodings::{Cnf, Lit};

use super::compact::Compact;
use super::ended::{Ended, NoOther};
use crate::solver::{Backend, Budget, Fault, Outcome};

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
