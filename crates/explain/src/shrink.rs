//! Shrinks a step to the constraints and facts that its conclusions need.

use std::collections::HashSet;
use std::slice;

use cnfetti_encodings::Lit;

use crate::facts::weaken;
use crate::selectors::{Answer, Switched};
use crate::techniques::{CLOSED_LOOP, own_facts};
use crate::{Draft, Problem};
use cnfetti_sat::search::candidates::{Fact, Said};
use cnfetti_sat::solver::{Fault, NoAnswer};

/// The draft without redundant constraints and facts, and with facts as weak as possible.
pub(super) fn shrink(problem: &Problem<'_>, draft: Draft) -> Result<Draft, NoAnswer> {
    if let Some(own) = problem.areas.shrunk(&draft) {
        return Ok(own);
    }
    if let &[only] = &draft.constraints[..] {
        let Draft { technique, facts, conclusions, .. } = &draft;
        let posted = &problem.csp.constraints()[only].constraint;
        let own = own_facts(problem.csp, technique, posted, facts.clone(), conclusions);
        if let Some(facts) = own {
            return Ok(Draft { facts, ..draft });
        }
    }
    if draft.technique == &CLOSED_LOOP {
        // A person follows the whole loop, even if a rule implies one of its lines.
        let facts = draft.facts.clone();
        return Ok(Draft { facts, ..reduced(problem, draft)? });
    }
    weakened(problem, reduced(problem, draft)?)
}

/// The draft without redundant constraints and facts. Conclusions that follow from fewer of them are no reason to keep more.
/// Facts about variables that are only noted go first.
pub(super) fn reduced(problem: &Problem<'_>, draft: Draft) -> Result<Draft, NoAnswer> {
    let mut constraints = draft.constraints;
    constraints.sort_unstable();
    constraints.dedup();
    let mut part = problem.part(&constraints);
    require_variables(&part, &draft.conclusions)?;
    let mut facts = merged(draft.facts);
    facts.retain(|fact| part.variables().contains(&fact.variable));
    facts.sort_by_key(|fact| (!problem.noted.contains(&fact.variable), fact.variable));
    part.deny(&draft.conclusions);
    let mut switches: Vec<(usize, Vec<Lit>)> =
        part.switches().iter().enumerate().map(|(at, &switch)| (at, vec![switch])).collect();
    let mut blocks = blocks(&part, &facts);
    if !reduce(&mut part, &mut switches, &mut blocks)? {
        let what = "the solver contradicts itself: a step that was found does not follow";
        return Err(Fault(what.to_owned()).into());
    }
    let of = |switches: &[(usize, Vec<Lit>)]| -> Vec<usize> {
        switches.iter().map(|&(at, _)| constraints[at]).collect()
    };
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
    let mut kept: Vec<Fact> = blocks.iter().map(|&(at, _)| facts[at].clone()).collect();
    kept.sort_by_key(|fact| fact.variable);
    Ok(Draft { constraints: of(&switches), facts: kept, ..draft })
}

/// A draft without redundant parts, with facts as weak as possible.
fn weakened(problem: &Problem<'_>, draft: Draft) -> Result<Draft, NoAnswer> {
    let map = &problem.compiled.map;
    let mut part = problem.part(&draft.constraints);
    require_variables(&part, &draft.facts)?;
    require_variables(&part, &draft.conclusions)?;
    part.deny(&draft.conclusions);
    let switches = part.switches().to_vec();
    let mut blocks = blocks(&part, &draft.facts);
    let is_weakest = weaken(&mut part, &switches, &mut blocks, &problem.patience())?;
    let left = |(at, block): &(usize, Vec<Lit>)| {
        let Fact { variable, said } = &draft.facts[*at];
        let said = match said {
            Said::Is(value) => Said::Is(*value),
            Said::IsNone(_) => {
                let values = map.values(*variable);
                let ruled_out = values.filter(|&(_, lit)| block.contains(&!part.literal(lit)));
                Said::IsNone(ruled_out.map(|(value, _)| value).collect())
            }
        };
        Fact { variable: *variable, said }
    };
    let facts = blocks.iter().map(left).collect();
    let is_smallest = draft.is_smallest && is_weakest;
    Ok(Draft { facts, is_smallest, ..draft })
}

/// What is needed, or follows, is spoken of: else a solver is wrong.
fn require_variables(part: &Switched<'_>, facts: &[Fact]) -> Result<(), Fault> {
    if facts.iter().all(|fact| part.variables().contains(&fact.variable)) {
        return Ok(());
    }
    let what = "the solver contradicts itself: no rule of a step speaks of what it concludes";
    Err(Fault(what.to_owned()))
}

/// The literals of each fact, with its position.
fn blocks(part: &Switched<'_>, facts: &[Fact]) -> Vec<(usize, Vec<Lit>)> {
    facts.iter().map(|fact| part.literals(slice::from_ref(fact))).enumerate().collect()
}

/// Whether they contradict. If so, only those that the solver used are left.
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
