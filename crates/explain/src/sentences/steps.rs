//! A step as text: short sentences, and below them the details they leave out, line by line.

use itertools::Itertools;

use super::reasons::grouped;
use super::{LONGEST, LONGEST_LIST, Speaker, is_short, lists, patterns, thoughts};
use crate::Step;
use cnfetti_core::csp::Value;
use cnfetti_core::plural::counted;
use cnfetti_sat::search::candidates::{Fact, Said};

/// The text of a thought, or of a step.
struct Telling {
    sentence: String,
    /// What the sentence omits.
    lines: Vec<String>,
}

impl<'a> Speaker<'a> {
    /// A step: its reasons and facts, and what follows, in a short sentence for each thought.
    pub fn step(&self, step: &Step) -> String {
        self.tell(step).sentence
    }

    /// The details that the sentences of a step leave out, line by line: the chain to a contradiction, the rules that work
    /// together, long lists of facts, and further thoughts.
    pub fn details(&self, step: &Step) -> Vec<String> {
        self.tell(step).lines
    }

    fn tell(&self, step: &Step) -> Telling {
        if let Some(pattern) = &step.pattern {
            let (sentence, lines) = patterns::said(self, step, pattern);
            return Telling { sentence, lines };
        }
        let whole =
            joined(step.thoughts().iter().map(|thought| self.tell_thought(thought)).collect());
        if is_short(&whole.sentence) && !step.thoughts().iter().any(|t| self.hides_places(t)) {
            return whole;
        }
        let apart = step.thoughts().iter().flat_map(|thought| self.tell_apart(thought));
        let mut apart = apart.collect_vec().into_iter().peekable();
        let mut said = Vec::new();
        let mut length = 0;
        while let Some(next) = apart.peek() {
            length += next.sentence.chars().count() + usize::from(!said.is_empty());
            if !said.is_empty() && length > LONGEST {
                break;
            }
            let has_lines = !next.lines.is_empty();
            said.extend(apart.next());
            if has_lines {
                break;
            }
        }
        let mut first = joined(said);
        first.lines.extend(apart.flat_map(|Telling { sentence, lines }| {
            let lines = lines.into_iter().map(|line| format!("  {line}"));
            std::iter::once(sentence).chain(lines).collect_vec()
        }));
        first
    }

    /// A thought about several places, told for each of them if it is too long for one sentence.
    fn tell_apart(&self, thought: &Step) -> Vec<Telling> {
        let is_long = || thought.alike.len() > 1 && !is_short(&self.thought(thought));
        match self.hides_places(thought) || is_long() {
            true => thought.alike.iter().map(|place| self.tell_thought(place)).collect(),
            false => vec![self.tell_thought(thought)],
        }
    }

    /// Whether the sentence of a thought about several places leaves out details of each place.
    fn hides_places(&self, thought: &Step) -> bool {
        thought.alike.len() > 1 && !self.tell_thought(thought).lines.is_empty()
    }

    fn tell_thought(&self, thought: &Step) -> Telling {
        self.has_cut.set(false);
        let sentence = self.thought(thought);
        if is_short(&sentence) && !self.has_cut.get() {
            let lines = self.details_of(thought);
            return Telling { sentence, lines };
        }
        let short = self.in_short();
        let (sentence, lines) = (short.thought(thought), short.details_of(thought));
        if is_short(&sentence) && !short.has_cut.get() {
            return Telling { sentence, lines };
        }
        if thought.supposition.is_some() && is_short(&sentence) {
            let lines = lines.into_iter().chain(self.conclusions_apart(thought)).collect();
            return Telling { sentence, lines };
        }
        let sentence = if is_short(&sentence) { sentence } else { short.in_brief(thought) };
        let mut lines = self.apart(thought);
        // Do not repeat the sentence.
        let is_said = |line: &String| {
            let line = line.trim_end_matches('.');
            let mut letters = line.chars();
            let inside = letters.next().map(|first| first.to_lowercase().chain(letters).collect());
            sentence.contains(line)
                || inside.is_some_and(|inside: String| sentence.contains(&inside))
        };
        lines.retain(|line| !is_said(line));
        Telling { sentence, lines }
    }

    /// The same speaker, which cuts off long lists.
    fn in_short(&self) -> Speaker<'a> {
        let (helpers, by_name) = (self.helpers.clone(), self.by_name.clone());
        let (areas, has_cut) = (self.areas.clone(), false.into());
        Speaker { helpers, areas, by_name, longest: LONGEST_LIST, has_cut, ..*self }
    }

    /// `2 rules and 5 facts work together: so …`. A single rule is named, and some techniques have a sentence of their own.
    fn in_brief(&self, thought: &Step) -> String {
        if let Some(sentence) = thoughts::in_brief(self, thought) {
            return sentence;
        }
        let rules = self.rule_sentences(thought);
        let conclusions = self.conclusions_in_short(thought);
        if let [rule] = &rules[..] {
            let sentence = format!("{}: so {conclusions}.", rule.trim_end_matches('.'));
            if is_short(&sentence) {
                return sentence;
            }
        }
        let rules = counted(rules.len() as u64, "rule");
        let facts = match self.shown(thought).len() as u64 {
            0 => String::new(),
            facts => format!(" and {}", counted(facts, "fact")),
        };
        format!("{rules}{facts} work together: so {conclusions}.")
    }

    /// The rules of a thought, its facts and what it concludes, each in a sentence.
    fn apart(&self, thought: &Step) -> Vec<String> {
        let mut lines = self.rule_sentences(thought);
        let facts = self.shown(thought);
        let clauses = facts.iter().map(|fact| {
            let left = |value: &Value| fact.allows(*value);
            let left = self.csp.domain(fact.variable).iter().copied().filter(left).collect_vec();
            match &fact.said {
                Said::IsNone(gone) if gone.len() < left.len() => {
                    self.says(fact.variable, "not ", gone)
                }
                _ => self.says(fact.variable, "", &left),
            }
        });
        lines.extend(lists::apart(clauses).iter().map(|fact| self.capital(&format!("{fact}."))));
        lines.extend(self.conclusions_apart(thought));
        lines
    }

    /// All conclusions of a thought, if its sentence leaves out some of them.
    fn conclusions_apart(&self, thought: &Step) -> Option<String> {
        let short = self.in_short();
        short.conclusions_in_short(thought);
        let all = self.conclusions(&thought.conclusions, &thought.after);
        short.has_cut.get().then(|| format!("So {all}."))
    }

    fn rule_sentences(&self, thought: &Step) -> Vec<String> {
        let rules = thought.constraints.iter().copied();
        let rules = rules.filter(|&at| !self.is_about_placement(at)).collect_vec();
        let reasons = grouped(self.reasons(&rules));
        reasons.iter().map(|reason| self.capital(&format!("{reason}."))).collect()
    }

    /// The facts of a thought that a reader does not see on the board as where something can still lie.
    fn shown(&self, thought: &Step) -> Vec<Fact> {
        match thought.constraints.iter().any(|&at| self.is_about_placement(at)) {
            true => self.not_seen(&thought.facts),
            false => thought.facts.clone(),
        }
    }
}

fn joined(tellings: Vec<Telling>) -> Telling {
    let sentence = tellings.iter().map(|telling| &telling.sentence).join(" ");
    Telling { sentence, lines: tellings.into_iter().flat_map(|telling| telling.lines).collect() }
}
