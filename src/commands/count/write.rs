//! Writes numbers in the context's format.

use std::io::Write;
use std::path::Path;

use cnfetti::csp::Csp;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::count::Count as Numbers;
use num_bigint::BigUint;
use serde_json::json;

use crate::commands::answers::competition::write_competition;
use crate::commands::answers::evidence::{add_to, unchecked_words};
use crate::commands::answers::numbers::{self, sentence};
use crate::commands::options::batch::Task;
use crate::commands::shared::subject::FORMULA;
use crate::commands::{Context, Format};

/// A count, and how it was found.
pub(super) struct Found<'a> {
    pub(super) numbers: &'a Numbers,
    /// The engine that counted.
    pub(super) by: Option<&'static str>,
    pub(super) evidence: Option<&'a Evidence>,
    pub(super) seconds: f64,
}

/// Writes the numbers of a puzzle.
pub(super) fn write_count(
    context: &mut Context,
    &Task { file, instance, .. }: &Task<'_>,
    csp: &Csp,
    over: Option<&str>,
    &Found { numbers, by, evidence, seconds }: &Found<'_>,
) -> std::io::Result<()> {
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            let (said, unchecked) = (sentence(csp, numbers), unchecked_words(evidence));
            writeln!(context.out, "{}: {said}{unchecked}", file.display())
        }
        Format::Json => {
            let over = over.map(str::to_owned);
            let mut line = numbers::line(file, instance.kind, over, csp, numbers);
            line["engine"] = json!(by);
            add_to(&mut line, evidence);
            line["seconds"] = json!(seconds);
            writeln!(context.out, "{line}")
        }
        Format::Competition => {
            let number = (&numbers.solutions, numbers.exact);
            write_competition(&mut context.out, number, evidence)
        }
    }
}

/// Writes that no number is known for a file. Perhaps not even its kind is known.
pub(super) fn write_none(
    context: &mut Context,
    file: &Path,
    kind: Option<&str>,
) -> std::io::Result<()> {
    let things = if kind == Some(FORMULA) { "models" } else { "solutions" };
    match context.format {
        Format::Json => {
            let line = json!({
                "file": file.display().to_string(),
                "kind": kind,
                "status": "at least",
                "solutions": "0",
                "classes": null,
                "engine": null,
                "checked": null,
                "checked_by": null,
            });
            writeln!(context.out, "{line}")
        }
        Format::Competition => write_competition(&mut context.out, (&BigUint::ZERO, false), None),
        _ => writeln!(context.out, "{}: at least 0 {things}", file.display()),
    }
}
