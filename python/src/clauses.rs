//! A formula as a problem, for the questions that are about problems.

use std::sync::Arc;

use cnfetti::csp::{Csp, Linear, Ranges, Terms, VarId};
use cnfetti::encodings::{Cnf, Lit};

/// The problem whose solutions are the models: the variable 3 is `x3`, with the values 0 and 1. Solutions
/// that agree on the shown variables count as one.
///
/// # Errors
///
/// An error in the shown variables.
pub(crate) fn problem(cnf: &Cnf, shown: Option<&[u32]>) -> Result<Arc<cnfetti::Problem>, String> {
    let mut csp = Csp::new();
    let variables: Vec<VarId> =
        (1..=cnf.num_vars()).map(|number| csp.variable(format!("x{number}"), 0..=1)).collect();
    let of = |number: u32| variables[number as usize - 1];
    for clause in cnf.clauses() {
        let mut lits = clause.to_vec();
        lits.sort_unstable_by_key(|lit| (lit.variable(), lit.is_positive()));
        lits.dedup();
        // A tautology always holds.
        if lits.windows(2).any(|pair| pair[0].variable() == pair[1].variable()) {
            continue;
        }
        let weight = |lit: &Lit| if lit.is_positive() { 1 } else { -1 };
        let terms = Terms::new(lits.iter().map(|lit| (of(lit.variable()), weight(lit))));
        let negative = lits.iter().filter(|lit| !lit.is_positive()).count() as i64;
        let within = Ranges::at_least(1 - negative);
        let written: String = clause.iter().map(|lit| format!("{lit} ")).collect();
        csp.post(Linear { terms, within }.into(), format!("the clause {written}0"));
    }
    let problem = cnfetti::Problem::new(csp);
    let Some(shown) = shown else { return Ok(Arc::new(problem)) };
    let shown = shown.iter().map(|&number| of(number)).collect();
    problem.counted_over(shown).map(Arc::new).map_err(|error| error.to_string())
}
