//! Second opinions on the exact counter's claims: a formula and a proof, if that is quick.

use cnfetti_encodings::Cnf;

use super::blocking::CountError;
use super::candidates::Candidates;
use super::candidates::confirm_ruled_out;
use super::confirm::{Claim, Evidence, Unchecked, confirm};
use super::enumerate::blocking_clause;
use crate::compile::{Choices, NotCompiled, compile_within};
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::Budget;

/// The name of the exact counter in a sentence.
pub const EXACT_COUNTER: &str = "the exact counter";

/// How many steps a second opinion may take: about fifty milliseconds' worth. It has steps instead of time so that each run
/// has the same result.
pub(super) const AGAIN: u64 = 50_000_000;

/// If there are more solutions than this, they are not forbidden one by one in a formula.
pub const FEW: usize = 128;

/// The largest number of values, of all variables of all constraints, for which a formula compiles in so little
/// time.
const SMALL: usize = 50_000;

/// Whether the formula of the problem compiles in little time.
pub fn is_small(csp: &Csp) -> bool {
    let scopes = csp.constraints().iter().map(|posted| posted.constraint.rule().scope());
    scopes.flatten().map(|id| csp.domain(id).len()).sum::<usize>() <= SMALL
}

/// Finds evidence that a problem has no solutions but those listed: a proof if that is quick.
///
/// # Errors
///
/// There are others.
pub fn no_others(
    csp: &Csp,
    listed: &[Vec<Value>],
    budget: &Budget,
) -> Result<Evidence, CountError> {
    if listed.len() > FEW || !is_small(csp) {
        return Ok(Evidence::Word(Unchecked::Unasked));
    }
    let budget = budget.of_steps(AGAIN);
    let rest = match formula_of_others(csp, listed, &budget) {
        Ok(rest) => rest,
        Err(error) => return Ok(Evidence::Word(Unchecked::of(error.limit()?))),
    };
    let claim = Claim::of(EXACT_COUNTER);
    Ok(confirm(&rest, claim, &budget)?)
}

/// The formula of the problem with a clause against each of these solutions.
pub(super) fn formula_of_others(
    csp: &Csp,
    listed: &[Vec<Value>],
    budget: &Budget,
) -> Result<Cnf, NotCompiled> {
    let compiled = compile_within(csp, &Choices::default(), budget)?;
    let deciding = csp.projection_set();
    let mut rest = compiled.cnf.to_unlimited();
    for solution in listed {
        rest.add_clause(blocking_clause(&compiled, &deciding, solution));
    }
    Ok(rest)
}

/// Finds evidence that no variable has other values in solutions than these: a proof if that is
/// quick.
///
/// # Errors
///
/// Some variable has another value in some solution.
pub fn no_other_values(
    csp: &Csp,
    left: &Candidates,
    budget: &Budget,
) -> Result<Evidence, CountError> {
    if !is_small(csp) {
        return Ok(Evidence::Word(Unchecked::Unasked));
    }
    let claim = Claim::of(EXACT_COUNTER);
    let (known, budget) = (Candidates::all(csp), budget.of_steps(AGAIN));
    Ok(confirm_ruled_out(csp, &[], &known, Some(left), claim, &budget)??)
}
