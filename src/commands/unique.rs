//! `cnfetti solve --unique`: one solution, none or several.

use std::io::Write;

use anyhow::Context as _;
use cnfetti::csp::Value;
use cnfetti::search::unique::{Verdict, unique};
use serde_json::json;

use super::batch::{Ended, Task};
use super::options::{EncodingOptions, SolverOptions};
use super::{Context, Format};

/// Decides and writes whether the puzzle has one solution. Each that was found is checked by the
/// rules of the puzzle.
pub(crate) fn write_verdict(
    context: &mut Context,
    task: &Task<'_>,
    encodings: &EncodingOptions,
    solver: &SolverOptions,
) -> anyhow::Result<Ended> {
    let csp = task.instance.puzzle.csp();
    let budget = solver.budget(context);
    let verdict = unique(&csp, &encodings.choices()?, &solver.backend()?, &budget)?;
    let (first, second) = match &verdict {
        Verdict::None => (None, None),
        Verdict::Unique(only) => (Some(only), None),
        Verdict::Several(first, second) => (Some(first), Some(second)),
        Verdict::Unknown(found, _) => (found.as_ref(), None),
    };
    for solution in first.into_iter().chain(second) {
        let checked = task.instance.puzzle.check(solution);
        checked.context("internal error: a solution breaks a rule")?;
    }
    if let Verdict::Unknown(_, why) = &verdict {
        context.note(format!("{}: stopped: {why}", task.file.display()));
    }
    write(context, task, &verdict, first, second)?;
    Ok(match verdict {
        Verdict::None => Ended::None,
        Verdict::Unique(_) => Ended::Unique,
        Verdict::Several(..) => Ended::Several,
        Verdict::Unknown(..) => Ended::Stopped,
    })
}

fn write(
    context: &mut Context,
    task: &Task<'_>,
    verdict: &Verdict,
    first: Option<&Vec<Value>>,
    second: Option<&Vec<Value>>,
) -> std::io::Result<()> {
    let &Task { file, instance, alone } = task;
    let word = match verdict {
        Verdict::None => "none",
        Verdict::Unique(_) => "unique",
        Verdict::Several(..) => "several",
        Verdict::Unknown(..) => "unknown",
    };
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            if let Some(first) = first.filter(|_| alone) {
                context.write_board(&*instance.puzzle, Some(first))?;
            }
            write!(context.out, "{}: {word}", file.display())?;
            if let Verdict::Several(first, second) = verdict {
                let differences = instance.puzzle.differences(first, second);
                write!(context.out, " ({})", shortened(&differences))?;
            }
            writeln!(context.out)
        }
        Format::Json => {
            let solution = |solution: Option<&Vec<Value>>| match solution {
                None => "null".to_owned(),
                Some(solution) => {
                    let mut text = String::new();
                    instance.puzzle.write_json(solution, &mut text);
                    text
                }
            };
            let status = match (first, verdict) {
                (Some(_), _) => "satisfiable",
                (None, Verdict::Unknown(..)) => "unknown",
                (None, _) => "unsatisfiable",
            };
            let (file, kind) = (json!(file.display().to_string()), instance.kind);
            let (first, second) = (solution(first), solution(second));
            writeln!(
                context.out,
                r#"{{"file":{file},"kind":"{kind}","status":"{status}","verdict":"{word}","solution":{first},"second":{second}}}"#
            )
        }
        Format::Competition => match (first, verdict) {
            (Some(_), _) => writeln!(context.out, "s SATISFIABLE\nc verdict {word}"),
            (None, Verdict::Unknown(..)) => writeln!(context.out, "s UNKNOWN\nc verdict {word}"),
            (None, _) => writeln!(context.out, "s UNSATISFIABLE\nc verdict {word}"),
        },
    }
}

/// The first few of them.
fn shortened(differences: &[String]) -> String {
    const SHOWN: usize = 8;
    match differences.len().checked_sub(SHOWN) {
        None | Some(0) => differences.join("; "),
        Some(more) => format!("{}; and {more} more", differences[..SHOWN].join("; ")),
    }
}
