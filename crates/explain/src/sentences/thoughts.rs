//! Sentences of the techniques that find steps: a thought is said as such, not as its rules one by one.

use itertools::Itertools;

use super::{Speaker, and, list};
use crate::Step;
use crate::techniques::{
    ENOUGH_LEFT, ONLY_CELL, ONLY_NEIGHBOUR, ONLY_VALUE, PARITY, Technique, UNEQUAL_PIECES, used_up,
};
use cnfetti_core::csp::{Cardinality, Constraint, Value};
use cnfetti_sat::search::candidates::{Fact, Said};

/// How a step of a technique is said.
type Say = fn(&Speaker<'_>, &Step) -> String;

/// The techniques with sentences of their own.
const SAID: &[(&Technique, Say)] = &[
    (&ONLY_CELL, only_cell),
    (&ONLY_VALUE, only_value),
    (&ONLY_NEIGHBOUR, only_neighbour),
    (used_up(), nothing_left),
    (&ENOUGH_LEFT, enough_left),
    (&UNEQUAL_PIECES, unequal_pieces),
    (&PARITY, parity),
];

/// More places than this are not named.
const MOST_PLACES: usize = 5;

/// The sentence of a step whose technique has one of its own.
pub(super) fn said(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let (_, say) = SAID.iter().find(|(technique, _)| *technique == step.technique)?;
    // Of what is on dice, say, the rules are said as well: nobody sees them on a board.
    let is_single = [&ONLY_CELL, &ONLY_VALUE].contains(&step.technique);
    if is_single && !is_plain(speaker, step) {
        return None;
    }
    Some(speaker.capital(&say(speaker, step)))
}

/// `Row 2 has each number once; r1c7, r3c5 and r8c1 are 5: so r2c3 is 5.` The places of the row that have another
/// value are seen at a glance.
fn only_cell(speaker: &Speaker<'_>, step: &Step) -> String {
    let Some(Fact { variable, said: Said::Is(value) }) = step.conclusions.first() else {
        return speaker.conclusions_in_short(step);
    };
    let constraints = speaker.csp.constraints();
    let has_it = |at: &&usize| constraints[**at].constraint.rule().scope().contains(variable);
    let row = step.constraints.iter().find(has_it).map(|&at| constraints[at].reason.clone());
    let is_about = |fact: &&Fact| match &fact.said {
        Said::Is(taken) => taken == value,
        Said::IsNone(_) => true,
    };
    let about: Vec<Fact> = step.facts.iter().filter(is_about).cloned().collect();
    let others = match about.is_empty() {
        true => "its other places are taken".to_owned(),
        false => speaker.facts_in_short(&about),
    };
    let conclusions = speaker.conclusions_in_short(step);
    format!("{}; {others}: so {conclusions}.", row.unwrap_or_default())
}

/// Whether places simply are their values, as those of a board with numbers.
fn is_plain(speaker: &Speaker<'_>, step: &Step) -> bool {
    let facts = step.facts.iter().chain(&step.conclusions);
    facts.into_iter().all(|fact| speaker.words(fact.variable).before_value.is_empty())
}

/// `R4c3 differs from r4c1, r1c3 and r5c3, which are 1, 2 and 4: so r4c3 is 3.`
fn only_value(speaker: &Speaker<'_>, step: &Step) -> String {
    let Some(place) = step.conclusions.first().map(|fact| fact.variable) else {
        return speaker.conclusions_in_short(step);
    };
    let taken = |fact: &Fact| match fact.said {
        Said::Is(value) => Some((speaker.subject(fact.variable), value)),
        Said::IsNone(_) => None,
    };
    let taken = step.facts.iter().filter_map(taken).sorted_by_key(|(_, value)| *value);
    let (places, values): (Vec<String>, Vec<String>) =
        taken.map(|(place, value)| (place, value.to_string())).unzip();
    let are = if places.len() == 1 { "is" } else { "are" };
    let own: Vec<Fact> = step.facts.iter().filter(|fact| fact.variable == place).cloned().collect();
    let own = match own.is_empty() {
        true => String::new(),
        false => format!("; {}", speaker.facts_in_short(&own)),
    };
    let (subject, conclusions) = (speaker.subject(place), speaker.conclusions_in_short(step));
    let places = and(speaker.shortened(places, "place"));
    format!("{subject} differs from {places}, which {are} {}{own}: so {conclusions}.", and(values))
}

/// `Region A has equal pips, and too few are left of 2, 4 or 6: so …`
fn enough_left(speaker: &Speaker<'_>, step: &Step) -> String {
    let values = step.constraints.iter().filter_map(|&at| counted_value(speaker, at)).sorted();
    let values = list(values.map(|value| value.to_string()), "or");
    let areas = areas(speaker, step);
    let facts = match step.facts.is_empty() {
        true => String::new(),
        false => format!("; {}", speaker.facts_in_short(&step.facts)),
    };
    let gone = same_conclusion(step);
    let conclusions = match gone.is_empty() || equal_areas(speaker, step).len() == 1 {
        true => speaker.conclusions_in_short(step),
        false => {
            let gone = list(gone.iter().map(|value| value.to_string()), "or");
            format!("none of their places is {gone}")
        }
    };
    format!("{areas}, and too few are left of {values}{facts}: so {conclusions}.")
}

fn counted_value(speaker: &Speaker<'_>, at: usize) -> Option<Value> {
    match &speaker.csp.constraints()[at].constraint {
        Constraint::Cardinality(Cardinality { occurrences, .. }) => {
            Some(occurrences.first()?.value)
        }
        _ => None,
    }
}

/// `Region A has equal pips, likewise B and C: so no domino with two different values lies inside any of them.`
fn unequal_pieces(speaker: &Speaker<'_>, step: &Step) -> String {
    let pieces = step.conclusions.iter().map(|fact| speaker.subject(fact.variable)).collect_vec();
    let first_word = |piece: &String| piece.split(' ').next().unwrap_or_default().to_owned();
    let pieces = match &pieces[..] {
        [only] => format!("{only} does not lie"),
        // `domino 1-4`, `domino 2-6`: they have a name together.
        [first, ..] if pieces.iter().map(first_word).all_equal() && first.contains(' ') => {
            format!("no {} with two different values lies", first_word(first))
        }
        _ => "nothing with two different values lies".to_owned(),
    };
    let it = if equal_areas(speaker, step).len() == 1 { "it" } else { "any of them" };
    format!("{}: so {pieces} inside {it}.", areas(speaker, step))
}

/// `R3c8 and r5c1 have one neighbour left: so r3c7-r3c8 and r4c1-r5c1 are joined.`
fn only_neighbour(speaker: &Speaker<'_>, step: &Step) -> String {
    let places = first_words(speaker, step);
    let have = if places.len() == 1 { "has" } else { "have" };
    format!("{} {have} one neighbour left: so {}.", and(places), speaker.conclusions_in_short(step))
}

/// `The dominoes have 2 halves with 0; r2c7 and r3c2 are 0: so no other place is 0.`
fn nothing_left(speaker: &Speaker<'_>, step: &Step) -> String {
    let conclusions = match &same_conclusion(step)[..] {
        [value] if step.conclusions.len() > MOST_PLACES && is_plain(speaker, step) => {
            format!("no other place is {value}")
        }
        _ => speaker.conclusions_in_short(step),
    };
    let reasons = speaker.reasons(&step.constraints).join("; ");
    format!("{reasons}; {}: so {conclusions}.", speaker.facts_in_short(&step.facts))
}

/// The values that all places of the step are not, where it says the same of all of them.
fn same_conclusion(step: &Step) -> Vec<Value> {
    let said = step.conclusions.iter().map(|fact| &fact.said);
    match said.dedup().exactly_one() {
        Ok(Said::IsNone(gone)) => gone.clone(),
        _ => Vec::new(),
    }
}

/// The places that the step's constraints are about: the first word of each reason.
fn first_words(speaker: &Speaker<'_>, step: &Step) -> Vec<String> {
    let reasons = speaker.reasons(&step.constraints).into_iter();
    reasons.filter_map(|reason| reason.split(' ').next().map(str::to_owned)).collect()
}

/// `Only r1c3-r1c4 leads out of r1c1, r1c2 and r1c3, and 3 is odd: so r1c3-r1c4 is joined.`
fn parity(speaker: &Speaker<'_>, step: &Step) -> String {
    let places = first_words(speaker, step);
    let number = places.len();
    let places = match number {
        0..=MOST_PLACES => and(places),
        _ => format!("{} and {} more places around it", places[0], number - 1),
    };
    let lines = and(step.conclusions.iter().map(|fact| speaker.subject(fact.variable)));
    let odd = if number.is_multiple_of(2) { "even" } else { "odd" };
    let conclusions = speaker.conclusions_in_short(step);
    format!("Only {lines} leads out of {places}, and {number} is {odd}: so {conclusions}.")
}

/// The reasons of the areas whose places are equal.
fn equal_areas(speaker: &Speaker<'_>, step: &Step) -> Vec<String> {
    let is_equal =
        |at: &&usize| matches!(speaker.csp.constraints()[**at].constraint, Constraint::AllEqual(_));
    let equal = step.constraints.iter().filter(is_equal);
    equal.map(|&at| speaker.csp.constraints()[at].reason.clone()).collect()
}

fn areas(speaker: &Speaker<'_>, step: &Step) -> String {
    likewise(&equal_areas(speaker, step))
}

fn likewise(reasons: &[String]) -> String {
    grouped(reasons.to_vec()).join("; ")
}

/// The reasons, of which those that differ from an earlier one by a word are said with it, by that word.
pub(super) fn grouped(reasons: Vec<String>) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for reason in reasons {
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

/// The word by which a sentence differs from another one, if that is one.
fn different_word<'a>(from: &str, sentence: &'a str) -> Option<&'a str> {
    let (one, other) = (from.split(' ').collect_vec(), sentence.split(' ').collect_vec());
    let mut differ = one.iter().zip(&other).filter(|(one, other)| one != other);
    match (one.len() == other.len(), differ.next(), differ.next()) {
        (true, Some((_, word)), None) => Some(word),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::likewise;

    #[test]
    fn reasons_that_differ_by_a_word_are_said_once() {
        let reasons =
            |all: &[&str]| all.iter().map(|&reason| reason.to_owned()).collect::<Vec<_>>();
        let equal = reasons(&["region A has equal pips", "region C has equal pips"]);
        assert_eq!(likewise(&equal[..1]), "region A has equal pips");
        assert_eq!(likewise(&equal), "region A has equal pips, likewise C");
        let other = reasons(&["region A has equal pips", "all pips of the border are equal"]);
        assert_eq!(likewise(&other), other.join("; "));
        let mixed = reasons(&["A sums to 3", "all differ", "B sums to 3", "C sums to 4"]);
        assert_eq!(likewise(&mixed), "A sums to 3, likewise B; all differ; C sums to 4");
    }
}
