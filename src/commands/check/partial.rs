//! Checks whether a half-filled board can be completed.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::Problem;
use cnfetti::limit::{Limit, Stopped};
use cnfetti::problem::{Judged, Means};
use cnfetti::sentences::Speaker;
use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::Check;
use crate::commands::answers::asked::{self, add_objective, optimal};
use crate::commands::answers::evidence::{add_to, note_basis};
use crate::commands::shared::reasoning::puzzle;
use crate::commands::{Context, Format, STOPPED, options::entered};
use crate::report_error::limit_of;

impl Check {
    /// Reports whether a solution contains all entries, and which entries no solution contains.
    pub(super) fn judge(
        &self,
        context: &mut Context,
        problem: Problem,
        board: &Value,
    ) -> anyhow::Result<ExitCode> {
        let name = entered::name(&self.solution);
        let mut problem = problem.half_filled(board).with_context(|| name.clone())?;
        context
            .know(&self.file, |context, limit| self.write_judged(context, &problem, &Err(limit)));
        let means = Means::default().within(self.time.budget(context));
        let judged = optimal(context, &self.file, &problem, &means).and_then(|optimal| {
            problem = optimal.into_problem();
            let judged = context.busy("checking", || problem.judge(&means));
            judged.with_context(|| self.file.display().to_string())
        });
        let judged = match judged {
            Ok(judged) => Ok(judged),
            Err(error) => Err(limit_of(&error).ok_or(error)?),
        };
        let code = match &judged {
            Ok(judged) if judged.is_right() => ExitCode::SUCCESS,
            Ok(judged) => {
                let what = "no solution has all entries";
                note_basis(context, Path::new(&name), what, judged.basis());
                ExitCode::FAILURE
            }
            Err(_) => ExitCode::from(STOPPED),
        };
        self.write_judged(context, &problem, &judged)?;
        Ok(code)
    }

    fn write_judged(
        &self,
        context: &mut Context,
        problem: &Problem,
        judged: &Result<Judged, Limit>,
    ) -> io::Result<()> {
        let csp = problem.csp();
        let wrong = judged.as_ref().map_or(&[][..], Judged::wrong);
        let wrong_marks = judged.as_ref().map_or(&[][..], Judged::wrong_marks);
        let marks = problem.marks().iter();
        let marks = marks.filter(|mark| wrong_marks.contains(&mark.variable)).collect_vec();
        if context.format == Format::Json {
            let status = match judged {
                Ok(judged) if judged.is_right() => "right",
                Ok(_) => "wrong",
                Err(_) => "unknown",
            };
            let named = wrong.iter().map(|&(variable, value)| (variable, json!(value)));
            let named = named
                .chain(marks.iter().map(|mark| (mark.variable, json!(mark.values))))
                .map(|(variable, value)| (csp.name(variable).to_owned(), value));
            let mut line = json!({
                "file": self.file.display().to_string(),
                "kind": problem.kind(),
                "status": status,
                "entries": problem.entries().count(),
                "wrong": named.collect::<Map<_, _>>(),
            });
            add_objective(&mut line, csp);
            add_to(
                &mut line,
                judged.as_ref().ok().and_then(|judged| judged.basis().evidence()).as_ref(),
            );
            return writeln!(context.out, "{line}");
        }
        let speaker = Speaker::of_puzzle(puzzle(problem), csp);
        let solution = asked::solution(csp);
        let verdict = match judged {
            Ok(judged) if judged.is_right() && csp.bound().is_some() => {
                format!("right so far: an {solution} completes it")
            }
            Ok(judged) if judged.is_right() => "right so far: it can be completed".to_owned(),
            Ok(_) if wrong.is_empty() && marks.is_empty() => {
                "wrong: each entry is possible alone, but not all together".to_owned()
            }
            Ok(_) => {
                let marks = marks.iter().map(|mark| speaker.left(mark.variable, &mark.values));
                let wrong = wrong.iter().map(|&entry| speaker.values([entry])).chain(marks);
                let wrong = wrong.collect_vec().join(", ");
                format!("wrong in every {solution}: {wrong}")
            }
            Err(limit) => format!("unknown: {} before it was known", Stopped(*limit)),
        };
        let objective = asked::objective(csp);
        let objective = objective.map_or_else(String::new, |said| format!(" ({said})"));
        writeln!(context.out, "{}: {verdict}{objective}", entered::name(&self.solution))
    }
}
