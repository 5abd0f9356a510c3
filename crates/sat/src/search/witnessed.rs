//! The values that each variable takes, each with a solution that has it, and how many have it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::error::Error;

use itertools::Itertools;
use num_bigint::BigUint;

use super::blocking::CountError;
use super::bound::require_optimal_in;
use super::candidates::Candidates;
use super::confirm::Evidence;
use super::ended::Ended;
use super::learner::LEARNER;
use super::second_opinion::{EXACT_COUNTER, no_other_values};
use super::unique::first_few;
use crate::compile::Choices;
use crate::solver::Fault;
use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_core::limit::{Budget, Limit, Limits};

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
    /// The solver or engine that found them.
    pub by: &'static str,
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

/// The steps of a first try with the exact counter, and of the search for a few solutions after that.
const SOON: u64 = 100_000_000;
const LONGER: u64 = 1_000_000_000;

/// If there are more solutions than this, their values are not read from a list.
const FEW: usize = 1_000;

/// Finds the values of all variables: each must be in a solution that obeys the rules, which the caller
/// checks. If the exact counter does not see them soon, the small solver lists all solutions, provided that they are few.
///
/// # Errors
///
/// When anything that was counted or listed is wrong.
pub fn witnessed<E: Error + Send + Sync + 'static>(
    csp: &Csp,
    limits: &Limits,
    rules: impl Fn(&[Value]) -> Result<(), E>,
) -> Result<Witnessed, NotWitnessed> {
    let (soon, listing) = (limits.budget.turn(SOON), limits.budget.turn(LONGER));
    let first = counted(csp, &Limits { budget: soon.clone(), ..limits.clone() }, &rules)?;
    if first.stopped.is_none() || limits.budget.is_spent() {
        return Ok(first);
    }
    // Only the counter checks that solutions with a bound are optimal.
    let few = match csp.bound() {
        Some(_) => None,
        None => listed(csp, limits, &listing, &rules)?,
    };
    match few {
        Some(few) => Ok(few),
        // Without more steps, the counter would need more memory.
        None if soon.is_spent() => counted(csp, limits, &rules),
        None => Ok(first),
    }
}

/// The values in a list of all solutions; `None` if these are more than a few, or not found soon.
fn listed<E: Error + Send + Sync + 'static>(
    csp: &Csp,
    limits: &Limits,
    soon: &Budget,
    rules: impl Fn(&[Value]) -> Result<(), E>,
) -> Result<Option<Witnessed>, NotWitnessed> {
    // Of the solutions that a projection sees as one, each is listed.
    let whole = csp.with_projection();
    let found = first_few(whole.as_ref().unwrap_or(csp), &Choices::default(), soon, FEW + 1);
    let Some((all, Ended::Exhausted(no_other))) = found.map_err(CountError::from)? else {
        return Ok(None);
    };
    if !all.iter().all_unique() {
        return Err(NotWitnessed::Different);
    }
    for solution in &all {
        rules(solution).map_err(|broken| NotWitnessed::Broken(Some(Box::new(broken))))?;
    }
    let scope = csp.projection_set();
    let values = |solution: &&Vec<Value>| scope.iter().map(|id| solution[id.index()]).collect();
    let mut seen: HashSet<Vec<Value>> = HashSet::new();
    let different: Vec<&Vec<Value>> =
        all.iter().filter(|solution| seen.insert(values(solution))).collect();
    let all: Vec<&Vec<Value>> = all.iter().collect();
    let is_projected = csp.is_projected();
    let of = |id: VarId| {
        let solutions = if is_projected && scope.contains(&id) { &different } else { &all };
        let mut counts: BTreeMap<Value, u32> = BTreeMap::new();
        solutions.iter().for_each(|all| *counts.entry(all[id.index()]).or_default() += 1);
        counts.into_iter().map(|(value, number)| (value, number.into())).collect()
    };
    let evidence = no_other.confirm(&limits.budget).map_err(CountError::from)?;
    Ok(Some(Witnessed {
        solutions: different.len().into(),
        candidates: csp.ids().map(of).collect(),
        stopped: None,
        evidence: Some(evidence),
        by: LEARNER,
    }))
}

/// The values as the exact counter sees them.
fn counted<E: Error + Send + Sync + 'static>(
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
        return Ok(Witnessed { solutions, candidates, stopped, evidence: None, by: EXACT_COUNTER });
    }
    if !all_are_witnessed {
        return Err(NotWitnessed::Different);
    }
    let left = Candidates::new(shown.into_iter().map(|values| values.into_iter().collect()));
    let evidence = Some(no_other_values(csp, &left, &limits.budget)?);
    Ok(Witnessed { solutions, candidates, stopped, evidence, by: EXACT_COUNTER })
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use cnfetti_core::csp::{Linear, Ranges, Terms};
    use cnfetti_core::random::Random;

    /// What is read from a list is what the exact counter counts, with and without a projection.
    #[test]
    fn a_list_shows_what_is_counted() {
        let mut seen = [0; 3];
        for seed in 0..300 {
            let random = &mut Random::new(seed);
            let mut csp = Csp::new();
            let ids: Vec<VarId> = (0..4).map(|at| csp.variable(format!("x{at}"), 0..3)).collect();
            for _ in 0..1 + random.below(3) {
                let terms = Terms::new(ids.iter().map(|&id| (id, random.below(5) as i64 - 2)));
                let within = Ranges::exactly(random.below(5) as i64 - 2);
                csp.post(Linear { terms, within }.into(), "a sum");
            }
            if random.one_in(2) {
                csp.count_over(ids[..1 + random.below(3)].to_vec()).unwrap();
            }
            let limits = Limits::default();
            let rules = |_: &[Value]| Ok::<(), Infallible>(());
            let counted = counted(&csp, &limits, rules).unwrap();
            let listed = listed(&csp, &limits, &limits.budget, rules).unwrap().unwrap();
            assert_eq!(listed.candidates, counted.candidates, "{seed}");
            assert_eq!(listed.solutions, counted.solutions, "{seed}");
            assert_eq!(listed.evidence.unwrap().checked_by(), Some("proof"), "{seed}");
            seen[0] += usize::from(listed.solutions == BigUint::ZERO);
            seen[1 + usize::from(csp.is_projected())] +=
                usize::from(listed.solutions > 1_u32.into());
        }
        assert!(seen.iter().all(|&number| number > 20), "{seen:?}");
    }
}
