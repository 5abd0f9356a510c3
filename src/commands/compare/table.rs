//! Writes a comparison as text, JSON, CSV and Markdown.

use std::io::{self, Write};
use std::time::Duration;

use cnfetti::compare::{OneSided, Row, agree};
use cnfetti::compile::Size;
use itertools::Itertools;
use serde_json::{Value, json};

use super::Comparison;
use crate::commands::answers::evidence::add_to;
use crate::commands::answers::numbers::number;
use crate::commands::answers::numbers::{grouped, in_groups};
use crate::commands::terminal::grid::{Grid, csv_field};
use crate::commands::{Context, Format};

/// The columns after the name of the row.
const HEADER: [&str; 11] = [
    "variables",
    "clauses",
    "literals",
    "longest",
    "encode",
    "time",
    "conflicts",
    "decisions",
    "propagations",
    "UP",
    "one-sided",
];

/// Writes the rows in the context's format.
pub(super) fn write(
    context: &mut Context,
    comparison: &Comparison,
    is_first: bool,
) -> io::Result<()> {
    match context.format {
        Format::Json => {
            for row in &comparison.rows {
                writeln!(context.out, "{}", in_json(comparison, row))?;
            }
            Ok(())
        }
        Format::Csv => write_csv(context, comparison, is_first),
        Format::Markdown | Format::Text | Format::Competition => {
            write_table(context, comparison, is_first)
        }
    }
}

/// Writes the table of a puzzle, under its name and the common verdict.
fn write_table(context: &mut Context, comparison: &Comparison, is_first: bool) -> io::Result<()> {
    if !is_first {
        writeln!(context.out)?;
    }
    let (file, found) = (&comparison.file, verdict(comparison));
    match context.format {
        Format::Markdown => writeln!(context.out, "`{file}`: {found}\n")?,
        _ => writeln!(context.out, "{file}: {found}")?,
    }
    let names = names(comparison);
    let grid = Grid {
        header: [names, &HEADER].concat(),
        numbers: names.len()..names.len() + HEADER.len(),
        rows: comparison.rows.iter().map(|row| cells(comparison, row)).collect(),
    };
    grid.write(context)?;
    write_unreported(context, comparison)
}

/// Writes why each solver leaves out figures.
fn write_unreported(context: &mut Context, comparison: &Comparison) -> io::Result<()> {
    let rows = comparison.rows.iter().filter(|row| row.satisfiable.is_some());
    let untold = rows.filter_map(|row| Some((&row.solver, row.statistics.untold?)));
    let untold = untold.unique().map(|(solver, why)| format!("{solver}: {why}")).join("; ");
    match (untold.as_str(), context.format) {
        ("", _) => Ok(()),
        (_, Format::Markdown) => writeln!(context.out, "\n`-` = not reported ({untold})"),
        _ => writeln!(context.out, "- = not reported ({untold})"),
    }
}

/// The verdict of all rows, or that they disagree.
pub(super) fn verdict(comparison: &Comparison) -> String {
    if comparison.agreed {
        let found = found(comparison.rows.iter());
        return match comparison.optimum {
            None => found,
            Some(value) if found.starts_with("solutions") => {
                format!("optimal {found}, objective {value}")
            }
            Some(value) => format!("{found}, objective {value}"),
        };
    }
    if !comparison.has_several_solvers() {
        return "THE ENCODINGS DISAGREE; one of them, or the solver, is wrong".to_owned();
    }
    let of_solvers = comparison.rows.iter().into_group_map_by(|row| row.solver.as_str());
    let is_sound = |solver: &&str| agree(of_solvers[solver].iter().copied());
    let solvers: Vec<&str> = comparison.rows.iter().map(|row| &*row.solver).unique().collect();
    let said = solvers.iter().map(|solver| match is_sound(solver) {
        true => format!("{solver} ({})", found(of_solvers[solver].iter().copied())),
        false => format!("{solver} (its rows disagree)"),
    });
    let said = said.collect_vec().join(", ");
    if solvers.iter().all(is_sound) {
        format!("THE SOLVERS DISAGREE; at least one is wrong: {said}")
    } else {
        format!("THE ROWS DISAGREE; an encoding or a solver is wrong: {said}")
    }
}

/// The verdict of these rows, which agree.
fn found<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> String {
    let counts = || rows.clone().filter_map(|row| row.count.as_ref());
    if let Some((number, _)) = counts().find(|(_, exact)| *exact) {
        return format!("solutions: {}", grouped(number));
    }
    if let Some((number, _)) = counts().max() {
        return format!("solutions: at least {}", grouped(number));
    }
    match rows.clone().find_map(|row| row.satisfiable) {
        Some(true) => "satisfiable".to_owned(),
        Some(false) => "unsatisfiable".to_owned(),
        None => "unknown".to_owned(),
    }
}

/// The columns that name a row. The solver is one of them only if there are several.
fn names(comparison: &Comparison) -> &'static [&'static str] {
    if comparison.has_several_solvers() { &["encodings", "solver"] } else { &["encodings"] }
}

fn cells(comparison: &Comparison, row: &Row) -> Vec<String> {
    let formula = &row.formula;
    let size = |text: fn(&Size) -> String| {
        let missing = if formula.stopped.is_some() { "stopped" } else { "too large" };
        formula.size.as_ref().map_or_else(|| missing.to_owned(), text)
    };
    let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), in_groups);
    let mut cells = vec![formula.candidate.label.clone()];
    if comparison.has_several_solvers() {
        cells.push(row.solver.clone());
    }
    cells.extend([
        size(|size| {
            let numbers = [size.problem_variables, size.auxiliary_variables];
            numbers.map(|number| in_groups(number as u64)).join(" + ")
        }),
        size(|size| in_groups(size.clauses as u64)),
        size(|size| in_groups(size.literals as u64)),
        size(|size| in_groups(size.longest_clause as u64)),
        milliseconds(formula.encode_time),
        row.time.map_or_else(|| stopped(row), milliseconds),
        number(row.statistics.conflicts),
        number(row.statistics.decisions),
        number(row.statistics.propagations),
        formula.strength.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.0} %")),
        formula
            .one_sided
            .and_then(|one_sided| one_sided.models_per_solution)
            .map_or_else(|| "-".to_owned(), factor),
    ]);
    cells
}

/// Why the row has no time.
fn stopped(row: &Row) -> String {
    match (&row.formula.size, &row.count) {
        (None, _) if row.formula.stopped.is_none() => "-".to_owned(),
        (_, Some((number, false))) => format!("stopped at {}", grouped(number)),
        _ => "stopped".to_owned(),
    }
}

fn factor(factor: f64) -> String {
    if factor < 1e4 { format!("× {factor:.1}") } else { format!("× {factor:.1e}") }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn in_json(comparison: &Comparison, row: &Row) -> Value {
    let formula = &row.formula;
    let choices = &formula.candidate.choices;
    let size = formula.size;
    let lean = formula.one_sided;
    let mut value = json!({
        "file": comparison.file,
        "encodings": formula.candidate.label,
        "solver": row.solver,
        "domain": choices.domain.name(),
        "at_most_one": choices.at_most_one.name(),
        "cardinality": choices.cardinality.name(),
        "linear": choices.linear.name(),
        "problem_variables": size.map(|size| size.problem_variables),
        "auxiliary_variables": size.map(|size| size.auxiliary_variables),
        "clauses": size.map(|size| size.clauses),
        "literals": size.map(|size| size.literals),
        "longest_clause": size.map(|size| size.longest_clause),
        "encode_seconds": formula.encode_time.as_secs_f64(),
        "runs": row.runs,
        "seconds": row.time.map(|time| time.as_secs_f64()),
        "conflicts": row.statistics.conflicts,
        "decisions": row.statistics.decisions,
        "propagations": row.statistics.propagations,
        "untold": row.statistics.untold,
        "backbone_percent": formula.strength,
        "one_sided_auxiliary_variables": lean.map(|lean| lean.size.auxiliary_variables),
        "one_sided_clauses": lean.map(|lean| lean.size.clauses),
        "one_sided_models_per_solution": lean.and_then(|lean: OneSided| lean.models_per_solution),
        "satisfiable": row.satisfiable,
        "status": row.count.as_ref().map(|(_, exact)| if *exact { "exact" } else { "at least" }),
        "solutions": row.count.as_ref().map(|(number, _)| number.to_string()),
        "agreed": comparison.agreed,
    });
    if let Some(optimum) = comparison.optimum {
        value["objective"] = number(optimum);
    }
    add_to(&mut value, row.evidence.as_ref().and_then(|evidence| evidence.as_ref().ok()));
    if let (false, Value::Object(fields)) = (comparison.has_several_solvers(), &mut value) {
        fields.shift_remove("solver");
    }
    value
}

fn write_csv(context: &mut Context, comparison: &Comparison, is_first: bool) -> io::Result<()> {
    for (index, row) in comparison.rows.iter().enumerate() {
        let Value::Object(fields) = in_json(comparison, row) else { continue };
        if is_first && index == 0 {
            writeln!(context.out, "{}", fields.keys().join(","))?;
        }
        writeln!(context.out, "{}", fields.values().map(in_csv).join(","))?;
    }
    Ok(())
}

fn in_csv(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => csv_field(text),
        other => other.to_string(),
    }
}
