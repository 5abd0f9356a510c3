//! Sentences of techniques that do not list their rules one by one.

use itertools::Itertools;

use super::connection::{apart, cut, full, reach, room, too_many, way_out};
use super::reasons::grouped;
use super::totals::{combinations, crossings, innies};
use super::{Speaker, and, list, named};
use crate::Step;
use crate::techniques::{
    ADJACENT_3S, APART, BOTH_OR_NEITHER, CLOSED_LOOP, COMBINATIONS, CORNER_NUMBER, CROSSINGS, CUT,
    DEAD_END, DIAGONAL_3S, EITHER_OF_TWO, ENOUGH_LEFT, EVERY_WAY, FULL, GAPS, INNIES, LOOP_PARITY,
    NO_BRANCH, ONLY_NEIGHBOUR, ONLY_PIECE, ONLY_PLACE, OVERLAP, REACH, ROOM, TOO_MANY,
    TOUCHING_NUMBERS, Technique, UNIQUE_RECTANGLE, WAY_ON, WAY_OUT, is_junction, used_up,
};
use cnfetti_core::csp::{Cardinality, Constraint, Link, Value, VarId};
use cnfetti_core::plural::counted;
use cnfetti_sat::search::candidates::{Fact, Said};

/// The sentence of a technique's step; `None` if its rules and facts have to be listed.
type Say = fn(&Speaker<'_>, &Step) -> Option<String>;

/// The techniques with sentences of their own.
const SAID: &[(&Technique, Say)] = &[
    (&ONLY_NEIGHBOUR, only_neighbour),
    (used_up(), nothing_left),
    (&ENOUGH_LEFT, enough_left),
    (&COMBINATIONS, combinations),
    (&INNIES, innies),
    (&CROSSINGS, crossings),
    (&ONLY_PIECE, |speaker, step| speaker.piece_there(step)),
    (&ONLY_PLACE, |speaker, step| speaker.wherever(step)),
    (&EVERY_WAY, |speaker, step| speaker.every_way(step)),
    (&WAY_OUT.technique, way_out),
    (&CUT.technique, cut),
    (&FULL.technique, full),
    (&APART.technique, apart),
    (&TOO_MANY.technique, too_many),
    (&ROOM.technique, room),
    (&REACH.technique, reach),
    (&DEAD_END.technique, dead_end),
    (&WAY_ON.technique, way_on),
    (&NO_BRANCH.technique, no_branch),
    (&UNIQUE_RECTANGLE.technique, unique_rectangle),
    (&CLOSED_LOOP, closed_loop),
    (&CORNER_NUMBER, numbers),
    (&ADJACENT_3S, numbers),
    (&DIAGONAL_3S, numbers),
    (&TOUCHING_NUMBERS, numbers),
    (&BOTH_OR_NEITHER, both_or_neither),
    (&EITHER_OF_TWO, either_of_two),
    (&LOOP_PARITY, loop_parity),
    (&OVERLAP.technique, overlap),
    (&GAPS.technique, gaps),
];

/// More places than this are not named.
const MOST_PLACES: usize = 5;

/// The sentence of a step without its rules and facts, for techniques that people state like this.
pub(super) fn in_brief(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let sentence = match step.technique {
        technique if technique == &EITHER_OF_TWO => whatever(speaker, step),
        technique if technique == &EVERY_WAY => Some(speaker.whatever_fits(step)),
        _ => None,
    };
    Some(speaker.capital(&sentence?))
}

/// The sentence of a step whose technique has one of its own.
pub(super) fn said(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let (_, say) = SAID.iter().find(|(technique, _)| *technique == step.technique)?;
    // If there is no board, as with letters on dice, nobody sees the rules, so they are listed.
    let is_single = [&COMBINATIONS, &INNIES, &CROSSINGS].contains(&step.technique);
    if is_single && !is_plain(speaker, step) {
        return None;
    }
    Some(speaker.capital(&say(speaker, step)?))
}

/// Whether places simply are their values, as those of a board with numbers.
fn is_plain(speaker: &Speaker<'_>, step: &Step) -> bool {
    let facts = step.facts.iter().chain(&step.conclusions);
    facts.into_iter().all(|fact| speaker.words(fact.variable).before_value.is_empty())
}

/// `Region A has equal pips, and too few are left of 2, 4 or 6: so …`
fn enough_left(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let values = step.constraints.iter().filter_map(|&at| counted_value(speaker, at)).sorted();
    let values = list(values.map(|value| value.to_string()), "or");
    let areas = areas(speaker, step);
    let facts = speaker.and_facts(&step.facts);
    let gone = same_conclusion(step);
    let conclusions = match gone.is_empty() || equal_areas(speaker, step).len() == 1 {
        true => speaker.conclusions_in_short(step),
        false => {
            let gone = list(gone.iter().map(|value| value.to_string()), "or");
            format!("none of their places is {gone}")
        }
    };
    Some(format!("{areas}, and too few are left of {values}{facts}: so {conclusions}."))
}

fn counted_value(speaker: &Speaker<'_>, at: usize) -> Option<Value> {
    match &speaker.csp.constraints()[at].constraint {
        Constraint::Cardinality(Cardinality { occurrences, .. }) => {
            Some(occurrences.first()?.value)
        }
        _ => None,
    }
}

/// `R3c8 can only join r3c7, r1c1 only r2c1, and r5c1 only r4c1.`
fn only_neighbour(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let places = first_words(speaker, step);
    let joins = step.conclusions.iter().map(|fact| {
        let line = speaker.subject(fact.variable);
        let (one, other) = line.split_once('-')?;
        let is_first = places.iter().any(|place| place.eq_ignore_ascii_case(one));
        let (from, to) = if is_first { (one, other) } else { (other, one) };
        Some((from.to_owned(), to.to_owned()))
    });
    let Some(joins) = joins.collect::<Option<Vec<_>>>().filter(|joins| !joins.is_empty()) else {
        let have = if places.len() == 1 { "has" } else { "have" };
        let conclusions = speaker.conclusions_in_short(step);
        return Some(format!("{} {have} one neighbour left: so {conclusions}.", and(places)));
    };
    let can = |(at, (from, to)): (usize, &(String, String))| match at {
        0 => format!("{from} can only join {to}"),
        _ if at + 1 == joins.len() => format!("and {from} only {to}"),
        _ => format!("{from} only {to}"),
    };
    Some(format!("{}.", joins.iter().enumerate().map(can).join(", ")))
}

/// `The dominoes have 2 halves with 0; r2c7 and r3c2 are 0: so no other place is 0.`
fn nothing_left(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let mut because = speaker.reasons(&step.constraints);
    if !step.facts.is_empty() {
        because.push(speaker.facts_in_short(&step.facts));
    }
    let used_up = step.constraints.first().and_then(|&at| counted_value(speaker, at));
    let is_denied = |fact: &Fact| match (&fact.said, used_up) {
        (Said::IsNone(gone), Some(value)) => gone == &[value],
        _ => false,
    };
    let (denied, others): (Vec<Fact>, Vec<Fact>) =
        step.conclusions.iter().cloned().partition(is_denied);
    let conclusions = match used_up {
        Some(value) if denied.len() > MOST_PLACES && is_plain(speaker, step) => {
            let others =
                speaker.conclusions_in_short(&Step { conclusions: others, ..step.clone() });
            let and = if others.is_empty() { "" } else { ", " };
            format!("{others}{and}no other place is {value}")
        }
        _ => speaker.conclusions_in_short(step),
    };
    Some(format!("{}: so {conclusions}.", because.join("; ")))
}

/// `The lines are one loop; r1c1-r1c2 would close the loop without r5c5-r6c5: so r1c1-r1c2 is empty.`
fn closed_loop(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let is_loop = |at: &&usize| {
        matches!(speaker.csp.constraints()[**at].constraint, Constraint::Connected(_))
    };
    let at = step.constraints.iter().find(is_loop)?;
    let Constraint::Connected(connected) = &speaker.csp.constraints()[*at].constraint else {
        return None;
    };
    let line = step.conclusions.first()?.variable;
    // The line that is not joined with the one in question by those of the other facts.
    let mut joined = connected.links.iter().find(|link| is_of(link, line))?.ends.to_vec();
    let drawn = |link: &&Link| step.facts.iter().any(|fact| is_of(link, fact.variable));
    let mut left = connected.links.iter().filter(drawn).collect_vec();
    while let Some(next) =
        left.iter().position(|link| link.ends.iter().any(|end| joined.contains(end)))
    {
        joined.extend(left.remove(next).ends);
    }
    let elsewhere = left.first()?.atom?.variable;
    let (line, elsewhere) = (speaker.subject(line), speaker.subject(elsewhere));
    let reason = &speaker.csp.constraints()[*at].reason;
    let conclusions = speaker.conclusions_in_short(step);
    Some(format!("{reason}; {line} would close the loop without {elsewhere}: so {conclusions}."))
}

/// `The bottom of r5c1 would be a dead end: so it is empty.`
fn dead_end(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let [line] = &step.conclusions[..] else { return None };
    let is = speaker.conclusion(line, &step.after).predicate?;
    Some(format!("{} would be a dead end: so it is {is}.", speaker.subject(line.variable)))
}

/// `The left side of r4c1 leads on only to the left side of r3c1: so that is drawn.`
fn way_on(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let ([from], [line]) = (&drawn(step)[..], &step.conclusions[..]) else { return None };
    let is = speaker.conclusion(line, &step.after).predicate?;
    let [from, to] = [*from, line.variable].map(|line| speaker.subject(line));
    Some(format!("{from} leads on only to {to}: so that is {is}."))
}

/// `The bottom of r3c2 and the right side of r4c1 meet already: so the bottom and right side of r3c1 are empty.`
fn no_branch(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let lines = drawn(step).into_iter().map(|line| speaker.subject(line)).collect_vec();
    let conclusions = speaker.conclusions_in_short(step);
    (lines.len() == 2).then(|| format!("{} meet already: so {conclusions}.", named(lines)))
}

/// `R1c1 has 3 sides of the loop, and is in a corner: so the top and left side of r1c1 are drawn.` Where that would be
/// long, a reader sees the lines that are drawn or empty from the board.
fn numbers(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let constraint = |at: usize| &speaker.csp.constraints()[at].constraint;
    let (junctions, numbers): (Vec<usize>, Vec<usize>) =
        step.constraints.iter().partition(|&&at| is_junction(speaker.csp, constraint(at)));
    let because = grouped(speaker.reasons(&numbers)).join("; ");
    let is_corner = |&at: &usize| constraint(at).rule().scope().len() == 2;
    let corner = if junctions.iter().any(is_corner) { ", and is in a corner" } else { "" };
    let conclusions = speaker.conclusions_in_short(step);
    let facts = match step.facts.len() {
        1..=MOST_FACTS => format!("; {}", speaker.facts(&step.facts)),
        _ => String::new(),
    };
    let said = [&facts, ""].map(|facts| format!("{because}{corner}{facts}: so {conclusions}."));
    let [whole, short] = said;
    Some(if whole.chars().count() <= FEW_WORDS { whole } else { short })
}

/// More lines around numbers than this are not named.
const MOST_FACTS: usize = 3;

/// Facts about lines are left out if the sentence is longer than this.
const FEW_WORDS: usize = 120;

/// `R1c1-r1c2 and r1c1-r2c1 can only meet each other; the loop goes through r1c1: so both are drawn.`
fn both_or_neither(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let constraint = |at: usize| &speaker.csp.constraints()[at].constraint;
    let (junctions, rules): (Vec<usize>, Vec<usize>) =
        step.constraints.iter().partition(|&&at| is_junction(speaker.csp, constraint(at)));
    let [one, other] = &step.conclusions[..] else { return None };
    let lines = named(vec![speaker.subject(one.variable), speaker.subject(other.variable)]);
    let is = speaker.conclusion(one, &step.after).predicate?;
    // A reader sees which lines can meet.
    let met = junctions.iter().flat_map(|&at| constraint(at).rule().scope()).collect_vec();
    let facts = step.facts.iter().filter(|fact| !met.contains(&fact.variable)).cloned();
    let facts = speaker.and_facts(&facts.collect_vec());
    let rules = grouped(speaker.reasons(&rules)).join("; ");
    Some(format!("{lines} can only meet each other; {rules}{facts}: so both are {is}."))
}

/// `At most one 2 of column 5 is white; black cells do not touch: whatever r2c5 and r3c5 are, r1c5 is black.`
fn either_of_two(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let whatever = whatever(speaker, step)?;
    let mut because = grouped(speaker.reasons(&step.constraints));
    if !step.facts.is_empty() {
        because.push(speaker.facts_in_short(&step.facts));
    }
    Some(format!("{}: {whatever}", because.join("; ")))
}

/// `whatever r2c5 and r3c5 are, r1c5 is black.`
fn whatever(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let constraints = step.constraints.iter().map(|&at| &speaker.csp.constraints()[at].constraint);
    let places = constraints.flat_map(|constraint| constraint.rule().scope()).counts();
    let is_decided = |place: VarId| {
        let mut known = step.facts.iter().chain(&step.conclusions);
        known.any(|fact| fact.variable == place && matches!(fact.said, Said::Is(_)))
    };
    let both = places.into_iter().filter(|&(place, rules)| rules > 1 && !is_decided(place));
    let both = both.map(|(place, _)| place).sorted().collect_vec();
    let [one, other] = both[..] else { return None };
    let [one, other] = [one, other].map(|place| speaker.subject(place));
    Some(format!("whatever {one} and {other} are, {}.", speaker.conclusions_in_short(step)))
}

/// `Only r1c1-r1c2 is open between two parts of the board, and 3 lines between them are drawn. The loop crosses an even number
/// of times: so r1c1-r1c2 is drawn.`
fn loop_parity(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let [line] = &step.conclusions[..] else { return None };
    let is = speaker.conclusion(line, &step.after).predicate?;
    let line = speaker.subject(line.variable);
    let drawn = match drawn(step).len() as u64 {
        0 => "no line between them is drawn".to_owned(),
        1 => "1 line between them is drawn".to_owned(),
        number => format!("{} between them are drawn", counted(number, "line")),
    };
    Some(format!(
        "only {line} is open between two parts of the board, and {drawn}. A loop crosses an even number of times: so it is {is}."
    ))
}

/// `Row 4 has one run of 3 black cells; r4c2 is white: wherever they lie, r4c4 is black.`
fn overlap(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    in_line(speaker, step, ": wherever they lie,")
}

/// `Row 1 has one run of 1 black cell; r1c3 is black; no run reaches or fits there: so r1c5 is white.`
fn gaps(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    in_line(speaker, step, "; no run reaches or fits there: so")
}

fn in_line(speaker: &Speaker<'_>, step: &Step, why: &str) -> Option<String> {
    let reasons = speaker.reasons(&step.constraints).join("; ");
    let facts = speaker.and_facts(&step.facts);
    let conclusions = speaker.conclusions_in_short(step);
    Some(format!("{reasons}{facts}{why} {conclusions}."))
}

/// The lines that are known to be drawn.
fn drawn(step: &Step) -> Vec<VarId> {
    let drawn = step.facts.iter().filter(|fact| fact.said == Said::Is(1));
    drawn.map(|fact| fact.variable).collect()
}

/// `Unique rectangle: only 3 and 5 are left in r1c1, r1c4 and r2c1. With one solution, r2c4 is not 3 or 5.`
fn unique_rectangle(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let domain = |fact: &Fact| speaker.csp.domain(fact.variable).iter().copied();
    let is_other = |fact: &&Fact| step.conclusions.iter().all(|new| new.variable != fact.variable);
    let others = step.facts.iter().filter(is_other).collect_vec();
    let left = others.iter().flat_map(|fact| domain(fact).filter(|&value| fact.allows(value)));
    let left = left.sorted().dedup().map(|value| value.to_string());
    let corners = others.iter().map(|fact| speaker.subject(fact.variable));
    let (left, corners) = (and(left), and(corners));
    let conclusions = speaker.conclusions_in_short(step);
    Some(format!(
        "unique rectangle: only {left} are left in {corners}. With only one solution, {conclusions}."
    ))
}

/// Whether the link holds by what is known of this variable.
fn is_of(link: &Link, variable: VarId) -> bool {
    link.atom.is_some_and(|atom| atom.variable == variable)
}

/// The values that the step rules out, if these are the same for all places.
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

/// The reasons of the areas whose places are equal.
fn equal_areas(speaker: &Speaker<'_>, step: &Step) -> Vec<String> {
    let is_equal =
        |at: &&usize| matches!(speaker.csp.constraints()[**at].constraint, Constraint::AllEqual(_));
    let equal = step.constraints.iter().filter(is_equal);
    equal.map(|&at| speaker.csp.constraints()[at].reason.clone()).collect()
}

fn areas(speaker: &Speaker<'_>, step: &Step) -> String {
    grouped(equal_areas(speaker, step)).join("; ")
}
