//! `cnfetti encode --json`: the formula as data, by constraint, with names for its literals.

use std::io;
use std::slice;

use cnfetti::compile::{Compiled, Meaning, Origin, Part};
use cnfetti::csp::VarId;
use cnfetti::encodings::Lit;
use itertools::Itertools;
use serde_json::{Value as Json, json};

use crate::commands::Context;
use crate::commands::options::Formula;

/// Writes one object on a single line.
pub(super) fn write(context: &mut Context, formula: &Formula<'_>) -> io::Result<()> {
    use io::Write;

    let Compiled { cnf, map, parts } = formula.compiled;
    let line = json!({
        "file": formula.file.display().to_string(),
        "kind": formula.kind,
        "encodings": formula.choices.to_string(),
        "variables": cnf.num_vars(),
        "problem_variables": formula.compiled.problem_variables(),
        "shown": map.shown(),
        "literals": map.meanings().map(|(_, meaning)| literal(formula, meaning)).collect_vec(),
        "parts": parts.iter().map(|part| of_part(formula, part)).collect_vec(),
    });
    // Build the text first: writing its million pieces one by one is slow.
    let text = line.to_string();
    writeln!(context.out, "{text}")
}

/// Describes a variable of the formula: the problem variable that it is about, its name, and its meaning in
/// words if it is true and if it is false.
fn literal(formula: &Formula<'_>, meaning: Meaning) -> Json {
    let (csp, puzzle) = (formula.csp, formula.puzzle);
    let variable = meaning.variable();
    let words = puzzle.words(csp, variable);
    let value = |value| format!("{}{}", words.before_value, puzzle.value_words(variable, value));
    let (so, not) = match meaning {
        Meaning::Is(atom) => match (csp.domain(variable), value(atom.value)) {
            (&[one, other], so) => {
                let not = if atom.value == one { value(other) } else { value(one) };
                (format!("is {so}"), format!("is {not}"))
            }
            (_, so) => (format!("is {so}"), format!("is not {so}")),
        },
        Meaning::AtLeast(atom) => {
            let so = value(atom.value);
            (format!("is at least {so}"), format!("is less than {so}"))
        }
        Meaning::Bit { place, .. } => {
            (format!("has a 1 in bit {place}"), format!("has a 0 in bit {place}"))
        }
    };
    json!({
        "variable": csp.name(variable),
        "name": meaning.describe(csp),
        "so": format!("{} {so}", words.subject),
        "not": format!("{} {not}", words.subject),
    })
}

/// Describes a part of the formula: the domain of a variable, or a constraint.
fn of_part(formula: &Formula<'_>, part: &Part) -> Json {
    let (csp, compiled) = (formula.csp, formula.compiled);
    let has_one = |variable: VarId| {
        let subject = formula.puzzle.words(csp, variable).subject;
        format!("{subject} has one value")
    };
    let (what, reason) = match part.origin {
        Origin::Domain(variable) => (csp.name(variable).to_owned(), has_one(variable)),
        Origin::Constraint(index) => {
            let posted = &csp.constraints()[index];
            (posted.constraint.rule().describe(csp), posted.reason.clone())
        }
    };
    let constraint = match part.origin {
        Origin::Domain(_) => None,
        Origin::Constraint(index) => Some(index + 1),
    };
    let clauses = compiled.cnf.clauses_in(part.clauses.clone());
    json!({
        "constraint": constraint,
        "what": what,
        "reason": reason,
        "encodings": compiled.encodings_of(slice::from_ref(part)).iter().join(" "),
        "auxiliaries": (!part.auxiliaries.is_empty())
            .then(|| [part.auxiliaries.start + 1, part.auxiliaries.end]),
        "also": part.shared.iter().map(|&at| at + 1).collect_vec(),
        "clauses": clauses.map(numbers).collect_vec(),
    })
}

fn numbers(clause: &[Lit]) -> Vec<i32> {
    clause.iter().map(|lit| lit.dimacs()).collect()
}
