//! What each encoding costs: one family varied at a time, the others picked automatically.

use std::time::{Duration, Instant};

use cnfetti_encodings::{at_most_one, cardinality, domain, linear};

use crate::compile::{Choices, Families, compile};
use crate::csp::Csp;
use crate::solver::{Backend, Budget, Outcome};

/// The size of a formula, and how long it took.
#[derive(Clone, Debug)]
pub struct Cost {
    /// The family that is varied.
    pub family: &'static str,
    /// The encoding of that family.
    pub encoding: &'static str,
    /// Variables that stand for values of the puzzle.
    pub problem_variables: u32,
    /// Variables that the encodings added.
    pub auxiliary_variables: u32,
    /// Clauses of the formula.
    pub clauses: usize,
    /// Literals in all clauses.
    pub literals: usize,
    /// How long compiling took.
    pub encode_time: Duration,
    /// How long the first answer took; `None` when there was none within the budget.
    pub solve_time: Option<Duration>,
}

/// The cost of each encoding of each family that the CSP uses. Formulas that would be too large
/// are left out. The budget is for each formula.
pub fn costs(csp: &Csp, backend: &Backend, budget: impl Fn() -> Budget) -> Vec<Cost> {
    let varied = one_at_a_time(Families::of(csp));
    let cost =
        |(family, encoding, choices)| cost(csp, family, encoding, &choices, backend, &budget());
    varied.into_iter().filter_map(cost).collect()
}

fn one_at_a_time(used: Families) -> Vec<(&'static str, &'static str, Choices)> {
    let default = Choices::default();
    let mut varied = Vec::new();
    if used.domain {
        for &domain in domain::ENCODINGS {
            varied.push(("domain", domain.name(), Choices { domain, ..default }));
        }
    }
    if used.at_most_one {
        for &at_most_one in at_most_one::ENCODINGS {
            varied.push(("at_most_one", at_most_one.name(), Choices { at_most_one, ..default }));
        }
    }
    if used.cardinality {
        for &cardinality in cardinality::ENCODINGS {
            varied.push(("cardinality", cardinality.name(), Choices { cardinality, ..default }));
        }
    }
    if used.linear {
        for &linear in linear::ENCODINGS {
            varied.push(("linear", linear.name(), Choices { linear, ..default }));
        }
    }
    varied
}

fn cost(
    csp: &Csp,
    family: &'static str,
    encoding: &'static str,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
) -> Option<Cost> {
    let start = Instant::now();
    let compiled = compile(csp, choices).ok()?;
    let encode_time = start.elapsed();
    let start = Instant::now();
    let outcome = backend.load(&compiled.cnf, budget).solve(&[]);
    let took = start.elapsed();
    Some(Cost {
        family,
        encoding,
        problem_variables: compiled.problem_variables(),
        auxiliary_variables: compiled.auxiliary_variables(),
        clauses: compiled.cnf.num_clauses(),
        literals: compiled.cnf.num_literals(),
        encode_time,
        solve_time: matches!(outcome, Outcome::Satisfiable(_) | Outcome::Unsatisfiable(_))
            .then_some(took),
    })
}
