//! Chains that lead from a supposition to a contradiction: one rule after another says what follows, until one of them
//! cannot hold.
//!
//! The links come from applying each rule of the step in rounds, with everything that it implies. Then only those stay that
//! lead to the contradiction, each with the fewest facts.

mod connection;

pub(super) use connection::{needed_links, of_step as chain_of_thoughts};

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::selectors::Switched;
use crate::shrink::few_facts;
use crate::supports::Supports;
use crate::techniques::{CONTRADICTION, SEVERAL_RULES};
use crate::{Draft, Problem};
use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::NoAnswer;
use itertools::Itertools;

/// The shortest chain is taken from those for this many conclusions.
const COMPARED: usize = 4;

/// The most links of a chain, before redundant ones are left out.
const MOST_LINKS: usize = 400;

/// A supposition, and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supposition {
    /// The supposition: the opposite of a conclusion of the step.
    pub supposed: Fact,
    /// One rule after another; the last one cannot hold.
    pub links: Vec<Link>,
}

impl Supposition {
    /// Whether everything that its links need is known, supposed, or said by an earlier link.
    pub(super) fn rests_on(&self, known: &Candidates) -> bool {
        let mut known = known.clone();
        known.learn(&self.supposed);
        self.links.iter().all(|link| {
            let is_known = link.facts.iter().all(|fact| known.knows(fact));
            link.conclusions.iter().for_each(|fact| known.learn(fact));
            is_known
        })
    }
}

/// What one rule, or two rules together, imply after a supposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The constraint or constraints, with the definitions of the helpers in them, as positions in
    /// [`Csp::constraints`](cnfetti_core::csp::Csp::constraints).
    pub constraints: Vec<usize>,
    /// The facts that it needs: known before the step, supposed, or said by earlier links.
    pub facts: Vec<Fact>,
    /// What follows; nothing if the constraint cannot hold.
    pub conclusions: Vec<Fact>,
}

/// The shortest chain for some of the step's conclusions. It takes the step's constraints and facts; if these do not lead to
/// a contradiction, more of what is known before the step, then all rules. `None` if none of that leads to a contradiction.
pub(super) fn of_step(
    problem: &Problem<'_>,
    draft: &Draft,
    before: &Candidates,
) -> Result<Option<Supposition>, NoAnswer> {
    let by_areas = problem.areas.chain(draft, before);
    if let Some(found) = by_areas.or_else(|| connection::of_step(problem, draft, before)) {
        return Ok(Some(found));
    }
    if draft.technique != &CONTRADICTION && draft.technique != &SEVERAL_RULES {
        return Ok(None);
    }
    let mut known = Candidates::all(problem.csp);
    draft.facts.iter().for_each(|fact| known.learn(fact));
    let ways =
        [(&known, &draft.constraints), (before, &draft.constraints), (before, &problem.rules)];
    for (known, constraints) in ways {
        let rules = problem.helpers.without_definitions(problem.csp, constraints).into_iter();
        let rules = rules.map(|at| problem.whole_rule(at));
        let found = shortest(problem, draft, known, rules.collect())?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The shortest chain for a few of the step's conclusions by these rules.
fn shortest(
    problem: &Problem<'_>,
    draft: &Draft,
    known: &Candidates,
    rules: Vec<Vec<usize>>,
) -> Result<Option<Supposition>, NoAnswer> {
    let mut parts = rules.into_iter().map(|rule| (problem.part(&rule), rule)).collect_vec();
    let mut found: Vec<(Fact, Chain)> = Vec::new();
    for fact in &draft.conclusions {
        if found.len() < COMPARED {
            found.extend(of_fact(problem, known, &mut parts, fact)?);
        }
    }
    let shortest = found.into_iter().min_by_key(|(_, chain)| chain.length(problem));
    let Some((supposed, chain)) = shortest else { return Ok(None) };
    let links = chain.needed(problem)?;
    Ok(Some(Supposition { supposed, links }))
}

fn of_fact(
    problem: &Problem<'_>,
    known: &Candidates,
    parts: &mut [(Switched<'_>, Vec<usize>)],
    fact: &Fact,
) -> Result<Option<(Fact, Chain)>, NoAnswer> {
    let supposed = opposite(known, fact);
    let mut known = known.clone();
    known.learn(&supposed);
    let mut chain = Chain { known, links: Vec::new() };
    Ok(chain.contradicts(problem, parts)?.then_some((supposed, chain)))
}

/// The candidates if a fact does not hold.
pub(super) fn opposite(known: &Candidates, fact: &Fact) -> Fact {
    let Fact { variable, said } = fact;
    let of = known.of(*variable);
    let said = match said {
        Said::Is(value) => Said::IsNone(vec![*value]),
        Said::IsNone(gone) => match &of.iter().filter(|v| gone.contains(v)).collect_vec()[..] {
            [only] => Said::Is(**only),
            _ => Said::IsNone(of.iter().copied().filter(|v| !gone.contains(v)).collect()),
        },
    };
    Fact { variable: *variable, said }
}

/// The rules that were applied so far.
struct Chain {
    known: Candidates,
    links: Vec<Applied>,
}

/// An applied rule, and what was known then.
struct Applied {
    constraints: Vec<usize>,
    before: Candidates,
    conclusions: Vec<Fact>,
}

impl Chain {
    /// Applies one rule after another until one cannot hold. Returns whether that happens.
    fn contradicts(
        &mut self,
        problem: &Problem<'_>,
        parts: &mut [(Switched<'_>, Vec<usize>)],
    ) -> Result<bool, NoAnswer> {
        let mut supports: Vec<Supports> = parts.iter().map(|_| Supports::default()).collect();
        let mut is_quiet = false;
        while !is_quiet && self.links.len() < MOST_LINKS {
            is_quiet = true;
            for ((part, rule), supports) in parts.iter_mut().zip(&mut supports) {
                if !supports.are_outdated(part, &self.known) {
                    continue;
                }
                problem.budget.check()?;
                let before = self.known.clone();
                let after = supports.narrow(problem, part, rule, &before)?;
                let conclusions = match &after {
                    Some(after) => after.candidates.since(&before),
                    None => Vec::new(),
                };
                if after.is_some() && conclusions.is_empty() {
                    continue;
                }
                is_quiet = false;
                conclusions.iter().for_each(|fact| self.known.learn(fact));
                let constraints = rule.clone();
                self.links.push(Applied { constraints, before, conclusions });
                if after.is_none() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// How many links lead to the last one, if each needs everything that is known about its variables.
    fn length(&self, problem: &Problem<'_>) -> usize {
        let mut used: HashSet<VarId> = HashSet::new();
        let links = self.links.iter().rev().filter(|link| {
            let is_used = link.conclusions.is_empty()
                || link.conclusions.iter().any(|fact| used.contains(&fact.variable));
            if is_used {
                let rule = |at: &usize| problem.csp.constraints()[*at].constraint.rule();
                used.extend(link.constraints.iter().flat_map(|at| rule(at).scope()));
            }
            is_used
        });
        links.count()
    }

    /// The links that lead to the last one, which cannot hold.
    fn needed(self, problem: &Problem<'_>) -> Result<Vec<Link>, NoAnswer> {
        let mut needed = Needed { problem, values: HashMap::new() };
        let mut links = Vec::new();
        for (at, Applied { constraints, before, conclusions }) in
            self.links.into_iter().rev().enumerate()
        {
            // Limits hold even without a question to a solver.
            problem.budget.check()?;
            let conclusions: Vec<Fact> =
                conclusions.into_iter().filter_map(|fact| needed.used(&before, fact)).collect();
            if at > 0 && conclusions.is_empty() {
                continue;
            }
            let facts = needed_facts(problem, &constraints, &before, &conclusions)?;
            facts.iter().for_each(|fact| needed.note(fact));
            links.push(Link { constraints, facts, conclusions });
        }
        links.reverse();
        Ok(links)
    }
}

/// Few facts from which a rule implies its conclusions.
fn needed_facts(
    problem: &Problem<'_>,
    rule: &[usize],
    before: &Candidates,
    conclusions: &[Fact],
) -> Result<Vec<Fact>, NoAnswer> {
    if let &[only] = rule
        && let Some(facts) = connection::facts_of_link(problem, only, before, conclusions)
    {
        return Ok(facts);
    }
    few_facts(problem, rule, before, conclusions)
}

/// The values that later links need to be ruled out.
struct Needed<'a> {
    problem: &'a Problem<'a>,
    values: HashMap<VarId, BTreeSet<Value>>,
}

impl Needed<'_> {
    fn note(&mut self, fact: &Fact) {
        let gone: Vec<Value> = match &fact.said {
            Said::IsNone(gone) => gone.clone(),
            Said::Is(value) => {
                let domain = self.problem.csp.domain(fact.variable).iter().copied();
                domain.filter(|other| other != value).collect()
            }
        };
        self.values.entry(fact.variable).or_default().extend(gone);
    }

    /// The needed part of a conclusion. Earlier links then need not state it.
    fn used(&mut self, before: &Candidates, fact: Fact) -> Option<Fact> {
        let variable = fact.variable;
        let needed = self.values.get_mut(&variable)?;
        let mut after = before.clone();
        after.learn(&fact);
        let is_new = |value: &Value| {
            before.of(variable).contains(value) && !after.of(variable).contains(value)
        };
        let used: Vec<Value> = needed.iter().copied().filter(is_new).collect();
        if used.is_empty() {
            return None;
        }
        needed.retain(|value| !used.contains(value));
        match fact.said {
            Said::Is(value) => {
                // The sentence says all of it, so earlier knowledge of the variable is part of the reason.
                needed.retain(|value| before.of(variable).contains(value));
                Some(Fact { variable, said: Said::Is(value) })
            }
            Said::IsNone(_) => Some(Fact { variable, said: Said::IsNone(used) }),
        }
    }
}

#[cfg(test)]
mod tests;
