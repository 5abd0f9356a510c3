//! Counting by enumeration with blocking clauses.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::confirm::Unconfirmed;
use super::ended::Ended;
use super::enumerate::{WrongModel, each_solution, each_solution_soon};
use super::optimize::optimize;
use super::symmetry::{break_renaming, is_canonical, is_first, renamings};
use crate::compile::{Choices, TooLarge, compile_within};
use crate::solver::{Backend, Budget, Fault, Model};
pub use cnfetti_core::count::Count;
use cnfetti_core::count::EXAMPLES;
use cnfetti_core::csp::{Csp, Interchangeable, MOVED, Malformed, Value};
use cnfetti_core::limit::Limit;
use cnfetti_core::presolve::propagate::propagate;
use cnfetti_core::presolve::strengthen::strengthen;
use cnfetti_exact::Inconsistent;
use num_bigint::BigUint;

/// Why there is no count.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// The formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// An encoding or the solver is wrong.
    #[error(transparent)]
    WrongModel(#[from] WrongModel),
    /// A claim that there is nothing else is wrong, or only a program's word.
    #[error(transparent)]
    Unconfirmed(#[from] Unconfirmed),
    /// The problem declares what is not true of it.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The exact counter is wrong, or the problem is not what it declares to be.
    #[error("internal error: the exact counter contradicts itself: {0}")]
    Inconsistent(#[from] Inconsistent),
}

/// Numbers, and how the search for them ended.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The numbers.
    pub count: Count,
    /// How the enumeration ended, up to renaming.
    pub end: Ended,
    /// The first solutions, so that they can be checked by the puzzle's own rules.
    pub examples: Vec<Vec<Value>>,
}

impl Counted {
    /// Nothing was found before this limit.
    fn none(csp: &Csp, limit: Limit) -> Counted {
        Counted { count: Count::none(csp), end: Ended::Stopped(limit), examples: Vec::new() }
    }
}

/// Whether counting must find all solutions, even those that differ only by renaming: a projection can
/// tell these apart, and so may a constraint that does not declare that it treats values alike.
pub fn is_by_name(csp: &Csp) -> bool {
    let constraints = || csp.constraints().iter().map(|posted| &posted.constraint);
    let is_plain = |set: &Interchangeable| set.is_plain(csp, constraints());
    let is_projected = !csp.projections().is_empty() || csp.counted().is_some();
    is_projected || !csp.symmetry().interchangeable.iter().all(is_plain)
}

/// Counts the solutions by finding one of each set that differs only by renaming, or every one if a
/// projection needs that. With an objective, it counts the optimal solutions, once the optimum is proved. It
/// calls `progress` with the numbers after each solution.
pub fn count(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    mut progress: impl FnMut(&Count),
) -> Result<Counted, CountError> {
    count_over(Formula::Own, csp, (choices, backend, budget), &mut progress)
}

/// The formula in which to look for solutions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Formula {
    /// The problem's own.
    Own,
    /// A smaller and stronger one, as in [`super::unique`]: for problems with few solutions, where it is hard to see
    /// that there are no more.
    Strengthened,
}

/// Counts as [`count`] does, over this formula. Not generic, so that it is compiled once, here.
pub(super) fn count_over(
    formula: Formula,
    csp: &Csp,
    solver: (&Choices, &Backend, &Budget),
    progress: &mut dyn FnMut(&Count),
) -> Result<Counted, CountError> {
    let (choices, backend, budget) = solver;
    if let Some(objective) = &csp.objective() {
        let found = optimize(csp, choices, backend, budget, |_| {})?;
        return match (found.end, found.best) {
            (Ended::Exhausted(_), Some(best)) => {
                let alike = csp.at_best(objective, best.value);
                // These are at least as good: were there a better one, it would be among them.
                let mut counted = list(formula, &alike, solver, progress)?;
                if counted.count.exact && counted.count.solutions == BigUint::ZERO {
                    let by = &backend.name;
                    let wrong =
                        format!("{by} is wrong: it finds no optimal solution, and there is one");
                    return Err(WrongModel::from(Fault(wrong)).into());
                }
                counted.count.optimum = Some(best.value);
                Ok(counted)
            }
            (end @ Ended::Exhausted(_), None) => {
                let count = Count { exact: true, ..Count::none(csp) };
                Ok(Counted { count, end, examples: Vec::new() })
            }
            (Ended::Stopped(limit), _) => Ok(Counted::none(csp, limit)),
            (Ended::Enough, _) => unreachable!("the best solution is looked for to the end"),
        };
    }
    list(formula, csp, solver, progress)
}

/// Counts all solutions.
fn list(
    formula: Formula,
    csp: &Csp,
    (choices, backend, budget): (&Choices, &Backend, &Budget),
    progress: &mut dyn FnMut(&Count),
) -> Result<Counted, CountError> {
    let by_name = is_by_name(csp);
    let broken = if by_name { csp.clone() } else { break_renaming(csp) };
    let searched = match formula {
        Formula::Own => broken,
        Formula::Strengthened => strengthen(&propagate(&broken, budget)),
    };
    let compiled = match compile_within(&searched, choices, budget) {
        Ok(compiled) => compiled,
        Err(error) => {
            return Ok(Counted::none(csp, error.limit()?));
        }
    };
    let mut projections: Vec<HashSet<Vec<Value>>> = vec![HashSet::new(); csp.projections().len()];
    let (mut count, mut examples) = (Count::none(csp), Vec::new());
    let (mut is_solution, mut is_moved_out, mut looked_at) = (true, false, 0);
    let visit = |solution: &[Value], _: &Model| {
        let solution = &solution[..csp.variables().len()];
        // Of the own formula each solution has been looked at.
        is_solution = formula == Formula::Own || csp.is_solution(solution);
        if looked_at < MOVED {
            looked_at += 1;
            is_moved_out = csp.is_moved_out(solution);
        }
        if !is_solution || is_moved_out {
            return ControlFlow::Break(());
        }
        if examples.len() < EXAMPLES {
            examples.push(solution.to_vec());
        }
        add(&mut count, csp, solution, by_name, &mut projections);
        progress(&count);
        ControlFlow::Continue(())
    };
    let end = match formula {
        Formula::Own => each_solution(&searched, &compiled, backend, budget, visit)?,
        Formula::Strengthened => each_solution_soon(&searched, &compiled, backend, budget, visit)?,
    };
    if !is_solution {
        let solver = backend.name.to_string();
        return Err(WrongModel::BreaksConstraint { solver }.into());
    }
    if is_moved_out {
        return Err(Malformed::NoSymmetry.into());
    }
    count.exact = matches!(end, Ended::Exhausted(_));
    Ok(Counted { count, end, examples })
}

fn add(
    count: &mut Count,
    csp: &Csp,
    solution: &[Value],
    by_name: bool,
    projections: &mut [HashSet<Vec<Value>>],
) {
    count.solutions += if by_name { 1_u32.into() } else { renamings(csp.symmetry(), solution) };
    if is_first(csp.symmetry(), solution) {
        count.up_to_renaming += 1_u32;
        if is_canonical(csp.symmetry(), solution) {
            count.classes += 1_u32;
        }
    }
    for ((projection, seen), number) in
        csp.projections().iter().zip(projections).zip(&mut count.projected)
    {
        let values = projection.scope.iter().map(|variable| solution[variable.index()]);
        if seen.insert(values.collect()) {
            *number += 1_u32;
        }
    }
}
