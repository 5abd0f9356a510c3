//! Lists solutions one after the other, with blocking clauses.

use std::ops::ControlFlow;

use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools;

use super::bound::require_optimal;
use super::ended::{Ended, NoOther};
use crate::compile::{Compiled, NotASolution};
use crate::search::learner::Learner;
use crate::solver::{Backend, Fault, Model, Outcome, Solver};
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::limit::Budget;

/// A solver looks for at most this many solutions with the same blocking clauses: solvers go over
/// all clauses at each call, and with ever more of them enumeration becomes quadratic.
const SOLUTIONS_PER_CUBE: usize = 128;

/// The same for the small solver, which continues from its last solution.
const SOON_PER_CUBE: usize = 4_000;

/// Visits each solution once, in an order that is the same at each call.
///
/// After each, it adds a clause against the values of the variables that tell solutions apart: only against
/// their true literals, which say everything. Every model is decoded and checked against the constraints
/// before it is passed on. If a solver holds many blocking clauses, its search space is split by the values of
/// a variable, and each part goes to a fresh solver, so that no solution takes longer because of those
/// already found.
///
/// # Errors
///
/// A model is no solution, so an encoding or the solver is wrong; a solution is better than the bound, which
/// is then wrong; or the solver fails.
pub fn each_solution(
    csp: &Csp,
    compiled: &Compiled,
    backend: &Backend,
    budget: &Budget,
    mut visit: impl FnMut(&[Value], &Model) -> ControlFlow<()>,
) -> Result<Ended, WrongModel> {
    each(csp, compiled, (backend, false), budget, &mut visit)
}

/// Visits each solution once as [`each_solution`] does, in another order. Unless the user chose a solver, a small
/// one, which takes no time to load, finds the first solutions.
///
/// # Errors
///
/// As [`each_solution`].
pub fn each_solution_soon(
    csp: &Csp,
    compiled: &Compiled,
    backend: &Backend,
    budget: &Budget,
    mut visit: impl FnMut(&[Value], &Model) -> ControlFlow<()>,
) -> Result<Ended, WrongModel> {
    each(csp, compiled, (backend, !backend.is_chosen()), budget, &mut visit)
}

/// Not generic, so that it is compiled once, here.
fn each(
    csp: &Csp,
    compiled: &Compiled,
    (backend, is_soon): (&Backend, bool),
    budget: &Budget,
    visit: &mut dyn FnMut(&[Value], &Model) -> ControlFlow<()>,
) -> Result<Ended, WrongModel> {
    let deciding = csp.projection_set();
    let rest = compiled.cnf.to_unlimited();
    let mut search = Search { csp, compiled, backend, is_soon, budget, deciding, rest };
    let mut cubes = vec![Cube::default()];
    while let Some(cube) = cubes.pop() {
        match search.explore(cube, visit)? {
            Explored::Exhausted => {}
            Explored::Split(parts) => cubes.extend(parts),
            Explored::Ended(end) => return Ok(end),
        }
    }
    Ok(Ended::of(NoOther::by_solver(backend, search.rest), budget)?)
}

/// A part of the search space.
#[derive(Default)]
struct Cube {
    /// The literals that hold in it.
    literals: Vec<Lit>,
    /// The solutions in it that were visited.
    visited: Vec<Vec<Value>>,
}

enum Explored {
    /// Every solution of the cube was visited.
    Exhausted,
    /// There may be more, in these cubes.
    Split(Vec<Cube>),
    /// The enumeration is over.
    Ended(Ended),
}

struct Search<'a> {
    csp: &'a Csp,
    compiled: &'a Compiled,
    backend: &'a Backend,
    /// Whether the small solver is asked first.
    is_soon: bool,
    budget: &'a Budget,
    deciding: Vec<VarId>,
    /// The formula with a clause for each solution found.
    rest: Cnf,
}

impl Search<'_> {
    fn explore(
        &mut self,
        mut cube: Cube,
        visit: &mut dyn FnMut(&[Value], &Model) -> ControlFlow<()>,
    ) -> Result<Explored, WrongModel> {
        let mut solver = self.load(&cube);
        let mut found = 0;
        while found < if self.is_soon { SOON_PER_CUBE } else { SOLUTIONS_PER_CUBE } {
            found += 1;
            let mut outcome = solver.solve(&[]);
            if self.is_soon && matches!(outcome, Outcome::Unknown(_)) && !self.budget.is_spent() {
                self.is_soon = false;
                solver = self.load(&cube);
                outcome = solver.solve(&[]);
            }
            let model = match outcome {
                Outcome::Satisfiable(model) => model,
                Outcome::Unsatisfiable(_) => return Ok(Explored::Exhausted),
                Outcome::Unknown(why) => return Ok(Explored::Ended(Ended::Stopped(why))),
                Outcome::Failed(fault) => return Err(fault.into()),
            };
            let solution = self.compiled.map.decode(&model)?;
            if !self.csp.is_solution(&solution) {
                return Err(WrongModel::BreaksConstraint { solver: self.backend.name.to_string() });
            }
            if let Some(bound) = &self.csp.bound() {
                require_optimal(bound, &solution)?;
            }
            if visit(&solution, &model).is_break() {
                return Ok(Explored::Ended(Ended::Enough));
            }
            let clause = blocking_clause(self.compiled, &self.deciding, &solution);
            solver.add_clause(&clause);
            self.rest.add_clause(clause);
            cube.visited.push(solution);
        }
        Ok(Explored::Split(self.split(&cube)))
    }

    /// A solver for what is left of a cube.
    fn load(&self, cube: &Cube) -> Box<dyn Solver> {
        let cnf = &self.compiled.cnf;
        let mut solver: Box<dyn Solver> = match self.is_soon {
            true => Box::new(Learner::new(cnf, self.budget)),
            false => self.backend.load(cnf, self.budget),
        };
        for &lit in &cube.literals {
            solver.add_clause(&[lit]);
        }
        for solution in &cube.visited {
            solver.add_clause(&blocking_clause(self.compiled, &self.deciding, solution));
        }
        solver
    }

    /// A cube for each value of the first deciding variable on which the visited solutions
    /// differ: they are distinct, so there is one, and the cube does not fix it.
    fn split(&self, cube: &Cube) -> Vec<Cube> {
        let differs = |variable: &&VarId| {
            !cube.visited.iter().map(|solution| solution[variable.index()]).all_equal()
        };
        let &variable =
            self.deciding.iter().find(differs).expect("distinct solutions differ somewhere");
        if !self.compiled.map.has_values(variable) {
            return self.halve(cube, variable).into();
        }
        let mut parts =
            cube.visited.iter().into_group_map_by(|solution| solution[variable.index()]);
        let values = self.csp.domain(variable).iter().rev();
        values
            .map(|&value| {
                let mut literals = cube.literals.clone();
                literals.extend(saying(self.compiled, Atom { variable, value }));
                let visited = parts.remove(&value).unwrap_or_default();
                Cube { literals, visited: visited.into_iter().cloned().collect() }
            })
            .collect()
    }

    /// Two cubes, by a literal of the variable that holds for about half of the visited solutions:
    /// for some, and not for all.
    fn halve(&self, cube: &Cube, variable: VarId) -> [Cube; 2] {
        let map = &self.compiled.map;
        let values = || cube.visited.iter().map(|solution| solution[variable.index()]);
        let sorted = values().sorted_unstable().collect_vec();
        // The one in the middle, or the next one when that is the smallest: there is no threshold at it.
        let middle = &sorted[sorted.len() / 2..];
        let value = *middle.iter().find(|&&value| value > sorted[0]).unwrap_or(&sorted[0]);
        let having = |&lit: &Lit| values().filter(|&value| map.holds(lit, value)).count();
        let unevenness = |lit: &Lit| having(lit).abs_diff(sorted.len() / 2);
        let splits = |lit: &Lit| (1..sorted.len()).contains(&having(lit));
        let literals = saying(self.compiled, Atom { variable, value });
        let lit = literals.into_iter().filter(splits).min_by_key(unevenness);
        let lit = lit.expect("a literal tells the value from a smaller one");
        [lit, !lit].map(|lit| {
            let fits = |solution: &&Vec<Value>| map.holds(lit, solution[variable.index()]);
            let visited = cube.visited.iter().filter(fits).cloned().collect();
            Cube { literals: [&cube.literals[..], &[lit]].concat(), visited }
        })
    }
}

/// The clause that forbids the values which the solution gives to these variables.
pub fn blocking_clause(compiled: &Compiled, deciding: &[VarId], solution: &[Value]) -> Vec<Lit> {
    let atoms =
        deciding.iter().map(|&variable| Atom { variable, value: solution[variable.index()] });
    atoms.flat_map(|atom| saying(compiled, atom)).map(|lit| !lit).collect()
}

fn saying(compiled: &Compiled, atom: Atom) -> Vec<Lit> {
    compiled.map.saying(atom).expect("the value is in the domain")
}

/// A model that is no solution of the CSP, or none at all: a fault of an encoding or of a solver.
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
    /// The solver gave no answer that can be used.
    #[error(transparent)]
    Fault(#[from] Fault),
}
