//! Explanations as JSON.

use std::path::Path;

use cnfetti::csp::{self, Csp, VarId};
use cnfetti::explain::overview::Overview;
use cnfetti::explain::{Cause, Pattern, Reason, Step};
use cnfetti::limit::Stopped;
use cnfetti::problem::Explained;
use cnfetti::puzzle::value_json;
use cnfetti::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;
use serde_json::{Value, json};

use super::Report;
use crate::commands::answers::asked::add_objective;
use crate::commands::answers::evidence::add_to;
use crate::commands::shared::reasoning::{self, Loaded, atoms, candidates};

pub(super) fn report(file: &Path, report: &Report<'_>, shown: &[Step]) -> Value {
    let Report { loaded, overview, cell, .. } = report;
    let Overview { explanation, direct, left } = overview;
    let csp = loaded.csp();
    let mut before = &explanation.start;
    let steps = shown.iter().map(|step| {
        let line = one_step(report, step, before);
        before = &step.after;
        line
    });
    let solutions = left.is_complete().then(|| left.solutions.len().to_string());
    let stopped = explanation.stopped.as_ref().map(Stopped::to_string);
    // A hint does not say what comes after it.
    let is_whole = !report.is_hint;
    let rating = report.rating();
    let difficulty = (is_whole && explanation.stopped.is_none()).then(|| {
        json!({
            "steps": explanation.steps.len(),
            "hardest": explanation.hardest(),
            "total": explanation.total(),
            "score": rating.as_ref().map(|rating| rating.score),
            "level": rating.as_ref().and_then(|rating| rating.level),
            "rating": rating.as_ref().and_then(|rating| rating.hardest).map(|(of, _)| scale(of)),
            "techniques": techniques(report),
        })
    });
    let direct = direct.as_ref().and_then(|reason| reason.as_ref().ok());
    let mut line = json!({
        "file": file.display().to_string(),
        "kind": loaded.kind(),
        "status": "satisfiable",
        "root": atoms(csp, loaded.reasoned.root_atoms()),
        "root_text": loaded.root_sentence(),
        "variables": variables(report),
        "seen_by": constraints(&report.viewpoint.csp, &explanation.seen_by),
        "steps": steps.collect_vec(),
        "complete": is_whole && stopped.is_none(),
        "stopped": stopped,
        "difficulty": difficulty,
        "candidates": is_whole.then(|| candidates(csp, &explanation.end)),
        "solutions": solutions,
        "asked": cell.map(|asked| asked.json(csp, &explanation.end)),
        "direct": direct.map(|reason| reason_json(loaded, reason)),
    });
    add_objective(&mut line, csp);
    add_to(&mut line, report.basis.evidence().as_ref());
    line
}

/// Reports a flaw: there is no solution, because the numbers of things rule it out.
pub(super) fn flaw(file: &Path, loaded: &Loaded, flaw: &str) -> Value {
    let mut line = json!({
        "file": file.display().to_string(),
        "kind": loaded.kind(),
        "status": "unsatisfiable",
        "contradiction": null,
        "flaw": flaw,
    });
    add_to(&mut line, None);
    line
}

/// Reports that there is no solution, and the rules that contradict each other, unless a limit was reached before
/// they were found.
pub(super) fn refuted(file: &Path, loaded: &Loaded, explained: &Explained) -> Value {
    let (csp, basis) = (loaded.csp(), explained.basis());
    let mut line = json!({
        "file": file.display().to_string(),
        "kind": loaded.kind(),
        "status": "unsatisfiable",
        "contradiction": explained.contradiction().map(|reason| reason_json(loaded, reason)),
    });
    if let Some(limit) = basis.limit() {
        line["stopped"] = json!(limit.to_string());
    }
    add_objective(&mut line, csp);
    add_to(&mut line, basis.evidence().as_ref());
    line
}

fn reason_json(loaded: &Loaded, reason: &Reason) -> Value {
    let (positions, speaker) = (&reason.constraints, loaded.speaker());
    json!({
        "rules": speaker.each_reason(&reason.rules),
        "constraints": with_reasons(loaded.csp(), positions, speaker.reasons_within(positions)),
        "smallest": reason.is_smallest,
    })
}

fn constraints(csp: &Csp, positions: &[usize]) -> Vec<Value> {
    let reasons = positions.iter().map(|&at| csp.constraints()[at].reason.clone());
    with_reasons(csp, positions, reasons)
}

fn with_reasons(
    csp: &Csp,
    positions: &[usize],
    reasons: impl IntoIterator<Item = String>,
) -> Vec<Value> {
    let constraints = positions.iter().zip(reasons).map(|(&at, reason)| {
        let constraint = csp.constraints()[at].constraint.rule().describe(csp);
        json!({ "constraint": constraint, "reason": reason })
    });
    constraints.collect()
}

/// The variables before the first step: the possible values of each, as ranges.
fn variables(report: &Report<'_>) -> Value {
    let csp = &report.viewpoint.csp;
    let variables = csp.ids().map(|id| {
        let values = report.overview.explanation.start.of(id);
        let is_number = |value: csp::Value| csp.variables()[id.index()].word(value).is_none();
        let ranges = values.chunk_by(|&one, &next| one + 1 == next && is_number(next));
        let end = |value: Option<&csp::Value>| value.map(|&one| value_json(csp, id, one));
        let ranges = ranges.map(|range| json!([end(range.first()), end(range.last())]));
        (csp.name(id).to_owned(), Value::Array(ranges.collect()))
    });
    Value::Object(variables.collect())
}

/// Writes a step. Keeps its conclusions about the puzzle's variables apart from those about
/// variables that only the viewpoint has, and from cells that are seen to be decided then.
fn one_step(report: &Report<'_>, step: &Step, before: &Candidates) -> Value {
    let (csp, noted) = (&report.viewpoint.csp, &report.viewpoint.noted);
    let own = report.loaded.csp().variables().len();
    let decided = step.after.since(before).into_iter().filter(|fact| {
        let said = step.conclusions.iter().find(|said| said.variable == fact.variable);
        // The sentence says of a value that is left alone what it is.
        let is_seen = match said {
            Some(said) => step.pattern.is_none() && !matches!(said.said, Said::Is(_)),
            None => noted.contains(&fact.variable),
        };
        is_seen && matches!(fact.said, Said::Is(_))
    });
    let seen: Vec<Fact> = decided.filter(|fact| fact.variable.index() < own).collect();
    let all = step.conclusions.iter().cloned();
    let (own, further): (Vec<Fact>, Vec<Fact>) = all.partition(|fact| fact.variable.index() < own);
    let reasons = report.speaker().reasons_within(&step.constraints);
    json!({
        "text": report.speaker().step(step),
        "course": report.speaker().details(step),
        "technique": step.technique.name,
        "constraints": with_reasons(csp, &step.constraints, reasons),
        "facts": facts(report, &step.facts),
        "conclusions": facts(report, &own),
        "lines": facts(report, &further),
        "seen": facts(report, &seen),
        "difficulty": step.at_once,
        "rating": step.pattern.as_ref().map(|pattern| scale(pattern.rating)),
        "pattern": step.pattern.as_ref().map(|pattern| self::pattern(report, pattern)),
        "assumes_unique": report.assumes_one(step),
    })
}

/// A rating in tenths as a number.
fn scale(rating: usize) -> f64 {
    f64::from(u32::try_from(rating).unwrap_or(u32::MAX)) / 10.0
}

/// How many thoughts use each technique.
fn techniques(report: &Report<'_>) -> Value {
    let steps = report.overview.explanation.steps.iter().flat_map(Step::thoughts);
    let counts = steps.counts_by(|thought| thought.technique.name);
    let counts = counts.into_iter().sorted();
    Value::Object(counts.map(|(name, count)| (name.to_owned(), json!(count))).collect())
}

/// A pattern in the pencil marks: its places, its groups by their constraints, its values, and its chains.
fn pattern(report: &Report<'_>, pattern: &Pattern) -> Value {
    let csp = &report.viewpoint.csp;
    let names = |places: &[VarId]| places.iter().map(|&place| csp.name(place)).collect_vec();
    // All places of a pattern call their values alike.
    let value_of = |places: &[VarId], value: csp::Value| match places.first() {
        Some(&place) => value_json(csp, place, value),
        None => json!(value),
    };
    let values = pattern.values.iter().map(|&value| value_of(&pattern.places, value));
    let chain = |chain: &Vec<Cause>| {
        let links = chain.iter().map(|cause| {
            let value = value_of(&cause.places, cause.value);
            json!({ "cells": names(&cause.places), "value": value, "holds": cause.holds })
        });
        links.collect_vec()
    };
    json!({
        "cells": names(&pattern.places),
        "values": values.collect_vec(),
        "groups": constraints(csp, &pattern.groups),
        "covers": constraints(csp, &pattern.covers),
        "chains": pattern.chains.iter().map(chain).collect_vec(),
    })
}

/// Facts about variables: by name, and as sentences and the command line call them.
fn facts(report: &Report<'_>, facts: &[Fact]) -> Vec<Value> {
    let (csp, speaker) = (&report.viewpoint.csp, report.speaker());
    let facts = facts.iter().map(|fact| {
        let (cell, called) = (csp.name(fact.variable), speaker.subject(fact.variable));
        match &fact.said {
            Said::Is(value) => {
                let value = value_json(csp, fact.variable, *value);
                json!({ "cell": cell, "called": called, "is": value })
            }
            Said::IsNone(values) => {
                let values = reasoning::values(csp, fact.variable, values);
                json!({ "cell": cell, "called": called, "is_none_of": values })
            }
        }
    });
    facts.collect()
}
