//! Which encodings are compared, and how often each is run.

use itertools::Itertools;

use crate::compile::{Choices, families_of};
use cnfetti_core::csp::Csp;
use cnfetti_encodings::{Encoding, Family};

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

/// How often each row is run. The times are medians.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeat {
    /// This many times, and at least once.
    Times(usize),
    /// Three times, or once if that is much work: then the time varies little.
    #[default]
    Usual,
}

/// How often a row is run that is not much work.
const USUAL: usize = 3;

/// Runs with more steps than this are not repeated: about ten milliseconds' worth. It is not the time, so that the number
/// of runs is the same each time.
const MUCH: u64 = 10_000_000;

impl Repeat {
    /// Whether to run a row once more, given the number of runs so far and their steps.
    pub(super) fn is_more(self, runs: usize, steps: u64) -> bool {
        match self {
            Repeat::Times(times) => runs < times.max(1),
            Repeat::Usual => runs == 0 || (runs < USUAL && steps <= MUCH),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_much_work_is_run_once() {
        let runs = |repeat: Repeat, each: u64| {
            (0..).find(|&runs| !repeat.is_more(runs, runs as u64 * each)).unwrap()
        };
        assert_eq!([0, 1, 5].map(|times| runs(Repeat::Times(times), MUCH)), [1, 1, 5]);
        assert_eq!([0, MUCH / 2, MUCH + 1].map(|each| runs(Repeat::Usual, each)), [3, 3, 1]);
    }
}
