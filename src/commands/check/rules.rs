//! Finds the rules that a half-filled board breaks, without a search for a solution.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::Problem;
use cnfetti::limit::{Limit, Stopped};
use cnfetti::problem::{BrokenRules, Means};
use itertools::Itertools;
use serde_json::{Value, json};

use super::Check;
use crate::commands::answers::evidence::{add_to, note_basis};
use crate::commands::{Context, Format, STOPPED, options::entered};

impl Check {
    /// Reports which rules, each by itself, can no longer hold with all entries.
    pub(super) fn judge_rules(
        &self,
        context: &mut Context,
        problem: Problem,
        board: &Value,
    ) -> anyhow::Result<ExitCode> {
        let name = entered::name(&self.solution);
        let problem = problem.half_filled(board).with_context(|| name.clone())?;
        let problem = problem.ignoring_objective();
        context.know(&self.file, |context, limit| self.write_rules(context, &problem, &Err(limit)));
        let means = Means::default().within(self.time.budget(context));
        let judged = match problem.broken_rules(&means) {
            Ok(judged) => Ok(judged),
            Err(error) => match error.limit() {
                Some(limit) => Err(limit),
                None => Err(error).with_context(|| self.file.display().to_string())?,
            },
        };
        let code = match &judged {
            Ok(judged) if judged.rules().is_empty() => ExitCode::SUCCESS,
            Ok(judged) => {
                note_basis(context, Path::new(&name), "rules are broken", judged.basis());
                ExitCode::FAILURE
            }
            Err(_) => ExitCode::from(STOPPED),
        };
        self.write_rules(context, &problem, &judged)?;
        Ok(code)
    }

    fn write_rules(
        &self,
        context: &mut Context,
        problem: &Problem,
        judged: &Result<BrokenRules, Limit>,
    ) -> std::io::Result<()> {
        let csp = problem.csp();
        let rules = judged.as_ref().map_or(&[][..], BrokenRules::rules);
        let posted = rules.iter().map(|&at| &csp.constraints()[at]);
        if context.format == Format::Json {
            let status = match judged {
                Ok(judged) if judged.rules().is_empty() => "right",
                Ok(_) => "wrong",
                Err(_) => "unknown",
            };
            let rules = posted.map(|posted| {
                let constraint = posted.constraint.rule().describe(csp);
                json!({ "constraint": constraint, "reason": posted.reason })
            });
            let mut line = json!({
                "file": self.file.display().to_string(),
                "kind": problem.kind(),
                "status": status,
                "entries": problem.entries().count(),
                "broken_rules": rules.collect_vec(),
            });
            let evidence = judged.as_ref().ok().and_then(|judged| judged.basis().evidence());
            add_to(&mut line, evidence.as_ref());
            return writeln!(context.out, "{line}");
        }
        let verdict = match judged {
            Ok(judged) if judged.rules().is_empty() => "right so far: no rule is broken".to_owned(),
            Ok(_) => format!("wrong: {}", posted.map(|posted| &posted.reason).join("; ")),
            Err(limit) => format!("unknown: {} before it was known", Stopped(*limit)),
        };
        writeln!(context.out, "{}: {verdict}", entered::name(&self.solution))
    }
}
