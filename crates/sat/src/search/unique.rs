//! Whether a puzzle has exactly one solution.

mod beside;
mod soon;

use std::ops::ControlFlow;

use super::count::CountError;
use super::ended::Ended;
use super::enumerate::{WrongModel, each_solution};
use super::symmetry::break_renaming;
use crate::compile::{Choices, Compiled, compile_within};
use crate::solver::Backend;
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::{Budget, Limit};
use cnfetti_core::presolve::propagate::propagate;
use cnfetti_core::presolve::strengthen::strengthen;

pub use beside::unique_by_either;
use soon::soon;

/// How many steps the small solver gets alone, and then before the solver of the table: about three seconds' worth, and
/// twenty. What it finds is proved already, and on boards with lines it is faster than varisat.
const ALONE: u64 = 3_000_000_000;
const LONGER: u64 = 20_000_000_000;

/// How many solutions there are, as far as a puzzler wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No solution.
    None,
    /// Exactly this one.
    Unique(Vec<Value>),
    /// At least these two.
    Several(Vec<Value>, Vec<Value>),
    /// A limit came first; the solution that was found by then, if any.
    Unknown(Option<Vec<Value>>, Limit),
}

/// A verdict, and what it rests on.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The verdict.
    pub verdict: Verdict,
    /// How the search ended. [`Ended::Exhausted`] has the formula without model that shows that there
    /// is no second solution, where one was made: of the smaller and stronger problem that was solved.
    pub end: Ended,
}

/// Looks for two solutions that differ by more than a renaming of interchangeable values.
///
/// What is compiled is a smaller and stronger formula than the puzzle's own, with the same
/// solutions: [`propagate`] takes away what cannot be and [`strengthen`] adds what follows. The solver's
/// word that there is no further one is not confirmed here, unless it is a program. Unless somebody
/// chose the solver, a small one goes first: most puzzles need no other.
pub fn unique(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
) -> Result<Decided, CountError> {
    match begin(csp, choices, backend, budget)? {
        ControlFlow::Break(decided) => Ok(decided),
        ControlFlow::Continue(formula) => formula.decide(csp, backend, budget),
    }
}

/// The smaller and stronger problem, and its formula.
struct Strong {
    strong: Csp,
    compiled: Compiled,
}

/// Makes the formula, and asks the small solver unless somebody chose another.
fn begin(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
) -> Result<ControlFlow<Decided, Box<Strong>>, CountError> {
    let strong = strengthen(&propagate(&break_renaming(csp), budget));
    let compiled = match compile_within(&strong, choices, budget) {
        Ok(compiled) => compiled,
        Err(error) => {
            let limit = error.limit()?;
            let verdict = Verdict::Unknown(None, limit);
            return Ok(ControlFlow::Break(Decided { verdict, end: Ended::Stopped(limit) }));
        }
    };
    if !backend.is_chosen()
        && let Some(decided) = soon(csp, &strong, &compiled, &budget.turn(ALONE))?
    {
        return Ok(ControlFlow::Break(decided));
    }
    Ok(ControlFlow::Continue(Box::new(Strong { strong, compiled })))
}

impl Strong {
    /// Decides with the solver of the table. Unless somebody chose it, the small one gets more time first.
    fn decide(&self, csp: &Csp, backend: &Backend, budget: &Budget) -> Result<Decided, CountError> {
        let Strong { strong, compiled } = self;
        if !backend.is_chosen() {
            let longer = budget.turn(LONGER);
            if let Some(decided) = soon(csp, strong, compiled, &longer)? {
                return Ok(decided);
            }
        }
        let mut found: Vec<Vec<Value>> = Vec::new();
        let end = each_solution(strong, compiled, backend, budget, |solution, _| {
            found.push(solution[..csp.variables().len()].to_vec());
            if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if !found.iter().all(|solution| csp.is_solution(solution)) {
            let solver = backend.name.to_string();
            return Err(WrongModel::BreaksConstraint { solver }.into());
        }
        let mut found = found.into_iter();
        let verdict = match (found.next(), found.next(), &end) {
            (Some(first), Some(second), _) => Verdict::Several(first, second),
            (first, _, &Ended::Stopped(limit)) => Verdict::Unknown(first, limit),
            (Some(only), _, _) => Verdict::Unique(only),
            (None, _, _) => Verdict::None,
        };
        Ok(Decided { verdict, end })
    }
}
