//! Steps of a single rule: what one constraint implies, together with the definitions of its helper variables.

use crate::selectors::Switched;
use crate::shrink::{few_facts, shrink};
use crate::supports::Supports;
use crate::supposition::chain_of_thoughts;
use crate::techniques::{easiest, is_about_net, is_general, of_step, own_facts};
use crate::{Draft, Problem};
use cnfetti_core::csp::Value;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::NoAnswer;

/// For this many rules, the search finds out how few facts they need.
const COMPARED: usize = 6;

/// The search for steps of a single rule.
pub(super) struct SingleRuleSearch<'a> {
    problem: &'a Problem<'a>,
    /// In the order in which rules are looked at.
    rules: Vec<RuleState<'a>>,
}

/// A rule, and what it implies at present.
struct RuleState<'a> {
    constraint: usize,
    /// The constraint, and the definitions of its helper variables.
    rule: Vec<usize>,
    /// The solver for these.
    part: Switched<'a>,
    supports: Supports,
    /// What the rule implies that is not known.
    conclusions: Vec<Fact>,
    /// Facts about this many variables are enough for that.
    most_facts: usize,
    /// Few facts that are enough; `None` until they are asked for.
    facts: Option<Vec<Fact>>,
}

impl<'a> SingleRuleSearch<'a> {
    /// The search over these rules, with a solution.
    pub(super) fn new(
        problem: &'a Problem<'a>,
        rules: Vec<usize>,
        solution: &[Value],
    ) -> SingleRuleSearch<'a> {
        let rules = rules.into_iter().map(|constraint| {
            let rule = problem.whole_rule(constraint);
            let (part, supports) = problem.part_with(&rule, solution);
            RuleState {
                constraint,
                part,
                rule,
                supports,
                conclusions: Vec::new(),
                most_facts: 0,
                facts: None,
            }
        });
        SingleRuleSearch { problem, rules: rules.collect() }
    }

    /// The best step of a single rule. A step that decides a variable comes before others; after that, few facts count,
    /// then many conclusions. If many rules imply something, the search compares those that promise few facts.
    pub(super) fn best(&mut self, known: &Candidates) -> Result<Option<Draft>, NoAnswer> {
        let SingleRuleSearch { problem, rules } = self;
        for rule in rules.iter_mut() {
            rule.update(problem, known)?;
        }
        let mut productive: Vec<usize> =
            (0..rules.len()).filter(|&at| !rules[at].conclusions.is_empty()).collect();
        productive.sort_by_key(|&at| rules[at].rank());
        productive.truncate(COMPARED);
        for &at in &productive {
            let rule = &mut rules[at];
            if rule.facts.is_none() {
                rule.facts = Some(few_facts(problem, &rule.rule, known, &rule.conclusions)?);
            }
        }
        productive.sort_by_key(|&at| (rules[at].rank(), at));
        // It is hard to see what is connected, unless a technique with a name shows it.
        let mut unnamed = None;
        for at in productive {
            let Some(draft) = rules[at].draft(problem, known)? else { break };
            let posted = &problem.csp.constraints()[rules[at].constraint].constraint;
            if !is_general(draft.technique) || !is_about_net(posted) {
                return Ok(Some(draft));
            }
            unnamed = unnamed.or(Some(draft));
        }
        Ok(unnamed)
    }
}

/// A step of those conclusions of a rule for which there is a technique with a name.
fn named(
    problem: &Problem<'_>,
    rule: &RuleState<'_>,
    known: &Candidates,
) -> Result<Option<Draft>, NoAnswer> {
    let &[only] = &rule.rule[..] else { return Ok(None) };
    let posted = &problem.csp.constraints()[only].constraint;
    let facts = rule.part.variables().iter().filter_map(|&v| known.fact(problem.csp, v));
    let facts: Vec<Fact> = facts.collect();
    let Some((technique, conclusions)) = easiest(problem.csp, posted, &facts, &rule.conclusions)
    else {
        return Ok(None);
    };
    let constraints = rule.rule.clone();
    if let Some(facts) = own_facts(problem.csp, technique, posted, facts, &conclusions) {
        return Ok(Some(Draft::proposed(technique, constraints, facts, conclusions)));
    }
    let facts = few_facts(problem, &rule.rule, known, &conclusions)?;
    let technique = of_step(problem.csp, posted, &facts, &conclusions);
    let draft = Draft::proposed(technique, constraints, facts, conclusions);
    Ok((!is_general(technique)).then_some(draft))
}

/// The conclusion of a draft that the shortest chain of thoughts shows, by itself.
fn of_one_place(
    problem: &Problem<'_>,
    known: &Candidates,
    draft: Draft,
) -> Result<Draft, NoAnswer> {
    let Some(chain) = chain_of_thoughts(problem, &draft, known) else { return Ok(draft) };
    let mut conclusions = draft.conclusions.clone();
    conclusions.retain(|fact| fact.variable == chain.supposed.variable);
    match conclusions.len() < draft.conclusions.len() {
        true => shrink(problem, Draft { conclusions, ..draft }),
        false => Ok(draft),
    }
}

impl RuleState<'_> {
    fn update(&mut self, problem: &Problem<'_>, known: &Candidates) -> Result<(), NoAnswer> {
        if self.supports.are_outdated(&self.part, known) {
            let RuleState { rule, part, supports, .. } = self;
            let narrowed = supports.narrow(problem, part, rule, known)?;
            self.most_facts = narrowed.as_ref().map_or(0, |narrowed| narrowed.facts);
            self.conclusions =
                narrowed.map(|narrowed| narrowed.candidates.since(known)).unwrap_or_default();
            self.facts = None;
        }
        Ok(())
    }

    /// The step, once its facts are known.
    fn draft(&self, problem: &Problem<'_>, known: &Candidates) -> Result<Option<Draft>, NoAnswer> {
        let Some(facts) = self.facts.clone() else { return Ok(None) };
        let conclusions = self.conclusions.clone();
        let posted = &problem.csp.constraints()[self.constraint].constraint;
        let technique = of_step(problem.csp, posted, &facts, &conclusions);
        if is_general(technique)
            && let Some(draft) = named(problem, self, known)?
        {
            return Ok(Some(draft));
        }
        let mut draft = Draft::proposed(technique, self.rule.clone(), facts, conclusions);
        if self.rule.len() > 1 {
            // Only some of the definitions matter.
            draft = shrink(problem, draft)?;
        }
        if is_general(technique) && is_about_net(posted) {
            // Each place has its own reason.
            return Ok(Some(of_one_place(problem, known, draft)?));
        }
        Ok(Some(draft))
    }

    fn rank(&self) -> (bool, usize, usize) {
        let decides = self.conclusions.iter().any(|fact| matches!(fact.said, Said::Is(_)));
        let facts = self.facts.as_ref().map_or(self.most_facts, Vec::len);
        (!decides, facts, usize::MAX - self.conclusions.len())
    }
}
