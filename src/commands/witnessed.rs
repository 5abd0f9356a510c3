//! The values that are in some solution, each shown by one that obeys the rules.

use std::collections::BTreeSet;

use anyhow::Context as _;
use cnfetti::csp::{Csp, Value};
use cnfetti::exact::{self, Limits};
use cnfetti::instance::Instance;
use cnfetti::limit::{Budget, Limit};
use cnfetti::machine;
use cnfetti::search::bound::require_optimal_in;
use cnfetti::search::candidates::Candidates as Possible;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::second::no_other_values;
use num_bigint::BigUint;

use crate::report_error::limit_of;

/// Said of what must not happen.
const BROKEN: &str = "internal error: a solution breaks a rule";

/// A value with the number of solutions that have it.
pub(super) type Counted = (Value, BigUint);

/// The values of all variables, each with a solution that was checked.
pub(super) struct Witnessed {
    /// How many solutions there are.
    pub(super) solutions: BigUint,
    /// For each variable the values that it has in some solution, with the number of these.
    pub(super) candidates: Vec<Vec<Counted>>,
    /// The limit because of which there may be more.
    pub(super) stopped: Option<Limit>,
    /// What it rests on that there are no other values, unless a limit was reached.
    pub(super) evidence: Option<Evidence>,
}

impl Witnessed {
    /// Nothing is known of the problem, because of this limit.
    pub(super) fn nothing(csp: &Csp, limit: Limit) -> Witnessed {
        let candidates = vec![Vec::new(); csp.variables().len()];
        Witnessed { solutions: BigUint::ZERO, candidates, stopped: Some(limit), evidence: None }
    }
}

/// Finds the values of all variables: each must be in a solution that obeys the puzzle's rules.
pub(super) fn witnessed(
    instance: &Instance,
    csp: &Csp,
    limits: &Limits,
) -> anyhow::Result<Witnessed> {
    let diagram = exact::solutions(csp, limits);
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
    let witnessed = diagram.each_witness(csp.symmetry(), |solution| {
        limits.budget.check()?;
        instance.puzzle.check(solution).context(BROKEN)?;
        anyhow::ensure!(csp.is_solution(solution), BROKEN);
        shown.iter_mut().zip(solution).for_each(|(shown, &value)| {
            shown.insert(value);
        });
        Ok(())
    });
    match witnessed.map_err(|error| (limit_of(&error), error)) {
        Err((Some(limit), _)) => stopped = stopped.or(Some(limit)),
        Err((None, error)) => return Err(error),
        Ok(()) => {}
    }
    let is_witnessed = |(counted, shown): (&mut Vec<Counted>, &BTreeSet<Value>)| {
        let before = counted.len();
        counted.retain(|(value, _)| shown.contains(value));
        before == counted.len() && before == shown.len()
    };
    let not_witnessed =
        candidates.iter_mut().zip(&shown).map(is_witnessed).filter(|is| !is).count();
    if let Some(limit) = stopped {
        let stopped = Some(limit);
        return Ok(Witnessed { solutions, candidates, stopped, evidence: None });
    }
    anyhow::ensure!(
        not_witnessed == 0,
        "internal error: a value is counted that is in no solution, or the other way round"
    );
    let left = Possible::new(shown.into_iter().map(|values| values.into_iter().collect()));
    let evidence = Some(no_other_values(csp, &left, &limits.budget)?);
    Ok(Witnessed { solutions, candidates, stopped, evidence })
}

/// For each variable how many values it has in some solution; `None` when a limit was reached.
pub(super) fn candidates(
    instance: &Instance,
    csp: &Csp,
    budget: Budget,
) -> anyhow::Result<Option<Vec<usize>>> {
    let found = witnessed(instance, csp, &Limits { budget, ..machine::limits() })?;
    let counts = || found.candidates.iter().map(Vec::len).collect();
    Ok(found.stopped.is_none().then(counts))
}
