//! Makes a step of one thought: the conclusions that need the fewest facts, and everything else that follows from these.

use crate::selectors::Answer;
use crate::{Draft, Problem, facts};
use cnfetti_core::csp::VarId;
use cnfetti_encodings::Lit;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::NoAnswer;

/// If all conclusions of a rule together need at most this many facts, they are one thought.
const FEW: usize = 2;

/// The search for the conclusion with the fewest facts looks at this many conclusions.
const COMPARED: usize = 12;

/// The conclusions of a rule that need the fewest facts, these facts, and whether fewer are surely not enough. Takes all
/// conclusions at once if they need few facts.
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

/// The draft with everything that follows from its reason. It concludes something about noted variables only if the draft
/// is about these.
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
        // A decided value may follow from earlier knowledge of the same variable.
        let Said::Is(value) = *said else { continue };
        let others = known.of(*variable).iter().copied().filter(|v| *v != value);
        let denied: Vec<Lit> = assumed.iter().copied().chain(part.not(*variable, value)).collect();
        if matches!(part.solve(&denied)?, Answer::Consistent(_)) {
            *said = Said::IsNone(others.collect());
        }
    }
    Ok(Draft { conclusions, ..draft })
}
