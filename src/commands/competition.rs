//! Answers as solvers and model counters give them in competitions.

use std::io::Write;

use cnfetti::encodings::Lit;
use num_bigint::BigUint;

/// A count as model counters answer.
pub(super) fn write_competition(
    out: &mut impl Write,
    solutions: &BigUint,
    exact: bool,
) -> std::io::Result<()> {
    let answer = match (*solutions == BigUint::ZERO, exact) {
        (false, _) => "SATISFIABLE",
        (true, true) => "UNSATISFIABLE",
        (true, false) => "UNKNOWN",
    };
    writeln!(out, "s {answer}")?;
    if !exact {
        return writeln!(out, "c at least {solutions}");
    }
    writeln!(out, "c s type pmc")?;
    writeln!(out, "c s exact arb int {solutions}")
}

/// Literals in `v` lines of at most 78 characters.
pub(super) fn write_literals(out: &mut impl Write, literals: &[Lit]) -> std::io::Result<()> {
    let mut line = String::from("v");
    for number in literals.iter().map(|lit| lit.dimacs()).chain([0]) {
        let text = format!(" {number}");
        if line.len() + text.len() > 78 {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line.push_str(&text);
    }
    writeln!(out, "{line}")
}
