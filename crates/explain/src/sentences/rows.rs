//! Sentences of the techniques for places that differ: the only cell for a value, the only value for a cell, and pointing.

use itertools::Itertools;

use super::{Speaker, and, list};
use crate::Step;
use cnfetti_core::csp::{AllDifferent, Constraint, Value, VarId};
use cnfetti_sat::search::candidates::{Fact, Said};

/// `Row 2 has each number once; r1c7, r3c5 and r8c1 are 5: so r2c3 is 5.`
pub(super) fn only_cell(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let &Fact { variable, said: Said::Is(value) } = step.conclusions.first()? else { return None };
    let constraints = speaker.csp.constraints();
    let has_it = |at: &&usize| constraints[**at].constraint.rule().scope().contains(&variable);
    let row = step.constraints.iter().find(has_it).map(|&at| constraints[at].reason.clone());
    let (row, others) = (row.unwrap_or_default(), not_elsewhere(speaker, step, value));
    let conclusions = speaker.conclusions_in_short(step);
    Some(format!("{row}; {others}: so {conclusions}."))
}

/// Why the other places of a row do not have the value. Those that have another one are seen at a glance.
fn not_elsewhere(speaker: &Speaker<'_>, step: &Step, value: Value) -> String {
    let is_about = |fact: &&Fact| match &fact.said {
        Said::Is(taken) => *taken == value,
        Said::IsNone(_) => true,
    };
    let about: Vec<Fact> = step.facts.iter().filter(is_about).cloned().collect();
    match about.is_empty() {
        true => "its other places are taken".to_owned(),
        false => speaker.facts_in_short(&about),
    }
}

/// Whether places simply are their values, as those of a board with numbers.
pub(super) fn is_plain(speaker: &Speaker<'_>, step: &Step) -> bool {
    let facts = step.facts.iter().chain(&step.conclusions);
    facts.into_iter().all(|fact| speaker.words(fact.variable).before_value.is_empty())
}

/// `R4c3 differs from r4c1, r1c3 and r5c3, which are 1, 2 and 4: so r4c3 is 3.`
pub(super) fn only_value(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let place = step.conclusions.first()?.variable;
    let taken = |fact: &Fact| match fact.said {
        Said::Is(value) => Some((speaker.subject(fact.variable), value)),
        Said::IsNone(_) => None,
    };
    let taken = step.facts.iter().filter_map(taken).sorted_by_key(|(_, value)| *value);
    let (places, values): (Vec<String>, Vec<String>) =
        taken.map(|(place, value)| (place, value.to_string())).unzip();
    let are = if places.len() == 1 { "is" } else { "are" };
    let own: Vec<Fact> = step.facts.iter().filter(|fact| fact.variable == place).cloned().collect();
    let own = speaker.and_facts(&own);
    let (subject, conclusions) = (speaker.subject(place), speaker.conclusions_in_short(step));
    let places = and(speaker.shortened(places, "place"));
    let values = and(values);
    Some(format!("{subject} differs from {places}, which {are} {values}{own}: so {conclusions}."))
}

/// `Row 2 has each number once; r5c4 and r8c6 are 5: so r2c1 or r2c3 is 5. The box r1c1-r3c3 has each number once:
/// so r1c2 and r3c1 are not 5.`
pub(super) fn pointing(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let Pointing { row, other, places, value } = pointed(speaker, step)?;
    let others = not_elsewhere(speaker, step, value);
    let places = list(places.into_iter().map(|place| speaker.subject(place)), "or");
    let [row, other] =
        [row, other].map(|at| speaker.capital(&speaker.csp.constraints()[at].reason));
    let value = speaker.value_words(step.conclusions[0].variable, value);
    let conclusions = speaker.conclusions_in_short(step);
    Some(format!("{row}; {others}: so {places} is {value}. {other}: so {conclusions}."))
}

/// What a step of pointing is about.
struct Pointing {
    /// The row in which the places are all that is left for the value.
    row: usize,
    /// The other row that they are in.
    other: usize,
    places: Vec<VarId>,
    value: Value,
}

/// The parts of a pointing step; `None` if it has another form.
fn pointed(speaker: &Speaker<'_>, step: &Step) -> Option<Pointing> {
    let Said::IsNone(gone) = &step.conclusions.first()?.said else { return None };
    let &[value] = &gone[..] else { return None };
    let scope = |at: usize| match &speaker.csp.constraints()[at].constraint {
        Constraint::AllDifferent(AllDifferent { scope, .. }) => &scope[..],
        _ => &[],
    };
    let concludes = |at: usize| {
        step.conclusions.iter().all(|conclusion| scope(at).contains(&conclusion.variable))
    };
    let has_value = |at: usize| {
        let mut taken = step.facts.iter().filter(|fact| fact.said == Said::Is(value));
        taken.any(|fact| scope(at).contains(&fact.variable))
    };
    let constraints = || step.constraints.iter().copied();
    let other = constraints().filter(|&at| concludes(at)).exactly_one().ok()?;
    let row = constraints().filter(|&at| at != other && !has_value(at)).exactly_one().ok()?;
    let shared = scope(row).iter().copied().filter(|place| scope(other).contains(place));
    let left = shared.filter(|place| !step.facts.iter().any(|fact| fact.variable == *place));
    Some(Pointing { row, other, places: left.collect(), value })
}
