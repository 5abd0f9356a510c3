//! The claim of a certificate.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use cnfetti_core::csp::{Bound, Csp, Objective, Value};
use cnfetti_core::decimal::Amount;
use cnfetti_encodings::{Family, Form};
use cnfetti_sat::compile::{Choices, UnknownEncoding};
use cnfetti_sat::search::symmetry::{is_canonical, rename, renamings};

/// The claim of a certificate, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The program that made it, with its version.
    pub made_by: String,
    /// The name of the puzzle's file in the folder.
    pub puzzle: String,
    /// The puzzle's name in that file, if the file contains several.
    pub part: Option<String>,
    /// The kind of puzzle.
    pub kind: String,
    /// The claim, such as `exactly 24 solutions, unique up to renaming the dice`.
    pub verdict: String,
    /// Whether the list contains all solutions.
    pub scope: Scope,
    /// The number of listed solutions.
    pub listed: u64,
    /// The number of solutions, as a decimal number.
    pub solutions: String,
    /// For a puzzle with an objective, the solutions that the claim is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Costs>,
    /// The encodings of the formula.
    pub encodings: Encodings,
}

/// The solutions that are listed, and blocked by a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All solutions.
    Solutions,
    /// One of each set that differs only by renaming: the formula says that names appear in
    /// order.
    UpToRenaming,
}

/// The encodings by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encodings {
    at_most_one: String,
    cardinality: String,
    linear: String,
    domain: String,
    one_sided: bool,
}

impl Encodings {
    /// The names of the choices.
    pub fn of(choices: &Choices) -> Encodings {
        Encodings {
            at_most_one: choices.at_most_one.name().to_owned(),
            cardinality: choices.cardinality.name().to_owned(),
            linear: choices.linear.name().to_owned(),
            domain: choices.domain.name().to_owned(),
            one_sided: choices.form == Form::OneSided,
        }
    }

    /// Looks up the choices with these names.
    pub fn choices(&self) -> Result<Choices, UnknownEncoding> {
        let names = [&self.at_most_one, &self.cardinality, &self.linear, &self.domain];
        let names = Family::ALL.into_iter().zip(names.map(String::as_str));
        let form = if self.one_sided { Form::OneSided } else { Form::TwoSided };
        Choices::by_names(names, form)
    }
}

/// Returns how many solutions the listed ones stand for, and the verdict.
pub(super) fn verdict(
    csp: &Csp,
    costs: Option<Costs>,
    scope: Scope,
    listed: &[Vec<Value>],
) -> (BigUint, String) {
    let symmetry = csp.symmetry();
    let ordered = listed.iter().filter(|solution| {
        let mut renamed = solution.to_vec();
        rename(symmetry, &mut renamed);
        renamed == **solution
    });
    let ordered: Vec<&Vec<Value>> = ordered.collect();
    let solutions: BigUint = match scope {
        Scope::Solutions => BigUint::from(listed.len()),
        Scope::UpToRenaming => ordered.iter().map(|solution| renamings(symmetry, solution)).sum(),
    };
    let (before, after) = Costs::words(costs);
    let mut verdict = match (solutions.to_string().as_str(), costs) {
        ("0", _) => return (solutions, "none".to_owned()),
        ("1", None) => return (solutions, "unique".to_owned()),
        ("1", Some(_)) => return (solutions, format!("a unique {before}solution{after}")),
        (number, _) => format!("exactly {number} {before}solutions{after}"),
    };
    let renaming = format!("renaming the {}", symmetry.values_called);
    if !symmetry.interchangeable.is_empty() {
        verdict += &format!(", {} up to {renaming}", one_or(ordered.len()));
    }
    if !symmetry.permutations.is_empty() {
        let classes = ordered.iter().filter(|solution| is_canonical(symmetry, solution)).count();
        let and = if symmetry.interchangeable.is_empty() {
            String::new()
        } else {
            format!("{renaming} and ")
        };
        verdict += &format!(", {} up to {and}{}", one_or(classes), symmetry.permutations_called);
    }
    (solutions, verdict)
}

fn one_or(number: usize) -> String {
    if number == 1 { "unique".to_owned() } else { number.to_string() }
}

/// The error if a certificate does not say this.
pub(super) const WHICH: &str = "which solutions it is about has to be said where the puzzle has an objective, and \
                                nowhere else";

/// For a puzzle with an objective, the solutions that the certificate is about. Without an objective
/// or a solution, a certificate does not say this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Costs {
    /// Those whose objective has this value; no solution is better.
    Optimal(i64),
    /// The same for an objective that is a float: a number, and what to divide it by.
    OptimalQuotient(i64, i64),
    /// All, whatever their value.
    Any,
}

impl Costs {
    /// What to state if `asked` is certified in place of the puzzle.
    pub fn of(puzzle: &Csp, asked: &Csp) -> Option<Costs> {
        match (&puzzle.objective(), &asked.bound()) {
            (None, _) => None,
            (Some(_), Some(bound)) => Some(match puzzle.amount(bound.value) {
                Amount { value, unit: None } => Costs::Optimal(value),
                Amount { value, unit: Some(unit) } => Costs::OptimalQuotient(value, unit),
            }),
            (Some(_), None) => Some(Costs::Any),
        }
    }

    /// The certified problem; `None` if only one of the puzzle and the certificate knows of an
    /// objective.
    pub(super) fn problem(costs: Option<Costs>, puzzle: &Csp) -> Option<Csp> {
        let Some(costs) = costs else {
            return puzzle.objective().is_none().then(|| puzzle.clone());
        };
        let objective = puzzle.objective()?;
        match costs.optimum() {
            Some(amount) => {
                let is_same = puzzle.amount(amount.value) == amount;
                is_same.then(|| puzzle.at_best(objective, amount.value))
            }
            None => Some(puzzle.clone().without_objective()),
        }
    }

    /// The value of the optimal solutions.
    pub(super) fn optimum(self) -> Option<Amount> {
        match self {
            Costs::Optimal(value) => Some(Amount { value, unit: None }),
            Costs::OptimalQuotient(value, unit) => Some(Amount { value, unit: Some(unit) }),
            Costs::Any => None,
        }
    }

    /// The words before and after "solutions" in a verdict.
    pub(super) fn words(costs: Option<Costs>) -> (&'static str, String) {
        match costs.map(Costs::optimum) {
            None => ("", String::new()),
            Some(Some(amount)) => ("optimal ", format!(", objective {amount}")),
            Some(None) => ("", " of any cost".to_owned()),
        }
    }
}

/// Whether each solution has the bound's value. If these are all solutions at least as good as the bound,
/// then none is better.
pub(super) fn all_reach(bound: &Bound, solutions: &[Vec<Value>]) -> bool {
    let Bound { objective, value } = bound;
    let reaches = |solution: &Vec<Value>| Objective::value(objective, solution) == *value;
    !solutions.is_empty() && solutions.iter().all(reaches)
}
