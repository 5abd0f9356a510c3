//! `cnfetti candidates`: the possible values of each variable, and how often each occurs.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::csp::{Csp, Value, VarId};
use cnfetti::explain::backbone::Needed;
use cnfetti::plural::and;
use cnfetti::problem::{Deduced, Means};
use cnfetti::search::witnessed::CountedValue;
use itertools::Itertools;
use serde_json::json;

use super::answers::asked::{CostOption, add_objective, note_optimum, objective, solution};
use super::answers::evidence::{add_to, note_basis};
use super::answers::numbers::{grouped, plural};
use super::options::TimeOptions;
use super::options::batch::{BatchOptions, Each, Ended, Job, Task};
use super::options::engines::ThreadOptions;
use super::options::entered::FromOption;
use super::shared::reasoning::{Loaded, ReasonerOptions, ReasoningOptions, atoms, candidates};
use super::{Context, Format, wrong_usage};

/// Show which values each cell can have, and in how many solutions.
///
/// A cell with only one value has it in every solution. For Pips, this is about cells, not about
/// dominoes. With --no-counts, it finds the values one by one, and says which rules decide the
/// rest: that also works where there are too many solutions to count.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti candidates instances/signs/leepf-open.toml
  cnfetti candidates --json instances/pips/pips1.toml
  cnfetti candidates --no-counts instances/dice/letters-on-dice.toml
  cnfetti candidates --no-counts --root fens instances/dice/letters-on-dice.toml
  cnfetti candidates instances/models/magic_square.xml")]
#[command(mut_arg("jobs", |jobs| jobs.conflicts_with("no_counts")))]
#[command(mut_arg("threads", |threads| threads.conflicts_with("no_counts")))]
#[command(mut_arg("root", |root| root.requires("no_counts")))]
#[command(mut_arg("solver", |solver| solver.requires("no_counts")))]
pub(crate) struct Candidates {
    #[command(flatten)]
    batch: BatchOptions,
    /// Find which values are possible without counting solutions
    #[arg(long)]
    no_counts: bool,
    #[command(flatten)]
    reasoner: ReasonerOptions,
    #[command(flatten)]
    from: FromOption,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    costs: CostOption,
    #[command(flatten)]
    time: TimeOptions,
}

impl Candidates {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if self.from.is_given() && self.batch.files.len() != 1 {
            wrong_usage("--from is a board of one puzzle, and several files were given");
        }
        if self.no_counts {
            let [file] = &self.batch.files[..] else {
                wrong_usage("--no-counts takes one puzzle, and several files were given")
            };
            let puzzle = ReasoningOptions::new(file.clone(), self.reasoner, self.costs, self.time);
            return run_uncounted(context, &puzzle, &self.from);
        }
        let work = |context: &mut Context, job: &Job<'_>| self.candidates(context, job);
        let tally = self.batch.run(context, &Each { work: &work, unknown: &write_none })?;
        Ok(tally.exit_code())
    }

    fn candidates(&self, context: &mut Context, job: &Job<'_>) -> anyhow::Result<Ended> {
        let Task { file, instance, alone } = job.puzzle()?;
        anyhow::ensure!(
            alone || !self.from.is_given(),
            "{}: --from is a board of one puzzle, and there are several",
            file.display()
        );
        let limits = self.time.limits(self.time.budget(context), alone);
        let limits = self.threads.limits(context, limits);
        let means = Means::default().limits(limits);
        let problem = self.costs.chosen(context, file.display(), job.problem()?);
        let optimal = match problem.optimal(&means) {
            Ok(optimal) => optimal,
            Err(error) => {
                let limit = error.limit().ok_or(error)?;
                context.note(format!("{}: stopped: {limit}", file.display()));
                write_none(context, file, Some(instance.kind))?;
                return Ok(Ended::Stopped);
            }
        };
        note_optimum(context, file, &optimal);
        let problem = self.from.entered(file, optimal.into_problem())?;
        let find = || problem.candidates(&means);
        let found = if alone { context.busy("counting", find) } else { find() };
        let found = found.with_context(|| file.display().to_string())?;
        let basis = found.basis();
        note_basis(context, file, "no other values are possible", basis);
        let (csp, candidates) = (problem.csp(), found.rows());
        let shown = match csp.counted() {
            Some(counted) => counted.iter().map(|id| id.index()).collect_vec(),
            None => csp.ids().map(|id| id.index()).filter(|&at| is_shown(csp, at)).collect_vec(),
        };
        let is_complete = found.is_exact();
        let status = if is_complete { "exact" } else { "at least" };
        match context.format {
            Format::Json => {
                let of = |&at: &usize| {
                    let variable = &csp.variables()[at];
                    let count = |(value, number): &CountedValue| {
                        (variable.value_text(*value), number.to_string())
                    };
                    let counts = candidates[at].iter().map(count);
                    (variable.name().to_owned(), json!(counts.collect::<BTreeMap<_, _>>()))
                };
                let mut line = json!({
                    "file": file.display().to_string(),
                    "kind": instance.kind,
                    "status": status,
                    "solutions": found.solutions().to_string(),
                    "candidates": shown.iter().map(of).collect::<serde_json::Map<_, _>>(),
                });
                add_objective(&mut line, csp);
                add_to(&mut line, basis.evidence().as_ref());
                writeln!(context.out, "{line}")?;
            }
            _ => {
                let at_least = if is_complete { "" } else { "at least " };
                let total = plural(found.solutions(), solution(csp));
                let of =
                    objective(csp).map_or_else(String::new, |objective| format!(", {objective}"));
                writeln!(context.out, "{}: {at_least}{total}{of}", file.display())?;
                let forced = |at: &&usize| candidates[**at].len() == 1 && is_complete;
                let count = shown.iter().filter(forced).count();
                let values =
                    |counted: &Vec<CountedValue>| counted.iter().map(|(v, _)| *v).collect();
                let rows = candidates.iter().map(values).collect_vec();
                context.write_candidates(&*instance.puzzle, csp, &rows)?;
                let ids = csp.ids().collect_vec();
                let name = |at: usize| instance.puzzle.words(csp, ids[at]).subject;
                let width = shown.iter().map(|&at| name(at).chars().count()).max();
                for &at in &shown {
                    let mark = if forced(&&at) { "=" } else { ":" };
                    let name = format!("{}{mark}", name(at));
                    let is_truth = csp.domain(ids[at]) == [0, 1];
                    let said = |value: Value| match is_truth {
                        true => value.to_string(),
                        false => instance.puzzle.value_words(ids[at], value),
                    };
                    let values = in_words(&candidates[at], said, is_complete);
                    writeln!(context.out, "{name:<0$} {values}", width.unwrap_or(0) + 1)?;
                }
                writeln!(context.out, "{count} of {} forced (=)", shown.len())?;
            }
        }
        if let Some(limit) = basis.limit() {
            context.note(format!("{}: stopped: {limit}", file.display()));
        }
        Ok(match is_complete {
            true => Ended::of_count(found.solutions()),
            false => Ended::Stopped,
        })
    }
}

/// Writes that nothing is known about a puzzle.
fn write_none(context: &mut Context, file: &Path, kind: Option<&str>) -> std::io::Result<()> {
    if context.format != Format::Json {
        return writeln!(context.out, "{}: at least 0 solutions", file.display());
    }
    let line = json!({
        "file": file.display().to_string(),
        "kind": kind,
        "status": "at least",
        "solutions": "0",
        "candidates": {},
        "checked": null,
        "checked_by": null,
    });
    writeln!(context.out, "{line}")
}

/// Whether to show the variable. For selections, it shows the results, which say the same better
/// than the atoms.
fn is_shown(csp: &Csp, at: usize) -> bool {
    let decides = csp.declared_deciding().iter().any(|variable| variable.index() == at);
    csp.declared_deciding().is_empty() || !decides
}

/// Values with their numbers of solutions, such as `2 ×10, 4 ×4`.
fn in_words(counted: &[CountedValue], said: impl Fn(Value) -> String, is_complete: bool) -> String {
    let part = |(value, count): &CountedValue| format!("{} ×{}", said(*value), grouped(count));
    let mut parts = counted.iter().map(part);
    match (counted.is_empty(), is_complete) {
        (true, true) => "none".to_owned(),
        (true, false) => "unknown".to_owned(),
        (false, _) => parts.join(", "),
    }
}

/// Prints what all solutions have in common, and what is still open, without counting.
fn run_uncounted(
    context: &mut Context,
    puzzle: &ReasoningOptions,
    from: &FromOption,
) -> anyhow::Result<ExitCode> {
    let loaded = match puzzle.load(context, from)? {
        Ok(loaded) => loaded,
        Err(unknown) => return puzzle.write_unknown(context, &unknown),
    };
    let deduced = match context.busy("looking for what is possible", || loaded.reasoned.deduce()) {
        Err(error) => match error.limit() {
            Some(limit) => return puzzle.write_unknown(context, &loaded.unknown(limit)),
            None => Err(error).with_context(|| puzzle.file().display().to_string())?,
        },
        Ok(deduced) => deduced,
    };
    let what = match deduced.candidates() {
        Some(_) => "no other values are possible",
        None => "there is no solution",
    };
    note_basis(context, puzzle.file(), what, deduced.basis());
    match context.format {
        Format::Json => write_json(context, puzzle, &loaded, &deduced)?,
        _ => write_text(context, &loaded, &deduced)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write_json(
    context: &mut Context,
    puzzle: &ReasoningOptions,
    loaded: &Loaded,
    deduced: &Deduced,
) -> std::io::Result<()> {
    let (csp, end) = (loaded.csp(), deduced.candidates());
    let mut line = json!({
        "file": puzzle.file().display().to_string(),
        "kind": loaded.kind(),
        "status": if end.is_some() { "satisfiable" } else { "unsatisfiable" },
        "root": atoms(csp, loaded.reasoned.root_atoms()),
        "decided": end.map(|end| csp.ids().filter(|&v| end.decided(v).is_some()).count()),
        "candidates": end.map(|end| candidates(csp, end)),
    });
    add_objective(&mut line, csp);
    add_to(&mut line, deduced.basis().evidence().as_ref());
    writeln!(context.out, "{line}")
}

fn write_text(context: &mut Context, loaded: &Loaded, deduced: &Deduced) -> std::io::Result<()> {
    let (csp, speaker) = (loaded.csp(), loaded.speaker());
    loaded.write_header(&mut context.out)?;
    let Some(end) = deduced.candidates() else {
        return writeln!(context.out, "There is no solution; run `cnfetti explain` to see why.");
    };
    context.write_candidates(loaded.puzzle(), csp, end.rows())?;
    let out = &mut context.out;
    let all = loaded.counted_over();
    let is_open = |variable: &VarId| end.decided(*variable).is_none();
    let open = all.iter().copied().filter(is_open).collect_vec();
    writeln!(out, "\n{} of {} decided", all.len() - open.len(), all.len())?;
    for &variable in &open {
        writeln!(out, "open: {}", speaker.left(variable, end.of(variable)))?;
    }
    for Needed { constraint, variables } in deduced.needed() {
        let reason = &csp.constraints()[*constraint].reason;
        let subjects = and(variables.iter().map(|&v: &VarId| speaker.subject(v)));
        writeln!(out, "Without \"{reason}\", {subjects} would be open")?;
    }
    Ok(())
}
