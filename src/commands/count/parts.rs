//! Counts parts, and counts in parts.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::ensure;
use cnfetti::limit::Limits;
use cnfetti::machine;
use cnfetti::output::Folder;
use cnfetti::parts::{self, FOLDER, Merged, Part, Plan, Sizes, Source, number_path};
use cnfetti::plural::counted;
use cnfetti::search::blocking::Count as Numbers;
use serde_json::{Value, json};

use super::{Count, ENCODINGS, Ended, Task};
use crate::commands::answers::competition::write_competition;
use crate::commands::answers::numbers::plural;
use crate::commands::answers::numbers::require_count;
use crate::commands::answers::numbers::{self, sentence};
use crate::commands::options::batch::Job;
use crate::commands::shared::part::{source, write_parts};
use crate::commands::{Context, Format};

/// The number of parts of a count that can be resumed.
const PARTS: usize = 100;

/// The options that do not apply to a part.
const NOT_FOR_PARTS: [&str; 11] = [
    "project",
    "engine",
    "cross_check",
    "counter",
    "checkpoint",
    "all_costs",
    "solver",
    "proof",
    "trust_solver",
    "emit_cnf",
    "force",
];

/// A counted part: its number, the number of parts, and the number of the round if there are several.
type Place = (usize, usize, Option<usize>);

/// Reports what was found in a part: a sentence, or this line of JSON with the part's place.
fn report(
    context: &mut Context,
    file: &Path,
    (number, of, round): Place,
    (says, mut line, found): (String, Value, Value),
) -> std::io::Result<()> {
    let written = number_path(file, number).display().to_string();
    if context.format != Format::Json {
        let of = round.map_or_else(|| format!(" of {of}"), |round| format!(", round {round}"));
        let file = file.display();
        return writeln!(context.out, "{file}: {says} (part {number}{of}, {written})");
    }
    line["part"] = json!(number);
    line["parts"] = json!(of);
    if let Some(round) = round {
        line["round"] = json!(round);
    }
    for (key, value) in found.as_object().into_iter().flatten() {
        line[key] = value.clone();
    }
    line["written"] = json!(written);
    writeln!(context.out, "{line}")
}

impl Count {
    /// Counts a part of a count and writes what it found beside it, unless that exists already.
    pub(super) fn count_part(
        &self,
        context: &mut Context,
        job: &Job<'_>,
        part: &Part,
    ) -> anyhow::Result<Ended> {
        let because = "the exact counter alone counts a part, and has no such option";
        context.given.refuse(&NOT_FOR_PARTS, because);
        context.given.refuse(&ENCODINGS, because);
        ensure!(!context.competition(), "a part has no competition format");
        let limits = self.solver.limits(self.solver.budget(context), job.alone);
        let limits = self.threads.limits(context, limits);
        let parts::Counted { states, adds } = part.count(job.file, &limits)?;
        let (says, found) = match part.round {
            None => {
                (format!("adds {}", plural(&adds, "solution")), json!({ "adds": adds.to_string() }))
            }
            Some(_) => (
                format!("leads to {}", counted(states as u64, "state")),
                json!({ "states": states }),
            ),
        };
        let file = job.file.display().to_string();
        let line = json!({ "file": file, "kind": part.instance.kind, "status": "counted" });
        report(context, job.file, (part.number, part.of, part.round), (says, line, found))?;
        Ok(Ended::Solved)
    }

    /// Counts a puzzle part by part, in a folder that keeps the results.
    pub(super) fn count_on(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        folder: &Path,
    ) -> anyhow::Result<Ended> {
        let &Task { file, instance, alone } = task;
        ensure!(alone, "{}: --checkpoint takes one puzzle, but there are several", file.display());
        ensure!(
            file != Path::new("-"),
            "--checkpoint needs a file that can be read again, not stdin"
        );
        let start = Instant::now();
        let budget = self.solver.budget(context);
        let source = source(context, file, self.costs, &budget)?;
        let limits = self.solver.limits(budget, true);
        let limits = self.threads.limits(context, limits);
        let bar = context.spinner();
        let progress = |done: usize, of: usize| {
            if let Some(bar) = &bar {
                bar.set_message(format!("{done} of {of} parts"));
            }
        };
        let merged = count_with_checkpoint(folder, source, &limits, &progress)?;
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        let numbers: &Numbers = &merged.count;
        let (done, of) = (merged.parts - merged.missing.len(), merged.parts);
        let kept = folder.display();
        context.note(match numbers.exact {
            true => format!("{kept}: written, with the results of all parts"),
            false => format!("{}: stopped: {kept} has {done} of {of} parts", file.display()),
        });
        if let Some(over) = instance.puzzle.counted_over() {
            context.note(format!("{}: counted over {over}", file.display()));
        }
        require_count(file, &self.costs.expected(instance), &merged.csp, numbers)?;
        match context.format {
            Format::Json => {
                let over = instance.puzzle.counted_over();
                let mut line = numbers::line(file, instance.kind, over, &merged.csp, numbers);
                line["engine"] = json!("exact");
                line["parts"] = json!(merged.parts);
                line["missing"] = json!(merged.missing);
                line["seconds"] = json!(start.elapsed().as_secs_f64());
                writeln!(context.out, "{line}")?;
            }
            Format::Competition => {
                let number = (&numbers.solutions, numbers.exact);
                write_competition(&mut context.out, number, None)?;
            }
            _ => {
                let (file, numbers) = (file.display(), sentence(&merged.csp, numbers));
                writeln!(context.out, "{file}: {numbers}")?;
            }
        }
        Ok(if numbers.exact { Ended::of_count(&numbers.solutions) } else { Ended::Stopped })
    }
}

/// Counts the missing parts of a folder, which is created if it does not exist, and adds up all results.
/// If a limit is reached, the numbers are lower bounds.
fn count_with_checkpoint(
    folder: &Path,
    puzzle: Source,
    limits: &Limits,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> anyhow::Result<Merged> {
    if folder.symlink_metadata().is_err() {
        write_parts(&Folder::new(folder, FOLDER, false)?, puzzle, Sizes::once(PARTS), limits)?;
    } else {
        let Plan { puzzle: of, sizes, .. } = Plan::read(folder)?;
        let say = "it is counted in rounds, which `merge` begins";
        anyhow::ensure!(sizes.once, "{}: {say}", folder.display());
        let is_same = (&of.part, &of.text) == (&puzzle.part, &puzzle.text);
        anyhow::ensure!(is_same, "{}: it is of another puzzle, {}", folder.display(), of.file);
    }
    let Merged { missing, parts: all, .. } = parts::merge(folder, limits)?;
    let threads = limits.threads.get();
    let memory_bytes = limits.memory_bytes / threads;
    let each = Limits { memory_bytes, threads: NonZeroUsize::MIN, ..limits.clone() };
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failed = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..threads.min(missing.len()) {
            scope.spawn(|| {
                while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    progress(all - missing.len() + done.load(Ordering::Relaxed), all);
                    if let Err(error) = count_missing(folder, number, &each) {
                        // Report the first error; the others have the same cause, or will come again.
                        if let Ok(mut first) = failed.lock() {
                            first.get_or_insert(error);
                        }
                        next.store(missing.len(), Ordering::Relaxed);
                    }
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    match failed.into_inner() {
        Ok(Some(error)) if crate::report_error::limit_of(&error).is_none() => Err(error),
        _ => Ok(parts::merge(folder, &machine::limits())?),
    }
}

fn count_missing(folder: &Path, number: usize, limits: &Limits) -> anyhow::Result<()> {
    let path = folder.join(parts::part_name(number));
    Part::read(&path, &parts::read(&path)?)?.count(&path, limits)?;
    Ok(())
}
