//! Leaving out of a step what its conclusions do not need.

use std::collections::HashSet;

use cnfetti_encodings::Lit;

use crate::csp::{Constraint, Csp, VarId};
use crate::explain::facts::weaken;
use crate::explain::selectors::{Answer, Switched};
use crate::explain::{Draft, Problem};
use crate::search::candidates::{Fact, Said};
use crate::solver::{Fault, NoAnswer};

/// The draft without needless constraints and facts. A conclusion that follows without any of the
/// others is no reason to keep more. Facts of what is noted only are left out first.
pub(super) fn shrink(problem: &Problem<'_>, draft: Draft) -> Result<Draft, NoAnswer> {
    let map = &problem.compiled.map;
    let mut constraints = draft.constraints;
    constraints.sort_unstable();
    constraints.dedup();
    let mut part = problem.part(&constraints);
    let speaks_of = |fact: &Fact| part.variables().contains(&fact.variable);
    if !draft.conclusions.iter().all(speaks_of) {
        let what = "the solver contradicts itself: no rule of a step speaks of what it concludes";
        return Err(Fault(what.to_owned()).into());
    }
    let mut facts = merged(draft.facts);
    facts.retain(|fact| part.variables().contains(&fact.variable));
    facts.sort_by_key(|fact| (!problem.noted.contains(&fact.variable), fact.variable));
    let denied: Vec<Lit> = draft.conclusions.iter().flat_map(|fact| fact.literals(map)).collect();
    let denied: Vec<Lit> = denied.into_iter().map(|lit| part.literal(lit)).collect();
    part.deny(&denied);
    let mut switches: Vec<(usize, Vec<Lit>)> =
        part.switches().iter().enumerate().map(|(at, &switch)| (at, vec![switch])).collect();
    let mut blocks: Vec<(usize, Vec<Lit>)> = facts
        .iter()
        .map(|fact| fact.literals(map).into_iter().map(|lit| part.literal(lit)).collect())
        .enumerate()
        .collect();
    if !reduce(&mut part, &mut switches, &mut blocks)? {
        let what = "the solver contradicts itself: a step that was found does not follow";
        return Err(Fault(what.to_owned()).into());
    }
    let mut at = 0;
    while at < switches.len() {
        let dropped = switches.remove(at);
        if !reduce(&mut part, &mut switches, &mut blocks)? {
            switches.insert(at, dropped);
            at += 1;
        }
    }
    let mut at = 0;
    while at < blocks.len() {
        let dropped = blocks.remove(at);
        if !reduce(&mut part, &mut switches, &mut blocks)? {
            blocks.insert(at, dropped);
            at += 1;
        }
    }
    let needed: Vec<Lit> = switches.iter().flat_map(|(_, lits)| lits).copied().collect();
    weaken(&mut part, &needed, &mut blocks)?;
    let left = |(at, block): &(usize, Vec<Lit>)| {
        let variable = facts[*at].variable;
        let said = match facts[*at].said {
            Said::Is(value) => Said::Is(value),
            Said::IsNone(_) => {
                let values = map.values(variable);
                let ruled_out = values.filter(|&(_, lit)| block.contains(&!part.literal(lit)));
                Said::IsNone(ruled_out.map(|(value, _)| value).collect())
            }
        };
        Fact { variable, said }
    };
    let mut kept: Vec<Fact> = blocks.iter().map(left).collect();
    kept.sort_by_key(|fact| fact.variable);
    let constraints = switches.iter().map(|&(at, _)| constraints[at]).collect();
    Ok(Draft { constraints, facts: kept, ..draft })
}

/// Whether they contradict; then they are only those that the solver used.
fn reduce(
    part: &mut Switched<'_>,
    switches: &mut Vec<(usize, Vec<Lit>)>,
    blocks: &mut Vec<(usize, Vec<Lit>)>,
) -> Result<bool, NoAnswer> {
    let assumptions: Vec<Lit> =
        switches.iter().chain(blocks.iter()).flat_map(|(_, lits)| lits).copied().collect();
    match part.solve(&assumptions)? {
        Answer::Consistent(_) => Ok(false),
        Answer::Contradiction(core) => {
            let core: HashSet<Lit> = core.into_iter().collect();
            let is_used = |(_, lits): &(usize, Vec<Lit>)| lits.iter().any(|lit| core.contains(lit));
            switches.retain(is_used);
            blocks.retain(is_used);
            Ok(true)
        }
    }
}

/// The facts, one for each variable.
fn merged(facts: Vec<Fact>) -> Vec<Fact> {
    let mut merged: Vec<Fact> = Vec::new();
    for fact in facts.into_iter().filter(|fact| fact.said != Said::IsNone(Vec::new())) {
        if !merged.iter().any(|other| other.variable == fact.variable) {
            merged.push(fact);
        }
    }
    merged
}

/// How many rules a person counts: what lies where obeys one, however many places it has.
pub(super) fn rules(csp: &Csp, noted: &[VarId], constraints: &[usize]) -> usize {
    let lays = |&&at: &&usize| match &csp.constraints[at].constraint {
        Constraint::Selection(selection) => {
            selection.choices.iter().all(|choice| noted.contains(&choice.atom.variable))
        }
        _ => false,
    };
    let laying = constraints.iter().filter(lays).count();
    constraints.len() - laying + laying.min(1)
}
