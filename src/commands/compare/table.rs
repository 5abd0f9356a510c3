//! The rows of a comparison as text, JSON, CSV and Markdown.

use std::io::{self, Write};
use std::time::Duration;

use cnfetti::search::compare::{OneSided, Row};
use comfy_table::{CellAlignment, Table, presets};
use itertools::Itertools;
use serde_json::{Value, json};

use super::Comparison;
use crate::commands::{Context, Format};

const HEADER: [&str; 12] = [
    "encodings",
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
        Format::Markdown => write_markdown(context, comparison, is_first),
        Format::Text | Format::Competition => write_text(context, comparison, is_first),
    }
}

fn write_text(context: &mut Context, comparison: &Comparison, is_first: bool) -> io::Result<()> {
    if !is_first {
        writeln!(context.out)?;
    }
    writeln!(context.out, "{}: {}", comparison.file, verdict(comparison))?;
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(HEADER);
    for row in &comparison.rows {
        table.add_row(cells(row));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for line in table.lines() {
        writeln!(context.out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn write_markdown(
    context: &mut Context,
    comparison: &Comparison,
    is_first: bool,
) -> io::Result<()> {
    if !is_first {
        writeln!(context.out)?;
    }
    writeln!(context.out, "`{}`: {}\n", comparison.file, verdict(comparison))?;
    writeln!(context.out, "| {} |", HEADER.join(" | "))?;
    writeln!(context.out, "|---|{}", "--:|".repeat(HEADER.len() - 1))?;
    for row in &comparison.rows {
        writeln!(context.out, "| {} |", cells(row).join(" | "))?;
    }
    Ok(())
}

/// What all rows found, or that they do not agree.
fn verdict(comparison: &Comparison) -> String {
    if !comparison.agreed {
        return "THE ENCODINGS DISAGREE: one of them, or the solver, is wrong".to_owned();
    }
    let rows = &comparison.rows;
    let counts = || rows.iter().filter_map(|row| row.count.as_ref());
    if let Some((number, _)) = counts().find(|(_, exact)| *exact) {
        return format!("solutions: {number}");
    }
    if let Some((number, _)) = counts().max() {
        return format!("solutions: at least {number}");
    }
    match rows.iter().find_map(|row| row.satisfiable) {
        Some(true) => "satisfiable".to_owned(),
        Some(false) => "unsatisfiable".to_owned(),
        None => "unknown".to_owned(),
    }
}

fn cells(row: &Row) -> [String; 12] {
    let size = |text: fn(&cnfetti::search::compare::Size) -> String| {
        row.size.as_ref().map_or_else(|| "too large".to_owned(), text)
    };
    let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
    [
        row.candidate.label.clone(),
        size(|size| format!("{} + {}", size.problem_variables, size.auxiliary_variables)),
        size(|size| size.clauses.to_string()),
        size(|size| size.literals.to_string()),
        size(|size| size.longest_clause.to_string()),
        milliseconds(row.encode_time),
        row.time.map_or_else(|| stopped(row), milliseconds),
        number(row.statistics.conflicts),
        number(row.statistics.decisions),
        number(row.statistics.propagations),
        row.strength.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.0} %")),
        row.one_sided
            .and_then(|one_sided| one_sided.models_per_solution)
            .map_or_else(|| "-".to_owned(), factor),
    ]
}

/// Why there is no time.
fn stopped(row: &Row) -> String {
    match (&row.size, &row.count) {
        (None, _) => "-".to_owned(),
        (_, Some((number, false))) => format!("stopped at {number}"),
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
    let choices = &row.candidate.choices;
    let size = row.size;
    let lean = row.one_sided;
    json!({
        "file": comparison.file,
        "encodings": row.candidate.label,
        "domain": choices.domain.name(),
        "at_most_one": choices.at_most_one.name(),
        "cardinality": choices.cardinality.name(),
        "linear": choices.linear.name(),
        "problem_variables": size.map(|size| size.problem_variables),
        "auxiliary_variables": size.map(|size| size.auxiliary_variables),
        "clauses": size.map(|size| size.clauses),
        "literals": size.map(|size| size.literals),
        "longest_clause": size.map(|size| size.longest_clause),
        "encode_seconds": row.encode_time.as_secs_f64(),
        "seconds": row.time.map(|time| time.as_secs_f64()),
        "conflicts": row.statistics.conflicts,
        "decisions": row.statistics.decisions,
        "propagations": row.statistics.propagations,
        "backbone_percent": row.strength,
        "one_sided_auxiliary_variables": lean.map(|lean| lean.size.auxiliary_variables),
        "one_sided_clauses": lean.map(|lean| lean.size.clauses),
        "one_sided_models_per_solution": lean.and_then(|lean: OneSided| lean.models_per_solution),
        "satisfiable": row.satisfiable,
        "status": row.count.as_ref().map(|(_, exact)| if *exact { "exact" } else { "at least" }),
        "solutions": row.count.as_ref().map(|(number, _)| number.to_string()),
        "agreed": comparison.agreed,
    })
}

fn write_csv(context: &mut Context, comparison: &Comparison, is_first: bool) -> io::Result<()> {
    for (index, row) in comparison.rows.iter().enumerate() {
        let Value::Object(fields) = in_json(comparison, row) else { continue };
        if is_first && index == 0 {
            writeln!(context.out, "{}", fields.keys().join(","))?;
        }
        writeln!(context.out, "{}", fields.values().map(csv_field).join(","))?;
    }
    Ok(())
}

fn csv_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains([',', '"', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
