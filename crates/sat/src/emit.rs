//! Writing a compiled puzzle as a file that explains itself: in DIMACS, or in another language for
//! solvers.
//!
//! The problem's variables come first, each named by a `c var` line; `c p show` lists them for
//! projected model counters; each constraint is named before its clauses, without those that an
//! earlier one has. The same input gives the same bytes.

use std::io::{self, Write};
use std::slice;

use cnfetti_encodings::Form;
use itertools::Itertools;

pub use crate::dimacs::Language;

use crate::compile::{Choices, Compiled, Origin, Weights};
use crate::csp::Csp;
use crate::dimacs::one_line;

/// What the comments at the top say.
#[derive(Clone, Debug)]
pub struct Header<'a> {
    /// The command that writes the same file again.
    pub command: &'a str,
    /// The instance, as it was named.
    pub file: &'a str,
    /// The kind of puzzle.
    pub kind: &'a str,
    /// The encodings that were used.
    pub choices: &'a Choices,
}

/// Writes the formula with its comments. The objective is in it where the language has objectives.
pub fn write(
    out: &mut impl Write,
    header: &Header<'_>,
    csp: &Csp,
    compiled: &Compiled,
    language: Language,
) -> io::Result<()> {
    let weights = csp.objective.as_ref().map(|objective| {
        let sum = Weights::new(&compiled.map, objective);
        if language == Language::Wcnf { sum.positive() } else { sum }
    });
    if language == Language::Opb {
        let mut first = Vec::new();
        language.push_first(&mut first, &compiled.cnf);
        out.write_all(&first)?;
    }
    write_header(out, header, compiled, language)?;
    let c = language.comment();
    if let (Some(objective), Some(sum), false) =
        (&csp.objective, &weights, language == Language::Dimacs)
    {
        writeln!(out, "{c} objective {}", one_line(&objective.describe(csp)))?;
        let sign = if objective.sense.sign() < 0 { "-" } else { "" };
        writeln!(out, "{c} cost {sign}objective {:+}", -sum.constant)?;
    }
    write_variables(out, csp, compiled, language)?;
    let mut buffer = Vec::with_capacity(1 << 16);
    if let Some(weights) = &weights {
        language.push_objective(&mut buffer, &weights.weights);
    }
    for part in &compiled.parts {
        if let Origin::Constraint(index) = part.origin {
            let line = csp.constraints[index].constraint.rule().describe(csp);
            writeln!(buffer, "{c} constraint {} {}", index + 1, one_line(&line))?;
            let used = compiled.encodings_of(slice::from_ref(part));
            if !used.is_empty() {
                writeln!(buffer, "{c} encoding {} {}", index + 1, used.iter().join(" "))?;
            }
        }
        for clause in compiled.cnf.clauses_in(part.clauses.clone()) {
            language.push_hard(&mut buffer, clause);
            if buffer.len() > (1 << 16) - (1 << 10) {
                out.write_all(&buffer)?;
                buffer.clear();
            }
        }
    }
    language.push_last(&mut buffer, &compiled.cnf, weights.as_ref().map(|sum| &sum.weights));
    out.write_all(&buffer)?;
    out.flush()
}

fn write_header(
    out: &mut impl Write,
    header: &Header<'_>,
    compiled: &Compiled,
    language: Language,
) -> io::Result<()> {
    let kept = match header.choices.form {
        Form::TwoSided => {
            "kept: the formula has as many models as the puzzle has solutions, with or without \
             the projection"
        }
        Form::OneSided => {
            "projected only: count the models on the variables of `c p show`, no others"
        }
    };
    let c = language.comment();
    writeln!(out, "{c} cnfetti {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "{c} command {}", one_line(header.command))?;
    writeln!(out, "{c} file {}", one_line(header.file))?;
    writeln!(out, "{c} kind {}", header.kind)?;
    writeln!(out, "{c} encodings {}", header.choices)?;
    if header.choices.picks() {
        writeln!(out, "{c} auto {}", Choices::WHY)?;
    }
    writeln!(out, "{c} model count {kept}")?;
    writeln!(
        out,
        "{c} variables {} of the problem, {} auxiliary",
        compiled.problem_variables(),
        compiled.auxiliary_variables()
    )?;
    if language == Language::Dimacs {
        writeln!(out, "c t pmc")?;
        writeln!(out, "p cnf {} {}", compiled.cnf.num_vars(), compiled.cnf.num_clauses())?;
    }
    Ok(())
}

fn write_variables(
    out: &mut impl Write,
    csp: &Csp,
    compiled: &Compiled,
    language: Language,
) -> io::Result<()> {
    if language == Language::Dimacs {
        write!(out, "c p show")?;
        for number in compiled.map.shown() {
            write!(out, " {number}")?;
        }
        writeln!(out, " 0")?;
    }
    let c = language.comment();
    for (lit, meaning) in compiled.map.meanings() {
        writeln!(out, "{c} var {lit} {}", one_line(&meaning.describe(csp)))?;
    }
    Ok(())
}
