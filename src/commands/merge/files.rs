//! Combines the results of a folder of puzzles from its parts.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use cnfetti::parts::{Gathered, Outcome};
use serde_json::Value;

use super::{Merge, note_missing};
use crate::commands::options::batch::{Ended, Tally, What};
use crate::commands::terminal::grid::Grid;
use crate::commands::{Context, Format};

impl Merge {
    /// Writes a line for each puzzle, and the summary.
    pub(super) fn write_files(
        &self,
        context: &mut Context,
        gathered: &Gathered,
    ) -> anyhow::Result<ExitCode> {
        let because = "it is for the parts of one count, not of a folder of puzzles";
        context.given.refuse(&["unique"], because);
        let Gathered { outcomes, parts, missing, files } = gathered;
        if context.format == Format::Json {
            outcomes.iter().try_for_each(|outcome| writeln!(context.out, "{}", outcome.line))?;
        } else {
            let rows = outcomes.iter().map(row).collect();
            let header = vec!["file", "status", "solutions", "classes"];
            Grid { header, numbers: 2..4, rows }.write(context)?;
        }
        context.out.flush()?;
        let mut tally = Tally::default();
        for outcome in outcomes {
            if let Some(error) = outcome.line.get("error").and_then(Value::as_str) {
                context.note(error);
            }
            tally.add(What::Puzzle, Ended::named(&outcome.ended));
        }
        context.note(tally.summary(*files));
        note_missing(context, &self.folder.display().to_string(), *parts, missing);
        Ok(match missing.is_empty() {
            true => tally.exit_code(),
            false => ExitCode::from(crate::commands::STOPPED),
        })
    }
}

fn row(outcome: &Outcome) -> Vec<String> {
    let of = |key: &str| match &outcome.line[key] {
        Value::String(text) => text.clone(),
        _ => String::new(),
    };
    let status =
        if outcome.line.get("status").is_some() { of("status") } else { outcome.ended.clone() };
    let file = Path::new(&of("file")).display().to_string();
    vec![file, status, of("solutions"), of("classes")]
}
