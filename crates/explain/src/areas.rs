//! Areas of equal numbers, each of which has as many places as its number says, as in Fillomino: what a person sees of one
//! area at a time.
//!
//! The rule is one constraint for the whole board, with a definition for each pair of neighbours, so asking a solver about
//! it is slow. A thought looks at one area and its surroundings: the places that it can still have, and those that would
//! join too many. Each step names the definitions for the places that it mentions.

mod board;
mod chain;

use std::collections::{BTreeMap, HashMap};

use cnfetti_core::csp::{Atom, Constraint, Csp, Operand, Operator, Parts, Value, VarId};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

pub(crate) use board::{Broken, Reason, Thought};

use crate::merge::both;
use crate::techniques::{
    CONTRADICTION, FULL, NOTHING_ELSE_FITS, ROOM, TOO_MANY, Technique, WAY_OUT,
};
use crate::{Draft, Supposition};
use board::{Board, Cited};

/// The rules of a problem about areas of equal numbers.
#[derive(Default)]
pub(crate) struct Areas {
    rules: Vec<AreaRule>,
}

/// One such rule.
pub(crate) struct AreaRule {
    constraint: usize,
    /// The constraints that define for each pair of neighbours whether they are equal.
    definitions: Vec<usize>,
    places: Vec<VarId>,
    at: HashMap<VarId, usize>,
    domains: Vec<Vec<Value>>,
    /// For each place its neighbours, each with the definition for these two.
    neighbours: Vec<Vec<(usize, usize)>>,
    /// One more than the largest number.
    numbers: usize,
}

impl Areas {
    pub(crate) fn new(csp: &Csp) -> Areas {
        let parts = csp.constraints().iter().enumerate().filter_map(|(at, posted)| {
            let Constraint::Parts(parts) = &posted.constraint else { return None };
            Some((at, parts))
        });
        let parts = parts.collect_vec();
        if parts.is_empty() {
            return Areas::default();
        }
        let equalities = equalities(csp);
        let rules = parts.into_iter().filter_map(|(at, parts)| rule(csp, at, parts, &equalities));
        Areas { rules: rules.collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The constraints of these rules, with their definitions.
    pub(crate) fn constraints(&self) -> Vec<usize> {
        self.rules.iter().flat_map(AreaRule::whole).collect()
    }

    /// The rule, if the constraints are such a rule, with some of its definitions.
    pub(crate) fn rule_of(&self, constraints: &[usize]) -> Option<&AreaRule> {
        let rule = self.rules.iter().find(|rule| constraints.contains(&rule.constraint))?;
        let is_own = |at: &usize| *at == rule.constraint || rule.definitions.contains(at);
        constraints.iter().all(is_own).then_some(rule)
    }

    /// What a person sees by looking at one area or one place, if that decides a place.
    pub(crate) fn deciding(&self, known: &Candidates) -> Vec<Draft> {
        let drafts = self.rules.iter().flat_map(|rule| {
            let board = Board::new(rule, known);
            let decisions = board.decisions().unwrap_or_default().into_iter();
            rule.drafts(decisions.map(|decision| board.thought(decision)).collect())
        });
        drafts.collect()
    }

    /// The same, if that only rules out numbers.
    pub(crate) fn ruled_out(&self, known: &Candidates) -> Option<Draft> {
        let drafts =
            self.rules.iter().flat_map(|rule| rule.drafts(Board::new(rule, known).ruled_out()));
        drafts.min_by_key(|draft| draft.technique.effort(1, draft.facts.len()))
    }

    /// Whether one area or one place shows that the rules cannot hold.
    pub(crate) fn are_broken(&self, known: &Candidates) -> bool {
        self.rules.iter().any(|rule| Board::new(rule, known).decisions().is_err())
    }

    /// The step of the shortest chain that refutes a supposition about a place; `None` where there is none.
    pub(crate) fn contradiction(
        &self,
        known: &Candidates,
        budget: &Budget,
    ) -> Result<Option<Draft>, Stopped> {
        for rule in &self.rules {
            let found = chain::shortest(rule, known, budget)?;
            if let Some((conclusion, chain)) = found {
                return Ok(Some(rule.draft_of(known, conclusion, &chain)));
            }
        }
        Ok(None)
    }

    /// The chain that refutes the opposite of what a draft concludes, by its facts alone.
    pub(crate) fn chain(&self, draft: &Draft, before: &Candidates) -> Option<Supposition> {
        let (rule, [conclusion]) = (self.rule_of(&draft.constraints)?, &draft.conclusions[..])
        else {
            return None;
        };
        chain::of_facts(rule, &draft.facts, before, conclusion)
    }

    /// The draft with only the facts and definitions that its conclusions need; `None` if it is no thought about areas, or
    /// its facts do not imply the conclusions.
    pub(crate) fn shrunk(&self, draft: &Draft) -> Option<Draft> {
        let rule = self.rule_of(&draft.constraints)?;
        if draft.technique == &CONTRADICTION {
            let [conclusion] = &draft.conclusions[..] else { return None };
            let known = rule.candidates(&draft.facts);
            let found = chain::of_facts(rule, &draft.facts, &known, conclusion)?;
            return Some(rule.draft_of(&known, conclusion.clone(), &found));
        }
        let mut cited = Cited::default();
        for thought in rule.shown(draft.technique, &draft.facts, &draft.conclusions)? {
            cited.add(&thought.cited);
        }
        Some(rule.draft(draft.technique, &cited, draft.conclusions.clone()))
    }
}

/// For each variable that tells whether two others are equal: these two, and the constraint that defines it.
fn equalities(csp: &Csp) -> HashMap<VarId, ([VarId; 2], usize)> {
    let constraints = csp.constraints().iter().enumerate();
    let equalities = constraints.filter_map(|(at, posted)| match &posted.constraint {
        Constraint::Operation(operation) if operation.operator == Operator::Eq => {
            match operation.arguments[..] {
                [Operand::Variable(one), Operand::Variable(other)] => {
                    Some((operation.result, ([one, other], at)))
                }
                _ => None,
            }
        }
        _ => None,
    });
    equalities.collect()
}

fn rule(
    csp: &Csp,
    constraint: usize,
    parts: &Parts,
    equalities: &HashMap<VarId, ([VarId; 2], usize)>,
) -> Option<AreaRule> {
    if parts.marks.is_some() || parts.places.iter().any(Option::is_some) {
        return None;
    }
    let places = parts.sizes.iter().map(|size| size.as_ref()?.variable());
    let places = places.collect::<Option<Vec<VarId>>>()?;
    let at: HashMap<VarId, usize> = places.iter().copied().zip(0..).collect();
    let domains = places.iter().map(|&place| csp.domain(place).to_vec()).collect_vec();
    let least = domains.iter().filter_map(|domain| domain.first()).min()?;
    if at.len() < places.len() || *least < 1 {
        return None;
    }
    let most = domains.iter().filter_map(|domain| domain.last()).max()?;
    let numbers = usize::try_from(*most).ok()? + 1;
    let mut neighbours = vec![Vec::new(); places.len()];
    let mut definitions = Vec::new();
    for link in &parts.links {
        let Atom { variable, value: 1 } = link.atom? else { return None };
        let (equal, definition) = equalities.get(&variable)?;
        let [one, other] = link.ends;
        let ends = [places[one], places[other]];
        if *equal != ends && *equal != [ends[1], ends[0]] || one == other {
            return None;
        }
        definitions.push(*definition);
        neighbours[one].push((other, *definition));
        neighbours[other].push((one, *definition));
    }
    Some(AreaRule { constraint, definitions, places, at, domains, neighbours, numbers })
}

impl AreaRule {
    /// The constraint of the rule, without definitions.
    pub(crate) fn constraint(&self) -> usize {
        self.constraint
    }

    /// The constraint and all definitions, increasing.
    pub(crate) fn whole(&self) -> Vec<usize> {
        self.definitions.iter().copied().chain([self.constraint]).sorted().dedup().collect()
    }

    /// The variable of a place.
    pub(crate) fn place(&self, at: usize) -> VarId {
        self.places[at]
    }

    /// The numbers that these facts leave to the places.
    fn candidates(&self, facts: &[Fact]) -> Candidates {
        let last = self.places.iter().map(|place| place.index()).max().unwrap_or(0);
        let mut rows = vec![Vec::new(); last + 1];
        for (place, domain) in self.places.iter().zip(&self.domains) {
            rows[place.index()].clone_from(domain);
        }
        let mut known = Candidates::new(rows);
        let own = facts.iter().filter(|fact| self.at.contains_key(&fact.variable));
        own.for_each(|fact| known.learn(fact));
        known
    }

    fn drafts(&self, thoughts: Vec<Thought>) -> Vec<Draft> {
        // What a complete area rules out around it, or what an area needs, is one thought.
        let mut groups: BTreeMap<_, Vec<Thought>> = BTreeMap::new();
        for (number, thought) in thoughts.into_iter().enumerate() {
            let key = match &thought.reason {
                Reason::TooMany { joined, is_complete: true } => {
                    (joined.iter().min().copied(), 0, 0)
                }
                Reason::Needed { of, is_only_way, .. } => {
                    (Some(*of), 1 + usize::from(*is_only_way), 0)
                }
                _ => (None, 3, number),
            };
            groups.entry(key).or_default().push(thought);
        }
        let drafts = groups.into_values().map(|thoughts| {
            let mut cited = Cited::default();
            thoughts.iter().for_each(|thought| cited.add(&thought.cited));
            let conclusions = thoughts.iter().map(|thought| thought.conclusion(self));
            let conclusions = conclusions.sorted_by_key(|fact| fact.variable).collect();
            self.draft(thoughts[0].reason.technique(), &cited, conclusions)
        });
        drafts.collect()
    }

    fn draft(&self, technique: &'static Technique, cited: &Cited, conclusions: Vec<Fact>) -> Draft {
        let facts = cited.facts(self);
        Draft::proposed(technique, cited.constraints(self), facts, conclusions)
    }

    /// The step of a chain.
    fn draft_of(&self, known: &Candidates, conclusion: Fact, chain: &Supposition) -> Draft {
        let constraints = chain.links.iter().flat_map(|link| link.constraints.iter().copied());
        let constraints = constraints.sorted().dedup().collect();
        let mut facts: BTreeMap<VarId, Fact> = BTreeMap::new();
        for fact in chain.links.iter().flat_map(|link| &link.facts) {
            let variable = fact.variable;
            let said = match &fact.said {
                Said::Is(value) if known.decided(variable) == Some(*value) => Said::Is(*value),
                Said::Is(value) if chain.supposed.variable == variable => {
                    // What is left where the supposition rules out the others.
                    let gone = self.domains[self.at[&variable]].iter().copied();
                    let gone = gone.filter(|other| other != value && chain.supposed.allows(*other));
                    Said::IsNone(gone.filter(|gone| !known.of(variable).contains(gone)).collect())
                }
                Said::Is(_) => continue,
                Said::IsNone(gone) => {
                    let gone = gone.iter().copied();
                    Said::IsNone(gone.filter(|gone| !known.of(variable).contains(gone)).collect())
                }
            };
            if said == Said::IsNone(Vec::new()) {
                continue;
            }
            match facts.get_mut(&variable) {
                Some(fact) => fact.said = both(&fact.said, &said),
                None => _ = facts.insert(variable, Fact { variable, said }),
            }
        }
        let facts = facts.into_values().collect();
        Draft::proposed(&CONTRADICTION, constraints, facts, vec![conclusion])
    }

    /// For each conclusion, the thought that draws it from these facts with the technique.
    pub(crate) fn shown(
        &self,
        technique: &Technique,
        facts: &[Fact],
        conclusions: &[Fact],
    ) -> Option<Vec<Thought>> {
        let is_own = [&FULL.technique, &TOO_MANY.technique, &ROOM.technique, &WAY_OUT.technique];
        if !is_own.contains(&technique) && technique != &NOTHING_ELSE_FITS {
            return None;
        }
        let board = Board::new(self, &self.candidates(facts));
        let thoughts =
            conclusions.iter().map(|fact| board.shows(*self.at.get(&fact.variable)?, fact));
        thoughts.collect()
    }

    /// The technique by which these facts show the conclusions.
    pub(crate) fn technique(
        &self,
        facts: &[Fact],
        conclusions: &[Fact],
    ) -> Option<&'static Technique> {
        let [fact] = conclusions else { return None };
        let board = Board::new(self, &self.candidates(facts));
        Some(board.shows(*self.at.get(&fact.variable)?, fact)?.reason.technique())
    }

    /// For each other number of a place, why these facts rule it out, if its own area shows that.
    pub(crate) fn against_each(
        &self,
        facts: &[Fact],
        place: usize,
        but: Value,
    ) -> Vec<(Value, Option<Reason>)> {
        let board = Board::new(self, &self.candidates(facts));
        let others = self.domains[place].iter().copied().filter(|value| *value != but);
        let against = |value| board.against(place, value as usize).map(|(reason, _)| reason);
        others.map(|value| (value, against(value))).collect()
    }

    /// Why the rule cannot hold if these facts do.
    pub(crate) fn broken(&self, facts: &[Fact]) -> Option<Broken> {
        Board::new(self, &self.candidates(facts)).decisions().err()
    }
}

#[cfg(test)]
mod tests;
