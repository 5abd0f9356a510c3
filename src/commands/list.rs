//! `cnfetti list`: what there is to choose from.

use std::io::Write;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use cnfetti::encodings::{at_most_one, cardinality, domain, linear};
use cnfetti::puzzle::KINDS;
use cnfetti::solver::SOLVERS;
use serde_json::json;

use super::{Context, Format};

/// List the kinds of puzzle, the encodings and the solvers.
#[derive(Args)]
pub(crate) struct List {
    /// Only these
    #[arg(value_enum)]
    what: Option<What>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Kinds,
    Encodings,
    Solvers,
}

/// A thing that can be chosen: what it is, its name, and a line about it.
type Row = (&'static str, &'static str, &'static str);

impl List {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        for (what, rows) in
            [(What::Kinds, kinds()), (What::Encodings, encodings()), (What::Solvers, solvers())]
        {
            if self.what.is_none_or(|only| only == what) {
                write_rows(context, &rows)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn kinds() -> Vec<Row> {
    KINDS.iter().map(|kind| ("kind", kind.name, kind.summary)).collect()
}

fn solvers() -> Vec<Row> {
    let program =
        ("solver", "cmd:PROGRAM", "a program that reads DIMACS, prints `s` and `v` lines");
    let rows = SOLVERS.iter().map(|backend| ("solver", backend.name.as_ref(), backend.summary));
    rows.chain([program]).collect()
}

fn encodings() -> Vec<Row> {
    let at_most_one =
        at_most_one::ENCODINGS.iter().map(|row| ("at_most_one", row.name(), row.paper()));
    let cardinality =
        cardinality::ENCODINGS.iter().map(|row| ("cardinality", row.name(), row.paper()));
    let linear = linear::ENCODINGS.iter().map(|row| ("linear", row.name(), row.paper()));
    let domain = domain::ENCODINGS.iter().map(|row| ("domain", row.name(), row.paper()));
    at_most_one.chain(cardinality).chain(linear).chain(domain).collect()
}

fn write_rows(context: &mut Context, rows: &[Row]) -> std::io::Result<()> {
    for (what, name, about) in rows {
        if context.format == Format::Json {
            writeln!(context.out, "{}", json!({ "what": what, "name": name, "about": about }))?;
        } else {
            writeln!(context.out, "{what:<12} {name:<22} {about}")?;
        }
    }
    Ok(())
}
