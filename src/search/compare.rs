//! The same puzzle under several encodings, side by side.

use std::time::{Duration, Instant};

use cnfetti_encodings::{Form, at_most_one, cardinality, domain, linear};
use itertools::{Itertools, iproduct};
use num_bigint::BigUint;

use super::count::{Count, CountError, count};
use crate::compile::{Choices, Families, compile};
use crate::csp::Csp;
use crate::solver::{Backend, Budget, Outcome};

/// What one combination of encodings costs and gives.
#[derive(Clone, Debug)]
pub struct Row {
    /// The encodings.
    pub choices: Choices,
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
    /// Whether there is a solution; `None` when the budget ended before the answer.
    pub satisfiable: Option<bool>,
    /// How many solutions were counted.
    pub count: Count,
}

/// Every combination of the encodings that the CSP really uses; the others are at default.
pub fn combinations(csp: &Csp) -> Vec<Choices> {
    let default = Choices::default();
    let used = Families::of(csp);
    let domains = rows(used.domain, domain::ENCODINGS, &default.domain);
    let at_most_ones = rows(used.at_most_one, at_most_one::ENCODINGS, &default.at_most_one);
    let cardinalities = rows(used.cardinality, cardinality::ENCODINGS, &default.cardinality);
    let linears = rows(used.linear, linear::ENCODINGS, &default.linear);
    iproduct!(domains, at_most_ones, cardinalities, linears)
        .map(|(&domain, &at_most_one, &cardinality, &linear)| Choices {
            at_most_one,
            cardinality,
            linear,
            domain,
            form: Form::TwoSided,
        })
        .collect()
}

/// The whole table of a family that is used, or else its default.
fn rows<'a, T>(used: bool, table: &'a [T], default: &'a T) -> &'a [T] {
    if used { table } else { std::slice::from_ref(default) }
}

/// Compiles, solves and counts with these encodings. The budget is for solving and counting
/// each.
pub fn measure(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: impl Fn() -> Budget,
) -> Result<Row, CountError> {
    let start = Instant::now();
    let compiled = compile(csp, choices)?;
    let encode_time = start.elapsed();
    let start = Instant::now();
    let outcome = backend.load(&compiled.cnf, &budget()).solve(&[]);
    let solve_time = start.elapsed();
    let satisfiable = match outcome {
        Outcome::Satisfiable(_) => Some(true),
        Outcome::Unsatisfiable(_) => Some(false),
        Outcome::Unknown(_) => None,
    };
    Ok(Row {
        choices: *choices,
        problem_variables: compiled.problem_variables(),
        auxiliary_variables: compiled.auxiliary_variables(),
        clauses: compiled.cnf.num_clauses(),
        literals: compiled.cnf.num_literals(),
        encode_time,
        solve_time: satisfiable.map(|_| solve_time),
        satisfiable,
        count: count(csp, choices, backend, &budget(), |_| {})?.count,
    })
}

/// Whether no two rows contradict each other: the exact counts are equal, none is below what
/// another row found at least, and satisfiability agrees with them.
pub fn agree(rows: &[Row]) -> bool {
    let exact = rows.iter().filter(|row| row.count.exact).map(|row| &row.count.solutions);
    let most = rows.iter().map(|row| &row.count.solutions).max();
    exact.clone().all_equal()
        && exact.clone().next().is_none_or(|exact| most.is_none_or(|most| most <= exact))
        && rows.iter().filter_map(|row| row.satisfiable).all_equal()
        && rows
            .iter()
            .all(|row| row.satisfiable != Some(false) || row.count.solutions == BigUint::ZERO)
}
