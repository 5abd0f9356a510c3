//! Whether a half-filled board can be completed.

use cnfetti_encodings::Lit;

use crate::contradiction::is_given;
use crate::selectors::{Answer, Switched};
use crate::{ExplainError, Task, confirm_none};
use cnfetti_core::csp::{Atom, Csp};
use cnfetti_core::limit::Budget;
use cnfetti_sat::compile::{Choices, compile_within};
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::solver::Backend;

/// What there is to say of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Some solution has all of them.
    Right,
    /// No solution has all of them.
    Wrong {
        /// Those that no solution has, each by itself; empty when only some together are wrong.
        alone: Vec<Atom>,
        /// What that rests on.
        evidence: Evidence,
    },
}

/// Looks for a solution with these values, and for each value by itself when there is none.
///
/// # Errors
///
/// When a limit is reached, or when the solver is wrong or fails.
///
/// # Panics
///
/// When an entry is not in the domain of its variable.
pub fn judge(
    csp: &Csp,
    entries: &[Atom],
    backend: &Backend,
    budget: &Budget,
) -> Result<Verdict, ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let all: Vec<usize> = (0..csp.constraints().len()).collect();
    let mut whole = Switched::whole(csp, &compiled, &all, backend, budget);
    let mut is_possible = |entries: &[Atom]| -> Result<bool, ExplainError> {
        let literal = |&entry: &Atom| {
            let lit = compiled.map.literal(entry);
            whole.literal(lit.expect("an entry is in its domain"))
        };
        let entered: Vec<Lit> = entries.iter().map(literal).collect();
        let assumed = [whole.switches(), &entered].concat();
        Ok(matches!(whole.solve(&assumed)?, Answer::Consistent(_)))
    };
    if is_possible(entries)? {
        return Ok(Verdict::Right);
    }
    let task = Task { backend: backend.clone(), budget: budget.clone(), ..Task::default() };
    let none_has = |entries: &[Atom]| {
        let mut entered = csp.clone();
        entered.enter(entries.iter().map(|&entry| (entry, String::new())));
        confirm_none(&entered, &task)
    };
    let (mut alone, mut evidence) = (Vec::new(), none_has(entries)?);
    for &entry in entries {
        if !is_possible(&[entry])? {
            evidence = evidence.and(none_has(&[entry])?);
            alone.push(entry);
        }
    }
    Ok(Verdict::Wrong { alone, evidence })
}

/// The rules that no longer hold with entries and givens, each by itself, as positions in
/// [`Csp::constraints`], and what that rests on. When entries contradict givens, those are the rules.
///
/// None of them says nothing of a solution: rules can contradict entries together.
///
/// # Errors
///
/// When a limit is reached, or when the solver is wrong or fails.
///
/// # Panics
///
/// When an entry is not in the domain of its variable.
pub fn broken(
    csp: &Csp,
    entries: &[Atom],
    backend: &Backend,
    budget: &Budget,
) -> Result<(Vec<usize>, Evidence), ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let all: Vec<usize> = (0..csp.constraints().len()).collect();
    let (given, rules): (Vec<usize>, Vec<usize>) =
        all.iter().partition(|&&at| is_given(&csp.constraints()[at]));
    let mut whole = Switched::whole(csp, &compiled, &all, backend, budget);
    let literal = |&entry: &Atom| {
        let lit = compiled.map.literal(entry);
        whole.literal(lit.expect("an entry is in its domain"))
    };
    let entered: Vec<Lit> = entries.iter().map(literal).collect();
    let task = Task { backend: backend.clone(), budget: budget.clone(), ..Task::default() };
    let mut evidence = Evidence::Nothing;
    let mut broken_of = |rules: &[usize], given: &[usize]| -> Result<Vec<usize>, ExplainError> {
        let mut broken = Vec::new();
        for &rule in rules {
            let posted: Vec<usize> = given.iter().copied().chain([rule]).collect();
            let switches = posted.iter().map(|&at| whole.switches()[at]);
            let assumed: Vec<Lit> = switches.chain(entered.iter().copied()).collect();
            if matches!(whole.solve(&assumed)?, Answer::Consistent(_)) {
                continue;
            }
            let mut part = csp.with_only(&posted);
            part.enter(entries.iter().map(|&entry| (entry, String::new())));
            evidence = evidence.and(confirm_none(&part, &task)?);
            broken.push(rule);
        }
        Ok(broken)
    };
    let mut broken = broken_of(&given, &[])?;
    if broken.is_empty() {
        broken = broken_of(&rules, &given)?;
    }
    Ok((broken, evidence))
}
