//! What is found out about a puzzle once, before encodings are compared on it, and how much unit propagation finds of it.

use std::collections::HashSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::compare::{Row, Task};
use crate::compile::{Choices, Compiled, compile_within};
use crate::search::blocking::CountError;
use crate::search::confirm::Evidence;
use crate::search::enumerate::{WrongModel, each_solution};
use crate::search::sample::Others;
use crate::solver::decisions::Decisions;
use crate::solver::{Backend, Fault, NoAnswer, optimizer};
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_encodings::{Cnf, Lit};

/// More solutions than this are not kept.
pub const MAX_SOLUTIONS: usize = 1_000;

/// The facts that all encodings of a puzzle share.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The first solutions.
    pub solutions: Vec<Vec<Value>>,
    /// Whether there are others: more than [`MAX_SOLUTIONS`] are not kept.
    pub others: Others,
    /// The literals of values that are true in every solution; `None` when there is no solution
    /// or the budget ended.
    pub backbone: Option<HashSet<Lit>>,
    /// How many literals the formula has with the default encodings; `None` when a limit came before.
    pub(super) literals: Option<usize>,
}

impl Facts {
    /// Finds them with the default encodings.
    ///
    /// # Errors
    ///
    /// When the solver or an encoding is wrong.
    pub fn find(csp: &Csp, backend: &Backend, budget: &Budget) -> Result<Facts, CountError> {
        let mut solutions = Vec::new();
        let compiled = match compile_within(csp, &Choices::default(), budget) {
            Ok(compiled) => compiled,
            Err(error) => {
                let others = Others::Unknown(error.limit()?);
                return Ok(Facts { solutions, others, backbone: None, literals: None });
            }
        };
        let end = each_solution(csp, &compiled, backend, budget, |solution, _| {
            solutions.push(solution.to_vec());
            match solutions.len() {
                0..=MAX_SOLUTIONS => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        })?;
        let others = Others::after(end, budget).map_err(WrongModel::from)?;
        // A program's answers about single literals are not worth a proof each.
        let reasoner = if backend.is_program() { &optimizer() } else { backend };
        let backbone = match backbone(&compiled, reasoner, budget) {
            Ok(None) if !solutions.is_empty() => {
                let what = "the solver contradicts itself: a solution was found before";
                return Err(WrongModel::from(Fault(what.to_owned())).into());
            }
            Ok(backbone) => backbone,
            Err(NoAnswer::Stopped(Stopped(_))) => None,
            Err(NoAnswer::Fault(fault)) => return Err(WrongModel::from(fault).into()),
        };
        let literals = Some(compiled.size().literals);
        Ok(Facts { solutions, others, backbone, literals })
    }

    /// The evidence that there are no other solutions, if known.
    pub fn evidence(&self) -> Option<Evidence> {
        match self.others {
            Others::None(evidence) => Some(evidence),
            Others::Some | Others::Unknown(_) => None,
        }
    }

    /// Whether what a row says of the task can be right together with them.
    pub fn fit(&self, row: &Row, task: Task) -> bool {
        let (known, is_complete) = (BigUint::from(self.solutions.len()), self.evidence().is_some());
        if task == Task::Unsat {
            return !(is_complete && row.satisfiable == Some(true));
        }
        let is_some = known > BigUint::ZERO;
        let satisfiable_fits = match row.satisfiable {
            Some(true) => is_some || !is_complete,
            Some(false) => !is_some,
            None => true,
        };
        let count_fits = |(number, exact): &(BigUint, bool)| {
            (*number >= known || !exact) && (*number <= known || !is_complete)
        };
        satisfiable_fits && row.count.as_ref().is_none_or(count_fits)
    }
}

/// Each literal of the first model that no other model lacks; `None` when there is no model.
fn backbone(
    compiled: &Compiled,
    backend: &Backend,
    budget: &Budget,
) -> Result<Option<HashSet<Lit>>, NoAnswer> {
    let mut solver = backend.load(&compiled.cnf, budget);
    let Ok(model) = solver.solve(&[]).answer()? else { return Ok(None) };
    let mut candidates = model.literals()[..compiled.problem_variables() as usize].to_vec();
    let mut backbone = HashSet::new();
    while let Some(lit) = candidates.pop() {
        match solver.solve(&[!lit]).answer()? {
            Ok(model) => candidates.retain(|&lit| model.contains(lit)),
            Err(_) => {
                backbone.insert(lit);
            }
        }
    }
    Ok(Some(backbone))
}

/// How many percent of the literals unit propagation derives from the formula; `None` when
/// there are no literals.
pub(super) fn percent_derived(cnf: &Cnf, backbone: &HashSet<Lit>) -> Option<f64> {
    if backbone.is_empty() {
        return None;
    }
    let formula = Decisions::new(cnf);
    // From a contradiction everything follows.
    let found = if formula.contradiction() {
        backbone.len()
    } else {
        backbone.iter().filter(|&&lit| formula.holds(lit)).count()
    };
    Some(100.0 * found as f64 / backbone.len() as f64)
}
