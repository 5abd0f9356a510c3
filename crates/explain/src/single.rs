//! Steps that need one rule only: a constraint with the definitions of its helpers.

use crate::closure::{closure, nearest};
use crate::facts::fewest;
use crate::selectors::Switched;
use crate::shrink::shrink;
use crate::supports::Supports;
use crate::techniques::{easiest, is_about_net, is_general, of_step, own_facts};
use crate::{Draft, Problem};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::NoAnswer;

/// Of this many constraints it is found out how few facts they need.
const COMPARED: usize = 6;

/// What each constraint says on its own.
pub(super) struct Singles<'a> {
    problem: &'a Problem<'a>,
    /// In the order of the rules that are looked at.
    rules: Vec<Single<'a>>,
}

struct Single<'a> {
    constraint: usize,
    /// With the definitions of the helpers in it.
    rule: Vec<usize>,
    part: Switched<'a>,
    supports: Supports,
    /// What it says that is not known.
    conclusions: Vec<Fact>,
    /// Facts of this many variables are enough for that.
    most_facts: usize,
    /// The conclusions that need the fewest facts, and these, once that was asked.
    nearest: Option<(Vec<Fact>, Vec<Fact>, bool)>,
}

impl<'a> Singles<'a> {
    /// Of all rules but these.
    pub(super) fn new(problem: &'a Problem<'a>, but: &[usize]) -> Singles<'a> {
        let rules = problem.rules.iter().filter(|at| !but.contains(at));
        let rules = rules.map(|&constraint| {
            let rule = problem.whole_rule(constraint);
            Single {
                constraint,
                part: problem.part(&rule),
                rule,
                supports: Supports::default(),
                conclusions: Vec::new(),
                most_facts: 0,
                nearest: None,
            }
        });
        Singles { problem, rules: rules.collect() }
    }

    /// A step of one constraint: one that decides a variable if there is such a step, and of
    /// these one with the fewest facts, and of these one with the most conclusions. Where many
    /// constraints say something, the number of facts is only compared of those that promise few.
    pub(super) fn best(&mut self, known: &Candidates) -> Result<Option<Draft>, NoAnswer> {
        let Singles { problem, rules } = self;
        for rule in rules.iter_mut() {
            rule.update(problem, known)?;
        }
        let mut productive: Vec<usize> =
            (0..rules.len()).filter(|&at| !rules[at].conclusions.is_empty()).collect();
        productive.sort_by_key(|&at| rules[at].rank());
        productive.truncate(COMPARED);
        for &at in &productive {
            let rule = &mut rules[at];
            if rule.nearest.is_none() {
                rule.nearest = Some(nearest(problem, &rule.rule, known, &rule.conclusions)?);
            }
        }
        productive.sort_by_key(|&at| (rules[at].rank(), at));
        // What hangs together is hard to see, unless a technique with a name says how.
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

/// The part of what a rule says for which there is a technique with a name.
fn named(
    problem: &Problem<'_>,
    rule: &Single<'_>,
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
    let (facts, is_smallest) = fewest(problem, &rule.rule, known, &conclusions)?;
    let technique = of_step(problem.csp, posted, &facts, &conclusions);
    let draft = Draft::proposed(technique, constraints, facts, conclusions);
    Ok((!is_general(technique)).then_some(Draft { is_smallest, ..draft }))
}

impl Single<'_> {
    fn update(&mut self, problem: &Problem<'_>, known: &Candidates) -> Result<(), NoAnswer> {
        if self.supports.are_outdated(&self.part, known) {
            let Single { rule, part, supports, .. } = self;
            let narrowed = supports.narrow(problem, part, rule, known)?;
            self.most_facts = narrowed.as_ref().map_or(0, |narrowed| narrowed.facts);
            self.conclusions =
                narrowed.map(|narrowed| narrowed.candidates.since(known)).unwrap_or_default();
            self.nearest = None;
        }
        Ok(())
    }

    /// The step of what it says with the fewest facts, once these are known.
    fn draft(&self, problem: &Problem<'_>, known: &Candidates) -> Result<Option<Draft>, NoAnswer> {
        let Some((conclusions, facts, is_smallest)) = self.nearest.clone() else { return Ok(None) };
        let is_part = conclusions.len() < self.conclusions.len();
        let posted = &problem.csp.constraints()[self.constraint].constraint;
        let technique = of_step(problem.csp, posted, &facts, &conclusions);
        if is_general(technique)
            && let Some(draft) = named(problem, self, known)?
        {
            return Ok(Some(draft));
        }
        let draft = Draft::proposed(technique, self.rule.clone(), facts, conclusions);
        let mut draft = Draft { is_smallest, ..draft };
        if self.rule.len() > 1 {
            // Of the definitions only those that matter.
            draft = Draft { is_smallest, ..shrink(problem, draft)? };
        }
        if is_part {
            draft = closure(problem, known, draft)?;
        }
        Ok(Some(draft))
    }

    fn rank(&self) -> (bool, usize, usize) {
        let decides = self.conclusions.iter().any(|fact| matches!(fact.said, Said::Is(_)));
        let nearest = self.nearest.as_ref();
        let facts = nearest.map_or(self.most_facts, |(_, facts, _)| facts.len());
        (!decides, facts, usize::MAX - self.conclusions.len())
    }
}
