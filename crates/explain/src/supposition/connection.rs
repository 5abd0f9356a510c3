//! Chains for steps of one connectivity constraint: each link uses a technique for connected places.

use std::collections::HashSet;

use cnfetti_core::csp::{Atom, Constraint, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact};

use super::{COMPARED, Link, MOST_LINKS, Supposition, opposite};
use crate::selectors::variables;
use crate::techniques::net::Net;
use crate::techniques::{Premises, easiest, needed_of, own_facts, thoughts};
use crate::{Draft, Problem};

/// The shortest chain for a few of the step's conclusions; `None` if these techniques do not lead to a contradiction.
pub(crate) fn of_step(
    problem: &Problem<'_>,
    draft: &Draft,
    before: &Candidates,
) -> Option<Supposition> {
    let &[rule] = &draft.constraints[..] else { return None };
    let chains = draft.conclusions.iter().filter_map(|fact| {
        let supposed = opposite(before, fact);
        let mut known = before.clone();
        known.learn(&supposed);
        let links = Thoughts { problem, rule, known }.links()?;
        Some(Supposition { links: needed_links(links), supposed })
    });
    chains.take(COMPARED).min_by_key(|chain| chain.links.len())
}

/// The facts from which a technique for connected places draws the conclusions, or sees that the rule cannot hold; `None`
/// if no technique does.
pub(super) fn facts_of_link(
    problem: &Problem<'_>,
    rule: usize,
    known: &Candidates,
    conclusions: &[Fact],
) -> Option<Vec<Fact>> {
    let thoughts = Thoughts { problem, rule, known: known.clone() };
    if conclusions.is_empty() {
        return thoughts.contradiction();
    }
    let (csp, constraint, facts) = (problem.csp, thoughts.constraint(), thoughts.facts());
    let (technique, said) = easiest(csp, constraint, &facts, conclusions)?;
    let is_all = said.len() == conclusions.len();
    is_all.then(|| own_facts(csp, technique, constraint, facts, conclusions)).flatten()
}

struct Thoughts<'a> {
    problem: &'a Problem<'a>,
    rule: usize,
    known: Candidates,
}

impl Thoughts<'_> {
    /// One thought after another, until the rule cannot hold.
    fn links(mut self) -> Option<Vec<Link>> {
        let mut links = Vec::new();
        while links.len() < MOST_LINKS && self.problem.budget.check().is_ok() {
            if let Some(facts) = self.contradiction() {
                links.push(self.link(facts, Vec::new()));
                return Some(links);
            }
            let (conclusion, facts) = self.next()?;
            self.known.learn(&conclusion);
            links.push(self.link(facts, vec![conclusion]));
        }
        None
    }

    fn link(&self, facts: Vec<Fact>, conclusions: Vec<Fact>) -> Link {
        Link { constraints: vec![self.rule], facts, conclusions }
    }

    fn constraint(&self) -> &Constraint {
        &self.problem.csp.constraints()[self.rule].constraint
    }

    fn facts(&self) -> Vec<Fact> {
        let csp = self.problem.csp;
        variables(csp, &[self.rule]).into_iter().filter_map(|id| self.known.fact(csp, id)).collect()
    }

    /// The facts by which the rule cannot hold, if that is seen.
    fn contradiction(&self) -> Option<Vec<Fact>> {
        let csp = self.problem.csp;
        let is_broken = |facts: &[Fact]| {
            let net = Net::new(self.constraint(), &Premises::new(csp, facts, &[]));
            net.is_some_and(|net| net.broken().is_some())
        };
        needed_of(self.facts(), is_broken)
    }

    /// The conclusion of the easiest technique that applies, and its facts.
    fn next(&self) -> Option<(Fact, Vec<Fact>)> {
        let csp = self.problem.csp;
        let facts = self.facts();
        let net = Net::new(self.constraint(), &Premises::new(csp, &facts, &[]))?;
        let is_open = |atom: &Atom| self.known.decided(atom.variable).is_none();
        thoughts(&net, is_open).find_map(|(technique, atom, holds)| {
            let conclusion = self.known.about(atom, holds);
            let own = [conclusion.clone()];
            let facts = own_facts(csp, technique, self.constraint(), facts.clone(), &own)?;
            Some((conclusion, facts))
        })
    }
}

/// The links that lead to the last one.
pub(crate) fn needed_links(links: Vec<Link>) -> Vec<Link> {
    let mut used: HashSet<VarId> = HashSet::new();
    let mut needed: Vec<Link> = Vec::new();
    for link in links.into_iter().rev() {
        let leads_on = link.conclusions.iter().any(|fact| used.contains(&fact.variable));
        if leads_on || link.conclusions.is_empty() {
            used.extend(link.facts.iter().map(|fact| fact.variable));
            needed.push(link);
        }
    }
    needed.reverse();
    needed
}
