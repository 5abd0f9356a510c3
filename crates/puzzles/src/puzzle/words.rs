//! How sentences name the variables of a puzzle.

use cnfetti_core::csp::{Csp, Value, VarId};

/// The parts of a sentence about a variable: `X` (is) `on die ` (3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The name of the variable.
    pub subject: String,
    /// The words before a value, including the space between them; often none.
    pub before_value: &'static str,
}

impl Words {
    /// The variable by its name, as in `cell[1][2] is 4`.
    pub fn plain(csp: &Csp, variable: VarId) -> Words {
        Words { subject: csp.name(variable).to_owned(), before_value: "" }
    }
}

/// A place of a board for readers, who count from 1: `r1c2`. The row and the column count from 0.
pub(super) fn place(row: usize, column: usize) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// Lists the candidates, with a line for each variable.
pub(super) fn list(csp: &Csp, candidates: &[Vec<Value>]) -> String {
    let width = csp.variables().iter().map(|variable| variable.name().chars().count()).max();
    let width = width.unwrap_or(0);
    let lines = csp.variables().iter().zip(candidates).map(|(variable, values)| {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        format!("{:width$}  {}\n", variable.name(), values.join(" "))
    });
    lines.collect()
}
