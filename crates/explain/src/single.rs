//! Steps that need one constraint only.

use crate::selectors::Switched;
use crate::supports::Supports;
use crate::techniques::of_step;
use crate::{Draft, Problem, facts};
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
    part: Switched<'a>,
    supports: Supports,
    /// What it says that is not known.
    conclusions: Vec<Fact>,
    /// Facts of this many variables are enough for that.
    most_facts: usize,
    /// As few facts as are enough, once that was asked.
    facts: Option<(Vec<Fact>, bool)>,
}

impl<'a> Singles<'a> {
    /// Of all rules but these.
    pub(super) fn new(problem: &'a Problem<'a>, but: &[usize]) -> Singles<'a> {
        let rules = problem.rules.iter().filter(|at| !but.contains(at));
        let rules = rules.map(|&constraint| Single {
            constraint,
            part: problem.part(&[constraint]),
            supports: Supports::default(),
            conclusions: Vec::new(),
            most_facts: 0,
            facts: None,
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
            if rule.facts.is_none() {
                let constraint = [rule.constraint];
                rule.facts = Some(facts::fewest(problem, &constraint, known, &rule.conclusions)?);
            }
        }
        productive.sort_by_key(|&at| (rules[at].rank(), at));
        let Some(&at) = productive.first() else { return Ok(None) };
        let rule = &mut rules[at];
        let conclusions = std::mem::take(&mut rule.conclusions);
        let draft = rule.facts.take().map(|(facts, is_smallest)| {
            let constraints = vec![rule.constraint];
            let posted = &problem.csp.constraints()[rule.constraint].constraint;
            let technique = of_step(problem.csp, posted, &facts, &conclusions);
            let draft = Draft::proposed(technique, constraints, facts, conclusions);
            Draft { is_smallest, ..draft }
        });
        Ok(draft)
    }
}

impl Single<'_> {
    fn update(&mut self, problem: &Problem<'_>, known: &Candidates) -> Result<(), NoAnswer> {
        if self.supports.are_outdated(&self.part, known) {
            let Single { constraint, part, supports, .. } = self;
            let narrowed = supports.narrow(problem, part, &[*constraint], known)?;
            self.most_facts = narrowed.as_ref().map_or(0, |narrowed| narrowed.facts);
            self.conclusions =
                narrowed.map(|narrowed| narrowed.candidates.since(known)).unwrap_or_default();
            self.facts = None;
        }
        Ok(())
    }

    fn rank(&self) -> (bool, usize, usize) {
        let decides = self.conclusions.iter().any(|fact| matches!(fact.said, Said::Is(_)));
        let facts = self.facts.as_ref().map_or(self.most_facts, |(facts, _)| facts.len());
        (!decides, facts, usize::MAX - self.conclusions.len())
    }
}
