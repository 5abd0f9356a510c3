//! Shrinks a step to the constraints and facts that its conclusions need, or adds everything that follows from these.

use std::collections::HashSet;
use std::slice;

use cnfetti_encodings::Lit;

use crate::selectors::{Answer, Switched};
use crate::supports::selected;
use crate::techniques::{CLOSED_LOOP, own_facts};
use crate::{Draft, Problem};
use cnfetti_core::csp::VarId;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::{Fault, NoAnswer};

/// If a step needs to know that pieces do not lie in more places than this, it does not matter which.
const MOST_NOTED: usize = 100;

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

/// The draft without redundant constraints and facts. Facts about noted variables are dropped first if there is a choice.
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
    drop_redundant(&mut part, &mut switches, &mut blocks)?;
    let mut kept: Vec<Fact> = blocks.iter().map(|&(at, _)| facts[at].clone()).collect();
    kept.sort_by_key(|fact| fact.variable);
    Ok(Draft { constraints: of(&switches), facts: kept, ..draft })
}

/// A draft without redundant parts, with facts as weak as possible.
fn weakened(problem: &Problem<'_>, draft: Draft) -> Result<Draft, NoAnswer> {
    let mut part = problem.part(&draft.constraints);
    require_variables(&part, &draft.facts)?;
    require_variables(&part, &draft.conclusions)?;
    part.deny(&draft.conclusions);
    let blocks = blocks(&part, &draft.facts);
    Ok(Draft { facts: weakest(problem, &mut part, &draft.facts, blocks)?, ..draft })
}

/// Facts from which the constraints imply the conclusions; without conclusions, facts that contradict the constraints. None
/// of them is redundant, and they are as weak as possible.
pub(super) fn few_facts(
    problem: &Problem<'_>,
    constraints: &[usize],
    known: &Candidates,
    conclusions: &[Fact],
) -> Result<Vec<Fact>, NoAnswer> {
    if let Some(selection) = problem.only_placement(constraints)
        && let Some(facts) = selected::fewest(problem.csp, selection, known, conclusions)
    {
        return Ok(facts);
    }
    let mut part = problem.part(constraints);
    part.deny(conclusions);
    let facts = part.variables().iter().filter_map(|&variable| known.fact(problem.csp, variable));
    let facts: Vec<Fact> = facts.collect();
    let mut switches = vec![(0, part.switches().to_vec())];
    let mut blocks = blocks(&part, &facts);
    if !reduce(&mut part, &mut switches, &mut blocks)? {
        let what = "the solver contradicts itself: what followed from all facts does not";
        return Err(Fault(what.to_owned()).into());
    }
    drop_redundant(&mut part, &mut switches, &mut blocks)?;
    weakest(problem, &mut part, &facts, blocks)
}

/// Drops the facts that are not needed for a contradiction with the switches.
fn drop_redundant(
    part: &mut Switched<'_>,
    switches: &mut Vec<(usize, Vec<Lit>)>,
    blocks: &mut Vec<(usize, Vec<Lit>)>,
) -> Result<(), NoAnswer> {
    let mut at = 0;
    while at < blocks.len() {
        let dropped = blocks.remove(at);
        if !reduce(part, switches, blocks)? {
            blocks.insert(at, dropped);
            at += 1;
        }
    }
    Ok(())
}

/// The facts of these blocks, all of which are needed, without redundant literals.
fn weakest(
    problem: &Problem<'_>,
    part: &mut Switched<'_>,
    facts: &[Fact],
    mut blocks: Vec<(usize, Vec<Lit>)>,
) -> Result<Vec<Fact>, NoAnswer> {
    // One question removes all literals that the solver does not use.
    contradict(part, &mut blocks)?;
    let is_noted = |block: &(usize, Vec<Lit>)| problem.noted.contains(&facts[block.0].variable);
    let of_noted = blocks.iter().filter(|block| is_noted(block)).map(|(_, block)| block.len());
    let has_many = of_noted.sum::<usize>() > MOST_NOTED;
    for at in 0..blocks.len() {
        if has_many && is_noted(&blocks[at]) {
            continue;
        }
        let mut next = 0;
        while blocks[at].1.len() > 1 && next < blocks[at].1.len() {
            let dropped = blocks[at].1.remove(next);
            if !contradict(part, &mut blocks)? {
                blocks[at].1.insert(next, dropped);
                next += 1;
            }
        }
    }
    let left = |(at, block): &(usize, Vec<Lit>)| {
        let Fact { variable, said } = &facts[*at];
        let said = match said {
            Said::Is(value) => Said::Is(*value),
            Said::IsNone(_) => {
                let values = problem.compiled.map.values(*variable);
                let ruled_out = values.filter(|&(_, lit)| block.contains(&!part.literal(lit)));
                Said::IsNone(ruled_out.map(|(value, _)| value).collect())
            }
        };
        Fact { variable: *variable, said }
    };
    Ok(blocks.iter().map(left).collect())
}

/// Whether the facts contradict the constraints. If so, their blocks keep only the literals that the solver used.
fn contradict(part: &mut Switched<'_>, blocks: &mut [(usize, Vec<Lit>)]) -> Result<bool, NoAnswer> {
    let facts = blocks.iter().flat_map(|(_, block)| block);
    let assumptions: Vec<Lit> = part.switches().iter().chain(facts).copied().collect();
    match part.solve(&assumptions)? {
        Answer::Contradiction(core) => {
            let core: HashSet<Lit> = core.into_iter().collect();
            // The order stays, so that literals known to be needed are in front.
            blocks.iter_mut().for_each(|(_, block)| block.retain(|lit| core.contains(lit)));
            Ok(true)
        }
        Answer::Consistent(_) => Ok(false),
    }
}

/// The draft with everything that follows from its reason. It concludes something about noted variables only if the draft
/// is about these.
pub(super) fn with_consequences(
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

/// Fails if the constraints mention no variable of a fact: then a solver is wrong.
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

/// Whether they contradict. If so, keeps only those that the solver used.
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
