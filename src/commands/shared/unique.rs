//! `cnfetti solve --unique`: decides between one solution, none and several.

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;
use cnfetti::Problem;
use cnfetti::problem::{Means, Solution, Uniqueness, Verdict};
use cnfetti::search::confirm::Evidence;
use serde_json::json;

use crate::commands::answers::asked::{CostOption, note_optimum, objective};
use crate::commands::answers::evidence::{
    note_basis, stopped, unchecked, unchecked_line, unchecked_words,
};
use crate::commands::answers::proofs::ProofOptions;
use crate::commands::options::batch::{Ended, Job, Task};
use crate::commands::options::{ENCODINGS, EncodingOptions, SolverOptions};
use crate::commands::solve::suggest_explain;
use crate::commands::{Context, Format};

/// The means for deciding whether there is one solution.
pub(crate) fn means(
    context: &Context,
    solver: &SolverOptions,
    encodings: &EncodingOptions,
    proofs: &ProofOptions,
) -> anyhow::Result<Means> {
    let mut means = Means::default().within(solver.budget(context));
    if solver.is_named() || context.given.has(&["trust_solver"]) {
        means = means.solver(proofs.solver(solver)?);
    }
    if context.given.has(&ENCODINGS) {
        means = means.encodings(encodings.choices()?);
    }
    Ok(proofs.applied(means))
}

/// Decides whether the puzzle has one solution, and writes the verdict.
pub(crate) fn write_verdict(
    context: &mut Context,
    job: &Job<'_>,
    costs: CostOption,
    means: &Means,
) -> anyhow::Result<Ended> {
    let file = job.file;
    let problem = costs.chosen(context, file.display(), job.problem()?);
    let optimal = match problem.optimal(means) {
        Ok(optimal) => optimal,
        Err(error) => {
            let limit = error.limit().ok_or(error)?;
            context.note(format!("{}: stopped: {}", file.display(), stopped(limit)));
            write_unknown(context, file, problem.kind())?;
            return Ok(Ended::Stopped);
        }
    };
    note_optimum(context, file, &optimal);
    let problem = optimal.problem();
    let found = problem.unique(means);
    let found = found.with_context(|| file.display().to_string())?;
    let (verdict, basis) = (found.verdict(), found.basis());
    if let Some(limit) = basis.limit() {
        context.note(format!("{}: stopped: {}", file.display(), stopped(limit)));
    }
    note_basis(context, file, "there are no further solutions", basis);
    write(context, job, problem, &found)?;
    if job.alone && *verdict == Verdict::None {
        suggest_explain(context, file);
    }
    Ok(match verdict {
        Verdict::None => Ended::None,
        Verdict::Unique(_) => Ended::Unique,
        Verdict::Several(..) => Ended::Several,
        _ => Ended::Stopped,
    })
}

/// Writes that nothing is known.
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
    job: &Job<'_>,
    problem: &Problem,
    found: &Uniqueness,
) -> anyhow::Result<()> {
    let Task { file, instance, alone } = job.puzzle()?;
    let (verdict, csp) = (found.verdict(), problem.csp());
    let evidence = found.basis().evidence();
    let evidence = evidence.as_ref();
    let (word, first, second) = match verdict {
        Verdict::None => ("none", None, None),
        Verdict::Unique(only) => ("unique", Some(only), None),
        Verdict::Several(first, second) => ("several", Some(first), Some(second)),
        Verdict::Unknown(found) => ("unknown", found.as_ref(), None),
        _ => ("unknown", None, None),
    };
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            if let Some(first) = first.filter(|_| alone) {
                context.write_board(&*instance.puzzle, Some(first.values()))?;
            }
            write!(context.out, "{}: {word}", file.display())?;
            if let Some(objective) = objective(csp) {
                write!(context.out, ", {objective}")?;
            }
            if let (Some(first), Some(second)) = (first, second) {
                let differences = instance.puzzle.differences(first.values(), second.values());
                write!(context.out, " ({})", shortened(&differences))?;
            }
            writeln!(context.out, "{}", unchecked_words(evidence))?;
        }
        Format::Json => {
            let json = |solution: Option<&Solution>| {
                solution.map_or_else(|| "null".to_owned(), |solution| problem.to_json(solution))
            };
            let status = match (first, word) {
                (Some(_), _) => "satisfiable",
                (None, "unknown") => "unknown",
                (None, _) => "unsatisfiable",
            };
            let (file, kind) = (json!(file.display().to_string()), instance.kind);
            let (first, second) = (json(first), json(second));
            let optimum = csp.bound();
            let optimum = optimum.map_or_else(String::new, |bound| {
                format!(r#""objective":{},"#, csp.amount(bound.value))
            });
            let checked = json!(evidence.map(Evidence::is_checked));
            let checked_by = json!(found.basis().checked_by());
            let unchecked = unchecked(evidence);
            let unchecked =
                unchecked.map_or_else(String::new, |option| format!(r#","unchecked":"{option}""#));
            writeln!(
                context.out,
                r#"{{"file":{file},"kind":"{kind}","status":"{status}","verdict":"{word}",{optimum}"solution":{first},"second":{second},"checked":{checked},"checked_by":{checked_by}{unchecked}}}"#
            )?;
        }
        Format::Competition => {
            let status = match (first, word) {
                (Some(_), _) => "SATISFIABLE",
                (None, "unknown") => "UNKNOWN",
                (None, _) => "UNSATISFIABLE",
            };
            let unchecked = unchecked_line(evidence);
            writeln!(context.out, "s {status}\nc verdict {word}")?;
            write!(context.out, "{unchecked}")?;
        }
    }
    Ok(())
}

/// The first few differences.
fn shortened(differences: &[String]) -> String {
    const SHOWN: usize = 8;
    match differences.len().checked_sub(SHOWN) {
        None | Some(0) => differences.join("; "),
        Some(more) => format!("{}; and {more} more", differences[..SHOWN].join("; ")),
    }
}
