//! `cnfetti compare`: encodings side by side.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use cnfetti::instance;
use cnfetti::search::compare::{Row, agree, combinations, measure};
use comfy_table::{CellAlignment, Table, presets};
use serde_json::json;

use super::options::SolverOptions;
use super::{Context, Format};

/// Compile, solve and count puzzles with every combination of encodings, side by side.
///
/// The counts of all rows must agree; if they do not, the exit code is 1. The time limit is for
/// each row.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti compare instances/dice/labeled-dice.toml
  cnfetti compare --time-limit 1 --json instances/signs/leepf-open.toml")]
pub(crate) struct Compare {
    /// The puzzles; `-` is stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    solver: SolverOptions,
}

impl Compare {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            let rows = self.rows(context, file)?;
            let agreed = agree(&rows);
            if !agreed {
                code = ExitCode::from(1);
                context.note(format!("{}: THE ENCODINGS DISAGREE", file.display()));
            }
            write_rows(context, file, &rows, agreed)?;
        }
        Ok(code)
    }

    fn rows(&self, context: &Context, file: &Path) -> anyhow::Result<Vec<Row>> {
        let backend = self.solver.backend()?;
        let csp = instance::load(file)?.puzzle.csp();
        let combinations = combinations(&csp);
        let mut rows = Vec::with_capacity(combinations.len());
        for choices in &combinations {
            context.detail(|| format!("{}: {choices}", file.display()));
            rows.push(measure(&csp, choices, &backend, || self.solver.budget(context))?);
        }
        Ok(rows)
    }
}

fn write_rows(
    context: &mut Context,
    file: &Path,
    rows: &[Row],
    agreed: bool,
) -> std::io::Result<()> {
    if context.format == Format::Json {
        for row in rows {
            writeln!(context.out, "{}", in_json(file, row))?;
        }
        return Ok(());
    }
    writeln!(context.out, "{}", file.display())?;
    if !agreed {
        writeln!(context.out, "THE ENCODINGS DISAGREE: one of them, or the solver, is wrong")?;
    }
    writeln!(context.out, "{}", table(rows))
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "domain",
        "at most one",
        "cardinality",
        "linear",
        "variables",
        "clauses",
        "literals",
        "encode",
        "solve",
        "solutions",
    ]);
    for row in rows {
        let at_least = if row.count.exact { "" } else { "≥ " };
        table.add_row([
            row.choices.domain.name().to_owned(),
            row.choices.at_most_one.name().to_owned(),
            row.choices.cardinality.name().to_owned(),
            row.choices.linear.name().to_owned(),
            format!("{} + {}", row.problem_variables, row.auxiliary_variables),
            row.clauses.to_string(),
            row.literals.to_string(),
            milliseconds(row.encode_time),
            row.solve_time.map_or_else(|| "stopped".to_owned(), milliseconds),
            format!("{at_least}{}", row.count.solutions),
        ]);
    }
    for column in table.column_iter_mut().skip(4) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn in_json(file: &Path, row: &Row) -> serde_json::Value {
    json!({
        "file": file.display().to_string(),
        "domain": row.choices.domain.name(),
        "at_most_one": row.choices.at_most_one.name(),
        "cardinality": row.choices.cardinality.name(),
        "linear": row.choices.linear.name(),
        "problem_variables": row.problem_variables,
        "auxiliary_variables": row.auxiliary_variables,
        "clauses": row.clauses,
        "literals": row.literals,
        "encode_seconds": row.encode_time.as_secs_f64(),
        "solve_seconds": row.solve_time.map(|time| time.as_secs_f64()),
        "satisfiable": row.satisfiable,
        "status": if row.count.exact { "exact" } else { "at least" },
        "solutions": row.count.solutions.to_string(),
    })
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
