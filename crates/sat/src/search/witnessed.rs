//! The values that each variable takes, each with a solution that has it, and how many have it.

use std::collections::BTreeSet;
use std::error::Error;

use num_bigint::BigUint;

use super::blocking::CountError;
use super::bound::require_optimal_in;
use super::candidates::Candidates;
use super::confirm::Evidence;
use super::second_opinion::no_other_values;
use crate::solver::Fault;
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::{Limit, Limits};

/// A value with the number of solutions that have it.
pub type CountedValue = (Value, BigUint);

/// The values of all variables, each with a solution that was checked.
#[derive(Clone, Debug)]
pub struct Witnessed {
    /// How many solutions there are.
    pub solutions: BigUint,
    /// For each variable, the values that it has in some solution, each with the number of these
    /// solutions.
    pub candidates: Vec<Vec<CountedValue>>,
    /// The limit because of which there may be more.
    pub stopped: Option<Limit>,
    /// The evidence that there are no other values, unless a limit was reached.
    pub evidence: Option<Evidence>,
}

/// Why values are not known.
#[derive(Debug, thiserror::Error)]
pub enum NotWitnessed {
    /// A solution that was counted is none.
    #[error("internal error: a solution breaks a rule")]
    Broken(#[source] Option<Box<dyn Error + Send + Sync>>),
    /// The numbers contradict the solutions that were found.
    #[error("internal error: a value is counted that is in no solution, or the other way round")]
    Different,
    /// A solver is wrong about the best value.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The second opinion failed.
    #[error(transparent)]
    Count(#[from] CountError),
}

/// Why no further solution is looked at.
enum NoMore {
    Stopped(Limit),
    Wrong(NotWitnessed),
}

impl Witnessed {
    /// Nothing is known of the problem, because of this limit.
    pub fn nothing(csp: &Csp, limit: Limit) -> Witnessed {
        let candidates = vec![Vec::new(); csp.variables().len()];
        Witnessed { solutions: BigUint::ZERO, candidates, stopped: Some(limit), evidence: None }
    }
}

/// Finds the values of all variables: each must be in a solution that obeys the rules, which the caller
/// checks.
///
/// # Errors
///
/// When anything that was counted is wrong.
pub fn witnessed<E: Error + Send + Sync + 'static>(
    csp: &Csp,
    limits: &Limits,
    rules: impl Fn(&[Value]) -> Result<(), E>,
) -> Result<Witnessed, NotWitnessed> {
    let diagram = cnfetti_exact::solutions(csp, limits);
    if let Some(bound) = csp.bound() {
        require_optimal_in(bound, &diagram)?;
    }
    let assignments = diagram.assignments(csp, limits);
    let counted = assignments.as_ref().and_then(|counted| counted.candidates(csp, limits));
    let solutions = assignments.map_or_else(BigUint::default, |counted| counted.count());
    let mut stopped = diagram.stopped();
    if counted.is_none() {
        stopped = stopped.or(Some(limits.budget.limit()));
    }
    let mut candidates = counted.unwrap_or_else(|| vec![Vec::new(); csp.variables().len()]);
    candidates.iter_mut().for_each(|counted| counted.retain(|(_, n)| *n > BigUint::ZERO));
    let mut shown: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); candidates.len()];
    let visited = diagram.each_witness(csp.symmetry(), |solution| {
        limits.budget.check().map_err(|stopped| NoMore::Stopped(stopped.0))?;
        let checked = rules(solution);
        checked.map_err(|broken| NoMore::Wrong(NotWitnessed::Broken(Some(Box::new(broken)))))?;
        if !csp.is_solution(solution) {
            return Err(NoMore::Wrong(NotWitnessed::Broken(None)));
        }
        shown.iter_mut().zip(solution).for_each(|(shown, &value)| {
            shown.insert(value);
        });
        Ok(())
    });
    match visited {
        Err(NoMore::Stopped(limit)) => stopped = stopped.or(Some(limit)),
        Err(NoMore::Wrong(wrong)) => return Err(wrong),
        Ok(()) => {}
    }
    let all_are_witnessed = retain_witnessed(&mut candidates, &shown);
    if stopped.is_some() {
        return Ok(Witnessed { solutions, candidates, stopped, evidence: None });
    }
    if !all_are_witnessed {
        return Err(NotWitnessed::Different);
    }
    let left = Candidates::new(shown.into_iter().map(|values| values.into_iter().collect()));
    let evidence = Some(no_other_values(csp, &left, &limits.budget)?);
    Ok(Witnessed { solutions, candidates, stopped, evidence })
}

/// Leaves the values that were shown; whether these are all, and no others were shown.
fn retain_witnessed(candidates: &mut [Vec<CountedValue>], shown: &[BTreeSet<Value>]) -> bool {
    let mut all = true;
    for (counted, shown) in candidates.iter_mut().zip(shown) {
        let before = counted.len();
        counted.retain(|(value, _)| shown.contains(value));
        all &= before == counted.len() && before == shown.len();
    }
    all
}
