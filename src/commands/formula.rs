//! DIMACS files in place of puzzles: `solve x.cnf` and `count x.cnf`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use cnfetti::dimacs::File;
use cnfetti::encodings::Lit;
use cnfetti::limit::Budget;
use cnfetti::search::confirm::{Claim, Evidence};
use cnfetti::search::enumerate::End;
use cnfetti::search::formula::{each_projected, shown};
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::json;

use super::batch::{Ended, Job};
use super::count::plural;
use super::evidence::{Statement, add_to, tell};
use super::options::SolverOptions;
use super::proofs::{Answered, ProofOptions};
use super::solve::write_literals;
use super::{Context, Format};

/// From this many models on, counting warns that it lists what it counts.
const MANY: u64 = 20_000;

/// Counts the models of a formula, projected on the variables that it shows.
pub(crate) fn count(
    context: &mut Context,
    path: &Path,
    file: &File,
    options: &SolverOptions,
    proofs: &ProofOptions,
) -> anyhow::Result<Ended> {
    let (constrained, free) = shown(&file.cnf, file.show.as_deref());
    let (backend, budget) = (options.backend()?, options.budget(context));
    let start = Instant::now();
    let mut found: u64 = 0;
    let end = each_projected(&file.cnf, &constrained, &backend, &budget, |_| {
        found += 1;
        if found == MANY {
            context.note(format!(
                "{}: more than {MANY} models so far; a formula's models are found one by one, and \
                 ever more slowly",
                path.display()
            ));
        }
        ControlFlow::Continue(())
    })?;
    // Nothing constrains the free variables.
    let models = BigUint::from(found) << free.len();
    let seconds = start.elapsed().as_secs_f64();
    let claim = Claim::by(&backend, start);
    let evidence = confirm(context, path, &end, claim, proofs, &budget)?;
    write_count(context, path, &models, &end, evidence.as_ref(), seconds)?;
    if let End::Stopped(limit) = end {
        context.note(format!("{}: stopped: {limit}", path.display()));
        return Ok(Ended::Stopped);
    }
    Ok(Ended::of_count(&models))
}

/// What it rests on that there is no further model, when that is how the search ended.
fn confirm(
    context: &Context,
    path: &Path,
    end: &End,
    claim: Claim<'_>,
    proofs: &ProofOptions,
    budget: &Budget,
) -> anyhow::Result<Option<Evidence>> {
    let answered = Answered { file: path, end, claim, about: "the formula", force: false };
    let evidence = proofs.conclude(context, &answered, budget)?;
    if let Some(evidence) = &evidence {
        let (name, by) = (path.display(), claim.by);
        tell(context, &Statement { name, what: "there are no further models", by }, evidence);
    }
    Ok(evidence)
}

fn write_count(
    context: &mut Context,
    path: &Path,
    models: &BigUint,
    end: &End,
    evidence: Option<&Evidence>,
    seconds: f64,
) -> std::io::Result<()> {
    let exact = matches!(end, End::Exhausted(_));
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            let at_least = if exact { "" } else { "at least " };
            writeln!(context.out, "{}: {at_least}{}", path.display(), plural(models, "model"))
        }
        Format::Json => {
            let mut line = json!({
                "file": path.display().to_string(),
                "kind": "cnf",
                "status": if exact { "exact" } else { "at least" },
                "solutions": models.to_string(),
                "classes": null,
                "engine": "blocking",
                "seconds": seconds,
            });
            add_to(&mut line, evidence);
            writeln!(context.out, "{line}")
        }
        Format::Competition => super::count::write_competition(&mut context.out, models, exact),
    }
}

/// Prints up to `wanted` models of a formula, projected on the variables that it shows.
pub(crate) fn solve(
    context: &mut Context,
    job: &Job<'_>,
    file: &File,
    options: &SolverOptions,
    proofs: &ProofOptions,
    wanted: u64,
) -> anyhow::Result<Ended> {
    let (constrained, free) = shown(&file.cnf, file.show.as_deref());
    let all = constrained.into_iter().chain(free).sorted_unstable().collect_vec();
    let (backend, budget) = (options.backend()?, options.budget(context));
    let start = Instant::now();
    let mut printed = 0;
    let mut failure = None;
    if !job.alone && context.format == Format::Text {
        writeln!(context.out, "c {}", job.file.display())?;
    }
    let end = each_projected(&file.cnf, &all, &backend, &budget, |model| {
        printed += 1;
        match write_model(context, job.file, model, printed) {
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
            Ok(()) if printed >= wanted => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
        }
    })?;
    if let Some(error) = failure {
        return Err(error.into());
    }
    let claim = Claim::by(&backend, start);
    let evidence = confirm(context, job.file, &end, claim, proofs, &budget)?;
    Ok(conclude(context, job.file, printed, &end, evidence.as_ref())?)
}

fn write_model(
    context: &mut Context,
    path: &Path,
    model: &[Lit],
    number: u64,
) -> std::io::Result<()> {
    if context.format == Format::Json {
        let literals = model.iter().map(|lit| lit.dimacs()).collect_vec();
        let line = json!({
            "file": path.display().to_string(),
            "kind": "cnf",
            "status": "satisfiable",
            "solution": { "literals": literals },
        });
        return writeln!(context.out, "{line}");
    }
    if number == 1 {
        writeln!(context.out, "s SATISFIABLE")?;
    }
    write_literals(&mut context.out, model)
}

/// Says that there is no model, or none known.
fn conclude(
    context: &mut Context,
    path: &Path,
    printed: u64,
    end: &End,
    evidence: Option<&Evidence>,
) -> std::io::Result<Ended> {
    let name = path.display();
    if let End::Stopped(limit) = end {
        context
            .note(format!("{name}: stopped ({limit}) after {}", plural(&printed.into(), "model")));
    }
    let stopped = matches!(end, End::Stopped(_));
    if printed == 0 {
        let status = if stopped { "unknown" } else { "unsatisfiable" };
        if context.format == Format::Json {
            let file = name.to_string();
            let mut line = json!({"file": file, "kind": "cnf", "status": status, "solution": null});
            add_to(&mut line, evidence);
            writeln!(context.out, "{line}")?;
        } else {
            writeln!(context.out, "s {}", status.to_uppercase())?;
        }
    }
    Ok(match (printed, stopped) {
        (0, false) => Ended::None,
        (0, true) => Ended::Stopped,
        (_, true) if !context.competition() => Ended::Stopped,
        _ => Ended::Solved,
    })
}
