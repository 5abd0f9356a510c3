//! One of two places has a value, and either of them rules out the same: in Hitori, two equal numbers around a cell (a
//! sandwich), or beside each other (a double).

use std::collections::HashMap;

use cnfetti_core::csp::{Atom, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::Finders;
use super::small::Small;
use crate::Draft;
use crate::techniques::EITHER_OF_TWO;
use crate::tiling::Tiling;

/// One of two places has its value, as a rule says by what is known.
struct Either<'a> {
    rule: &'a Small,
    one: Atom,
    other: Atom,
}

pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let rules = finders.small.iter().filter(|rule| !rule.is_junction);
    let pairs = rules.flat_map(|rule| pairs(rule, known)).collect_vec();
    // What follows if a place does not have its value.
    let mut otherwise: HashMap<Atom, Vec<(Atom, &Small)>> = HashMap::new();
    for Either { rule, one, other } in &pairs {
        otherwise.entry(*one).or_default().push((*other, rule));
        otherwise.entry(*other).or_default().push((*one, rule));
    }
    let opposite = |atom: Atom| {
        let Atom { variable, value } = atom;
        let mut others = finders.domains[variable.index()].iter().filter(|other| **other != value);
        others.next().map(|&value| Atom { variable, value })
    };
    let implied = |atom: Atom| opposite(atom).and_then(|other| otherwise.get(&other));
    let mut drafts: Vec<Draft> = Vec::new();
    for Either { rule, one, other } in &pairs {
        let (Some(by_one), Some(by_other)) = (implied(*one), implied(*other)) else { continue };
        for ((atom, first), (_, second)) in
            by_one.iter().cartesian_product(by_other).filter(|((one, _), (other, _))| one == other)
        {
            let Atom { variable, value } = *atom;
            let rules = [*rule, *first, *second];
            let constraints = rules.iter().map(|rule| rule.constraint).unique().collect_vec();
            if [one.variable, other.variable].contains(&variable) || constraints.len() < 2 {
                continue;
            }
            let facts = rules.iter().flat_map(|rule| rule.facts(finders, known));
            let facts = facts.unique_by(|fact| fact.variable).collect();
            let conclusions = vec![Fact { variable, said: Said::Is(value) }];
            let is_known = drafts.iter().any(|draft| draft.conclusions == conclusions);
            if !is_known {
                drafts.push(Draft::proposed(&EITHER_OF_TWO, constraints, facts, conclusions));
            }
        }
    }
    drafts
}

/// The open places of which the rule says that one has a value, if it decides none by itself.
fn pairs<'a>(rule: &'a Small, known: &Candidates) -> Vec<Either<'a>> {
    let is_open = |(_, place): &(usize, &VarId)| known.decided(**place).is_none();
    let open = rule.scope.iter().enumerate().filter(is_open).map(|(at, _)| at).collect_vec();
    let left = if open.len() < 2 { Vec::new() } else { rule.left(known) };
    let can_be = |at: usize, bit: usize| left.iter().any(|one| one >> at & 1 == bit);
    if !open.iter().all(|&at| can_be(at, 0) && can_be(at, 1)) {
        return Vec::new();
    }
    let atom =
        |at: usize, bit: usize| Atom { variable: rule.scope[at], value: rule.value(at, bit) };
    let bits = [0, 1].into_iter().cartesian_product([0, 1]);
    let pairs = open.iter().copied().array_combinations().cartesian_product(bits);
    let pairs = pairs.filter(|&([one, other], (bit, second))| {
        left.iter().all(|all| all >> one & 1 == bit || all >> other & 1 == second)
    });
    let pairs = pairs.map(|([one, other], (bit, second))| Either {
        rule,
        one: atom(one, bit),
        other: atom(other, second),
    });
    pairs.collect()
}
