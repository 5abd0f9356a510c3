//! Merges steps that a person takes at once: the same thought about several places, and what follows from a step at a
//! glance.
//!
//! A merged step has the constraints and facts of all its parts, except facts that an earlier part concludes. Like any step,
//! it has no redundant constraint, and a second solver checks it.

use crate::cognitive_load::CognitiveLoad;
use crate::shrink::{reduced, shrink};
use crate::techniques::{AT_A_GLANCE, ENOUGH_LEFT, LIKEWISE, NOTHING_ELSE_FITS, ONLY_NEIGHBOUR};
use crate::tiling::Tiling;
use crate::{Draft, Problem};
use cnfetti_core::csp::Constraint;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::NoAnswer;
use itertools::Itertools;

/// The most rules and facts of a merged step.
const MOST: usize = 6;

/// The most thoughts of a merged step, one after another.
const MOST_PARTS: usize = 4;

/// About the most characters of the sentence of a merged step.
const LONGEST: usize = 160;

/// Merges steps that belong together. A merged step takes the place of its first part; otherwise the order stays.
pub(super) fn merged(
    problem: &Problem<'_>,
    tiling: &Tiling,
    start: &Candidates,
    drafts: Vec<Draft>,
) -> Result<Vec<Draft>, NoAnswer> {
    let mut journal = tiling.begin(start);
    let mut left: Vec<Option<Draft>> = drafts.into_iter().map(Some).collect();
    let mut steps: Vec<Draft> = Vec::new();
    for at in 0..left.len() {
        let Some(first) = left[at].take() else { continue };
        if first.pattern.is_some() {
            tiling.take_in(&mut journal, steps.len(), &first.conclusions);
            steps.push(first);
            continue;
        }
        let mut group = Group::new(&journal.known, first);
        tiling.take_in(&mut journal, steps.len(), &group.whole.conclusions);
        while let Some((next, joined)) = group.joined(problem, tiling, &journal.known, &left)? {
            left[next] = None;
            group = joined;
            tiling.take_in(&mut journal, steps.len(), &group.whole.conclusions);
        }
        steps.push(group.into_step());
    }
    Ok(steps)
}

/// A step, and the steps that were merged into it.
struct Group {
    /// What was known before it.
    before: Candidates,
    /// What was known before the last of its parts.
    before_last: Candidates,
    whole: Draft,
    /// Thoughts, each of which may use the conclusions of those before it.
    parts: Vec<Draft>,
}

impl Group {
    fn new(before: &Candidates, first: Draft) -> Group {
        Group {
            before: before.clone(),
            before_last: before.clone(),
            whole: first.clone(),
            parts: vec![first],
        }
    }

    fn into_step(self) -> Draft {
        let Group { whole, mut parts, .. } = self;
        match parts.len() {
            1 => Draft { alike: std::mem::take(&mut parts[0].alike), ..whole },
            _ => Draft { parts, ..whole },
        }
    }

    /// This group with the first of the drafts that belongs to it, and the position of that draft. `known` is what is known
    /// after the group.
    fn joined(
        &self,
        problem: &Problem<'_>,
        tiling: &Tiling,
        known: &Candidates,
        drafts: &[Option<Draft>],
    ) -> Result<Option<(usize, Group)>, NoAnswer> {
        for (at, draft) in drafts.iter().enumerate() {
            if let Some(draft) = draft
                && let Some(joined) = self.with(problem, tiling, known, draft)?
            {
                return Ok(Some((at, joined)));
            }
        }
        Ok(None)
    }

    /// This group with one more draft, if it belongs there. `known` is what is known after the group.
    fn with(
        &self,
        problem: &Problem<'_>,
        tiling: &Tiling,
        known: &Candidates,
        draft: &Draft,
    ) -> Result<Option<Group>, NoAnswer> {
        let is_like = self.is_like(problem, draft);
        let is_of_areas = || problem.areas.rule_of(&draft.constraints).is_some();
        if draft.pattern.is_some() || is_of_areas() || !is_like && !self.leads_to(draft, known) {
            return Ok(None);
        }
        let union = self.union(problem, tiling, draft);
        let is_small = |whole: &Draft| CognitiveLoad::of(problem, whole).total() <= MOST;
        // The merged step needs the rules of both. If these alone are too many, there is no need to ask a solver.
        let own = self.whole.constraints.iter().chain(&draft.constraints);
        let own = own.copied().sorted().dedup().collect_vec();
        if !is_small(&Draft { constraints: own.clone(), facts: Vec::new(), ..union.clone() }) {
            return Ok(None);
        }
        let (parts, before_last) = self.parts_with(problem, draft, known);
        if parts.iter().map(|part| length(problem, part)).sum::<usize>() > LONGEST {
            return Ok(None);
        }
        if !follows(problem, &union)? {
            return Ok(None);
        }
        // Most are too large, even before their facts are weakened.
        let light = reduced(problem, union.clone())?;
        if !is_small(&light) || !own.iter().all(|at| light.constraints.contains(at)) {
            return Ok(None);
        }
        let whole = shrink(problem, union)?;
        let group = Group { before: self.before.clone(), before_last, whole, parts };
        Ok(is_small(&group.whole).then_some(group))
    }

    /// The thoughts with one more, which joins the last one if they are alike, and what is known before the last one.
    fn parts_with(
        &self,
        problem: &Problem<'_>,
        draft: &Draft,
        known: &Candidates,
    ) -> (Vec<Draft>, Candidates) {
        let mut parts = self.parts.clone();
        let last = parts.last_mut().expect("a group has a part");
        let is_alike = is_likewise(problem, last, draft)
            && draft.facts.iter().all(|fact| self.before_last.knows(fact));
        if !is_alike {
            parts.push(draft.clone());
            return (parts, known.clone());
        }
        if last.alike.is_empty() {
            last.alike.push(last.clone());
        }
        last.alike.push(draft.clone());
        last.constraints.extend(&draft.constraints);
        last.constraints.sort_unstable();
        last.constraints.dedup();
        let facts = draft.facts.iter().filter(|fact| !last.facts.contains(fact)).cloned();
        last.facts.extend(facts.collect_vec());
        conclude(&mut last.conclusions, &draft.conclusions);
        (parts, self.before_last.clone())
    }

    /// Whether it is the same thought about other places, from what was known before.
    fn is_like(&self, problem: &Problem<'_>, draft: &Draft) -> bool {
        self.parts.len() == 1
            && is_likewise(problem, &self.parts[0], draft)
            && decides(&self.parts[0]) == decides(draft)
            && (draft.technique != &ENOUGH_LEFT
                || self.whole.conclusions[0].said == draft.conclusions[0].said)
            && draft.facts.iter().all(|fact| self.before.knows(fact))
    }

    /// Whether it follows from the group's conclusions at a glance.
    fn leads_to(&self, draft: &Draft, known: &Candidates) -> bool {
        AT_A_GLANCE.contains(&draft.technique)
            && self.parts.len() < MOST_PARTS
            && draft.facts.iter().any(|fact| !self.before.knows(fact))
            && draft.facts.iter().all(|fact| known.knows(fact))
    }

    fn concludes_of(&self, fact: &Fact) -> bool {
        self.whole.conclusions.iter().any(|concluded| concluded.variable == fact.variable)
    }

    /// Both as one step, from what was known before. It also gets the constraints of the tiling from which a reader sees a
    /// fact that the draft needs.
    fn union(&self, problem: &Problem<'_>, tiling: &Tiling, draft: &Draft) -> Draft {
        let whole = &self.whole;
        let mut constraints = [&whole.constraints[..], &draft.constraints].concat();
        let mut facts = whole.facts.clone();
        for fact in &draft.facts {
            let is_twice = facts.iter().any(|other| other.variable == fact.variable);
            facts.retain(|other| other.variable != fact.variable);
            match is_twice || !self.before.knows(fact) {
                true => facts.extend(self.before.fact(problem.csp, fact.variable)),
                false => facts.push(fact.clone()),
            }
            if !self.before.knows(fact) && !self.concludes_of(fact) {
                constraints.extend(tiling.about(fact.variable));
            }
        }
        constraints.sort_unstable();
        constraints.dedup();
        facts.sort_by_key(|fact| fact.variable);
        let mut conclusions = whole.conclusions.clone();
        conclude(&mut conclusions, &draft.conclusions);
        Draft { constraints, facts, conclusions, ..whole.clone() }
    }
}

/// Whether a person has both thoughts at once: they use the same technique, and it is one for several places, both rule out
/// pieces because of the same fact, or both apply the same rule to the same facts.
fn is_likewise(problem: &Problem<'_>, one: &Draft, other: &Draft) -> bool {
    let is_rule = || {
        let constraints = [&one.constraints[..], &other.constraints].concat();
        one.facts == other.facts && problem.is_one_rule(&constraints)
    };
    let is_beside = || {
        one.technique == &NOTHING_ELSE_FITS
            && ![one, other].into_iter().any(decides)
            && one.facts.iter().any(|fact| other.facts.contains(fact))
    };
    one.technique == other.technique
        && (LIKEWISE.contains(&one.technique) || is_beside() || is_rule())
}

/// Whether it concludes a value, and not only that values are ruled out.
fn decides(draft: &Draft) -> bool {
    draft.conclusions.iter().any(|fact| matches!(fact.said, Said::Is(_)))
}

/// Whether the conclusions follow.
fn follows(problem: &Problem<'_>, draft: &Draft) -> Result<bool, NoAnswer> {
    let mut part = problem.part(&draft.constraints);
    part.deny(&draft.conclusions);
    part.refutes(&draft.facts)
}

/// About how many characters the sentence of a thought has.
fn length(problem: &Problem<'_>, draft: &Draft) -> usize {
    let is_tally =
        |at: usize| matches!(problem.csp.constraints()[at].constraint, Constraint::Cardinality(_));
    let rules = problem.helpers.without_definitions(problem.csp, &draft.constraints).into_iter();
    let rules = rules.filter(|&at| !problem.is_about_placement(at) && !is_tally(at));
    let (rules, again) = same_rules(problem, rules);
    let said = |facts: &[Fact]| {
        let names = facts.iter().map(|fact| problem.csp.name(fact.variable).len());
        names.map(|name| name.saturating_sub(2)).sum::<usize>()
    };
    match draft.technique {
        _ if draft.conclusions.iter().any(|fact| problem.noted.contains(&fact.variable)) => 36,
        technique if technique == &ENOUGH_LEFT => 40 + 24 * rules + 8 * again,
        technique if technique == &ONLY_NEIGHBOUR => 12 + 16 * draft.conclusions.len(),
        _ => 34 + 24 * rules + 8 * again + said(&draft.facts) + said(&draft.conclusions),
    }
}

/// How many different rules there are, and how many only repeat one of these for another place, which the sentence says with
/// `likewise`.
fn same_rules(problem: &Problem<'_>, rules: impl Iterator<Item = usize>) -> (usize, usize) {
    // `region A sums to 1` and `region D sums to 1` differ in the second word.
    let without_name = |at: usize| {
        let reason = &problem.csp.constraints()[at].reason;
        reason.split(' ').enumerate().filter(|(word, _)| *word != 1).map(|(_, word)| word).join(" ")
    };
    let rules = rules.map(without_name).collect_vec();
    let different = rules.iter().unique().count();
    (different, rules.len() - different)
}

/// Adds conclusions, and joins those about the same variable.
fn conclude(conclusions: &mut Vec<Fact>, more: &[Fact]) {
    for fact in more {
        match conclusions.iter_mut().find(|other| other.variable == fact.variable) {
            Some(other) => other.said = both(&other.said, &fact.said),
            None => conclusions.push(fact.clone()),
        }
    }
    conclusions.sort_by_key(|fact| fact.variable);
}

/// Joins two facts about the same variable.
pub(super) fn both(one: &Said, other: &Said) -> Said {
    match (one, other) {
        (Said::Is(value), _) | (_, Said::Is(value)) => Said::Is(*value),
        (Said::IsNone(one), Said::IsNone(other)) => {
            Said::IsNone(one.iter().chain(other).copied().sorted().dedup().collect())
        }
    }
}
