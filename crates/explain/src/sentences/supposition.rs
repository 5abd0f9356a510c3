//! Contradictions as text: what is supposed, what follows step by step, and what cannot hold.

use super::reasons::grouped;
use super::{Speaker, and, areas, connection, is_short, named, thoughts};
use crate::techniques::{is_about_net, is_junction, of_step};
use crate::{CognitiveLoad, Link, Step, Supposition};
use cnfetti_core::csp::{Atom, Selection, Value};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

impl Speaker<'_> {
    /// A contradiction: the whole chain if that is short, or else its conclusion, with [`Speaker::details`] for the chain.
    pub(super) fn contradiction(&self, step: &Step, supposition: &Supposition) -> String {
        let sentences = self.sentences_of(step, supposition);
        let all = sentences.join(" ");
        if is_short(&all) {
            return all;
        }
        let supposed = self.facts(std::slice::from_ref(&supposition.supposed));
        let steps = sentences.len() - 2;
        let lead = if steps == 1 { "step leads" } else { "steps lead" };
        let conclusions = self.concluded(step, supposition);
        format!("Suppose {supposed}: {steps} {lead} to a contradiction. So {conclusions}.")
    }

    /// That what was supposed does not hold, and what else follows from the same rules.
    fn concluded(&self, step: &Step, supposition: &Supposition) -> String {
        let is_own = |fact: &Fact| fact.variable == supposition.supposed.variable;
        let (own, others): (Vec<Fact>, Vec<Fact>) =
            step.conclusions.iter().cloned().partition(is_own);
        if own.is_empty()
            || others.is_empty()
            || step.conclusions.iter().any(|fact| self.decides(fact.variable))
        {
            return self.conclusions_in_short(step);
        }
        let [own, others] = [own, others]
            .map(|conclusions| self.conclusions_in_short(&Step { conclusions, ..step.clone() }));
        format!("{own}; by the same rules, {others}")
    }

    /// The details that the sentence of a thought leaves out: the chain to a contradiction, or rules that work together.
    pub(super) fn details_of(&self, thought: &Step) -> Vec<String> {
        let Some(supposition) = &thought.supposition else { return self.rules_apart(thought) };
        let sentences = self.sentences_of(thought, supposition);
        match is_short(&sentences.join(" ")) {
            true => Vec::new(),
            false => sentences[1..sentences.len() - 1].to_vec(),
        }
    }

    fn sentences_of(&self, step: &Step, supposition: &Supposition) -> Vec<String> {
        let supposed = self.facts(std::slice::from_ref(&supposition.supposed));
        let mut sentences = vec![format!("Suppose {supposed}.")];
        for link in &supposition.links {
            if let Some(sentence) = areas::of_link(self, link) {
                sentences.push(sentence);
                continue;
            }
            // What was just supposed needs no repeating.
            let is_first = sentences.len() == 1;
            let is_new = |fact: &&Fact| !is_first || **fact != supposition.supposed;
            let facts = link.facts.iter().filter(is_new).cloned().collect();
            sentences.extend(self.link(&Link { facts, ..link.clone() }));
        }
        sentences.push(format!("So {}.", self.concluded(step, supposition)));
        sentences
    }

    /// The sentence of a link; `None` if a reader sees its conclusions on the board.
    fn link(&self, link: &Link) -> Option<String> {
        let Link { constraints, facts, conclusions } = link;
        let seen = |facts: &[Fact]| -> Vec<Fact> {
            let is_seen = |fact: &&Fact| !self.is_noted(fact.variable);
            facts.iter().filter(is_seen).cloned().collect()
        };
        if let Some(sentence) = self.thought_of(link) {
            return Some(sentence);
        }
        let (facts, said) = (seen(facts), seen(conclusions));
        if said.is_empty() && !conclusions.is_empty() {
            return None;
        }
        let facts = self.facts(&facts);
        let with = |between: &str| match facts.is_empty() {
            true => String::new(),
            false => format!("{facts}{between}"),
        };
        let reason = grouped(self.reasons(constraints)).join("; ");
        let sentence = match (self.placements_at(constraints[0]), conclusions.is_empty()) {
            (None, false) => format!("{}{reason}: so {}.", with("; "), self.facts(&said)),
            (None, true) => format!("{}but {reason}.", with("; ")),
            (Some(_), false) => {
                format!("{}nothing else fits: so {}.", with("; "), self.facts(&said))
            }
            (Some(selection), true) => match &self.only_fit(link, selection)[..] {
                [] | [_] => {
                    format!("{}nothing fits on {}.", with(", but "), self.subject(selection.result))
                }
                several => format!("{}{}.", with("; "), self.all_there(several, selection)),
            },
        };
        Some(self.capital(&sentence))
    }

    /// The sentence of a link about connected places or a junction, in the words of its technique.
    fn thought_of(&self, link: &Link) -> Option<String> {
        let &[at] = &link.constraints[..] else { return None };
        let posted = &self.csp.constraints()[at];
        if is_junction(self.csp, &posted.constraint) && link.conclusions.is_empty() {
            let (drawn, empty): (Vec<Fact>, Vec<Fact>) =
                link.facts.iter().cloned().partition(|fact| fact.said == Said::Is(1));
            let lines = named(drawn.iter().map(|fact| self.subject(fact.variable)).collect());
            let facts = if empty.is_empty() { String::new() } else { self.facts(&empty) + ": " };
            // What was just supposed is not among the facts.
            let said = match drawn.len() {
                0 => format!("{facts}it would be a dead end."),
                1 => format!("{facts}{lines} would be a dead end."),
                2 => format!("{lines} meet already."),
                _ => format!("{lines} would all meet."),
            };
            return Some(self.capital(&said));
        }
        if !is_about_net(&posted.constraint) && !is_junction(self.csp, &posted.constraint) {
            return None;
        }
        if link.conclusions.is_empty() {
            let why = connection::broken(self, &posted.constraint, &link.facts)?;
            return Some(self.capital(&format!("{}, but {why}.", posted.reason)));
        }
        let technique = of_step(self.csp, &posted.constraint, &link.facts, &link.conclusions);
        let mut after = Candidates::all(self.csp);
        link.facts.iter().chain(&link.conclusions).for_each(|fact| after.learn(fact));
        let step = Step {
            technique,
            load: CognitiveLoad::default(),
            at_once: 0,
            size: 0,
            constraints: link.constraints.clone(),
            facts: link.facts.clone(),
            conclusions: link.conclusions.clone(),
            after,
            parts: Vec::new(),
            alike: Vec::new(),
            supposition: None,
            pattern: None,
        };
        thoughts::said(self, &step)
    }

    /// `domino 2-4 and domino 2-6 would both have to be on r3c1`.
    fn all_there(&self, pieces: &[String], selection: &Selection) -> String {
        let place = self.subject(selection.result);
        if pieces.iter().all_equal() {
            return format!("several pieces would have to be on {place}");
        }
        let all = if pieces.len() == 2 { "both" } else { "all" };
        format!("{} would {all} have to be on {place}", and(pieces.iter().cloned()))
    }

    /// What fits at this place only, by the facts of a link.
    fn only_fit(&self, link: &Link, selection: &Selection) -> Vec<String> {
        let lies_there = |fact: &&Fact| {
            let is_choice = |value: Value| {
                let atom = Atom { variable: fact.variable, value };
                selection.choices.iter().any(|choice| choice.atom == atom)
            };
            let domain = self.csp.domain(fact.variable).iter();
            let mut left = domain.filter(|value| fact.allows(**value));
            left.all(|&value| is_choice(value))
        };
        let there = link.facts.iter().filter(lies_there).map(|fact| self.subject(fact.variable));
        there.collect()
    }
}
