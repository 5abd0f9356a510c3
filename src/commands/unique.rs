//! `cnfetti solve --unique`: one solution, none or several.

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;
use cnfetti::csp::{Csp, Value};
use cnfetti::search::confirm::Evidence;
use cnfetti::search::symmetry::renamings;
use cnfetti::search::unique::{Decided, Verdict, unique, unique_by_either};
use num_bigint::BigUint;
use serde_json::json;

use super::asked::{Asked, CostOption, objective};
use super::batch::{Ended, Task};
use super::expected::require_solutions;
use super::options::{ENCODINGS, EncodingOptions, SolverOptions};
use super::proofs::{ProofOptions, tell_ended};
use super::solve::tell_who_says_why;
use super::{Context, Format};
use crate::report_error::limit_of;

/// Of what it is decided, and how.
pub(crate) struct Wanted<'a> {
    pub(crate) costs: CostOption,
    pub(crate) encodings: &'a EncodingOptions,
    pub(crate) solver: &'a SolverOptions,
}

/// Decides and writes whether the puzzle has one solution. Each that was found is checked by the
/// rules of the puzzle.
pub(crate) fn write_verdict(
    context: &mut Context,
    task: &Task<'_>,
    wanted: &Wanted<'_>,
    proofs: &ProofOptions,
) -> anyhow::Result<Ended> {
    let &Wanted { costs, encodings, solver } = wanted;
    let csp = costs.problem(context, task.file.display(), task.instance);
    let budget = solver.budget(context);
    let (backend, choices) = (solver.backend()?, encodings.choices()?);
    let asked = Asked::new(context, task.file.display(), &csp, (&choices, &backend), &budget);
    let Asked { csp, evidence: bound, .. } = match asked {
        Ok(asked) => asked,
        Err(error) => {
            let Some(limit) = limit_of(&error) else { return Err(error) };
            context.note(format!("{}: stopped: {limit}", task.file.display()));
            write(context, task, &csp, &Verdict::Unknown(None, limit), (None, None), None)?;
            return Ok(Ended::Stopped);
        }
    };
    let is_of_solver = context.given.has(&ENCODINGS);
    let unique = if is_of_solver { unique } else { unique_by_either };
    let Decided { verdict, end } = unique(&csp, &choices, &backend, &budget)?;
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
    if let Verdict::Unknown(_, limit) = &verdict {
        context.note(format!("{}: stopped: {limit}", task.file.display()));
    }
    let name = || task.file.display();
    let evidence = proofs.confirm_ended(name(), &end, &budget)?;
    if let Some(evidence) = &evidence {
        tell_ended(context, (name(), "there are no further solutions"), &end, evidence);
    }
    let evidence = evidence.map(|evidence| evidence.and(bound));
    let (solutions, exact) = solutions(&csp, &verdict, first, second);
    require_solutions(task.file, &costs.expected(task.instance), &solutions, exact)?;
    write(context, task, &csp, &verdict, (first, second), evidence.as_ref())?;
    if task.alone && verdict == Verdict::None {
        tell_who_says_why(context, task.file);
    }
    Ok(match verdict {
        Verdict::None => Ended::None,
        Verdict::Unique(_) => Ended::Unique,
        Verdict::Several(..) => Ended::Several,
        Verdict::Unknown(..) => Ended::Stopped,
    })
}

/// How many solutions a verdict speaks of, and whether there are no more.
fn solutions(
    csp: &Csp,
    verdict: &Verdict,
    first: Option<&Vec<Value>>,
    second: Option<&Vec<Value>>,
) -> (BigUint, bool) {
    let renamings = |solution: &Vec<Value>| renamings(csp.symmetry(), solution);
    let number = first.into_iter().chain(second).map(renamings).sum();
    (number, matches!(verdict, Verdict::None | Verdict::Unique(_)))
}

/// That nothing is known of it.
pub(crate) fn write_unknown(
    context: &mut Context,
    file: &Path,
    kind: Option<&str>,
) -> std::io::Result<()> {
    match context.format {
        Format::Json => {
            let line = json!({
                "file": file.display().to_string(),
                "kind": kind,
                "status": "unknown",
                "verdict": "unknown",
                "solution": null,
                "second": null,
                "checked": null,
                "checked_by": null,
            });
            writeln!(context.out, "{line}")
        }
        Format::Competition => writeln!(context.out, "s UNKNOWN\nc verdict unknown"),
        _ => writeln!(context.out, "{}: unknown", file.display()),
    }
}

fn write(
    context: &mut Context,
    task: &Task<'_>,
    csp: &Csp,
    verdict: &Verdict,
    (first, second): (Option<&Vec<Value>>, Option<&Vec<Value>>),
    evidence: Option<&Evidence>,
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
            if let Some(objective) = objective(csp) {
                write!(context.out, ", {objective}")?;
            }
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
            let optimum = csp.bound();
            let optimum =
                optimum.map_or_else(String::new, |b| format!(r#""objective":{},"#, b.value));
            let checked = json!(evidence.map(Evidence::is_checked));
            let checked_by = json!(evidence.and_then(Evidence::checked_by));
            writeln!(
                context.out,
                r#"{{"file":{file},"kind":"{kind}","status":"{status}","verdict":"{word}",{optimum}"solution":{first},"second":{second},"checked":{checked},"checked_by":{checked_by}}}"#
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
