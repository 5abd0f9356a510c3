//! `solve` and `count` for DIMACS files.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use cnfetti::encodings::Lit;
use cnfetti::limit::Budget;
use cnfetti::search::confirm::{Evidence, Unchecked};
use cnfetti::search::ended;
use cnfetti::search::engine::Engine;
use cnfetti::search::models::{Listed, Models, Question, agree};
use cnfetti::search::models::{each_projected, shown};
use itertools::Itertools;
use serde_json::json;

use super::subject::Formula;
use crate::commands::answers::competition::{SATISFIABLE, push_literals, write_competition};
use crate::commands::answers::evidence::{add_to, stopped, unchecked_line, unchecked_words};
use crate::commands::answers::numbers::plural;
use crate::commands::answers::printing::Printing;
use crate::commands::answers::proofs::{Answered, ProofOptions, note_ended};
use crate::commands::options::SolverOptions;
use crate::commands::options::batch::{Ended, Job};
use crate::commands::options::engines::EngineChoice;
use crate::commands::{Context, Format};

/// Listing reports its progress after this many models.
const MANY: u64 = 20_000;

/// Options of counting the models of formulas.
pub(crate) struct Counting<'a> {
    pub(crate) solver: &'a SolverOptions,
    pub(crate) engine: EngineChoice,
    pub(crate) proofs: &'a ProofOptions,
    pub(crate) cross_check: bool,
}

impl Formula {
    /// Adds the warning about the header to a line of JSON.
    fn warn(&self, line: &mut serde_json::Value) {
        if let Some(warning) = &self.warning {
            line["warning"] = json!(warning);
        }
    }
}

/// Counts the models of a formula, projected to the variables that it shows.
pub(crate) fn count(
    context: &mut Context,
    path: &Path,
    formula: &Formula,
    options: &Counting<'_>,
) -> anyhow::Result<Ended> {
    let (backend, budget) =
        (options.proofs.solver(options.solver)?, options.solver.budget(context));
    let start = Instant::now();
    let limits = options.solver.limits(budget.clone(), true);
    let (cnf, show) = (&formula.file.cnf, formula.file.show.as_deref());
    let question = Question { cnf, show, backend: &backend, limits: &limits };
    let models = count_in_ways(context, (path, formula), &question, options, start)?;
    let seconds = start.elapsed().as_secs_f64();
    let proved = match &models.end {
        Some(end) if models.exact => confirm(context, path, end, options.proofs, &budget)?,
        _ => None,
    };
    // An equal count by another engine is better evidence than one solver's word.
    let evidence = match (proved, models.second) {
        _ if !models.exact => None,
        (Some(evidence), _) if evidence.is_checked() => Some(evidence),
        (_, Some(second)) => Some(Evidence::Second(second.name())),
        (word, None) => Some(word.unwrap_or(Evidence::Word(Unchecked::Unasked))),
    };
    write_count(context, path, formula, &models, evidence.as_ref(), seconds)?;
    if let Some(limit) = models.stopped {
        context.note(format!("{}: stopped: {}", path.display(), stopped(limit)));
        return Ok(Ended::Stopped);
    }
    Ok(Ended::of_count(&models.number))
}

fn count_in_ways(
    context: &Context,
    (path, formula): (&Path, &Formula),
    question: &Question<'_>,
    options: &Counting<'_>,
    start: Instant,
) -> anyhow::Result<Models> {
    let name = path.display();
    let shows_progress = context.shows_progress();
    let mut known = context.teller();
    let progress = |so_far: Listed| {
        known.tell_now_and_then(path, |context, _| {
            let (number, stopped) = (so_far.number(), None);
            let (engine, exact) = (Engine::Blocking, false);
            let models = Models { number, exact, engine, stopped, end: None, second: None };
            let seconds = start.elapsed().as_secs_f64();
            write_count(context, path, formula, &models, None, seconds)
        });
        if so_far.found.is_multiple_of(MANY) && shows_progress {
            eprintln!("{name}: {} models listed so far", so_far.found);
        }
    };
    if options.cross_check {
        let (mut compiled, listed) = (question.compile(), question.list(progress)?);
        agree(&compiled, &listed)?;
        if compiled.exact && listed.exact {
            context.detail(|| format!("{name}: the engines agree"));
            compiled.second = Some(listed.engine);
        } else {
            context.note(format!("{name}: compared only what was counted within the limits"));
        }
        return Ok(if compiled.exact || !listed.exact { compiled } else { listed });
    }
    Ok(match options.engine {
        // A proof is about blocking clauses, and a user who names a solver wants it to work.
        EngineChoice::Auto if options.proofs.is_wanted() || options.solver.is_named() => {
            question.list(progress)?
        }
        EngineChoice::Auto => question.race(progress)?,
        EngineChoice::Exact | EngineChoice::Blocking => question.list(progress)?,
        EngineChoice::Clauses => question.compile(),
    })
}

/// The evidence that there is no further model, if the search ended with this claim.
fn confirm(
    context: &Context,
    path: &Path,
    end: &ended::Ended,
    proofs: &ProofOptions,
    budget: &Budget,
) -> anyhow::Result<Option<Evidence>> {
    let answered = Answered { file: path, end, about: "the formula", force: false };
    let evidence = proofs.conclude(context, &answered, budget)?;
    if let Some(evidence) = &evidence {
        note_ended(context, (path.display(), "there are no further models"), end, evidence);
    }
    Ok(evidence)
}

fn write_count(
    context: &mut Context,
    path: &Path,
    formula: &Formula,
    models: &Models,
    evidence: Option<&Evidence>,
    seconds: f64,
) -> std::io::Result<()> {
    let &Models { ref number, exact, engine, .. } = models;
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            let at_least = if exact { "" } else { "at least " };
            let (name, unchecked) = (path.display(), unchecked_words(evidence));
            writeln!(context.out, "{name}: {at_least}{}{unchecked}", plural(number, "model"))
        }
        Format::Json => {
            let mut line = json!({
                "file": path.display().to_string(),
                "kind": "cnf",
                "status": if exact { "exact" } else { "at least" },
                "solutions": number.to_string(),
                "classes": null,
                "engine": engine.name(),
                "seconds": seconds,
            });
            add_to(&mut line, evidence);
            formula.warn(&mut line);
            writeln!(context.out, "{line}")
        }
        Format::Competition => write_competition(&mut context.out, (number, exact), evidence),
    }
}

/// Prints up to `wanted` models of a formula, projected to the variables that it shows.
pub(crate) fn solve(
    context: &mut Context,
    job: &Job<'_>,
    formula: &Formula,
    options: &SolverOptions,
    proofs: &ProofOptions,
    wanted: u64,
) -> anyhow::Result<Ended> {
    let file = &formula.file;
    let (constrained, free) = shown(&file.cnf, file.show.as_deref());
    let all = constrained.into_iter().chain(free).sorted_unstable().collect_vec();
    let (backend, budget) = (proofs.solver(options)?, options.budget(context));
    let mut printing = Printing::up_to(wanted);
    if !job.alone && context.format == Format::Text {
        writeln!(context.out, "c {}", job.file.display())?;
    }
    let warning = formula.warning.as_deref();
    context.know(job.file, |context, _| write_status(context, job.file, "unknown", None, warning));
    let end = each_projected(&file.cnf, &all, &backend, &budget, |model| {
        printing.print(|number| Ok(write_model(context, job.file, formula, model, number)?))
    })?;
    let printed = printing.end()?;
    let evidence = confirm(context, job.file, &end, proofs, &budget)?;
    Ok(conclude(context, (job.file, formula), printed, &end, evidence.as_ref())?)
}

fn write_model(
    context: &mut Context,
    path: &Path,
    formula: &Formula,
    model: &[Lit],
    number: u64,
) -> std::io::Result<()> {
    if context.format == Format::Json {
        let literals = model.iter().map(|lit| lit.dimacs()).collect_vec();
        let mut line = json!({
            "file": path.display().to_string(),
            "kind": "cnf",
            "status": "satisfiable",
            "solution": { "literals": literals },
        });
        formula.warn(&mut line);
        return writeln!(context.out, "{line}");
    }
    let mut text = String::new();
    if number == 1 {
        text.push_str("s SATISFIABLE\n");
        if context.competition() {
            context.out.would_exit_with(SATISFIABLE);
        }
    }
    push_literals(&mut text, model);
    context.out.write_all(text.as_bytes())
}

/// Prints that there is no model, or that none is known.
pub(crate) fn write_status(
    context: &mut Context,
    path: &Path,
    status: &str,
    evidence: Option<&Evidence>,
    warning: Option<&str>,
) -> std::io::Result<()> {
    if context.format != Format::Json {
        let status = status.to_uppercase();
        return writeln!(context.out, "{}s {status}", unchecked_line(evidence));
    }
    let file = path.display().to_string();
    let mut line = json!({"file": file, "kind": "cnf", "status": status, "solution": null});
    add_to(&mut line, evidence);
    if let Some(warning) = warning {
        line["warning"] = json!(warning);
    }
    writeln!(context.out, "{line}")
}

/// Prints how the search ended.
fn conclude(
    context: &mut Context,
    (path, formula): (&Path, &Formula),
    printed: u64,
    end: &ended::Ended,
    evidence: Option<&Evidence>,
) -> std::io::Result<Ended> {
    let name = path.display();
    if let &ended::Ended::Stopped(limit) = end {
        let (why, found) = (stopped(limit), plural(&printed.into(), "model"));
        context.note(format!("{name}: stopped: {why}, after {found}"));
    }
    let stopped = matches!(end, ended::Ended::Stopped(_));
    if printed == 0 {
        let status = if stopped { "unknown" } else { "unsatisfiable" };
        write_status(context, path, status, evidence, formula.warning.as_deref())?;
    }
    Ok(match (printed, stopped) {
        (0, false) => Ended::None,
        (0, true) => Ended::Stopped,
        (_, true) if !context.competition() => Ended::Stopped,
        _ => Ended::Solved,
    })
}
