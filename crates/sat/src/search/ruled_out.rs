//! Confirming that values are in no solution, all of them at once.

use cnfetti_encodings::Lit;

use super::candidates::Candidates;
use super::confirm::{Claim, Evidence, Unchecked, Unconfirmed, confirm};
use crate::compile::{Choices, TooLarge, compile_within};
use cnfetti_core::csp::{Atom, Csp, Fixed, VarId};
use cnfetti_core::limit::Budget;

/// Confirms that no variable has a value that is in `known` but not in `left`, in any solution with the
/// atoms: with a clause that some variable has one, the formula has no model. Without `left`, confirms that
/// there is no solution with the atoms.
pub fn confirm_ruled_out(
    csp: &Csp,
    atoms: &[Atom],
    known: &Candidates,
    left: Option<&Candidates>,
    claim: Claim<'_>,
    budget: &Budget,
) -> Result<Result<Evidence, Unconfirmed>, TooLarge> {
    let mut fixed = csp.clone();
    atoms.iter().for_each(|&atom| fixed.post(Fixed { atom }.into(), "it is fixed"));
    let compiled = match compile_within(&fixed, &Choices::with_values(), budget) {
        Ok(compiled) => compiled,
        Err(error) => return Ok(claim.judge(Evidence::Word(Unchecked::of(error.limit()?)))),
    };
    let mut cnf = compiled.cnf.to_unlimited();
    if let Some(left) = left {
        let ruled_out = |variable: VarId| {
            let values = known.of(variable).iter().copied();
            let gone = values.filter(move |value| !left.of(variable).contains(value));
            gone.map(move |value| Atom { variable, value })
        };
        let ruled_out = csp.ids().flat_map(ruled_out);
        let some: Vec<Lit> = ruled_out.filter_map(|atom| compiled.map.literal(atom)).collect();
        if some.is_empty() {
            return Ok(Ok(Evidence::Nothing));
        }
        cnf.add_clause(some);
    }
    Ok(confirm(&cnf, claim, budget))
}
