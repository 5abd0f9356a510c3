//! In how many ways a solution extends to the auxiliary variables of a formula.

use std::collections::HashMap;

use cnfetti_encodings::{Cnf, Lit};
use num_bigint::BigUint;

use crate::compile::Compiled;
use crate::knowledge::{Strategy, count_models};
use crate::solver::decisions::Decisions;
use cnfetti_core::csp::{Atom, Csp, Value};
use cnfetti_core::limit::{Budget, Limits};

/// After this many steps the counting is given up: some milliseconds.
const MAX_STEPS: u64 = 10_000_000;

/// At most this many solutions are looked at.
const MAX_SOLUTIONS: usize = 10;

/// Larger formulas are not looked at.
const MAX_CLAUSES: usize = 20_000;

/// The average number of models for each of the first solutions; `None` when there is no solution or the counting takes too long.
pub(super) fn per_solution(
    csp: &Csp,
    compiled: &Compiled,
    solutions: &[Vec<Value>],
    budget: &Budget,
) -> Option<f64> {
    if compiled.cnf.num_clauses() > MAX_CLAUSES {
        return None;
    }
    let solutions = &solutions[..solutions.len().min(MAX_SOLUTIONS)];
    let limits = Limits { budget: budget.of_steps(MAX_STEPS), ..Limits::default() };
    let mut formula = Decisions::new(&compiled.cnf);
    // Many solutions leave the same clauses.
    let mut known: HashMap<Residue, f64> = HashMap::new();
    let mut total = 0.0;
    for solution in solutions {
        let residue = residue(csp, compiled, solution, &mut formula)?;
        total += match known.get(&residue) {
            Some(&models) => models,
            None => {
                let models = residue.models(&limits)?.to_string().parse().ok()?;
                known.insert(residue, models);
                models
            }
        };
    }
    (!solutions.is_empty()).then(|| total / solutions.len() as f64)
}

/// Clauses over the auxiliary variables that have no value, which are numbered anew.
#[derive(PartialEq, Eq, Hash)]
struct Residue {
    variables: u32,
    clauses: Vec<Vec<Lit>>,
}

impl Residue {
    /// The number of models, if there are enough steps left.
    fn models(&self, limits: &Limits) -> Option<BigUint> {
        let mut cnf = Cnf::new();
        cnf.declare(self.variables);
        self.clauses.iter().for_each(|clause| cnf.add_clause(clause.iter().copied()));
        count_models(Strategy::Components, &cnf, None, limits).ok()
    }
}

/// What the clauses still ask of the auxiliaries once the solution is filled in and unit propagation is
/// done; `None` when it is no model.
fn residue(
    csp: &Csp,
    compiled: &Compiled,
    solution: &[Value],
    formula: &mut Decisions,
) -> Option<Residue> {
    let mut is_true = vec![false; compiled.problem_variables() as usize + 1];
    for variable in csp.ids() {
        let value = *solution.get(variable.index())?;
        for lit in compiled.map.signed(Atom { variable, value }) {
            is_true[lit.variable() as usize] = lit.is_positive();
        }
    }
    formula.back_to(0);
    let is_possible = !formula.contradiction()
        && compiled.map.shown().into_iter().all(|number| {
            let lit = literal(number);
            let lit = if is_true[number as usize] { lit } else { !lit };
            formula.holds(lit) || formula.decide(lit)
        });
    is_possible.then(|| open_part(&compiled.cnf, formula))
}

/// The clauses that do not hold yet, without the literals that are false.
fn open_part(cnf: &Cnf, formula: &Decisions) -> Residue {
    let open = (1..=cnf.num_vars()).filter(|&number| formula.is_open(literal(number)));
    let places: HashMap<u32, u32> = open.zip(1..).collect();
    let renumbered = |lit: &Lit| {
        let place = literal(*places.get(&lit.variable())?);
        Some(if lit.is_positive() { place } else { !place })
    };
    let left = cnf.clauses().filter(|clause| !clause.iter().any(|&lit| formula.holds(lit)));
    let clauses = left.map(|clause| clause.iter().filter_map(renumbered).collect()).collect();
    Residue { variables: places.len() as u32, clauses }
}

fn literal(number: u32) -> Lit {
    Lit::from_dimacs(number as i32).expect("a variable has a number")
}
