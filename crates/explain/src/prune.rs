//! Leaves out the steps, and the parts of steps, that no later step uses.

use std::collections::HashSet;

use crate::journal::{Dependencies, Journal, Literal};
use crate::shrink::{reduced, shrink};
use crate::techniques::NOTHING_ELSE_FITS;
use crate::{Draft, Problem};
use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::search::candidates::{Fact, Said};
use cnfetti_sat::solver::NoAnswer;

/// The steps that lead to everything that is known about these variables in the end. Each keeps only the conclusions that
/// are used, and the facts that these need.
pub(super) fn without_unused(
    problem: &Problem<'_>,
    drafts: Vec<Draft>,
    journal: &Journal,
    wanted: &[VarId],
) -> Result<Vec<Draft>, NoAnswer> {
    let mut dependencies = Dependencies::new(problem.csp, journal, drafts.len());
    wanted.iter().for_each(|&variable| dependencies.candidates(variable));
    let mut kept = Vec::new();
    for (number, mut draft) in drafts.into_iter().enumerate().rev() {
        let of_step = std::mem::take(&mut dependencies.of_step[number]);
        let mut conclusions: Vec<Fact> =
            draft.conclusions.iter().filter_map(|fact| used(fact, &of_step)).collect();
        if conclusions.is_empty() {
            continue;
        }
        if draft.technique == &NOTHING_ELSE_FITS {
            // A step says which piece lies there, even if a reader could see it later. It does not repeat 0/1 variables
            // such as walls, because the line says that.
            let lies = |fact: &&Fact| {
                let is_truth = problem.csp.domain(fact.variable) == [0, 1];
                let is_noted = problem.noted.contains(&fact.variable) && !is_truth;
                is_noted && matches!(fact.said, Said::Is(_))
            };
            conclusions.extend(draft.conclusions.iter().filter(lies).cloned());
            conclusions.sort_by_key(|fact| fact.variable);
            conclusions.dedup();
        }
        if conclusions != draft.conclusions && draft.pattern.is_some() {
            // With fewer conclusions, the pattern may need fewer groups.
            draft = reduced(problem, Draft { conclusions, ..draft })?;
        } else if conclusions != draft.conclusions {
            draft = shrink(problem, Draft { conclusions, ..draft })?;
        }
        draft.facts.iter().for_each(|fact| dependencies.fact(fact));
        kept.push(draft);
    }
    kept.reverse();
    Ok(kept)
}

/// The used part of a conclusion.
fn used(fact: &Fact, needed: &HashSet<Literal>) -> Option<Fact> {
    let variable = fact.variable;
    match &fact.said {
        Said::Is(value) => needed.contains(&Literal::is(variable, *value)).then(|| fact.clone()),
        Said::IsNone(values) => {
            let is_used = |value: &&Value| needed.contains(&Literal::is_not(variable, **value));
            let used: Vec<Value> = values.iter().filter(is_used).copied().collect();
            (!used.is_empty()).then_some(Fact { variable, said: Said::IsNone(used) })
        }
    }
}
