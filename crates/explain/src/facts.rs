//! Finds the fewest facts that a conclusion needs.

use std::collections::HashSet;

use cnfetti_encodings::Lit;
use fixedbitset::FixedBitSet;

use crate::Problem;
use crate::patience::Patience;
use crate::selectors::{Answer, Switched};
use crate::smallest::{Reply, smallest};
use crate::supports::selected;
use cnfetti_core::csp::VarId;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::{Fault, NoAnswer};

/// Facts from which the constraints imply the conclusions, or without conclusions, facts that contradict the constraints.
/// They are about as few variables as possible, and say no more than needed about each. Also returns whether fewer are
/// surely not enough.
pub(super) fn fewest(
    problem: &Problem<'_>,
    constraints: &[usize],
    known: &Candidates,
    conclusions: &[Fact],
) -> Result<(Vec<Fact>, bool), NoAnswer> {
    if let Some(selection) = problem.only_placement(constraints)
        && let Some(facts) = selected::fewest(problem.csp, selection, known, conclusions)
    {
        return Ok((facts, true));
    }
    let mut part = problem.part(constraints);
    // Without conclusions, the facts must contradict the constraints.
    part.deny(conclusions);
    let variables: Vec<VarId> = part.variables().to_vec();
    let blocks: Vec<(VarId, Vec<Lit>)> = variables
        .into_iter()
        .map(|variable| (variable, part.known(known, variable)))
        .filter(|(_, block)| !block.is_empty())
        .collect();
    let all: Vec<usize> = (0..blocks.len()).collect();
    let patience = problem.patience();
    let ask = |subset: &[usize]| ask(&mut part, &blocks, subset, &patience);
    let found = smallest(blocks.len(), &all, &patience, ask)?;
    let Some(found) = found else {
        let what = "the solver contradicts itself: what followed from all facts does not";
        return Err(Fault(what.to_owned()).into());
    };
    let mut chosen: Vec<(VarId, Vec<Lit>)> =
        found.elements.iter().map(|&at| blocks[at].clone()).collect();
    let switches = part.switches().to_vec();
    let is_weakest = weaken(&mut part, &switches, &mut chosen, &patience)?;
    let facts =
        chosen.iter().map(|(variable, block)| fact(problem, &part, known, *variable, block));
    Ok((facts.collect(), found.is_smallest && is_weakest))
}

fn ask(
    part: &mut Switched<'_>,
    blocks: &[(VarId, Vec<Lit>)],
    subset: &[usize],
    patience: &Patience,
) -> Result<Reply, NoAnswer> {
    let chosen = subset.iter().flat_map(|&at| &blocks[at].1).copied();
    let assumptions: Vec<Lit> = part.switches().iter().copied().chain(chosen).collect();
    Ok(match part.solve_with(&assumptions, patience)? {
        Answer::Contradiction(core) => {
            let is_used = |&at: &usize| blocks[at].1.iter().any(|lit| core.contains(lit));
            Reply::Contradiction(subset.iter().copied().filter(is_used).collect())
        }
        Answer::Consistent(model) => {
            let mut broken = FixedBitSet::with_capacity(blocks.len());
            for (at, (_, block)) in blocks.iter().enumerate() {
                broken.set(at, block.iter().any(|&lit| !model.contains(lit)));
            }
            Reply::Consistent(broken)
        }
    })
}

/// Weakens facts that are all needed: drops literals from their blocks, of which each belongs to one fact. Returns whether
/// no literal is redundant, which is unknown if the effort is used up first.
pub(super) fn weaken<Key>(
    part: &mut Switched<'_>,
    switches: &[Lit],
    blocks: &mut [(Key, Vec<Lit>)],
    patience: &Patience,
) -> Result<bool, NoAnswer> {
    // One question removes all literals that the solver does not use.
    contradict(part, switches, blocks, patience)?;
    for at in 0..blocks.len() {
        let mut next = 0;
        while blocks[at].1.len() > 1 && next < blocks[at].1.len() {
            if patience.is_over() {
                return Ok(false);
            }
            let dropped = blocks[at].1.remove(next);
            if !contradict(part, switches, blocks, patience)? {
                blocks[at].1.insert(next, dropped);
                next += 1;
            }
        }
    }
    Ok(true)
}

/// Whether the facts contradict the constraints. If so, their blocks keep only the literals that the solver used.
fn contradict<Key>(
    part: &mut Switched<'_>,
    switches: &[Lit],
    blocks: &mut [(Key, Vec<Lit>)],
    patience: &Patience,
) -> Result<bool, NoAnswer> {
    let facts = blocks.iter().flat_map(|(_, block)| block);
    let assumptions: Vec<Lit> = switches.iter().chain(facts).copied().collect();
    match part.solve_with(&assumptions, patience)? {
        Answer::Contradiction(core) => {
            let core: HashSet<Lit> = core.into_iter().collect();
            // The order stays, so that literals known to be needed are in front.
            blocks.iter_mut().for_each(|(_, block)| block.retain(|lit| core.contains(lit)));
            Ok(true)
        }
        Answer::Consistent(_) => Ok(false),
    }
}

/// The fact that the literals of a block say.
fn fact(
    problem: &Problem<'_>,
    part: &Switched<'_>,
    known: &Candidates,
    variable: VarId,
    block: &[Lit],
) -> Fact {
    let said = match known.decided(variable) {
        Some(value) => Said::Is(value),
        None => {
            let values = problem.compiled.map.values(variable);
            let ruled_out = values.filter(|&(_, lit)| block.contains(&!part.literal(lit)));
            Said::IsNone(ruled_out.map(|(value, _)| value).collect())
        }
    };
    Fact { variable, said }
}
