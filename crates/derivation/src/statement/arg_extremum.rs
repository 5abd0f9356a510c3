//! The place of the smallest or the largest of some variables.

use cnfetti_core::csp::{ArgExtremum, Extreme, Rank, Value};
use cnfetti_encodings::{Bit, Lit};
use itertools::Itertools;

use super::Line;
use super::words::{Page, Words};

/// States the extreme value, which variables have it, and which places are allowed.
pub(super) fn state(words: &Words<'_>, rule: &ArgExtremum) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let mut page = Page::new(words);
    let values = words.values_of(&rule.scope);
    let from = ends(&mut page, rule, &values)?;
    let mut places = Vec::new();
    for &variable in &rule.scope {
        // A variable has it if its value is no less extreme.
        let sign = if rule.extreme == Extreme::Maximum { 1 } else { -1 };
        let place = |value: Value| values.partition_point(|&other| other < value) as i64;
        let own = words.map.values(variable);
        let own = own.map(|(value, lit)| (sign * place(value), lit));
        let terms = own.chain(from.iter().map(|&lit| (-sign, lit)));
        let terms = terms.filter(|&(weight, _)| weight != 0).collect();
        let word = page.reaches(terms, 0, || {
            format!("{} is the {}", words.csp.name(variable), named(rule.extreme))
        })?;
        places.push(Bit::Lit(word));
    }
    match rule.rank {
        Rank::Any => {}
        Rank::First => keep_first(&mut page, &mut places, "first")?,
        Rank::Last => {
            places.reverse();
            keep_first(&mut page, &mut places, "last")?;
            places.reverse();
        }
    }
    let allowed = |other: Value| {
        let number = |at: usize| i64::from(rule.first) + at as i64;
        let allows = move |at: usize| rule.condition.allows(number(at), other);
        places.iter().enumerate().filter(move |&(at, _)| allows(at)).map(|(_, &bit)| bit)
    };
    let note = || "one of the places is as it has to be".to_owned();
    match rule.condition.variable() {
        None => page.need(allowed(0), note),
        Some(variable) if words.map.has_values(variable) => {
            for (value, lit) in words.map.values(variable) {
                page.need(allowed(value).chain([Bit::Lit(!lit)]), note);
            }
        }
        Some(_) => return None,
    }
    Some(page.lines)
}

fn named(extreme: Extreme) -> &'static str {
    match extreme {
        Extreme::Minimum => "smallest",
        Extreme::Maximum => "largest",
    }
}

/// For each value but the first, a literal that says whether the extreme value is at least this.
fn ends(page: &mut Page<'_>, rule: &ArgExtremum, values: &[Value]) -> Option<Vec<Lit>> {
    let is_largest = rule.extreme == Extreme::Maximum;
    // The largest is at least a value if some variable is; the smallest, unless some variable is less.
    let reached =
        if is_largest { values.get(1..) } else { values.split_last().map(|(_, all)| all) };
    let mut reached = reached.unwrap_or_default().to_vec();
    if is_largest {
        reached.reverse();
    }
    let mut lits = Vec::new();
    let mut beyond = None;
    for value in reached {
        let some = page.words.occurrences(&rule.scope, value).into_iter().chain(beyond);
        let lit = page.any(&some.collect_vec(), || {
            format!("one is at {} {value}", if is_largest { "least" } else { "most" })
        })?;
        beyond = Some(lit);
        lits.push(if is_largest { lit } else { !lit });
    }
    Some(lits)
}

/// Keeps only the first place that holds.
fn keep_first(page: &mut Page<'_>, places: &mut [Bit], which: &str) -> Option<()> {
    let Some((first, others)) = places.split_first_mut() else { return Some(()) };
    let mut seen = *first;
    let last = others.len().saturating_sub(1);
    for (at, place) in others.iter_mut().enumerate() {
        let here = *place;
        *place = page.both([here, !seen], || format!("this one is the {which} of them"))?;
        if at < last {
            seen = page.either([here, seen], || "it is this one or one before".to_owned())?;
        }
    }
    Some(())
}
