//! Whether a half-filled board can be completed.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::csp::Atom;
use cnfetti::explain::entries::{Verdict, judge};
use cnfetti::explain::{ExplainError, reasoner};
use cnfetti::instance::Instance;
use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::Check;
use crate::commands::evidence::{Statement, add_to, tell};
use crate::commands::{Context, Format, STOPPED, entered};

impl Check {
    /// Says whether a solution has all entries, and which of them no solution has.
    pub(super) fn judge(
        &self,
        context: &mut Context,
        instance: &Instance,
        solution: &Value,
    ) -> anyhow::Result<ExitCode> {
        let puzzle = &*instance.puzzle;
        let name = entered::name(&self.solution);
        let (csp, entries) = puzzle.entered(solution).with_context(|| name.clone())?;
        entered::require_in_domains(&entries, &name, puzzle, &csp)?;
        let (backend, budget) = (reasoner(), self.time.budget(context));
        let judged = match judge(&csp, &entries, backend, &budget) {
            Err(ExplainError::Stopped(why)) => Err(why),
            judged => Ok(judged.with_context(|| self.file.display().to_string())?),
        };
        let (status, alone, evidence) = match &judged {
            Ok(Verdict::Right) => ("right", [].as_slice(), None),
            Ok(Verdict::Wrong { alone, evidence }) => ("wrong", alone.as_slice(), Some(evidence)),
            Err(_) => ("unknown", [].as_slice(), None),
        };
        if let Some(evidence) = evidence {
            let what = "no solution has all entries";
            tell(context, &Statement { name: &name, what, by: &backend.name }, evidence);
        }
        if context.format == Format::Json {
            let named = alone
                .iter()
                .map(|&Atom { variable, value }| (csp.name(variable).to_owned(), json!(value)));
            let mut line = json!({
                "file": self.file.display().to_string(),
                "kind": instance.kind,
                "status": status,
                "entries": entries.len(),
                "wrong": named.collect::<Map<_, _>>(),
            });
            add_to(&mut line, evidence);
            writeln!(context.out, "{line}")?;
        } else {
            let said = |&entry: &Atom| entered::said(puzzle, &csp, entry);
            let verdict = match &judged {
                Ok(Verdict::Right) => "right so far: it can be completed".to_owned(),
                Ok(Verdict::Wrong { alone, .. }) if alone.is_empty() => {
                    "wrong: no solution has all of it, though one has each entry".to_owned()
                }
                Ok(Verdict::Wrong { alone, .. }) => {
                    format!("wrong: in no solution {}", alone.iter().map(said).join(", or "))
                }
                Err(why) => format!("unknown: {why} before it was known"),
            };
            writeln!(context.out, "{name}: {verdict}")?;
        }
        Ok(match judged {
            Ok(Verdict::Right) => ExitCode::SUCCESS,
            Ok(Verdict::Wrong { .. }) => ExitCode::FAILURE,
            Err(_) => ExitCode::from(STOPPED),
        })
    }
}
