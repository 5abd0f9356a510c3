//! Whether a puzzle has exactly one solution.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::blocking::CountError;
use super::bound::require_optimal;
use super::ended::{Ended, NoOther};
use super::engine::Engine;
use super::enumerate::{WrongModel, blocking_clause, each_solution};
use super::learner::{LEARNER, Learned, Learner};
use super::race::{Raced, with_exact_counter};
use super::second_opinion::{AGAIN, EXACT_COUNTER, formula_of_others, is_small};
use super::symmetry::{break_renaming, rename};
use crate::compile::{Choices, Compiled, compile_within};
use crate::solver::{Backend, Fault};
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::{Budget, Limit, Limits, Steps};
use cnfetti_core::presolve::propagate::propagate;
use cnfetti_core::presolve::strengthen::strengthen;

/// How many steps the small solver gets at first, and how many once the exact counter works too, before another solver takes
/// over: about 3 and 20 seconds' worth. Its answers come with a proof, and on boards with lines it is faster than varisat.
const ALONE: u64 = 3_000_000_000;
const LONGER: u64 = 20_000_000_000;

/// How many steps the formula may take to compile before the exact counter begins too: about a second's worth.
const COMPILED: u64 = 1_000_000_000;

/// The solutions that were found, and how the search ended.
pub type Found = (Vec<Vec<Value>>, Ended);

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

/// A verdict, and how the search for it ended.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The verdict.
    pub verdict: Verdict,
    /// How the search ended. If a formula was made of the smaller and stronger problem that was solved,
    /// [`Ended::Exhausted`] has it: it has no model, so there is no second solution.
    pub end: Ended,
}

/// Looks for two solutions that differ by more than a renaming of interchangeable values.
///
/// It compiles a smaller and stronger formula than the puzzle's own, with the same solutions: [`propagate`] removes
/// impossible values, and [`strengthen`] adds implied constraints. Only if the solver is an external program, it checks the
/// claim that there is no further solution. Unless the user chose a solver, a small one goes first, because most puzzles
/// need no other.
pub fn unique(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
) -> Result<Decided, CountError> {
    match begin(csp, choices, backend, budget, u64::MAX)? {
        ControlFlow::Break(decided) => Ok(decided),
        ControlFlow::Continue(formula) => formula.decide(csp, backend, budget),
    }
}

/// Looks for up to `most` solutions with the small solver, in the formula of the smaller and stronger problem. `None` if the
/// budget ends first, or the formula would be too large.
///
/// # Errors
///
/// A model is no solution.
pub fn first_few(
    csp: &Csp,
    choices: &Choices,
    budget: &Budget,
    most: usize,
) -> Result<Option<Found>, WrongModel> {
    let strong = strengthen(&propagate(csp, budget));
    let Ok(compiled) = compile_within(&strong, choices, budget) else { return Ok(None) };
    soon(csp, &strong, &compiled, budget, most)
}

/// The smaller and stronger problem, and its formula.
struct Strong {
    strong: Csp,
    compiled: Compiled,
}

/// Compiles the formula within `most` steps, and asks the small solver unless the user chose another.
fn begin(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    most: u64,
) -> Result<ControlFlow<Decided, Box<Strong>>, CountError> {
    let strong = strengthen(&propagate(&break_renaming(csp), budget));
    let compiled = match compile_within(&strong, choices, &budget.turn(most)) {
        Ok(compiled) => compiled,
        Err(error) => {
            let limit = error.limit()?;
            let verdict = Verdict::Unknown(None, limit);
            return Ok(ControlFlow::Break(Decided { verdict, end: Ended::Stopped(limit) }));
        }
    };
    if !backend.is_chosen()
        && let Some((found, end)) = soon(csp, &strong, &compiled, &budget.turn(ALONE), 2)?
    {
        return Ok(ControlFlow::Break(Decided { verdict: verdict(found, &end), end }));
    }
    Ok(ControlFlow::Continue(Box::new(Strong { strong, compiled })))
}

impl Strong {
    /// Decides with the chosen or default solver. Unless the user chose it, the small one gets more steps first.
    fn decide(&self, csp: &Csp, backend: &Backend, budget: &Budget) -> Result<Decided, CountError> {
        let Strong { strong, compiled } = self;
        if !backend.is_chosen() {
            let longer = budget.turn(LONGER);
            if let Some((found, end)) = soon(csp, strong, compiled, &longer, 2)? {
                return Ok(Decided { verdict: verdict(found, &end), end });
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
        Ok(Decided { verdict: verdict(found, &end), end })
    }
}

/// The verdict after a search for two solutions.
fn verdict(found: Vec<Vec<Value>>, end: &Ended) -> Verdict {
    let mut found = found.into_iter();
    match (found.next(), found.next(), end) {
        (Some(first), Some(second), _) => Verdict::Several(first, second),
        (first, _, &Ended::Stopped(limit)) => Verdict::Unknown(first, limit),
        (Some(only), _, _) => Verdict::Unique(only),
        (None, _, _) => Verdict::None,
    }
}

/// Looks for up to `most` solutions with the small solver, in the formula of a stronger problem. `None` if the budget ends
/// first.
///
/// # Errors
///
/// A model is no solution.
fn soon(
    csp: &Csp,
    strong: &Csp,
    compiled: &Compiled,
    budget: &Budget,
    most: usize,
) -> Result<Option<Found>, WrongModel> {
    let mut learner = Learner::new(&compiled.cnf, budget);
    let mut found: Vec<Vec<Value>> = Vec::new();
    let deciding = strong.projection_set();
    let mut blocking: Vec<Vec<_>> = Vec::new();
    while found.len() < most {
        let model = match learner.solve(u64::MAX) {
            Learned::Unknown(_) => return Ok(None),
            Learned::Refuted(lemmas) => {
                let mut rest = compiled.cnf.to_unlimited();
                blocking.into_iter().for_each(|clause| rest.add_clause(clause));
                let end = Ended::Exhausted(NoOther::by_learner(rest, lemmas));
                return Ok(Some((found, end)));
            }
            Learned::Model(model) => model,
        };
        let solution = compiled.map.decode(&model)?;
        let own = &solution[..csp.variables().len()];
        if !strong.is_solution(&solution) || !csp.is_solution(own) {
            return Err(WrongModel::BreaksConstraint { solver: LEARNER.to_owned() });
        }
        strong.bound().map_or(Ok(()), |bound| require_optimal(bound, &solution))?;
        found.push(own.to_vec());
        if found.len() < most {
            let clause = blocking_clause(compiled, &deciding, &solution);
            learner.add_clause(&clause);
            blocking.push(clause);
        }
    }
    Ok(Some((found, Ended::Enough)))
}

/// Looks for two solutions as [`unique`] does. Unless the user chose the solver, the small one goes first, because most
/// problems need nothing else; then the exact counter works at the same time.
///
/// # Errors
///
/// The formula would be too large and the counter gives up, the solver is wrong, or the two contradict each
/// other.
pub fn unique_by_portfolio(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
) -> Result<Decided, CountError> {
    if backend.is_chosen() {
        return unique(csp, choices, backend, budget);
    }
    let steps = Arc::new(Steps::at_most(u64::MAX));
    let formula = match budget.steps {
        None => match begin(csp, choices, backend, &budget.counting(&steps), COMPILED) {
            Ok(ControlFlow::Break(Decided { end: Ended::Stopped(Limit::Steps), .. })) => None,
            Ok(ControlFlow::Break(decided)) => return Ok(decided),
            Ok(ControlFlow::Continue(formula)) => Some(formula),
            Err(CountError::TooLarge(_)) => None,
            Err(wrong) => return Err(wrong),
        },
        Some(_) => None,
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
    let Raced { solver, counter, is_counters } =
        with_exact_counter(budget, solver, is_done, counter)?;
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

/// Finds up to two solutions that differ by more than a renaming. Returns `None` if a limit comes first.
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

/// Fails if the solver's verdict contradicts the number of solutions that the counter found; 2 stands for two or more.
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

/// The counter's verdict, with a formula to prove it if that is quick to compile.
fn by_counter(csp: &Csp, found: Vec<Vec<Value>>, budget: &Budget) -> Decided {
    let verdict = verdict(found, &Ended::Enough);
    let mut listed = match &verdict {
        Verdict::Several(..) => return Decided { verdict, end: Ended::Enough },
        Verdict::Unique(only) => vec![only.clone()],
        _ => Vec::new(),
    };
    // Value precedence allows only one solution of each set, perhaps not this one.
    listed.iter_mut().for_each(|solution| rename(csp.symmetry(), solution));
    let rest = is_small(csp)
        .then(|| formula_of_others(&break_renaming(csp), &listed, &budget.of_steps(AGAIN)).ok());
    Decided { verdict, end: Ended::Exhausted(NoOther::by_other(EXACT_COUNTER, rest.flatten())) }
}
