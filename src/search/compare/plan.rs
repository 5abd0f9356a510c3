//! Which encodings are compared.

use cnfetti_encodings::{at_most_one, cardinality, domain, linear};
use itertools::iproduct;

use crate::compile::{Choices, Families};
use crate::csp::Csp;

/// One row to be.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What is special about it: `auto`, a family with an encoding, or all names.
    pub label: String,
    /// The encodings.
    pub choices: Choices,
}

/// Which combinations are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every encoding of each family, with the other families at their default.
    #[default]
    EachFamily,
    /// `auto`, and every combination of the others.
    All,
}

/// No family has an encoding with this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no encoding called `{0}`: see `cnfetti list encodings`")]
pub struct UnknownName(String);

/// The rows for a CSP, in the order of the tables. Only the families that the CSP uses are
/// varied, and with `only`, only the encodings of these names.
pub fn plan(csp: &Csp, scope: Scope, only: &[String]) -> Result<Vec<Candidate>, UnknownName> {
    for name in only {
        let is_known = at_most_one::by_name(name).is_some()
            || cardinality::by_name(name).is_some()
            || linear::by_name(name).is_some()
            || domain::by_name(name).is_some();
        if !is_known {
            return Err(UnknownName(name.clone()));
        }
    }
    Ok(match scope {
        Scope::EachFamily => each_family(csp, only),
        Scope::All => all(csp, only),
    })
}

fn each_family(csp: &Csp, only: &[String]) -> Vec<Candidate> {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|other| other == name);
    let base = Choices::default();
    let used = Families::of(csp);
    let mut candidates = Vec::new();
    if wanted("auto") {
        candidates.push(Candidate { label: "auto".to_owned(), choices: base });
    }
    let mut add = |used: bool, family: &str, name: &str, choices: Choices| {
        if used && wanted(name) {
            candidates.push(Candidate { label: format!("{family} {name}"), choices });
        }
    };
    for &domain in domain::ENCODINGS {
        add(used.domain, "domain", domain.name(), Choices { domain, ..base });
    }
    for &at_most_one in at_most_one::ENCODINGS {
        let choices = Choices { at_most_one, ..base };
        add(used.at_most_one, "at_most_one", at_most_one.name(), choices);
    }
    for &cardinality in cardinality::ENCODINGS {
        let choices = Choices { cardinality, ..base };
        add(used.cardinality, "cardinality", cardinality.name(), choices);
    }
    for &linear in linear::ENCODINGS {
        add(used.linear, "linear", linear.name(), Choices { linear, ..base });
    }
    candidates
}

fn all(csp: &Csp, only: &[String]) -> Vec<Candidate> {
    let base = Choices::default();
    let used = Families::of(csp);
    // A family of which no encoding is wanted by name stays at its default.
    let select = |used: bool, names: Vec<&'static str>| -> Vec<usize> {
        let wanted = |name: &&str| only.iter().any(|other| other == name);
        (0..names.len())
            .filter(|&index| used && (only.is_empty() || wanted(&names[index])))
            .collect()
    };
    let domains = select(used.domain, domain::ENCODINGS.iter().map(|row| row.name()).collect());
    let at_most_ones =
        select(used.at_most_one, at_most_one::ENCODINGS.iter().map(|row| row.name()).collect());
    let cardinalities =
        select(used.cardinality, cardinality::ENCODINGS.iter().map(|row| row.name()).collect());
    let linears = select(used.linear, linear::ENCODINGS.iter().map(|row| row.name()).collect());
    let auto = Candidate { label: "auto".to_owned(), choices: base };
    let wants_auto = only.is_empty() || only.iter().any(|name| name == "auto");
    let combinations = iproduct!(
        or_none(&domains),
        or_none(&at_most_ones),
        or_none(&cardinalities),
        or_none(&linears)
    );
    let combinations = combinations.map(|(domain, at_most_one, cardinality, linear)| {
        let choices = Choices {
            domain: domain.map_or(base.domain, |row| domain::ENCODINGS[row]),
            at_most_one: at_most_one.map_or(base.at_most_one, |row| at_most_one::ENCODINGS[row]),
            cardinality: cardinality.map_or(base.cardinality, |row| cardinality::ENCODINGS[row]),
            linear: linear.map_or(base.linear, |row| linear::ENCODINGS[row]),
            ..base
        };
        let names = [
            domain.map(|_| choices.domain.name()),
            at_most_one.map(|_| choices.at_most_one.name()),
            cardinality.map(|_| choices.cardinality.name()),
            linear.map(|_| choices.linear.name()),
        ];
        let names: Vec<&str> = names.into_iter().flatten().collect();
        (!names.is_empty()).then(|| Candidate { label: names.join(" "), choices })
    });
    wants_auto.then_some(auto).into_iter().chain(combinations.flatten()).collect()
}

/// The rows, or once nothing.
fn or_none(rows: &[usize]) -> Vec<Option<usize>> {
    if rows.is_empty() { vec![None] } else { rows.iter().copied().map(Some).collect() }
}
