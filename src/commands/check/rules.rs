//! Finds the rules that a half-filled board breaks, without a search for a solution.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::csp::{Atom, Csp};
use cnfetti::explain::ExplainError;
use cnfetti::explain::entries::broken;
use cnfetti::explain::reasoner;
use cnfetti::instance::Instance;
use cnfetti::limit::Stopped;
use cnfetti::search::confirm::Evidence;
use itertools::Itertools;
use serde_json::{Value, json};

use super::Check;
use crate::commands::evidence::{Statement, add_to, tell};
use crate::commands::{Context, Format, STOPPED, entered};

impl Check {
    /// Reports which rules, each by itself, can no longer hold with all entries.
    pub(super) fn judge_rules(
        &self,
        context: &mut Context,
        instance: &Instance,
        solution: &Value,
    ) -> anyhow::Result<ExitCode> {
        let puzzle = &*instance.puzzle;
        let name = entered::name(&self.solution);
        let (problem, entries) = puzzle.entered(solution).with_context(|| name.clone())?;
        let csp = &problem.without_objective();
        entered::require_in_domains(&entries, &name, puzzle, csp)?;
        context.know(&self.file, |context, limit| {
            self.write_rules(context, instance, (csp, &entries), &Err(Stopped(limit)))
        });
        let backend = reasoner();
        let judged = match broken(csp, &entries, backend, &self.time.budget(context)) {
            Err(ExplainError::Stopped(why)) => Err(why),
            judged => Ok(judged.with_context(|| self.file.display().to_string())?),
        };
        let mut code = ExitCode::from(STOPPED);
        if let Ok((rules, evidence)) = &judged {
            code = if rules.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
            if !rules.is_empty() {
                let statement =
                    Statement { name: &name, what: "rules are broken", by: &backend.name };
                tell(context, &statement, evidence);
            }
        }
        self.write_rules(context, instance, (csp, &entries), &judged)?;
        Ok(code)
    }

    fn write_rules(
        &self,
        context: &mut Context,
        instance: &Instance,
        (csp, entries): (&Csp, &[Atom]),
        judged: &Result<(Vec<usize>, Evidence), Stopped>,
    ) -> std::io::Result<()> {
        let rules = judged.as_ref().map_or(&[][..], |(rules, _)| rules);
        let posted = rules.iter().map(|&at| &csp.constraints()[at]);
        let (status, evidence) = match judged {
            Ok((rules, _)) if rules.is_empty() => ("right", None),
            Ok((_, evidence)) => ("wrong", Some(evidence)),
            Err(_) => ("unknown", None),
        };
        if context.format == Format::Json {
            let rules = posted.map(|posted| {
                let constraint = posted.constraint.rule().describe(csp);
                json!({ "constraint": constraint, "reason": posted.reason })
            });
            let mut line = json!({
                "file": self.file.display().to_string(),
                "kind": instance.kind,
                "status": status,
                "entries": entries.len(),
                "broken_rules": rules.collect_vec(),
            });
            add_to(&mut line, evidence);
            return writeln!(context.out, "{line}");
        }
        let verdict = match judged {
            Ok((rules, _)) if rules.is_empty() => "right so far: no rule is broken".to_owned(),
            Ok(_) => format!("wrong: {}", posted.map(|posted| &posted.reason).join("; ")),
            Err(why) => format!("unknown: {why} before it was known"),
        };
        writeln!(context.out, "{}: {verdict}", entered::name(&self.solution))
    }
}
