//! One thought: the conclusion that needs the fewest facts, and all else that follows from these.

use crate::selectors::Answer;
use crate::{Draft, Problem, facts};
use cnfetti_core::csp::VarId;
use cnfetti_encodings::Lit;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::NoAnswer;

/// A rule whose conclusions need at most this many facts all together is one thought.
const FEW: usize = 2;

/// Of so many conclusions it is found out which needs the fewest facts.
const COMPARED: usize = 12;

/// The conclusions of a rule that need the fewest facts, with these, and whether that is certain: all at once
/// where that takes few.
pub(super) fn nearest(
    problem: &Problem<'_>,
    rule: &[usize],
    known: &Candidates,
    conclusions: &[Fact],
) -> Result<(Vec<Fact>, Vec<Fact>, bool), NoAnswer> {
    let (facts, is_smallest) = facts::fewest(problem, rule, known, conclusions)?;
    let mut best = (conclusions.to_vec(), facts, is_smallest);
    if best.1.len() <= FEW || conclusions.len() == 1 || !problem.noted.is_empty() {
        return Ok(best);
    }
    for conclusion in conclusions.iter().take(COMPARED) {
        let one = vec![conclusion.clone()];
        let (facts, is_smallest) = facts::fewest(problem, rule, known, &one)?;
        if facts.len() < best.1.len() {
            best = (one, facts, is_smallest);
        }
    }
    Ok(best)
}

/// The draft with all that follows from its reason: what is noted only where it is about that.
pub(super) fn closure(
    problem: &Problem<'_>,
    known: &Candidates,
    draft: Draft,
) -> Result<Draft, NoAnswer> {
    let is_noted = |variable: &VarId| problem.noted.contains(variable);
    let about_noted = draft.conclusions.iter().any(|fact| is_noted(&fact.variable));
    let mut part = problem.part(&draft.constraints);
    let is_open = |v: &VarId| known.decided(*v).is_none() && !problem.helpers.contains(*v);
    let variables = part.variables().iter().copied().filter(is_open);
    let variables: Vec<VarId> =
        variables.filter(|variable| about_noted || !is_noted(variable)).collect();
    let assumed = [part.switches(), &part.literals(&draft.facts)].concat();
    let after = part.narrow(&assumed, known, &variables)?;
    let mut conclusions = after.map(|after| after.since(known)).unwrap_or_default();
    for Fact { variable, said } in &mut conclusions {
        // That it has a value may rest on what was known of it before.
        let Said::Is(value) = *said else { continue };
        let others = known.of(*variable).iter().copied().filter(|v| *v != value);
        let denied: Vec<Lit> = assumed.iter().copied().chain(part.not(*variable, value)).collect();
        if matches!(part.solve(&denied)?, Answer::Consistent(_)) {
            *said = Said::IsNone(others.collect());
        }
    }
    Ok(Draft { conclusions, ..draft })
}
