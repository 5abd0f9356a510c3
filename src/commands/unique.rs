//! `cnfetti solve --unique`: one solution, none or several.

use std::io::Write;
use std::time::Instant;

use anyhow::Context as _;
use cnfetti::csp::{Csp, Value};
use cnfetti::search::confirm::{Claim, Evidence};
use cnfetti::search::symmetry::renamings;
use cnfetti::search::unique::{Decided, Verdict, unique};
use num_bigint::BigUint;
use serde_json::json;

use super::batch::{Ended, Task};
use super::expected::require_solutions;
use super::options::{EncodingOptions, SolverOptions};
use super::proofs::{Answered, ProofOptions, tell_no_further};
use super::solve::tell_who_says_why;
use super::{Context, Format};

/// Decides and writes whether the puzzle has one solution. Each that was found is checked by the
/// rules of the puzzle.
pub(crate) fn write_verdict(
    context: &mut Context,
    task: &Task<'_>,
    encodings: &EncodingOptions,
    solver: &SolverOptions,
    proofs: &ProofOptions,
) -> anyhow::Result<Ended> {
    let csp = task.instance.puzzle.csp();
    let budget = solver.budget(context);
    let (backend, start) = (solver.backend()?, Instant::now());
    let Decided { verdict, end } = unique(&csp, &encodings.choices()?, &backend, &budget)?;
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
    let claim = Claim::by(&backend, start);
    let (about, force) = ("what was derived from the puzzle", false);
    let answered = Answered { file: task.file, end: &end, claim, about, force };
    let evidence = proofs.conclude(context, &answered, &budget)?;
    if let Some(evidence) = &evidence {
        tell_no_further(context, &answered, evidence);
    }
    let (solutions, exact) = solutions(&csp, &verdict, first, second);
    require_solutions(task.file, task.instance, &solutions, exact)?;
    write(context, task, &verdict, (first, second), evidence.as_ref())?;
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

fn write(
    context: &mut Context,
    task: &Task<'_>,
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
            let checked = json!(evidence.map(Evidence::is_checked));
            let checked_by = json!(evidence.and_then(Evidence::checked_by));
            writeln!(
                context.out,
                r#"{{"file":{file},"kind":"{kind}","status":"{status}","verdict":"{word}","solution":{first},"second":{second},"checked":{checked},"checked_by":{checked_by}}}"#
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
