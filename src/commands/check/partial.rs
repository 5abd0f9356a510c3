//! Checks whether a half-filled board can be completed.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::compile::Choices;
use cnfetti::csp::{Atom, Csp};
use cnfetti::explain::entries::{Verdict, judge};
use cnfetti::explain::{ExplainError, reasoner};
use cnfetti::instance::Instance;
use cnfetti::limit::Stopped;
use cnfetti::search::confirm::Evidence;
use cnfetti::sentences::Speaker;
use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::Check;
use crate::commands::asked::{self, Asked, add_objective};
use crate::commands::evidence::{Statement, add_to, tell};
use crate::commands::{Context, Format, STOPPED, entered};
use crate::report_error::limit_of;

/// A verdict, or the limit that was reached first.
type Judged = Result<Verdict, Stopped>;

impl Check {
    /// Reports whether a solution contains all entries, and which entries no solution contains.
    pub(super) fn judge(
        &self,
        context: &mut Context,
        instance: &Instance,
        csp: &Csp,
        solution: &Value,
    ) -> anyhow::Result<ExitCode> {
        let puzzle = &*instance.puzzle;
        let name = entered::name(&self.solution);
        let (problem, entries) = puzzle.entered(solution).with_context(|| name.clone())?;
        let is_optimal_wanted = csp.objective().is_some();
        let csp = &if is_optimal_wanted { problem } else { problem.without_objective() };
        entered::require_in_domains(&entries, &name, puzzle, csp)?;
        context.know(&self.file, |context, limit| {
            let unknown = Err(Stopped(limit));
            self.write_judged(context, instance, csp, &entries, &unknown, Evidence::Nothing)
        });
        let (backend, budget) = (reasoner(), self.time.budget(context));
        let solver = (&Choices::default(), backend);
        let asked = Asked::new(context, self.file.display(), csp, solver, &budget);
        let asked = asked.map_err(|error| (limit_of(&error), error));
        let (csp, bound) = match asked {
            Ok(Asked { csp, evidence, .. }) => (csp, Ok(evidence)),
            Err((Some(limit), _)) => (csp.clone(), Err(Stopped(limit))),
            Err((None, error)) => return Err(error),
        };
        let judged = match bound.map(|_| judge(&csp, &entries, backend, &budget)) {
            Err(why) | Ok(Err(ExplainError::Stopped(why))) => Err(why),
            Ok(judged) => Ok(judged.with_context(|| self.file.display().to_string())?),
        };
        let bound = bound.unwrap_or(Evidence::Nothing);
        if let Ok(Verdict::Wrong { evidence, .. }) = &judged {
            let what = "no solution has all entries";
            let statement = Statement { name: &name, what, by: &backend.name };
            tell(context, &statement, &evidence.and(bound));
        }
        self.write_judged(context, instance, &csp, &entries, &judged, bound)?;
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
        bound: Evidence,
    ) -> io::Result<()> {
        let (puzzle, name) = (&*instance.puzzle, entered::name(&self.solution));
        let (status, alone, evidence) = match judged {
            Ok(Verdict::Right) if csp.bound().is_some() => ("right", [].as_slice(), Some(bound)),
            Ok(Verdict::Right) => ("right", [].as_slice(), None),
            Ok(Verdict::Wrong { alone, evidence }) => {
                ("wrong", alone.as_slice(), Some(evidence.and(bound)))
            }
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
            add_objective(&mut line, csp);
            add_to(&mut line, evidence.as_ref());
            writeln!(context.out, "{line}")
        } else {
            let speaker = Speaker::of_puzzle(puzzle, csp);
            let said = |entry: &Atom| speaker.values([(entry.variable, entry.value)]);
            let solution = asked::solution(csp);
            let verdict = match judged {
                Ok(Verdict::Right) if csp.bound().is_some() => {
                    format!("right so far: an {solution} completes it")
                }
                Ok(Verdict::Right) => "right so far: it can be completed".to_owned(),
                Ok(Verdict::Wrong { alone, .. }) if alone.is_empty() => {
                    "wrong: each entry is possible alone, but not all together".to_owned()
                }
                Ok(Verdict::Wrong { alone, .. }) => {
                    format!("wrong in every {solution}: {}", alone.iter().map(said).join(", "))
                }
                Err(why) => format!("unknown: {why} before it was known"),
            };
            let objective = asked::objective(csp);
            let objective = objective.map_or_else(String::new, |said| format!(" ({said})"));
            writeln!(context.out, "{name}: {verdict}{objective}")
        }
    }
}
