//! The exact counter beside the solver that looks for a second solution.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Decided, Verdict, begin, unique};
use crate::compile::Choices;
use crate::search::bound::require_optimal;
use crate::search::count::CountError;
use crate::search::ended::{Ended, NoOther};
use crate::search::engine::Engine;
use crate::search::enumerate::WrongModel;
use crate::search::race::{Raced, beside};
use crate::search::second::{AGAIN, EXACT_COUNTER, formula_of_others, is_small};
use crate::search::symmetry::{break_renaming, rename};
use crate::solver::{Backend, Fault};
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::{Budget, Limit, Limits, Steps};

/// Looks for two solutions as [`unique`] does, with the exact counter beside the solver, unless somebody
/// chose the solver. Of a small problem, cnfetti's own solver is asked first: most need no other, and no thread.
///
/// # Errors
///
/// When the formula would be too large and the counter gives up, the solver is wrong, or what both say does
/// not fit.
pub fn unique_by_either(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
) -> Result<Decided, CountError> {
    if backend.is_chosen() {
        return unique(csp, choices, backend, budget);
    }
    let steps = Arc::new(Steps::at_most(u64::MAX));
    let formula = if budget.steps.is_none() && is_small(csp) {
        match begin(csp, choices, backend, &budget.counting(&steps)) {
            Ok(ControlFlow::Break(decided)) => return Ok(decided),
            Ok(ControlFlow::Continue(formula)) => Some(formula),
            Err(CountError::TooLarge(_)) => None,
            Err(wrong) => return Err(wrong),
        }
    } else {
        None
    };
    let mut too_large = None;
    let solver = |budget: &Budget| {
        let decided = match &formula {
            Some(formula) => {
                budget.spend(steps.made());
                formula.decide(csp, backend, budget)
            }
            None => unique(csp, choices, backend, budget),
        };
        match decided {
            // The counter needs no formula.
            Err(CountError::TooLarge(error)) => {
                too_large = Some(error);
                let verdict = Verdict::Unknown(None, Limit::Memory);
                Ok(Decided { verdict, end: Ended::Stopped(Limit::Memory) })
            }
            decided => decided,
        }
    };
    let is_done = |decided: &Decided| !matches!(decided.verdict, Verdict::Unknown(..));
    let counter = |limits: &Limits| first_two(csp, limits);
    let Raced { solver, counter, is_counters } = beside(budget, solver, is_done, counter)?;
    let Some(found) = counter else {
        let decided = || solver.expect("the solver always answers");
        return too_large.map_or_else(|| Ok(decided()), |error| Err(error.into()));
    };
    for solution in &found {
        if !csp.is_solution(solution) {
            return Err(WrongModel::BreaksConstraint { solver: EXACT_COUNTER.to_owned() }.into());
        }
        csp.bound()
            .map_or(Ok(()), |bound| require_optimal(bound, solution))
            .map_err(WrongModel::from)?;
    }
    if let Some(decided) = &solver {
        fits(decided, found.len(), &backend.name)?;
    }
    match solver {
        Some(mut decided) if !is_counters => {
            if let Ended::Exhausted(no_other) = &mut decided.end {
                no_other.agreed(Engine::Exact.name());
            }
            Ok(decided)
        }
        _ => Ok(by_counter(csp, found, budget)),
    }
}

/// Up to two solutions that differ by more than a renaming; `None` when that is not known.
fn first_two(csp: &Csp, limits: &Limits) -> Option<Vec<Vec<Value>>> {
    let diagram = cnfetti_exact::solutions(csp, limits);
    if !diagram.is_complete() {
        return None;
    }
    let mut walk = diagram.walk_classes();
    let mut found: Vec<Vec<Value>> = Vec::new();
    let projection_set = csp.projection_set();
    while let Some(solution) = walk.next() {
        let differs = |other: &Vec<Value>| {
            projection_set.iter().any(|id| other[id.index()] != solution[id.index()])
        };
        if found.iter().all(differs) {
            found.push(solution.to_vec());
        }
        if found.len() == 2 || limits.budget.is_spent() {
            break;
        }
    }
    (!limits.budget.is_spent()).then_some(found)
}

/// An error when what the solver knows does not fit so many solutions, of which two are as many as more.
fn fits(decided: &Decided, number: usize, solver: &str) -> Result<(), WrongModel> {
    let (least, most) = match &decided.verdict {
        Verdict::None => (0, 0),
        Verdict::Unique(_) => (1, 1),
        Verdict::Several(..) => (2, 2),
        Verdict::Unknown(found, _) => (usize::from(found.is_some()), 2),
    };
    if (least..=most).contains(&number) {
        return Ok(());
    }
    let said = ["no solution", "one solution", "several solutions"];
    let wrong = format!(
        "{solver} and {EXACT_COUNTER} disagree: there is {}, or {}",
        said[least], said[number]
    );
    Err(Fault(wrong).into())
}

/// The counter's verdict, with a formula where that is made in little time.
fn by_counter(csp: &Csp, found: Vec<Vec<Value>>, budget: &Budget) -> Decided {
    let mut found = found.into_iter();
    let verdict = match (found.next(), found.next()) {
        (Some(first), Some(second)) => Verdict::Several(first, second),
        (Some(only), None) => Verdict::Unique(only),
        (None, _) => Verdict::None,
    };
    let mut listed = match &verdict {
        Verdict::Several(..) => return Decided { verdict, end: Ended::Enough },
        Verdict::Unique(only) => vec![only.clone()],
        _ => Vec::new(),
    };
    // Of each set the one that value precedence leaves, which may be another.
    listed.iter_mut().for_each(|solution| rename(csp.symmetry(), solution));
    let rest = is_small(csp)
        .then(|| formula_of_others(&break_renaming(csp), &listed, &budget.of_steps(AGAIN)).ok());
    Decided { verdict, end: Ended::Exhausted(NoOther::by_other(EXACT_COUNTER, rest.flatten())) }
}
