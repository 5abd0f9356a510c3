//! Writes solutions as JSON lines and literals, or that there are none.

use std::io::Write;
use std::path::Path;

use cnfetti::csp::{Sense, Value};
use cnfetti::decimal::Amount;
use cnfetti::search::confirm::Evidence;
use serde_json::json;

use crate::commands::answers::evidence::{add_to, unchecked, unchecked_line, unchecked_words};
use crate::commands::options::batch::Task;
use crate::commands::terminal::lines::Lines;
use crate::commands::{Context, Format};

/// What is known about the objective of a printed solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Optimality {
    /// There is no objective, or it is ignored.
    Any,
    /// The value of the objective; no solution is better.
    Optimal(Amount),
    /// The value of the objective. Better solutions may exist, but none better than the bound, if one is
    /// known.
    SoFar { value: Amount, bound: Option<Amount>, sense: Option<Sense> },
}

impl Optimality {
    /// Describes it in words, such as `objective 17, optimal`.
    pub(super) fn in_words(self) -> Option<String> {
        match self {
            Optimality::Any => None,
            Optimality::Optimal(value) => Some(format!("objective {value}, optimal")),
            Optimality::SoFar { value, bound: Some(bound), sense } => {
                let (most, gap) = (words_for(sense), percent(gap(value, bound)));
                Some(format!("objective {value}, the best so far; {most} {bound}, gap {gap}"))
            }
            Optimality::SoFar { value, .. } => Some(format!("objective {value}, the best so far")),
        }
    }
}

/// The distance of the value from the bound, relative to the larger of the two.
fn gap(value: Amount, bound: Amount) -> f64 {
    let (value, bound) = (value.value, bound.value);
    let largest = value.unsigned_abs().max(bound.unsigned_abs()).max(1);
    value.abs_diff(bound) as f64 / largest as f64
}

/// Formats a gap, rounded up: it is 0 only if there is none.
fn percent(gap: f64) -> String {
    format!("{:.1} %", (gap * 1000.0).ceil() / 10.0)
}

fn words_for(sense: Option<Sense>) -> &'static str {
    if sense == Some(Sense::Maximize) { "at most" } else { "at least" }
}

/// Writes solutions as JSON lines. Each line stays open until the next one or the end: the last line gets the
/// evidence that there is nothing else, or nothing better.
pub(super) struct JsonLines {
    /// What all lines have in common, and for which optimality; computed once.
    same: Option<(Optimality, usize)>,
    line: String,
    is_open: bool,
    /// In the format of competitions, the value on the last line `o`.
    pub(super) told: Option<Amount>,
}

impl JsonLines {
    pub(super) fn new() -> JsonLines {
        JsonLines { same: None, line: String::new(), is_open: false, told: None }
    }

    /// Writes a solution that was checked by the puzzle's rules.
    pub(super) fn write(
        &mut self,
        out: &mut Lines,
        task: &Task<'_>,
        solution: &[Value],
        optimality: Optimality,
    ) -> anyhow::Result<()> {
        self.close(out, None)?;
        let start = match self.same {
            Some((same, start)) if same == optimality => start,
            _ => self.begin(task, optimality),
        };
        self.line.truncate(start);
        task.instance.puzzle.write_json(solution, &mut self.line);
        self.is_open = true;
        out.write_all(self.line.as_bytes())?;
        out.leave_open("}\n");
        Ok(())
    }

    fn begin(&mut self, task: &Task<'_>, optimality: Optimality) -> usize {
        let (file, kind) = (json!(task.file.display().to_string()), task.instance.kind);
        let status = match optimality {
            Optimality::Any => r#""satisfiable""#.to_owned(),
            Optimality::Optimal(value) => format!(r#""optimal","objective":{value}"#),
            Optimality::SoFar { value, bound: Some(bound), .. } => {
                let gap = gap(value, bound);
                format!(r#""satisfiable","objective":{value},"bound":{bound},"gap":{gap:.4}"#)
            }
            Optimality::SoFar { value, .. } => format!(r#""satisfiable","objective":{value}"#),
        };
        self.line = format!(r#"{{"file":{file},"kind":"{kind}","status":{status},"solution":"#);
        self.same = Some((optimality, self.line.len()));
        self.line.len()
    }

    /// Ends the open line, if any, with the evidence that it is the last one, or the best.
    pub(super) fn close(
        &mut self,
        out: &mut Lines,
        evidence: Option<&Evidence>,
    ) -> std::io::Result<()> {
        if !std::mem::take(&mut self.is_open) {
            return Ok(());
        }
        if let Some(evidence) = evidence {
            let (is_checked, by) = (evidence.is_checked(), json!(evidence.checked_by()));
            write!(out, r#","checked":{is_checked},"checked_by":{by}"#)?;
            if let Some(option) = unchecked(Some(evidence)) {
                write!(out, r#","unchecked":"{option}""#)?;
            }
        }
        out.write_all(b"}\n")
    }
}

/// Writes that there is no solution, or that none is known. The kind of an unread file is unknown.
pub(super) fn write_status(
    context: &mut Context,
    file: &Path,
    kind: Option<&str>,
    status: &str,
    evidence: Option<&Evidence>,
) -> std::io::Result<()> {
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            let said = if status == "unknown" { "no answer" } else { "no solution" };
            writeln!(context.out, "{}: {said}{}", file.display(), unchecked_words(evidence))
        }
        Format::Json => {
            let mut line = json!({
                "file": file.display().to_string(),
                "kind": kind,
                "status": status,
                "solution": null,
            });
            add_to(&mut line, evidence);
            writeln!(context.out, "{line}")
        }
        Format::Competition => {
            let status = status.to_uppercase();
            writeln!(context.out, "{}s {status}", unchecked_line(evidence))
        }
    }
}
