//! Answers in the format of SAT and model counting competitions.

use std::io::Write;

use cnfetti::encodings::Lit;
use cnfetti::search::confirm::Evidence;
use num_bigint::BigUint;

use super::evidence::unchecked_line;
use crate::commands::STOPPED;
use crate::commands::terminal::lines::Lines;

/// The exit code of solvers that found a model.
pub(crate) const SATISFIABLE: u8 = 10;

/// Writes a count like a model counter, with the evidence for it.
pub(crate) fn write_competition(
    out: &mut Lines,
    (solutions, exact): (&BigUint, bool),
    evidence: Option<&Evidence>,
) -> std::io::Result<()> {
    write!(out, "{}", unchecked_line(evidence))?;
    let answer = match (*solutions == BigUint::ZERO, exact) {
        (false, _) => "SATISFIABLE",
        (true, true) => "UNSATISFIABLE",
        (true, false) => "UNKNOWN",
    };
    writeln!(out, "s {answer}")?;
    if !exact {
        out.would_exit_with(STOPPED);
        return writeln!(out, "c at least {solutions}");
    }
    writeln!(out, "c s type pmc")?;
    writeln!(out, "c s exact arb int {solutions}")
}

/// Appends literals in `v` lines of at most 78 characters. The caller writes the text in one piece, so that
/// an answer is never cut off in the middle.
pub(crate) fn push_literals(text: &mut String, literals: &[Lit]) {
    let mut begin = text.len();
    text.push('v');
    for number in literals.iter().map(|lit| lit.dimacs()).chain([0]) {
        let number = format!(" {number}");
        if text.len() - begin + number.len() > 78 {
            text.push('\n');
            begin = text.len();
            text.push('v');
        }
        text.push_str(&number);
    }
    text.push('\n');
}
