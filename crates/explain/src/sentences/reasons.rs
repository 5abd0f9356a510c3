//! The reasons of constraints, as what a step rests on.

use itertools::Itertools;

use super::{Speaker, and};
use crate::Step;
use crate::problem::rule_of;

impl Speaker<'_> {
    /// The reasons of posted constraints, each once.
    pub fn reasons(&self, constraints: &[usize]) -> Vec<String> {
        let rules = self.helpers.without_definitions(self.csp, constraints);
        rules.into_iter().map(|at| self.reason(at)).unique().collect()
    }

    /// The reasons of the rules of a thought; of many only their number, and [`Speaker::details`] lists them.
    pub(super) fn reasons_in_short(&self, rules: &[usize]) -> Vec<String> {
        let reasons = grouped(self.reasons(rules));
        match self.are_too_many(&reasons) {
            true => vec![format!("{} rules work together", reasons.len())],
            false => reasons,
        }
    }

    fn are_too_many(&self, reasons: &[String]) -> bool {
        let length: usize = reasons.iter().map(|reason| reason.chars().count() + 2).sum();
        reasons.len() > 2 && length > self.longest
    }

    /// A sentence for each rule, if the thought only gives their number.
    pub(super) fn rules_apart(&self, thought: &Step) -> Vec<String> {
        let rules = thought.constraints.iter().copied().filter(|&at| !self.is_about_placement(at));
        let reasons = grouped(self.reasons(&rules.collect_vec()));
        if self.own_sentence(thought).is_some() || !self.are_too_many(&reasons) {
            return Vec::new();
        }
        reasons.iter().map(|reason| self.capital(&format!("{reason}."))).collect()
    }

    /// The reason of a posted constraint; an expression in mathematical notation.
    fn reason(&self, at: usize) -> String {
        let reason = &self.csp.constraints()[at].reason;
        self.stated(reason, true).unwrap_or_else(|| reason.clone())
    }

    /// The reason of each of some constraints; of one that only defines what another one of them uses, what
    /// that is.
    pub fn reasons_within(&self, constraints: &[usize]) -> Vec<String> {
        let rules = self.helpers.without_definitions(self.csp, constraints);
        let reason = |&at: &usize| match self.helpers.defined_by(at) {
            Some(helper) if !rules.contains(&at) => format!("what {} is", self.csp.name(helper)),
            _ => self.csp.constraints()[at].reason.clone(),
        };
        constraints.iter().map(reason).collect()
    }

    /// The reasons of posted constraints, one for each; where several have the same reason, with
    /// the variables that tell them apart.
    pub fn each_reason(&self, constraints: &[usize]) -> Vec<String> {
        let reasons = constraints.iter().map(|&at| self.reason(at)).collect_vec();
        let each = constraints.iter().zip(&reasons).map(|(&at, reason)| {
            if reasons.iter().filter(|other| *other == reason).count() == 1 {
                return self.capital(reason);
            }
            let seen = self.helpers.seen_in(self.csp, at);
            let subjects = and(seen.into_iter().map(|variable| self.subject(variable)));
            format!("{}: {subjects}", self.capital(reason))
        });
        each.collect()
    }
}

/// Of a rule that is needed in more places than this, the places are not named.
const MOST_USES: usize = 1;

/// The reasons, joined where they differ in one word only. If a rule is needed in many places, as `black cells do not touch:
/// r1c1 and r1c2`, its places are left out.
pub(super) fn grouped(reasons: Vec<String>) -> Vec<String> {
    let uses = reasons.iter().counts_by(|reason| rule_of(reason).to_owned());
    let said = reasons.into_iter().map(|reason| match uses[rule_of(&reason)] > MOST_USES {
        true => rule_of(&reason).to_owned(),
        false => reason,
    });
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for reason in said.unique() {
        let alike = groups.iter_mut().find_map(|(first, words)| {
            different_word(first, &reason).map(|word| (words, word.to_owned()))
        });
        match alike {
            Some((words, word)) => words.push(word),
            None => groups.push((reason, Vec::new())),
        }
    }
    let said = groups.into_iter().map(|(first, words)| match words.is_empty() {
        true => first,
        false => format!("{first}, likewise {}", and(words)),
    });
    said.collect()
}

/// The word by which a sentence differs from another one, if that is one, without the comma or colon after it.
fn different_word<'a>(from: &str, sentence: &'a str) -> Option<&'a str> {
    let (one, other) = (from.split(' ').collect_vec(), sentence.split(' ').collect_vec());
    let mut differ = one.iter().zip(&other).filter(|(one, other)| one != other);
    match (one.len() == other.len(), differ.next(), differ.next()) {
        (true, Some((_, word)), None) => Some(word.trim_end_matches([',', ':'])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    fn said(reasons: &[String]) -> String {
        grouped(reasons.to_vec()).join("; ")
    }

    #[test]
    fn reasons_that_differ_by_a_word_are_said_once() {
        let reasons =
            |all: &[&str]| all.iter().map(|&reason| reason.to_owned()).collect::<Vec<_>>();
        let equal = reasons(&["region A has equal pips", "region C has equal pips"]);
        assert_eq!(said(&equal[..1]), "region A has equal pips");
        assert_eq!(said(&equal), "region A has equal pips, likewise C");
        let ends = reasons(&["a line ends at r1c1: that of 2", "a line ends at r3c4: that of 2"]);
        assert_eq!(said(&ends), "a line ends at r1c1: that of 2, likewise r3c4");
        let other = reasons(&["region A has equal pips", "all pips of the border are equal"]);
        assert_eq!(said(&other), other.join("; "));
        let mixed = reasons(&["A sums to 3", "all differ", "B sums to 3", "C sums to 4"]);
        assert_eq!(said(&mixed), "A sums to 3, likewise B; all differ; C sums to 4");
        let touch = reasons(&[
            "no two touch: a and b",
            "A has 3",
            "no two touch: c and d",
            "no two touch: e and f",
        ]);
        assert_eq!(said(&touch), "no two touch; A has 3");
        assert_eq!(said(&touch[..2]), touch[..2].join("; "));
    }
}
