//! How a contradiction is said: what is supposed, what follows one after another, and what cannot hold.

use super::{Speaker, and, thoughts};
use crate::{Link, Step, Supposition};
use cnfetti_core::csp::{Atom, Constraint, Value};
use cnfetti_sat::search::candidates::{Fact, Said};

/// A step that is said in more characters is said in short, and what leads there apart.
const LONGEST: usize = 160;

impl Speaker<'_> {
    /// A contradiction: all of it where that is short, else what [`Speaker::course`] leads to.
    pub(super) fn contradiction(&self, step: &Step, supposition: &Supposition) -> String {
        let sentences = self.sentences_of(step, supposition);
        let all = sentences.join(" ");
        if all.chars().count() <= LONGEST {
            return all;
        }
        let supposed = self.facts(std::slice::from_ref(&supposition.supposed));
        let steps = sentences.len() - 2;
        let conclusions = self.conclusions_in_short(step);
        format!("Suppose {supposed}: {steps} steps lead to a contradiction. So {conclusions}.")
    }

    /// What leads from what is supposed to the contradiction, a sentence for each link, where the step itself
    /// only says that it does.
    pub fn course(&self, step: &Step) -> Vec<String> {
        let suppositions = step.thoughts().iter().filter_map(|thought| {
            let sentences = self.sentences_of(thought, thought.supposition.as_ref()?);
            let is_long = sentences.join(" ").chars().count() > LONGEST;
            is_long.then(|| sentences[1..sentences.len() - 1].to_vec())
        });
        suppositions.flatten().collect()
    }

    fn sentences_of(&self, step: &Step, supposition: &Supposition) -> Vec<String> {
        let supposed = self.facts(std::slice::from_ref(&supposition.supposed));
        let mut sentences = vec![format!("Suppose {supposed}.")];
        for link in &supposition.links {
            // What was just supposed needs no repeating.
            let is_first = sentences.len() == 1;
            let is_new = |fact: &&Fact| !is_first || **fact != supposition.supposed;
            let facts = link.facts.iter().filter(is_new).cloned().collect();
            sentences.extend(self.link(&Link { facts, ..link.clone() }));
        }
        sentences.push(format!("So {}.", self.conclusions_in_short(step)));
        sentences
    }

    /// What one constraint says; nothing where a reader sees it from the board.
    fn link(&self, link: &Link) -> Option<String> {
        let Link { constraint, facts, conclusions } = link;
        let seen = |facts: &[Fact]| -> Vec<Fact> {
            let is_seen = |fact: &&Fact| !self.is_noted(fact.variable);
            facts.iter().filter(is_seen).cloned().collect()
        };
        let (facts, said) = (seen(facts), seen(conclusions));
        let reason = match self.lays(*constraint) {
            true => "nothing else fits".to_owned(),
            false => thoughts::grouped(self.reasons(&[*constraint])).join("; "),
        };
        let facts =
            if facts.is_empty() { String::new() } else { format!("{}; ", self.facts(&facts)) };
        let sentence = match (conclusions.is_empty(), said.is_empty(), self.lays(*constraint)) {
            (false, true, _) => return None,
            (false, false, _) => format!("{facts}{reason}: so {}.", self.facts(&said)),
            (true, _, false) => format!("{facts}but {reason}."),
            (true, _, true) => {
                format!("{facts}{}.", self.nothing_fits(link)).replace("; nothing", ", but nothing")
            }
        };
        Some(self.capital(&sentence))
    }

    /// `nothing fits on r3c1`, or `domino 2-4 and domino 2-6 both fit only on r3c1`.
    fn nothing_fits(&self, link: &Link) -> String {
        let Constraint::Selection(selection) = &self.csp.constraints()[link.constraint].constraint
        else {
            return self.reasons(&[link.constraint]).join("; ");
        };
        let place = self.subject(selection.result);
        let lies_there = |fact: &&Fact| {
            let is_choice = |value: Value| {
                let atom = Atom { variable: fact.variable, value };
                selection.choices.iter().any(|choice| choice.atom == atom)
            };
            let mut left = self.csp.domain(fact.variable).iter().filter(|value| match &fact.said {
                Said::Is(only) => *value == only,
                Said::IsNone(gone) => !gone.contains(value),
            });
            left.all(|&value| is_choice(value))
        };
        let there = link.facts.iter().filter(lies_there).map(|fact| self.subject(fact.variable));
        let there: Vec<String> = there.collect();
        match there.len() {
            0 | 1 => format!("nothing fits on {place}"),
            2 => format!("{} would both have to be on {place}", and(there)),
            _ => format!("{} would all have to be on {place}", and(there)),
        }
    }
}
