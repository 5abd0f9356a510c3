//! Which encodings are compared.

use cnfetti_encodings::{Encoding, Family};
use itertools::Itertools;

use crate::compile::{Choices, families_of};
use cnfetti_core::csp::Csp;

/// One row to be.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The label of the row: `auto`, a family with an encoding, or all names.
    pub label: String,
    /// The encodings.
    pub choices: Choices,
    /// Whether the user named the encodings: then the formula may be as large as any.
    pub is_asked: bool,
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
        if Family::ALL.iter().all(|family| family.by_name(name).is_none()) {
            return Err(UnknownName(name.clone()));
        }
    }
    Ok(match scope {
        Scope::EachFamily => each_family(csp, only),
        Scope::All => all(csp, only),
    })
}

fn is_wanted(name: &str, only: &[String]) -> bool {
    only.is_empty() || only.iter().any(|other| other == name)
}

fn auto(only: &[String]) -> Option<Candidate> {
    let (label, choices) = ("auto".to_owned(), Choices::default());
    is_wanted("auto", only).then_some(Candidate { label, choices, is_asked: true })
}

/// Of each family that matters, the encodings that are compared.
fn varied(csp: &Csp, only: &[String]) -> Vec<Vec<Encoding>> {
    let wanted = |encoding: &Encoding| is_wanted(encoding.name(), only);
    let families = families_of(csp).into_iter();
    families.map(|family| family.encodings().filter(wanted).collect()).collect()
}

fn each_family(csp: &Csp, only: &[String]) -> Vec<Candidate> {
    let encodings = varied(csp, only).into_iter().flatten();
    let candidates = encodings.map(|encoding| Candidate {
        label: format!("{} {}", encoding.family(), encoding.name()),
        choices: Choices::default().with(encoding),
        is_asked: !only.is_empty(),
    });
    auto(only).into_iter().chain(candidates).collect()
}

fn all(csp: &Csp, only: &[String]) -> Vec<Candidate> {
    // A family of which no encoding is wanted by name stays at its default.
    let families = varied(csp, only).into_iter().filter(|encodings| !encodings.is_empty());
    let combinations = families.multi_cartesian_product();
    let candidates = combinations.filter(|encodings| !encodings.is_empty()).map(|encodings| {
        let choices = encodings.iter().fold(Choices::default(), |all, &one| all.with(one));
        let label = encodings.into_iter().map(Encoding::name).join(" ");
        Candidate { label, choices, is_asked: !only.is_empty() }
    });
    auto(only).into_iter().chain(candidates).collect()
}
