//! Whether a half-filled board can be completed.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::csp::{Atom, Csp};
use cnfetti::explain::entries::{Verdict, judge};
use cnfetti::explain::{ExplainError, reasoner};
use cnfetti::instance::Instance;
use cnfetti::limit::Stopped;
use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::Check;
use crate::commands::evidence::{Statement, add_to, tell};
use crate::commands::{Context, Format, STOPPED, entered};

/// A verdict, or the limit that came before it.
type Judged = Result<Verdict, Stopped>;

impl Check {
    /// Says whether a solution has all entries, and which of them no solution has.
    pub(super) fn judge(
        &self,
        context: &mut Context,
        instance: &Instance,
        solution: &Value,
    ) -> anyhow::Result<ExitCode> {
        let (puzzle, csp) = (&*instance.puzzle, instance.puzzle.csp());
        let name = entered::name(&self.solution);
        let entries = entered::entries_of(solution, &self.solution, puzzle, &csp)?;
        let write = |context: &mut Context, judged: &Judged| {
            self.write_judged(context, instance, &csp, &entries, judged)
        };
        context.know(&self.file, |context, limit| write(context, &Err(Stopped(limit))));
        let (backend, budget) = (reasoner(), self.time.budget(context));
        let judged = match judge(&csp, &entries, backend, &budget) {
            Err(ExplainError::Stopped(why)) => Err(why),
            judged => Ok(judged.with_context(|| self.file.display().to_string())?),
        };
        if let Ok(Verdict::Wrong { evidence, .. }) = &judged {
            let what = "no solution has all entries";
            tell(context, &Statement { name: &name, what, by: &backend.name }, evidence);
        }
        write(context, &judged)?;
        Ok(match judged {
            Ok(Verdict::Right) => ExitCode::SUCCESS,
            Ok(Verdict::Wrong { .. }) => ExitCode::FAILURE,
            Err(_) => ExitCode::from(STOPPED),
        })
    }

    fn write_judged(
        &self,
        context: &mut Context,
        instance: &Instance,
        csp: &Csp,
        entries: &[Atom],
        judged: &Judged,
    ) -> io::Result<()> {
        let (puzzle, name) = (&*instance.puzzle, entered::name(&self.solution));
        let (status, alone, evidence) = match judged {
            Ok(Verdict::Right) => ("right", [].as_slice(), None),
            Ok(Verdict::Wrong { alone, evidence }) => ("wrong", alone.as_slice(), Some(evidence)),
            Err(_) => ("unknown", [].as_slice(), None),
        };
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
            writeln!(context.out, "{line}")
        } else {
            let said = |&entry: &Atom| entered::said(puzzle, csp, entry);
            let verdict = match judged {
                Ok(Verdict::Right) => "right so far: it can be completed".to_owned(),
                Ok(Verdict::Wrong { alone, .. }) if alone.is_empty() => {
                    "wrong: no solution has all of it, though one has each entry".to_owned()
                }
                Ok(Verdict::Wrong { alone, .. }) => {
                    format!("wrong: in no solution {}", alone.iter().map(said).join(", or "))
                }
                Err(why) => format!("unknown: {why} before it was known"),
            };
            writeln!(context.out, "{name}: {verdict}")
        }
    }
}
