//! Whether some variables of a formula determine all others.

use std::collections::HashSet;

use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools;

use super::compact::Compact;
use super::confirm::{Claim, Evidence, confirm};
use super::enumerate::WrongModel;
use crate::compile::{Choices, NotCompiled, compile_within};
use crate::solver::{Backend, Fault, Model, NoAnswer, Outcome, PROVER, by_name};
use cnfetti_core::csp::{Csp, Malformed, VarId};
use cnfetti_core::limit::{Budget, Limit, Stopped};

/// Whether models that agree on the shown variables are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definability {
    /// They are, and this shows it: the number of models is the number of projected models.
    Determined(Evidence),
    /// These two agree on the shown variables and differ elsewhere, first in this variable: an
    /// unprojected count is too large.
    Free {
        /// A variable in which they differ.
        variable: u32,
        /// The two models.
        models: Box<[Model; 2]>,
    },
    /// A limit came before the answer.
    Unknown(Limit),
}

/// Whether the shown variables determine all others: asks the solver for a model of two copies
/// of the formula that share the shown variables and differ in some other (Padoa's method).
///
/// # Errors
///
/// When the solver fails, or is wrong.
pub fn definability(
    cnf: &Cnf,
    shown: &[u32],
    backend: &Backend,
    budget: &Budget,
) -> Result<Definability, Fault> {
    let num_vars = cnf.num_vars();
    let mut is_shown = vec![false; num_vars as usize + 1];
    for &variable in shown.iter().filter(|&&variable| (1..=num_vars).contains(&variable)) {
        is_shown[variable as usize] = true;
    }
    // It is enough to keep one hidden variable that no clause mentions.
    let free = first_free(cnf, &is_shown);
    let compact = Compact::new(cnf, free);
    let is_shown: Vec<bool> = (1..=compact.cnf.num_vars())
        .map(|variable| is_shown[compact.before(variable) as usize])
        .collect();
    let doubled = double(&compact.cnf, &is_shown);
    Ok(match backend.load(&doubled.cnf, budget).solve(&[]) {
        Outcome::Unsatisfiable(_) => {
            let claim = Claim::by(backend);
            match confirm(&doubled.cnf, claim, budget).map_err(NoAnswer::from) {
                Ok(evidence) => Definability::Determined(evidence),
                Err(NoAnswer::Stopped(Stopped(limit))) => Definability::Unknown(limit),
                Err(NoAnswer::Fault(fault)) => return Err(fault),
            }
        }
        Outcome::Unknown(limit) => Definability::Unknown(limit),
        Outcome::Failed(fault) => return Err(fault),
        Outcome::Satisfiable(model) => {
            let copy = |variable| doubled.copies[variable as usize - 1];
            let differs = |&variable: &u32| {
                model.contains(positive(variable)) != model.contains(copy(variable))
            };
            let Some(variable) = (1..=compact.cnf.num_vars()).find(differs) else {
                return Err(Fault("the solver's models do not differ".to_owned()));
            };
            let of = |place: &dyn Fn(u32) -> Lit| {
                let is_true = |before| {
                    compact.variable(before).is_some_and(|number| model.contains(place(number)))
                };
                let lits = (1..=num_vars).map(|before| match is_true(before) {
                    true => positive(before),
                    false => !positive(before),
                });
                Model::new(lits.collect())
            };
            let models = Box::new([of(&positive), of(&copy)]);
            Definability::Free { variable: compact.before(variable), models }
        }
    })
}

/// Declares that these variables decide all others, once that is proved: two solutions that agree
/// on them are equal. Enumeration then tells solutions apart by them alone.
///
/// # Errors
///
/// When they do not, when a limit comes before the proof, or when a variable does not exist or is there
/// twice. Then nothing is declared.
pub fn declare_deciding(
    csp: &mut Csp,
    deciding: Vec<VarId>,
    budget: &Budget,
) -> Result<(), NotDeciding> {
    csp.verify_scope(&deciding)?;
    let compiled = compile_within(csp, &Choices::default(), budget)?;
    let shown: HashSet<u32> = deciding
        .iter()
        .flat_map(|&variable| compiled.map.literals(variable))
        .map(|lit| lit.variable())
        .collect();
    let shown: Vec<u32> = shown.into_iter().sorted_unstable().collect();
    let prover = by_name(PROVER).expect("the solver that proves is in the table");
    match definability(&compiled.cnf, &shown, prover, budget)? {
        Definability::Determined(_) => {
            csp.assume_deciding(deciding);
            Ok(())
        }
        Definability::Free { models, .. } => {
            let [one, other] = models.each_ref().map(|model| compiled.map.decode(model));
            let (one, other) = (one.map_err(WrongModel::from)?, other.map_err(WrongModel::from)?);
            let differs = csp.ids().find(|id| one[id.index()] != other[id.index()]);
            let name = differs.map(|id| csp.name(id).to_owned());
            Err(NotDeciding::Others { differs: name.unwrap_or_default() })
        }
        Definability::Unknown(limit) => Err(Stopped(limit).into()),
    }
}

/// Why variables are not declared to decide all others.
#[derive(Debug, thiserror::Error)]
pub enum NotDeciding {
    /// They do not: two solutions agree on them and differ elsewhere.
    #[error("two solutions agree on the deciding variables and differ in `{differs}`")]
    Others {
        /// The name of a variable in which the two differ.
        differs: String,
    },
    /// There are no such variables.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The formula that would show it is too large, or a limit came first.
    #[error(transparent)]
    NotCompiled(#[from] NotCompiled),
    /// A limit came first.
    #[error("it was not proved that they decide all others")]
    Stopped(#[from] Stopped),
    /// The solver is at fault, or an encoding.
    #[error(transparent)]
    WrongModel(#[from] WrongModel),
}

impl From<Fault> for NotDeciding {
    fn from(fault: Fault) -> NotDeciding {
        NotDeciding::WrongModel(fault.into())
    }
}

/// The first variable that is neither shown nor in a clause.
fn first_free(cnf: &Cnf, is_shown: &[bool]) -> Option<u32> {
    let mut is_known = is_shown.to_vec();
    cnf.clauses().flatten().for_each(|lit| is_known[lit.variable() as usize] = true);
    (1..=cnf.num_vars()).find(|&variable| !is_known[variable as usize])
}

struct Doubled {
    cnf: Cnf,
    /// For each variable of the formula its literal in the second copy.
    copies: Vec<Lit>,
}

/// The formula twice, with a copy of each hidden variable, and one of them different.
fn double(cnf: &Cnf, is_shown: &[bool]) -> Doubled {
    let mut doubled = cnf.to_unlimited();
    let copies: Vec<Lit> = (1..=cnf.num_vars())
        .map(|variable| {
            let shown = is_shown[variable as usize - 1];
            if shown { positive(variable) } else { doubled.new_lit() }
        })
        .collect();
    let copy = |lit: &Lit| {
        let copied = copies[lit.variable() as usize - 1];
        if lit.is_positive() { copied } else { !copied }
    };
    for clause in cnf.clauses() {
        doubled.add_clause(clause.iter().map(copy));
    }
    let mut some_differs = Vec::new();
    for variable in (1..=cnf.num_vars()).filter(|&variable| !is_shown[variable as usize - 1]) {
        let (differs, one, other) =
            (doubled.new_lit(), positive(variable), copies[variable as usize - 1]);
        doubled.add_clause([!differs, one, other]);
        doubled.add_clause([!differs, !one, !other]);
        some_differs.push(differs);
    }
    doubled.add_clause(some_differs);
    Doubled { cnf: doubled, copies }
}

fn positive(variable: u32) -> Lit {
    Lit::from_dimacs(variable as i32).expect("variables are numbered from 1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::by_name;

    fn of(num_vars: u32, clauses: &[&[i32]], shown: &[u32]) -> Definability {
        let mut cnf = Cnf::new();
        cnf.declare(num_vars);
        for clause in clauses {
            cnf.add_clause(clause.iter().filter_map(|&number| Lit::from_dimacs(number)));
        }
        definability(&cnf, shown, by_name("varisat").unwrap(), &Budget::default()).unwrap()
    }

    #[test]
    fn defined_variables_are_determined() {
        let and: &[&[i32]] = &[&[-3, 1], &[-3, 2], &[3, -1, -2]];
        for (num_vars, clauses, shown) in
            [(3, and, &[1, 2][..]), (3, &[], &[1, 2, 3]), (2, &[&[1], &[-1]], &[])]
        {
            let found = of(num_vars, clauses, shown);
            let Definability::Determined(evidence) = found else { panic!("{found:?}") };
            assert!(evidence.is_checked());
        }
    }

    #[test]
    fn free_variables_are_named_with_two_models() {
        let half: &[&[i32]] = &[&[-3, 1], &[-3, 2]];
        let Definability::Free { variable, models } = of(3, half, &[1, 2]) else { panic!() };
        assert_eq!(variable, 3);
        for (variable, same) in [(1, true), (2, true), (3, false)] {
            let lit = Lit::from_dimacs(variable).unwrap();
            assert_eq!(models[0].contains(lit) == models[1].contains(lit), same);
        }
        assert!(matches!(of(2, &[&[1]], &[1]), Definability::Free { variable: 2, .. }));
    }
}
