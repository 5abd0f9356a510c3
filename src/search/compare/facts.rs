//! What is found out about a puzzle once, before encodings are compared on it.

use std::collections::HashSet;
use std::ops::ControlFlow;

use cnfetti_encodings::Lit;

use crate::compile::{Choices, Compiled, compile};
use crate::csp::{Csp, Value};
use crate::search::count::CountError;
use crate::search::enumerate::{End, each_solution};
use crate::solver::{Backend, Budget, Outcome};

/// More solutions than this are not kept.
pub const MAX_SOLUTIONS: usize = 1_000;

/// What all encodings of a puzzle have in common.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The first solutions.
    pub solutions: Vec<Vec<Value>>,
    /// Whether these are all: there are at most [`MAX_SOLUTIONS`] and the budget sufficed.
    pub is_complete: bool,
    /// The literals of values that are true in every solution; `None` when there is no solution
    /// or the budget ended.
    pub backbone: Option<HashSet<Lit>>,
}

impl Facts {
    /// Finds them with the default encodings.
    pub fn find(csp: &Csp, backend: &Backend, budget: &Budget) -> Result<Facts, CountError> {
        let compiled = compile(csp, &Choices::default())?;
        let mut solutions = Vec::new();
        let end = each_solution(csp, &compiled, backend, budget, |solution, _| {
            solutions.push(solution.to_vec());
            match solutions.len() {
                0..=MAX_SOLUTIONS => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        })?;
        let backbone = backbone(&compiled, backend, budget);
        let is_complete = matches!(end, End::Exhausted(_));
        Ok(Facts { solutions, is_complete, backbone })
    }
}

/// Each literal of the first model that no other model lacks.
fn backbone(compiled: &Compiled, backend: &Backend, budget: &Budget) -> Option<HashSet<Lit>> {
    let mut solver = backend.load(&compiled.cnf, budget);
    let Outcome::Satisfiable(model) = solver.solve(&[]) else { return None };
    let mut candidates = model.literals()[..compiled.problem_variables() as usize].to_vec();
    let mut backbone = HashSet::new();
    while let Some(lit) = candidates.pop() {
        match solver.solve(&[!lit]) {
            Outcome::Satisfiable(model) => candidates.retain(|&lit| model.contains(lit)),
            Outcome::Unsatisfiable(_) => {
                backbone.insert(lit);
            }
            Outcome::Unknown(_) | Outcome::Failed(_) => return None,
        }
    }
    Some(backbone)
}
