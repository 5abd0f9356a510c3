//! Leaving out the steps that nothing depends on, and joining those that say the same twice.

use cnfetti_encodings::Lit;

use crate::csp::{Value, VarId};
use crate::explain::selectors::Answer;
use crate::explain::{Draft, Problem, facts};
use crate::search::candidates::{Candidates, Fact, Said};
use crate::solver::NoAnswer;

/// A step that is kept, with what is known before it.
struct Kept {
    draft: Draft,
    before: Candidates,
}

/// The steps that lead to the end, or to all that is known in the end of one variable, each with
/// the conclusions that are used and the facts that these need.
///
/// A value that a constraint rules out early, and that nothing uses before the same constraint
/// speaks again, is ruled out then.
pub(super) fn needed(
    problem: &Problem<'_>,
    drafts: &[Draft],
    start: &Candidates,
    end: &Candidates,
    only: Option<VarId>,
) -> Result<Vec<Draft>, NoAnswer> {
    let map = &problem.compiled.map;
    let wanted = problem.csp.ids().filter(|&variable| only.is_none_or(|only| only == variable));
    let wanted: Vec<Lit> = wanted.flat_map(|variable| end.literals(map, variable)).collect();
    let mut steps = Vec::with_capacity(drafts.len());
    let mut known = start.clone();
    for draft in drafts {
        let before = known.clone();
        draft.conclusions.iter().for_each(|fact| known.learn(fact));
        steps.push(Kept { draft: draft.clone(), before });
    }
    // The last step first.
    let mut kept: Vec<Kept> = Vec::new();
    for step in steps.into_iter().rev() {
        let mut conclusions = Vec::new();
        for fact in &step.draft.conclusions {
            conclusions.extend(used_part(problem, &mut kept, &wanted, &step, fact)?);
        }
        if !conclusions.is_empty() {
            kept.push(finish(problem, step, conclusions)?);
        }
    }
    kept.reverse();
    Ok(kept.into_iter().map(|step| step.draft).collect())
}

/// The part of a conclusion that is used before the same constraints speak again; the rest goes to
/// those later steps.
fn used_part(
    problem: &Problem<'_>,
    kept: &mut [Kept],
    wanted: &[Lit],
    step: &Kept,
    fact: &Fact,
) -> Result<Option<Fact>, NoAnswer> {
    let map = &problem.compiled.map;
    let literals = fact.literals(map);
    let uses = |step: &Kept, lit: &Lit| {
        step.draft.facts.iter().any(|fact| fact.literals(map).contains(lit))
    };
    match &fact.said {
        Said::Is(_) => {
            let used = wanted.contains(&literals[0]) || kept.iter().any(|s| uses(s, &literals[0]));
            if !used {
                step.before.of(fact.variable).iter().for_each(|&v| forget(kept, fact.variable, v));
            }
            Ok(used.then(|| fact.clone()))
        }
        Said::IsNone(values) => {
            let mut used = Vec::new();
            for (&value, lit) in values.iter().zip(&literals) {
                // Later steps come first, so the first use is the last one that is found.
                let first_use = kept.iter().rposition(|later| uses(later, lit));
                if first_use.is_none() && !wanted.contains(lit) {
                    forget(kept, fact.variable, value);
                    continue;
                }
                let again = (first_use.unwrap_or(0)..kept.len()).rev().find(|&at| {
                    kept[at].draft.constraints == step.draft.constraints
                        && kept[at].before.decided(fact.variable).is_none()
                });
                match again {
                    Some(at) => {
                        forget(&mut kept[at..], fact.variable, value);
                        postpone(problem, &mut kept[at], fact.variable, value)?;
                    }
                    None => used.push(value),
                }
            }
            let fact = Fact { variable: fact.variable, said: Said::IsNone(used) };
            Ok((fact.said != Said::IsNone(Vec::new())).then_some(fact))
        }
    }
}

/// Takes note that a value is not ruled out before these steps, none of which makes use of it: what
/// is found out about them afterwards must not make use of it either.
fn forget(steps: &mut [Kept], variable: VarId, value: Value) {
    let decides = |step: &Kept| {
        let mut conclusions = step.draft.conclusions.iter();
        conclusions.any(|fact| fact.variable == variable && matches!(fact.said, Said::Is(_)))
    };
    // The earliest comes last. After a step that decides the variable the value is ruled out.
    for step in steps.iter_mut().rev() {
        step.before.restore(variable, value);
        if decides(step) {
            break;
        }
    }
}

/// Lets a later step of the same constraints rule a value out itself.
fn postpone(
    problem: &Problem<'_>,
    later: &mut Kept,
    variable: VarId,
    value: Value,
) -> Result<(), NoAnswer> {
    let conclusions = &mut later.draft.conclusions;
    match conclusions.iter_mut().find(|fact| fact.variable == variable) {
        Some(Fact { said: Said::Is(_), .. }) => {}
        Some(Fact { said: Said::IsNone(values), .. }) => {
            values.push(value);
            values.sort_unstable();
        }
        None => conclusions.push(Fact { variable, said: Said::IsNone(vec![value]) }),
    }
    conclusions.sort_by_key(|fact| fact.variable);
    let Draft { constraints, conclusions, .. } = &later.draft;
    (later.draft.facts, _) = facts::fewest(problem, constraints, &later.before, conclusions)?;
    Ok(())
}

/// The step with these of its conclusions.
fn finish(problem: &Problem<'_>, mut step: Kept, conclusions: Vec<Fact>) -> Result<Kept, NoAnswer> {
    if conclusions != step.draft.conclusions {
        step.draft.conclusions = conclusions;
        if !step.draft.is_smallest {
            drop_needless(problem, &mut step)?;
        }
        let Draft { constraints, conclusions, .. } = &step.draft;
        (step.draft.facts, _) = facts::fewest(problem, constraints, &step.before, conclusions)?;
    }
    Ok(step)
}

/// Drops the constraints that the conclusions do not need.
fn drop_needless(problem: &Problem<'_>, step: &mut Kept) -> Result<(), NoAnswer> {
    let map = &problem.compiled.map;
    let mut part = problem.part(&step.draft.constraints);
    let conclusions = step.draft.conclusions.iter().flat_map(|fact| fact.literals(map));
    let conclusions: Vec<Lit> = conclusions.map(|lit| part.literal(lit)).collect();
    part.deny(&conclusions);
    let variables = part.variables().to_vec();
    let known: Vec<Lit> = variables.iter().flat_map(|&v| part.known(&step.before, v)).collect();
    let mut switches: Vec<(usize, Lit)> =
        step.draft.constraints.iter().copied().zip(part.switches().iter().copied()).collect();
    let mut at = 0;
    while at < switches.len() {
        let dropped = switches.remove(at);
        let on = switches.iter().map(|&(_, switch)| switch);
        let assumptions: Vec<Lit> = on.chain(known.iter().copied()).collect();
        if let Answer::Consistent(_) = part.solve(&assumptions)? {
            switches.insert(at, dropped);
            at += 1;
        }
    }
    step.draft.constraints = switches.into_iter().map(|(constraint, _)| constraint).collect();
    Ok(())
}
