//! `cnfetti count`: how many solutions there are.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use cnfetti::compile::compile;
use cnfetti::csp::Csp;
use cnfetti::instance::Instance;
use cnfetti::search::count::{self, Count as Numbers};
use cnfetti::search::enumerate::End;
use indicatif::ProgressBar;
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::json;

use super::batch::{BatchOptions, Ended, Task};
use super::options::{EmitOptions, EncodingOptions, Formula, SolverOptions};
use super::proofs::ProofOptions;
use super::{Context, Format};

/// Count the solutions of puzzles, also up to symmetry.
///
/// A count is exact, or it is reported as "at least".
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti count instances/dice/labeled-dice.toml instances/signs/leepf-open.toml
  cnfetti count --time-limit 2 --json instances/seating/cheating-linguists.toml")]
pub(crate) struct Count {
    #[command(flatten)]
    batch: BatchOptions,
    #[command(flatten)]
    solver: SolverOptions,
    #[command(flatten)]
    encodings: EncodingOptions,
    #[command(flatten)]
    emit: EmitOptions,
    #[command(flatten)]
    proofs: ProofOptions,
}

impl Count {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        self.emit.require_one_file(&self.batch.files)?;
        self.proofs.require_one_file(&self.batch.files)?;
        let tally = self.batch.run(context, &|context, task| self.count(context, task))?;
        let competition = context.competition() && tally.only().is_some();
        Ok(if competition { ExitCode::SUCCESS } else { tally.exit_code() })
    }

    fn count(&self, context: &mut Context, task: &Task<'_>) -> anyhow::Result<Ended> {
        let &Task { file, instance, .. } = task;
        self.emit.require_one_puzzle(task)?;
        self.proofs.require_one_puzzle(task)?;
        let choices = self.encodings.choices()?;
        let backend = self.solver.backend()?;
        let csp = instance.puzzle.csp();
        let formula = Formula {
            file,
            instance,
            csp: &csp,
            encodings: &self.encodings,
            choices: &choices,
            compiled: &compile(&csp, &choices)?,
        };
        self.emit.emit(context, &formula)?;
        let start = Instant::now();
        let bar = progress_bar(context);
        let budget = self.solver.budget(context);
        let counted = count::count(&csp, &choices, &backend, &budget, |so_far| {
            if let Some(bar) = &bar {
                bar.set_message(format!("{} solutions so far", grouped(&so_far.solutions)));
            }
        })?;
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        let took = start.elapsed();
        let budget = self.solver.budget(context);
        self.proofs.conclude(context, file, &counted.end, took, &budget, self.emit.force())?;
        if !self.emit.takes_stdout() {
            write_count(context, file, instance, &csp, &counted.count, took.as_secs_f64())?;
        }
        if let End::Stopped(why) = &counted.end {
            context.note(format!("{}: stopped: {why}", file.display()));
        }
        Ok(match counted.count.exact {
            true => Ended::of_count(&counted.count.solutions),
            false => Ended::Stopped,
        })
    }
}

fn progress_bar(context: &Context) -> Option<ProgressBar> {
    context.shows_progress().then(|| {
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    })
}

fn write_count(
    context: &mut Context,
    file: &Path,
    instance: &Instance,
    csp: &Csp,
    numbers: &Numbers,
    seconds: f64,
) -> std::io::Result<()> {
    match context.format {
        Format::Text => {
            let at_least = if numbers.exact { "" } else { "at least " };
            writeln!(context.out, "{}: {at_least}{}", file.display(), in_words(csp, numbers))
        }
        Format::Json => {
            let mut line = json!({
                "file": file.display().to_string(),
                "kind": instance.kind,
                "status": if numbers.exact { "exact" } else { "at least" },
                "solutions": numbers.solutions.to_string(),
            });
            if !csp.symmetry.permutations_called.is_empty() {
                let key = format!("up_to_{}", csp.symmetry.values_called);
                line[key] = json!(numbers.up_to_renaming.to_string());
            }
            line["classes"] = json!(numbers.classes.to_string());
            for (projection, number) in csp.projections.iter().zip(&numbers.projected) {
                line[projection.name] = json!(number.to_string());
            }
            line["engine"] = json!("blocking");
            line["seconds"] = json!(seconds);
            writeln!(context.out, "{line}")
        }
        Format::Competition => write_competition(&mut context.out, numbers),
    }
}

fn write_competition(out: &mut impl Write, numbers: &Numbers) -> std::io::Result<()> {
    let answer = match (numbers.solutions == BigUint::ZERO, numbers.exact) {
        (false, _) => "SATISFIABLE",
        (true, true) => "UNSATISFIABLE",
        (true, false) => "UNKNOWN",
    };
    writeln!(out, "s {answer}")?;
    if !numbers.exact {
        return writeln!(out, "c at least {}", numbers.solutions);
    }
    writeln!(out, "c s type pmc")?;
    writeln!(out, "c s exact arb int {}", numbers.solutions)
}

/// `24 solutions, 1 up to renaming the dice`
fn in_words(csp: &Csp, numbers: &Numbers) -> String {
    let symmetry = &csp.symmetry;
    let mut parts = vec![plural(&numbers.solutions, "solution")];
    for (projection, number) in csp.projections.iter().zip(&numbers.projected) {
        parts.push(plural(number, projection.name.trim_end_matches('s')));
    }
    let renaming = format!("renaming the {}", symmetry.values_called);
    if !symmetry.interchangeable.is_empty() {
        parts.push(format!("{} up to {renaming}", grouped(&numbers.up_to_renaming)));
    }
    if !symmetry.permutations.is_empty() {
        let all = [renaming, symmetry.permutations_called.to_owned()];
        let all = &all[usize::from(symmetry.interchangeable.is_empty())..];
        parts.push(format!("{} up to {}", grouped(&numbers.classes), all.join(" and ")));
    }
    parts.join(", ")
}

fn plural(number: &BigUint, noun: &str) -> String {
    let s = if *number == BigUint::from(1_u32) { "" } else { "s" };
    format!("{} {noun}{s}", grouped(number))
}

/// `3,584,400`
fn grouped(number: &BigUint) -> String {
    let digits = number.to_string();
    let first = (digits.len() + 2) % 3 + 1;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    std::iter::once(head.to_owned()).chain(groups).join(",")
}
