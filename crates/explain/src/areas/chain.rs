//! Chains that refute a supposition about one place: one thought after another, until an area lacks room or a place has no
//! number left.

use cnfetti_core::csp::Value;
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::AreaRule;
use super::board::{Board, Cited};
use crate::supposition::{needed_links, opposite};
use crate::{Link, Supposition};

/// The search stops after the first of these numbers of rounds that finds a chain, and takes the shortest one.
const ROUNDS: [usize; 5] = [1, 2, 4, 8, 40];

/// The shortest chain that refutes a supposition about an open place, and its conclusion. Of several, it prefers one that
/// decides the place.
pub(super) fn shortest(
    rule: &AreaRule,
    known: &Candidates,
    budget: &Budget,
) -> Result<Option<(Fact, Supposition)>, Stopped> {
    let board = Board::new(rule, known);
    for rounds in ROUNDS {
        let mut best: Option<(Fact, Supposition)> = None;
        for place in (0..rule.places.len()).filter(|&place| board.is_open(place)) {
            budget.check()?;
            for (supposed, conclusion) in suppositions(rule, &board, known, place) {
                let most = best.as_ref().map_or(usize::MAX, |(_, best)| best.links.len());
                if let Some(chain) = refuted(rule, &board, &supposed, rounds)
                    && chain.links.len() < most
                {
                    best = Some((conclusion, chain));
                }
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

/// Suppositions about a place, each with what follows if it is refuted. They only mention numbers up to the largest on the
/// board.
fn suppositions(
    rule: &AreaRule,
    board: &Board<'_>,
    known: &Candidates,
    place: usize,
) -> Vec<(Fact, Fact)> {
    let variable = rule.places[place];
    let largest = board.largest();
    let is_likely = |value: &&Value| usize::try_from(**value).is_ok_and(|number| number <= largest);
    let values = known.of(variable).iter().filter(is_likely).copied();
    let fitting = values.filter(|&value| board.fits(place, value as usize)).collect_vec();
    let is = |value| Fact { variable, said: Said::Is(value) };
    let is_not = |value| Fact { variable, said: Said::IsNone(vec![value]) };
    let denied = fitting.iter().map(|&value| (is_not(value), is(value)));
    let supposed = fitting.iter().map(|&value| (is(value), is_not(value)));
    denied.chain(supposed).collect()
}

/// The chain that refutes the opposite of a conclusion by these facts alone.
pub(super) fn of_facts(
    rule: &AreaRule,
    facts: &[Fact],
    before: &Candidates,
    conclusion: &Fact,
) -> Option<Supposition> {
    let supposed = opposite(before, conclusion);
    rule.at.get(&supposed.variable)?;
    let most = ROUNDS[ROUNDS.len() - 1];
    refuted(rule, &Board::new(rule, &rule.candidates(facts)), &supposed, most)
}

/// The chain of at most `rounds` rounds that refutes a supposition.
fn refuted(
    rule: &AreaRule,
    board: &Board<'_>,
    supposed: &Fact,
    rounds: usize,
) -> Option<Supposition> {
    let mut board = board.clone();
    board.learn(rule.at[&supposed.variable], &supposed.said);
    board.join();
    if !is_refuted(board.clone(), rounds) {
        return None;
    }
    let mut links: Vec<Link> = Vec::new();
    loop {
        let decisions = match board.decisions() {
            Ok(decisions) if decisions.is_empty() => return None,
            Ok(decisions) => decisions,
            Err(broken) => {
                links.push(link(rule, &board.cited_by(&broken), Vec::new()));
                return Some(Supposition {
                    supposed: supposed.clone(),
                    links: needed_links(links),
                });
            }
        };
        let thoughts = decisions.into_iter().map(|decision| board.thought(decision)).collect_vec();
        for thought in thoughts.iter().unique_by(|thought| thought.place) {
            board.learn(thought.place, &thought.said);
            links.push(link(rule, &thought.cited, vec![thought.conclusion(rule)]));
        }
        board.join();
    }
}

/// Whether at most `rounds` rounds of decisions show that the board has no solution.
fn is_refuted(mut board: Board<'_>, rounds: usize) -> bool {
    for _ in 0..=rounds {
        match board.decisions() {
            Err(_) => return true,
            Ok(decisions) if decisions.is_empty() => return false,
            Ok(decisions) => {
                for decision in decisions.iter().unique_by(|decision| decision.place) {
                    board.learn(decision.place, &Said::Is(decision.number as Value));
                }
                board.join();
            }
        }
    }
    false
}

fn link(rule: &AreaRule, cited: &Cited, conclusions: Vec<Fact>) -> Link {
    Link { constraints: cited.constraints(rule), facts: cited.facts(rule), conclusions }
}
