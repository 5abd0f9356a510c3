//! Propagates the domains before compiling: removes values that single constraints rule out.
//!
//! The removed values are in no solution, so the solutions and their number stay the same. The propagators are those of
//! depth-first search.

use std::sync::Arc;

use crate::csp::{Constraint, Csp, Value, VarId};
use crate::domains::{Domains, Effort};
use crate::limit::Budget;
use crate::propagation::Engine;
use crate::refutation::Removal;

/// Returns the same CSP with smaller domains. If propagation shows that there is no solution, a
/// domain is empty. Selections lose the choices that can no longer hold. If the budget is spent,
/// stops at once and keeps what is ruled out by then.
pub fn propagate(csp: &Csp, budget: &Budget) -> Csp {
    run(csp, budget, |_| true, |_, _| {}).0
}

/// The same with those constraints of which the checker of refutations knows what they rule out.
pub fn propagate_checked(csp: &Csp, budget: &Budget) -> Csp {
    run(csp, budget, is_checked, |_, _| {}).0
}

/// The same, with what each constraint removed, in order.
pub fn propagate_with_reasons(csp: &Csp, budget: &Budget) -> (Csp, Vec<Removal>) {
    let mut left: Vec<Arc<[Value]>> =
        csp.variables().iter().map(|variable| variable.shared_domain()).collect();
    let mut removals = Vec::new();
    let (propagated, failed) = run(csp, budget, is_checked, |constraint, domains| {
        for &index in &domains.changed {
            let variable = VarId::at(index as usize);
            let values: Arc<[Value]> = domains.values(variable).map(|v| v as Value).collect();
            let before = std::mem::replace(&mut left[variable.index()], Arc::clone(&values));
            let is_gone = |value: &Value| values.binary_search(value).is_err();
            for run in before.chunk_by(|one, next| is_gone(one) == is_gone(next)) {
                if let (true, &[first, ..], &[.., last]) = (is_gone(&run[0]), run, run) {
                    removals.push(Removal { constraint, variable, first, last });
                }
            }
        }
    });
    if let Some((constraint, variable)) = failed
        && let [first, .., last] | [first @ last] = left[variable.index()][..]
    {
        removals.push(Removal { constraint, variable, first, last });
    }
    (propagated, removals)
}

/// Propagates those constraints, and tells what each that ran changed. If one fails, a variable without values, and which
/// constraint that was.
fn run(
    csp: &Csp,
    budget: &Budget,
    is_wanted: impl Fn(&Constraint) -> bool,
    mut ran: impl FnMut(usize, &Domains),
) -> (Csp, Option<(usize, VarId)>) {
    let mut propagated = csp.clone();
    if csp.variables().iter().any(|variable| variable.domain().is_empty()) {
        return (propagated, None);
    }
    let mut engine = Engine::new(csp, Effort::Once, is_wanted);
    let done = engine.propagate_within(csp, budget, |constraint, domains| {
        constraint.into_iter().for_each(|constraint| ran(constraint, domains));
    });
    let domains = &engine.domains;
    for (id, variable) in csp.ids().zip(&mut propagated.variables) {
        if domains.size(id) < variable.domain.len() {
            variable.domain = domains.values(id).map(|value| value as Value).collect();
        }
    }
    let failed = done.err().flatten().and_then(|number| {
        let propagator = &engine.propagators[number];
        let variable = propagator.scope.first().copied().or(csp.ids().next())?;
        propagated.variables[variable.index()].domain = [].into();
        Some((propagator.constraint?, variable))
    });
    for posted in &mut propagated.constraints {
        if let Constraint::Selection(selection) = &mut posted.constraint {
            let is_left = |variable: VarId, value| domains.has(variable, i64::from(value));
            selection.choices.retain(|one| is_left(one.atom.variable, one.atom.value));
        }
    }
    (propagated, failed)
}

/// Whether `cnfetti_proof::refutation` accepts what the propagators of the constraint remove.
fn is_checked(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::AllDifferent(_)
        | Constraint::AllEqual(_)
        | Constraint::BinPacking(_)
        | Constraint::Cardinality(_)
        | Constraint::Count(_)
        | Constraint::Element(_)
        | Constraint::Extremum(_)
        | Constraint::Fixed(_)
        | Constraint::Increasing(_)
        | Constraint::Linear(_)
        | Constraint::Operation(_)
        | Constraint::Selection(_)
        | Constraint::Table(_) => true,
        // It knows too little about these.
        Constraint::ArgExtremum(_)
        | Constraint::Automaton(_)
        | Constraint::Channel(_)
        | Constraint::Circuit(_)
        | Constraint::Connected(_)
        | Constraint::Cumulative(_)
        | Constraint::DistinctCount(_)
        | Constraint::Lex(_)
        | Constraint::NoOverlap(_)
        | Constraint::Parts(_)
        | Constraint::ValuePrecedence(_) => false,
    }
}
