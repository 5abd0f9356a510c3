//! Where two lines of a loop can only meet each other, both are drawn or neither. A rule about one of them leaves one
//! of these: a corner through which the loop has to go.

use cnfetti_core::csp::VarId;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::Finders;
use super::small::Small;
use crate::Draft;
use crate::techniques::BOTH_OR_NEITHER;
use crate::tiling::Tiling;

pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let junctions = finders.small.iter().filter(|small| small.is_junction);
    junctions.flat_map(|junction| at_junction(finders, junction, known)).collect()
}

fn at_junction(finders: &Finders, junction: &Small, known: &Candidates) -> Vec<Draft> {
    let (open, decided): (Vec<VarId>, Vec<VarId>) =
        junction.scope.iter().partition(|line| known.decided(**line).is_none());
    let is_alone = decided.iter().all(|&line| known.decided(line) == Some(0));
    let (true, &[one, other]) = (is_alone, &open[..]) else { return Vec::new() };
    let speaks = |rule: &&Small| {
        !rule.is_junction && (rule.scope.contains(&one) || rule.scope.contains(&other))
    };
    let drafts = finders.small.iter().filter(speaks).filter_map(|rule| {
        let drawn = which(rule, [one, other], known)?;
        let facts = junction.facts(finders, known).chain(rule.facts(finders, known));
        let facts = facts.unique_by(|fact| fact.variable).collect();
        let said = || Said::Is(i32::from(drawn));
        let conclusions = [one, other].map(|variable| Fact { variable, said: said() });
        let constraints = vec![junction.constraint, rule.constraint];
        Some(Draft::proposed(&BOTH_OR_NEITHER, constraints, facts, conclusions.to_vec()))
    });
    drafts.collect()
}

/// Whether the rule leaves only that both lines are drawn, or only that neither is; `None` if it leaves both, or neither, or
/// if it decides a line by itself.
fn which(rule: &Small, lines: [VarId; 2], known: &Candidates) -> Option<bool> {
    let left = rule.left(known);
    let places = rule.scope.iter().positions(|place| lines.contains(place)).collect_vec();
    let is = |place: usize, drawn: bool| {
        left.iter().any(|assignment| (assignment >> place & 1 == 1) == drawn)
    };
    if !places.iter().all(|&place| is(place, true) && is(place, false)) {
        return None;
    }
    let can_be = |drawn: bool| {
        let all =
            |assignment: &usize| places.iter().all(|place| (assignment >> place & 1 == 1) == drawn);
        left.iter().any(all)
    };
    match (can_be(true), can_be(false)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}
