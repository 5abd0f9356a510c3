//! Sentences of the techniques for pencil marks, in the words that solvers use.

use itertools::Itertools;

use super::lists::together_in_short;
use super::{Speaker, and, is_short};
use crate::groups::{
    ALS_XZ, CLAIMING, DIRECT_CLAIMING, DIRECT_HIDDEN, DIRECT_POINTING, FINNED, FISH, FORCING,
    FULL_HOUSE, HIDDEN, HIDDEN_SINGLE, NAKED, NAKED_SINGLE, POINTING, SIMPLE_COLOURING, XY_WING,
    XYZ_WING,
};
use crate::techniques::Technique;
use crate::{Cause, Pattern, Step};
use cnfetti_core::csp::{Value, VarId};
use cnfetti_core::plural::list;
use cnfetti_sat::search::candidates::Said;

/// Of more places than this only the first ones are named.
const MOST_PLACES: usize = 6;

/// The sentence of a step, and what stands below it.
pub(super) fn said(speaker: &Speaker<'_>, step: &Step, pattern: &Pattern) -> (String, Vec<String>) {
    let teller = Teller { speaker, step, pattern };
    let so = teller.conclusions();
    let is = |techniques: &[Technique]| techniques.contains(step.technique);
    let name = step.technique.name;
    let single = |said: String| (speaker.capital(&format!("{name}: {said}.")), Vec::new());
    let sentence = match step.technique {
        technique if technique == &FULL_HOUSE => {
            let (place, group) = (teller.places(), teller.group(0));
            return single(format!(
                "{place} is the last open cell of {group}, so it is {}",
                teller.values("and")
            ));
        }
        technique if technique == &HIDDEN_SINGLE => {
            let (place, group) = (teller.places(), teller.group(0));
            return single(format!("in {group}, only {place} can be {}", teller.values("and")));
        }
        technique if technique == &NAKED_SINGLE => {
            return single(format!("{} can only be {}", teller.places(), teller.values("and")));
        }
        technique if [&POINTING, &CLAIMING].contains(&technique) => format!(
            "in {}, {} is only in {}, at {}",
            teller.group(0),
            teller.values("and"),
            teller.group(1),
            teller.places_or()
        ),
        technique if [&DIRECT_POINTING, &DIRECT_CLAIMING].contains(&technique) => format!(
            "in {}, {} is only in {}; in {}, that leaves one place",
            teller.group(0),
            teller.values("and"),
            teller.group(1),
            teller.group(2)
        ),
        _ if is(&DIRECT_HIDDEN) => format!(
            "in {}, only {} can be {}; that leaves one place",
            teller.group(0),
            teller.places(),
            teller.values("and")
        ),
        _ if is(&NAKED) => format!(
            "in {}, {} are {} in some order",
            teller.group(0),
            teller.places(),
            teller.values("and")
        ),
        _ if is(&HIDDEN) => {
            format!(
                "in {}, only {} can be {}",
                teller.group(0),
                teller.places(),
                teller.values("and")
            )
        }
        _ if is(&FISH) => format!(
            "in {}, {} is only in {}",
            teller.groups(&pattern.groups),
            teller.values("and"),
            teller.groups(&pattern.covers)
        ),
        _ if is(&FINNED) => format!(
            "in {}, {} is only in {}, or at the fin {}",
            teller.groups(&pattern.groups),
            teller.values("and"),
            teller.groups(&pattern.covers),
            teller.places_or()
        ),
        technique if technique == &XY_WING => format!(
            "whichever value {} has, {} or {} is {}",
            teller.place(0),
            teller.place(1),
            teller.place(2),
            teller.values("and")
        ),
        technique if technique == &XYZ_WING => format!(
            "whichever value {} has, it, {} or {} is {}",
            teller.place(0),
            teller.place(1),
            teller.place(2),
            teller.values("and")
        ),
        technique if technique == &ALS_XZ => teller.almost_locked(),
        technique if technique == &SIMPLE_COLOURING => teller.colours(),
        _ if is(&FORCING) => return teller.forcing(),
        _ => return teller.chain(),
    };
    (speaker.capital(&format!("{name}: {sentence}: so {so}.")), Vec::new())
}

struct Teller<'a> {
    speaker: &'a Speaker<'a>,
    step: &'a Step,
    pattern: &'a Pattern,
}

impl Teller<'_> {
    /// What a group is called: `row 2` of `row 2 has each number once`.
    fn name(&self, at: usize) -> String {
        let csp = self.speaker.csp;
        let reason = &csp.constraints()[at].reason;
        if let Some((name, _)) = reason.split_once(" has each ") {
            return name.to_owned();
        }
        if let Some((_, name)) = reason.rsplit_once(" twice in ") {
            return name.to_owned();
        }
        self.names(&csp.constraints()[at].constraint.rule().scope(), "and")
    }

    fn group(&self, at: usize) -> String {
        self.pattern.groups.get(at).map_or_else(String::new, |&at| self.name(at))
    }

    /// `rows 2 and 5`
    fn groups(&self, groups: &[usize]) -> String {
        let names = groups.iter().map(|&at| self.name(at)).collect_vec();
        let words = names.iter().map(|name| name.split_once(' ')).collect::<Option<Vec<_>>>();
        match words {
            Some(words) if words.len() > 1 && words.iter().map(|(word, _)| word).all_equal() => {
                let numbers = words.iter().map(|(_, number)| (*number).to_owned());
                format!("{}s {}", words[0].0, and(numbers))
            }
            _ => and(names),
        }
    }

    fn names(&self, places: &[VarId], last: &str) -> String {
        let mut names =
            places.iter().map(|&place| self.speaker.subject(place)).take(MOST_PLACES).collect_vec();
        match places.len().saturating_sub(MOST_PLACES) {
            0 => {}
            more => names.push(format!("{more} more")),
        }
        list(names, last)
    }

    fn place(&self, at: usize) -> String {
        self.pattern.places.get(at).map_or_else(String::new, |&place| self.speaker.subject(place))
    }

    fn places(&self) -> String {
        self.names(&self.pattern.places, "and")
    }

    fn places_or(&self) -> String {
        self.names(&self.pattern.places, "or")
    }

    fn value(&self, value: Value) -> String {
        let any = self.step.conclusions.first().map(|fact| fact.variable);
        any.map_or_else(|| value.to_string(), |any| self.speaker.value_words(any, value))
    }

    fn values(&self, last: &str) -> String {
        list(self.pattern.values.iter().map(|&value| self.value(value)), last)
    }

    fn conclusions(&self) -> String {
        let clauses = self.step.conclusions.iter().map(|fact| match &fact.said {
            Said::Is(value) => self.speaker.says(fact.variable, "", &[*value]),
            Said::IsNone(gone) => self.speaker.says(fact.variable, "not ", gone),
        });
        together_in_short(clauses, MOST_PLACES)
    }

    fn almost_locked(&self) -> String {
        let (one, other) = self.pattern.places.split_at(self.pattern.first);
        let [one, other] = [one, other].map(|places| self.names(places, "and"));
        let (x, z) = (self.pattern.restricted, self.values("and"));
        let x = x.map_or_else(String::new, |x| self.value(x));
        format!(
            "{x} is in only one of {one} on one side and {other} on the other, so {z} is in the other one"
        )
    }

    /// `either r1c1 and r2c4 are 5, or r1c7 and r2c9 are; both are seen`
    fn colours(&self) -> String {
        let value = self.values("and");
        let sides = self.pattern.chains.iter().flatten();
        let sides = sides.map(|colour| self.names(&colour.places, "and")).collect_vec();
        format!("{value} is either in {}, which are both in view", sides.join(", or in "))
    }

    /// `r1c2 is not 4`, or `r1c2 or r1c3 is 4` of places that count as one.
    fn cause(&self, cause: &Cause, before: Option<&Cause>) -> String {
        let places = self.names(&cause.places, if cause.holds { "or" } else { "and" });
        let are = if !cause.holds && cause.places.len() > 1 { "are" } else { "is" };
        // `If r1c2 is not 4, r5c2 is`
        if cause.holds && before.is_some_and(|before| before.value == cause.value) {
            return format!("{places} {are}");
        }
        let not = if cause.holds { "" } else { "not " };
        format!("{places} {are} {not}{}", self.value(cause.value))
    }

    /// `if r1c2 is not 4, r5c2 is, so r5c7 is 9, so r2c7 is 1`
    fn chain_in_words(&self, chain: &[Cause]) -> String {
        let Some((first, rest)) = chain.split_first() else { return String::new() };
        let mut before = first;
        let mut said = format!("if {}", self.cause(first, None));
        let held = rest.iter().filter(|cause| cause.holds);
        for (at, cause) in held.enumerate() {
            let so = if at == 0 { ", " } else { ", so " };
            let is_next = at == 0 && !first.holds;
            said += so;
            said += &self.cause(cause, Some(before).filter(|_| is_next));
            before = cause;
        }
        said
    }

    fn chain(&self) -> (String, Vec<String>) {
        let (name, so) = (self.step.technique.name, self.conclusions());
        let chains = &self.pattern.chains;
        let [chain] = &chains[..] else { return (format!("{name}: so {so}."), Vec::new()) };
        let course = self.chain_in_words(chain);
        let sentence = format!("{name}: {course}. Either way, {so}.");
        if is_short(&sentence) {
            return (self.speaker.capital(&sentence), Vec::new());
        }
        let ends = [&chain[0], &chain[chain.len() - 1]]
            .map(|end| self.cause(&Cause { holds: true, ..end.clone() }, None));
        let [one, other] = ends;
        let sentence = format!("{name}: {one}, or {other}. Either way, {so}.");
        let course = self.speaker.capital(&format!("{course}."));
        (self.speaker.capital(&sentence), vec![course])
    }

    fn forcing(&self) -> (String, Vec<String>) {
        let (name, so) = (self.step.technique.name, self.conclusions());
        let whichever = match self.pattern.groups.first() {
            None => format!("whichever value {} has", self.place(0)),
            Some(&group) => format!("wherever {} has {}", self.name(group), self.values("and")),
        };
        let sentence = format!("{name}: {whichever}, {so}.");
        let cases = self.pattern.chains.iter().map(|chain| {
            self.speaker.capital(&format!("{}: so {so}.", self.chain_in_words(chain)))
        });
        (self.speaker.capital(&sentence), cases.collect())
    }
}
