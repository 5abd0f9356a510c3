//! Shortens clauses by unit propagation, and removes those that follow from the others.
//!
//! If the negations of some literals of a clause lead to a contradiction, or to another literal of it, the other clauses
//! imply it. If they lead to the negation of another literal, this literal is superfluous. (Piette, Hamadi, Saïs:
//! Vivifying propositional clausal formulae, 2008.)

use std::cmp::Reverse;

use super::{contradiction, load};
use crate::knowledge::formula::{Code, Formula, OFTEN};
use crate::propagation::{NO_CLAUSE, Propagation};
use cnfetti_core::limit::{Budget, Stopped};

/// A formula with the same models, and fewer or shorter clauses.
pub(super) fn vivify(
    formula: &Formula,
    most_work: usize,
    budget: &Budget,
) -> Result<Formula, Stopped> {
    let mut poll = budget.poll(OFTEN);
    let Some(mut propagation) = load(formula) else { return Ok(contradiction(formula)) };
    // Long clauses first. Within a clause, a frequent literal is the most likely one to imply others.
    let mut clauses: Vec<(u32, Vec<Code>)> = (0..formula.num_clauses() as u32)
        .map(|number| (number, formula.clause(number).to_vec()))
        .filter(|(_, clause)| clause.len() > 1)
        .collect();
    clauses.sort_by_key(|(_, clause)| Reverse(clause.len()));
    let mut work = 0;
    for (number, clause) in &mut clauses {
        clause.sort_by_key(|&lit| (Reverse(formula.clauses_with(lit).len()), lit));
        let before = work;
        propagation.release(*number);
        *clause = needed(&mut propagation, clause, &mut work);
        if let [lit] = **clause {
            propagation.assign(lit, NO_CLAUSE);
            if propagation.propagate().is_some() {
                return Ok(contradiction(formula));
            }
        } else if !clause.is_empty() {
            let number = propagation.store(clause.iter().copied());
            propagation.watch(number);
        }
        poll.steps(work - before)?;
        if work > most_work {
            break;
        }
    }
    // A clause may be superfluous because of a literal that followed from it, so these are all stated.
    let fixed = propagation.trail().iter().map(|&lit| vec![lit]);
    let longer = clauses.into_iter().map(|(_, clause)| clause).filter(|clause| clause.len() > 1);
    Ok(Formula::of(formula.num_vars, longer.chain(fixed), formula.is_shown.clone()))
}

/// The literals of a clause that are needed beside the other clauses; none if those imply it.
fn needed(propagation: &mut Propagation, clause: &[Code], work: &mut usize) -> Vec<Code> {
    let (trail, looked_at) = (propagation.trail().len(), propagation.looked_at());
    let mut needed = Vec::new();
    for &lit in clause {
        let mut is_implied = propagation.holds(lit);
        if !is_implied && !propagation.holds(lit ^ 1) {
            needed.push(lit);
            propagation.assign(lit ^ 1, NO_CLAUSE);
            is_implied = propagation.propagate().is_some();
        }
        if is_implied {
            needed.clear();
            break;
        }
    }
    *work += propagation.trail().len() - trail + (propagation.looked_at() - looked_at) as usize;
    propagation.back_to(trail, |_| {});
    needed
}
