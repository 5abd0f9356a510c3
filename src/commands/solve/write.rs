//! Solutions as JSON lines and literals, and that there are none.

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;
use cnfetti::csp::Value;
use cnfetti::instance::Instance;
use cnfetti::search::confirm::Evidence;
use serde_json::json;

use super::BROKEN;
use crate::commands::batch::Task;
use crate::commands::evidence::add_to;
use crate::commands::{Context, Format};

/// What is known of the objective of a printed solution.
#[derive(Clone, Copy)]
pub(super) enum Worth {
    /// There is none, or it is ignored.
    Any,
    /// It has this value, and no solution is better.
    Optimal(i64),
    /// It has this value, and there may be better ones.
    SoFar(i64),
}

impl Worth {
    /// `objective 17, optimal`
    pub(super) fn in_words(self) -> Option<String> {
        match self {
            Worth::Any => None,
            Worth::Optimal(value) => Some(format!("objective {value}, optimal")),
            Worth::SoFar(value) => Some(format!("objective {value}, the best so far")),
        }
    }
}

/// Solutions as JSON lines. What is the same in all lines is made once.
pub(super) struct JsonLines {
    line: String,
    start: usize,
}

impl JsonLines {
    pub(super) fn new(task: &Task<'_>, worth: Worth) -> JsonLines {
        let (file, kind) = (json!(task.file.display().to_string()), task.instance.kind);
        let status = match worth {
            Worth::Any => r#""satisfiable""#.to_owned(),
            Worth::Optimal(value) => format!(r#""optimal","objective":{value}"#),
            Worth::SoFar(value) => format!(r#""satisfiable","objective":{value}"#),
        };
        let line = format!(r#"{{"file":{file},"kind":"{kind}","status":{status},"solution":"#);
        JsonLines { start: line.len(), line }
    }

    /// Writes a solution that obeys the puzzle's rules.
    pub(super) fn write(
        &mut self,
        out: &mut impl Write,
        task: &Task<'_>,
        solution: &[Value],
    ) -> anyhow::Result<()> {
        task.instance.puzzle.check(solution).context(BROKEN)?;
        self.line.truncate(self.start);
        task.instance.puzzle.write_json(solution, &mut self.line);
        self.line.push_str("}\n");
        Ok(out.write_all(self.line.as_bytes())?)
    }
}

/// That there is no solution, or none known.
pub(super) fn write_status(
    context: &mut Context,
    file: &Path,
    instance: &Instance,
    status: &str,
    evidence: Option<&Evidence>,
) -> std::io::Result<()> {
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            let said = if status == "unknown" { "no answer" } else { "no solution" };
            writeln!(context.out, "{}: {said}", file.display())
        }
        Format::Json => {
            let mut line = json!({
                "file": file.display().to_string(),
                "kind": instance.kind,
                "status": status,
                "solution": null,
            });
            add_to(&mut line, evidence);
            writeln!(context.out, "{line}")
        }
        Format::Competition => writeln!(context.out, "s {}", status.to_uppercase()),
    }
}
