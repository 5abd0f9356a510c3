//! Writes a compiled puzzle as a file that explains itself: in DIMACS, or in another language for solvers.
//!
//! The problem's variables come first, each named by a `c var` line; `c p show` lists those that projected
//! model counters count; each constraint has its name before its clauses, without those that an earlier one
//! has. A comment says what the models are. The same input gives the same bytes.

use std::io::{self, Write};
use std::slice;

use cnfetti_encodings::Form;
use itertools::Itertools;

pub use crate::dimacs::Language;

use crate::compile::{Choices, Compiled, Origin, Weights};
use crate::dimacs::one_line;
use cnfetti_core::csp::Csp;

/// The contents of the comments at the top.
#[derive(Clone, Debug)]
pub struct Header<'a> {
    /// The command that writes the same file again.
    pub command: &'a str,
    /// The name of the instance, as given.
    pub file: &'a str,
    /// The kind of puzzle.
    pub kind: &'a str,
    /// The encodings used.
    pub choices: &'a Choices,
    /// What the count is over, in words, if the puzzle does not make that plain.
    pub counted: Option<&'a str>,
}

/// Writes the formula with its comments, and the objective if the language has objectives.
pub fn write(
    out: &mut impl Write,
    header: &Header<'_>,
    csp: &Csp,
    compiled: &Compiled,
    language: Language,
) -> io::Result<()> {
    let weights = csp.objective().map(|objective| {
        let sum = Weights::new(&compiled.map, objective);
        if language == Language::Wcnf { sum.positive() } else { sum }
    });
    if language == Language::Opb {
        let mut first = Vec::new();
        language.push_first(&mut first, &compiled.cnf);
        out.write_all(&first)?;
    }
    write_header(out, header, compiled, language)?;
    write_models(out, header, csp, compiled, language)?;
    let c = language.comment();
    if let (Some(objective), Some(sum), false) =
        (&csp.objective(), &weights, language == Language::Dimacs)
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
            let line = csp.constraints()[index].constraint.rule().describe(csp);
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
    let c = language.comment();
    writeln!(out, "{c} cnfetti {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "{c} command {}", one_line(header.command))?;
    writeln!(out, "{c} file {}", one_line(header.file))?;
    writeln!(out, "{c} kind {}", header.kind)?;
    writeln!(out, "{c} encodings {}", header.choices)?;
    if header.choices.picks() {
        writeln!(out, "{c} auto {}", Choices::WHY)?;
    }
    writeln!(
        out,
        "{c} variables {} of the problem, {} auxiliary",
        compiled.problem_variables(),
        compiled.auxiliary_variables()
    )?;
    Ok(())
}

/// Says what the models of the formula are, and on which variables they are counted.
fn write_models(
    out: &mut impl Write,
    header: &Header<'_>,
    csp: &Csp,
    compiled: &Compiled,
    language: Language,
) -> io::Result<()> {
    let c = language.comment();
    let show = if language == Language::Opb { "show" } else { "p show" };
    let solutions = match (&csp.objective(), &csp.bound()) {
        (None, None) => "solutions",
        (None, Some(_)) => "optimal solutions",
        (Some(_), _) => "solutions of any cost",
    };
    if let Some(counted) = header.counted {
        writeln!(out, "{c} counted over {}", one_line(counted))?;
    }
    if let Some(bound) = &csp.bound() {
        writeln!(out, "{c} optimum {}", one_line(&bound.describe(csp)))?;
    }
    let line = format!("{c} {show}");
    writeln!(out, "{c} {}", model_count(csp, header.choices.form, &line, solutions))?;
    if language == Language::Dimacs {
        writeln!(out, "c t pmc")?;
        writeln!(out, "p cnf {} {}", compiled.cnf.num_vars(), compiled.cnf.num_clauses())?;
    }
    write!(out, "{c} {show}")?;
    let (name, end) = if language == Language::Opb { ("x", "") } else { ("", " 0") };
    for number in compiled.map.shown() {
        write!(out, " {name}{number}")?;
    }
    writeln!(out, "{end}")
}

/// States, for a problem compiled in this form, whether there are as many models as solutions, or only if
/// projected on the variables in the line that begins with `show`.
pub fn model_count(csp: &Csp, form: Form, show: &str, solutions: &str) -> String {
    // Auxiliary variables follow from the problem's, unless only half of their definitions are written.
    match form == Form::TwoSided && !csp.is_projected() {
        true => format!(
            "model count kept: the formula has as many models as the puzzle has {solutions}, with or \
             without the projection on `{show}`"
        ),
        false => format!(
            "model count projected only: projected on `{show}` the formula has as many models as the \
             puzzle has {solutions}; without the projection there may be more"
        ),
    }
}

fn write_variables(
    out: &mut impl Write,
    csp: &Csp,
    compiled: &Compiled,
    language: Language,
) -> io::Result<()> {
    let c = language.comment();
    for (lit, meaning) in compiled.map.meanings() {
        writeln!(out, "{c} var {lit} {}", one_line(&meaning.describe(csp)))?;
    }
    Ok(())
}
