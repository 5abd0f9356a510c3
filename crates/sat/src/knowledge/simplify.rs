//! Makes a formula smaller without changing how many models it has.
//!
//! Literals that always hold and variables that are the same as others go first (`probe`), since they hide the gates of
//! a circuit. Then the outputs of gates need not be counted, and may be decided even if they are hidden (`defined`).
//! Resolution eliminates whatever is not counted (`eliminate`). In the end, clauses lose the literals that the others
//! make superfluous (`vivify`).
//!
//! Each step does only so much work and may then stop halfway: what it has not looked at stays as it is.

mod defined;
mod eliminate;
mod probe;
#[cfg(test)]
mod tests;
mod vivify;

use super::formula::Formula;
use crate::propagation::Propagation;
use cnfetti_core::limit::{Budget, Stopped};

/// How many steps to spend on each of the four.
const MOST_WORK: usize = 50_000_000;

/// A formula with as many models on the counted variables as another one on its shown variables.
pub(super) struct Simplified {
    /// Its shown variables are those that may be decided.
    pub(super) formula: Formula,
    /// For each variable, whether its values are counted. These variables determine all shown ones.
    pub(super) is_counted: Vec<bool>,
}

/// Simplifies a formula; an error if the budget ends first.
pub(super) fn simplify(formula: &Formula, budget: &Budget) -> Result<Simplified, Stopped> {
    within(formula, MOST_WORK, budget)
}

fn within(formula: &Formula, most_work: usize, budget: &Budget) -> Result<Simplified, Stopped> {
    let probed = probe::probe(formula, most_work, budget)?;
    let (probed, is_counted) = defined::counted(probed, most_work, budget)?;
    let smaller = eliminate::eliminate(&probed, &is_counted, most_work, budget)?;
    Ok(Simplified { formula: vivify::vivify(&smaller, most_work, budget)?, is_counted })
}

/// The clauses, and what follows from those with one literal; `None` if that is a contradiction.
fn load(formula: &Formula) -> Option<Propagation> {
    let mut propagation = Propagation::new(formula.num_vars);
    for number in 0..formula.num_clauses() as u32 {
        if !propagation.add(formula.clause(number).iter().copied()) {
            return None;
        }
    }
    propagation.propagate().is_none().then_some(propagation)
}

/// A formula without models.
fn contradiction(of: &Formula) -> Formula {
    Formula::of(of.num_vars, [Vec::new()].into_iter(), of.is_shown.clone())
}
