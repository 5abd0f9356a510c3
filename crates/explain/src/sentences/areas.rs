//! Sentences about areas of equal numbers.

use cnfetti_core::csp::Value;
use cnfetti_core::plural::counted;
use cnfetti_sat::search::candidates::{Fact, Said};

use super::{Speaker, and, is_short, list};
use crate::areas::{AreaRule, Broken, Reason, Thought};
use crate::techniques::{FULL, Technique, WAY_OUT};
use crate::{Link, Step};

/// `Each connected area of equal numbers has as many cells as its number says; the area of r3c4 is complete: so r3c5 is not
/// 4.`
pub(super) fn said(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let rule = speaker.areas.rule_of(&step.constraints)?;
    let thoughts = rule.shown(step.technique, &step.facts, &step.conclusions)?;
    let told = Told { speaker, rule, facts: &step.facts };
    if let [Thought { reason: Reason::LastOne, .. }] = &thoughts[..] {
        return Some(speaker.capital(&format!("{}.", told.only_one(&thoughts[0]))));
    }
    let why = told.why(step.technique, &thoughts);
    let reason = speaker.reasons_in_short(&[rule.constraint()]).join("; ");
    let conclusions = speaker.conclusions_in_short(step);
    let whole = format!("{reason}; {why}: so {conclusions}.");
    // If the sentence is too long, leave out the rule: a reader who sees an area knows it.
    let short = || format!("{why}: so {conclusions}.");
    Some(speaker.capital(&if is_short(&whole) { whole } else { short() }))
}

/// The same of a link of a chain, without the rule.
pub(super) fn of_link(speaker: &Speaker<'_>, link: &Link) -> Option<String> {
    let rule = speaker.areas.rule_of(&link.constraints)?;
    let told = Told { speaker, rule, facts: &link.facts };
    if link.conclusions.is_empty() {
        let why = told.broken(&rule.broken(&link.facts)?);
        return Some(speaker.capital(&format!("but {why}.")));
    }
    let technique = rule.technique(&link.facts, &link.conclusions)?;
    let thoughts = rule.shown(technique, &link.facts, &link.conclusions)?;
    if let [Thought { reason: Reason::LastOne, .. }] = &thoughts[..] {
        return Some(speaker.capital(&format!("{}.", told.only_one(&thoughts[0]))));
    }
    let (why, conclusions) = (told.why(technique, &thoughts), speaker.facts(&link.conclusions));
    Some(speaker.capital(&format!("{why}: so {conclusions}.")))
}

struct Told<'a> {
    speaker: &'a Speaker<'a>,
    rule: &'a AreaRule,
    facts: &'a [Fact],
}

impl Told<'_> {
    fn place(&self, at: usize) -> String {
        self.speaker.subject(self.rule.place(at))
    }

    /// `the area of r3c4`
    fn area(&self, at: usize) -> String {
        format!("the area of {}", self.place(at))
    }

    fn why(&self, technique: &Technique, thoughts: &[Thought]) -> String {
        let places = thoughts.iter().map(|thought| self.place(thought.place));
        let of = |joined: &[usize]| joined.first().map(|&at| self.area(at)).unwrap_or_default();
        match &thoughts[0].reason {
            Reason::TooMany { joined, .. } if technique == &FULL.technique => {
                format!("{} is complete", of(joined))
            }
            Reason::TooMany { joined, .. } => {
                let joined = and(joined.iter().map(|&at| self.place(at)));
                format!("{} would join too many with {joined}", and(places))
            }
            Reason::Needed { of, .. } if technique == &WAY_OUT.technique => {
                format!("{} can only grow through {}", self.area(*of), and(places))
            }
            Reason::Needed { of, room, .. } => {
                let (places, area) = (list(places, "or"), self.area(*of));
                let room = match thoughts.len() {
                    1 => format!("has room for {} only", counted(*room as u64, "cell")),
                    _ => "has too little room".to_owned(),
                };
                format!("without {places}, {area} {room}")
            }
            Reason::NoRoom { room } => {
                format!("{} has room for {} only", and(places), counted(*room as u64, "cell"))
            }
            Reason::LastOne => self.only_one(&thoughts[0]),
        }
    }

    /// `Only 2 fits r1c1: 1 and 3 are complete beside it, and larger areas have room for 4 cells at most`
    fn only_one(&self, thought: &Thought) -> String {
        let Said::Is(only) = thought.said else { return String::new() };
        let (mut complete, mut joined, mut said) = (Vec::new(), Vec::new(), Vec::new());
        let mut most = None;
        for (value, reason) in self.rule.against_each(self.facts, thought.place, only) {
            match reason {
                Some(Reason::TooMany { is_complete: true, .. }) => complete.push(value),
                Some(Reason::TooMany { .. }) => joined.push(value),
                Some(Reason::NoRoom { room }) => most = most.max(Some(room)),
                _ => said.push(value),
            }
        }
        let numbers = |values: Vec<Value>, word| list(values.iter().map(Value::to_string), word);
        let mut because = Vec::new();
        if !complete.is_empty() {
            let are = if complete.len() == 1 { "is" } else { "are" };
            because.push(format!("{} {are} complete beside it", numbers(complete, "and")));
        }
        if !joined.is_empty() {
            because.push(format!("it would join too many of {}", numbers(joined, "and")));
        }
        if !said.is_empty() {
            because.push(format!("it is not {}", numbers(said, "or")));
        }
        if let Some(most) = most {
            because.push(format!("there is room for {}", counted(most as u64, "cell")));
        }
        format!("only {only} fits {}: {}", self.place(thought.place), and(because))
    }

    fn broken(&self, broken: &Broken) -> String {
        match broken {
            Broken::Overfull { place } => {
                format!("{} would have too many cells", self.area(*place))
            }
            Broken::Confined { place, room } => {
                format!(
                    "{} would have room for {} only",
                    self.area(*place),
                    counted(*room as u64, "cell")
                )
            }
            Broken::Nothing { place } => format!("nothing would fit {}", self.place(*place)),
        }
    }
}
