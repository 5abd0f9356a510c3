//! A sequence of values that an automaton accepts.
//!
//! The automaton is unfolded over the variables, without states that cannot lead to acceptance, and with
//! equivalent states merged. There is a word for each state it can be in before it reads a value, and for
//! each transition.

use std::collections::BTreeMap;

use cnfetti_core::csp::{Automaton, VarId};
use cnfetti_encodings::{Bit, Lit};
use cnfetti_exact::layers::{NONE, of_automaton};

use super::Line;
use super::words::{Page, Words};

pub(super) fn state(words: &Words<'_>, rule: &Automaton) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let domain = |&variable: &VarId| words.map.values(variable).map(|(value, _)| value).collect();
    let layers = of_automaton(rule, rule.scope.iter().map(domain).collect());
    if !layers.is_possible() {
        return Some(vec![Line::some([])]);
    }
    let mut page = Page::new(words);
    // Whether each state is reached; the first always is.
    let mut states = vec![Bit::True];
    for (place, &variable) in rule.scope.iter().enumerate() {
        let name = words.csp.name(variable);
        let lits: Vec<Lit> = words.map.values(variable).map(|(_, lit)| lit).collect();
        let mut next: BTreeMap<u32, Vec<Bit>> = BTreeMap::new();
        for (from, &state) in states.iter().enumerate() {
            let mut to: BTreeMap<u32, Vec<Lit>> = BTreeMap::new();
            for (&child, &lit) in layers.layer(place).next(from as u32).iter().zip(&lits) {
                if child != NONE {
                    to.entry(child).or_default().push(lit);
                }
            }
            let mut leaving = vec![!state];
            for (child, read) in to {
                let reads = if read.len() == lits.len() {
                    Bit::True
                } else {
                    any(&mut page, &read, || format!("{name} has one of these values"))?
                };
                let way = page.both([state, reads], || {
                    format!("{name} leads from state {from} to state {child}")
                })?;
                leaving.push(way);
                next.entry(child).or_default().push(way);
            }
            page.need(leaving, || format!("from state {from} {name} leads to a state"));
        }
        if place + 1 == rule.scope.len() {
            break;
        }
        let reached = next.iter().map(|(child, ways)| {
            let lits = ways.iter().map(|way| way.lit()).collect::<Option<Vec<_>>>();
            lits.map_or(Some(Bit::True), |lits| {
                any(&mut page, &lits, || format!("after {name} it is in state {child}"))
            })
        });
        states = reached.collect::<Option<_>>()?;
    }
    Some(page.lines)
}

/// Whether one of these is true, by a word that is defined only once.
fn any(page: &mut Page<'_>, lits: &[Lit], note: impl FnOnce() -> String) -> Option<Bit> {
    let mut lines = Vec::new();
    let word = page.words.any(lits, &mut lines)?;
    if let Some(first) = lines.first_mut() {
        first.note = Some((Some(word), note()));
    }
    let is_new =
        lines.first().is_none_or(|line| !page.lines.iter().any(|other| other.terms == line.terms));
    if is_new {
        page.lines.extend(lines);
    }
    Some(Bit::Lit(word))
}
