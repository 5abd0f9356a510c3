//! Chains that lead from a supposition to a contradiction: one rule after another says what follows, until one of them
//! cannot hold.
//!
//! The links come from applying each rule of the step in rounds, with everything that it implies. Then only those stay that
//! lead to the contradiction, each with the fewest facts.

mod connection;

pub(super) use connection::{needed_links, of_step as chain_of_thoughts};

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use crate::selectors::{Switched, variables};
use crate::shrink::{few_facts, shrink};
use crate::supports::Supports;
use crate::techniques::{CONTRADICTION, SEVERAL_RULES};
use crate::{Draft, Problem};
use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::NoAnswer;
use itertools::Itertools;

/// The shortest chain is taken from those for this many conclusions.
const COMPARED: usize = 4;

/// For this many rules, two at a time are applied together if single rules do not lead on.
const PAIRED: RangeInclusive<usize> = 3..=6;

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
/// a contradiction, more of what is known before the step, then all rules, then two rules at a time. `None` if none of
/// that leads to a contradiction.
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
        let found = shortest(problem, draft, known, rules.collect(), Vec::new())?;
        if found.is_some() {
            return Ok(found);
        }
    }
    let (rules, pairs) = pairs(problem, &draft.constraints);
    match pairs.is_empty() {
        true => Ok(None),
        false => shortest(problem, draft, before, rules, pairs),
    }
}

/// The rules, and pairs of them. The constraints that a rule posts for several places count as one. There are no pairs if
/// there are only two rules, or too many.
fn pairs(problem: &Problem<'_>, constraints: &[usize]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let own = problem.helpers.without_definitions(problem.csp, constraints);
    let whole = |at: usize| problem.whole_rule(at);
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for &at in &own {
        match classes.iter_mut().find(|class| problem.is_one_rule(&[class[0], at])) {
            Some(class) => class.extend(whole(at)),
            None => classes.push(whole(at)),
        }
    }
    let rules = own.into_iter().map(whole).collect();
    if !problem.noted.is_empty() || !PAIRED.contains(&classes.len()) {
        return (rules, Vec::new());
    }
    let pairs = classes.iter().array_combinations().map(|[one, other]| {
        let both = one.iter().chain(other).copied();
        both.sorted().dedup().collect()
    });
    (rules, pairs.collect())
}

/// The shortest chain for a few of the step's conclusions by these rules, or by pairs of them if no single rule leads on.
fn shortest(
    problem: &Problem<'_>,
    draft: &Draft,
    known: &Candidates,
    rules: Vec<Vec<usize>>,
    pairs: Vec<Vec<usize>>,
) -> Result<Option<Supposition>, NoAnswer> {
    let singles = rules.len();
    let all = rules.into_iter().chain(pairs);
    let mut parts = all.map(|rule| (problem.part(&rule), rule)).collect_vec();
    let mut found: Vec<(Fact, Chain)> = Vec::new();
    for fact in &draft.conclusions {
        if found.len() < COMPARED {
            found.extend(of_fact(problem, known, (&mut parts, singles), fact)?);
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
    parts: (&mut [(Switched<'_>, Vec<usize>)], usize),
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
    /// Whether it is two rules, some of whose places may be redundant.
    is_pair: bool,
    before: Candidates,
    conclusions: Vec<Fact>,
}

impl Chain {
    /// Applies one rule after another until one cannot hold. Returns whether that happens. Pairs, which come after the
    /// single rules, are applied only if the single ones say nothing more.
    fn contradicts(
        &mut self,
        problem: &Problem<'_>,
        (parts, singles): (&mut [(Switched<'_>, Vec<usize>)], usize),
    ) -> Result<bool, NoAnswer> {
        let mut supports: Vec<Supports> = parts.iter().map(|_| Supports::default()).collect();
        let mut is_quiet = false;
        while !is_quiet && self.links.len() < MOST_LINKS {
            is_quiet = true;
            for (at, ((part, rule), supports)) in parts.iter_mut().zip(&mut supports).enumerate() {
                if at >= singles && !is_quiet {
                    break;
                }
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
                let is_pair = at >= singles;
                let constraints = rule.clone();
                self.links.push(Applied { constraints, is_pair, before, conclusions });
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
        for (at, Applied { constraints, is_pair, before, conclusions }) in
            self.links.into_iter().rev().enumerate()
        {
            // Limits hold even without a question to a solver.
            problem.budget.check()?;
            let conclusions: Vec<Fact> =
                conclusions.into_iter().filter_map(|fact| needed.used(&before, fact)).collect();
            if at > 0 && conclusions.is_empty() {
                continue;
            }
            let (constraints, facts) = match is_pair {
                true => needed_of_pair(problem, &constraints, &before, &conclusions)?,
                false => {
                    let facts = needed_facts(problem, &constraints, &before, &conclusions)?;
                    (constraints, facts)
                }
            };
            facts.iter().for_each(|fact| needed.note(fact));
            links.push(Link { constraints, facts, conclusions });
        }
        links.reverse();
        Ok(links)
    }
}

/// Of two rules, the constraints and a few facts that the conclusions need.
fn needed_of_pair(
    problem: &Problem<'_>,
    rules: &[usize],
    before: &Candidates,
    conclusions: &[Fact],
) -> Result<(Vec<usize>, Vec<Fact>), NoAnswer> {
    let facts = variables(problem.csp, rules)
        .into_iter()
        .filter_map(|variable| before.fact(problem.csp, variable));
    let (facts, constraints) = (facts.collect_vec(), rules.to_vec());
    let draft = Draft::proposed(&CONTRADICTION, constraints, facts, conclusions.to_vec());
    let Draft { constraints, facts, .. } = shrink(problem, draft)?;
    Ok((constraints, facts))
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
