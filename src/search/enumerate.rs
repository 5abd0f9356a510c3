//! Solutions one after the other, by blocking clauses.

use std::ops::ControlFlow;

use cnfetti_encodings::{Cnf, Lit};

use crate::compile::{Compiled, NotASolution};
use crate::csp::{Atom, Csp, Value, VarId};
use crate::solver::{Backend, Budget, Model, Outcome};

/// How an enumeration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no further solutions: the solver said that this formula, the given one with a
    /// clause for each solution found, has no model.
    Exhausted(Cnf),
    /// The visitor wanted no more.
    Enough,
    /// The solver gave up, and why. There may be more solutions.
    Stopped(String),
}

/// Visits each solution once, in the order in which the solver finds them.
///
/// After each a clause is added that forbids the values of the deciding variables: only their
/// true literals, since in a one-hot encoding these say all. Every model is decoded and checked
/// against the constraints before it is passed on, with the model it was read from.
///
/// # Errors
///
/// When a model is no solution: then an encoding or the solver is wrong.
pub fn each_solution(
    csp: &Csp,
    compiled: &Compiled,
    backend: &Backend,
    budget: &Budget,
    mut visit: impl FnMut(&[Value], &Model) -> ControlFlow<()>,
) -> Result<End, WrongModel> {
    let deciding = csp.deciding();
    let mut solver = backend.load(&compiled.cnf, budget);
    let mut blocked = Cnf::new();
    blocked.declare(compiled.problem_variables());
    loop {
        let model = match solver.solve(&[]) {
            Outcome::Satisfiable(model) => model,
            Outcome::Unsatisfiable(_) => {
                let mut rest = compiled.cnf.clone();
                blocked.clauses().for_each(|clause| rest.add_clause(clause.iter().copied()));
                return Ok(End::Exhausted(rest));
            }
            Outcome::Unknown(why) => return Ok(End::Stopped(why)),
        };
        let solution = compiled.map.decode(&model)?;
        if !csp.is_solution(&solution) {
            return Err(WrongModel::BreaksConstraint { solver: backend.name.to_string() });
        }
        if visit(&solution, &model).is_break() {
            return Ok(End::Enough);
        }
        let clause = blocking_clause(compiled, &deciding, &solution);
        solver.add_clause(&clause);
        blocked.add_clause(clause);
    }
}

/// The clause that forbids the values which the solution gives to these variables.
pub fn blocking_clause(compiled: &Compiled, deciding: &[VarId], solution: &[Value]) -> Vec<Lit> {
    let literal = |&variable: &VarId| {
        let value = solution[variable.index()];
        let lit = compiled.map.literal(Atom { variable, value });
        !lit.expect("a solution takes its values from the domains")
    };
    deciding.iter().map(literal).collect()
}

/// A model that is no solution of the CSP: a fault of an encoding or of a solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongModel {
    /// It does not give each variable one value.
    #[error("a model of the formula is no solution: {0}")]
    NotASolution(#[from] NotASolution),
    /// A posted constraint does not hold.
    #[error("a model found by {solver} breaks a posted constraint")]
    BreaksConstraint {
        /// The solver's name.
        solver: String,
    },
}
