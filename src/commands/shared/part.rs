//! Work on parts of a count that several commands share.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Context as _;
use cnfetti::exact::Limits;
use cnfetti::instance::{load_with_text, split_address};
use cnfetti::limit::Budget;
use cnfetti::machine;
use cnfetti::output::Folder;
use cnfetti::parts::{self, Cube, FOLDER, Merged, Number, Part, Plan, Slice, Source, number_path};
use cnfetti::plural::counted;
use serde_json::json;

use crate::commands::answers::asked::CostOption;
use crate::commands::options::batch::Ended;
use crate::commands::terminal::words::plural;
use crate::commands::{Context, Format};

/// The number of parts of a count that can be resumed.
const PARTS: usize = 100;

/// The puzzle of a file, in the form for parts, with or without its objective.
pub(crate) fn source(
    context: &Context,
    file: &Path,
    costs: CostOption,
    budget: &Budget,
) -> anyhow::Result<Source> {
    let (instance, text) = load_with_text(file, budget)?;
    let (path, _) = split_address(file);
    costs.note_idle(context, file.display(), &instance.puzzle.csp());
    let all_costs = costs.is_given();
    Ok(Source { file: path.display().to_string(), part: instance.part, text, all_costs })
}

/// Divides the puzzle, and writes the folder, which appears once it is complete. Returns the number of
/// states.
pub(crate) fn write_parts(
    folder: &Folder,
    puzzle: Source,
    number: usize,
    limits: &Limits,
) -> anyhow::Result<usize> {
    folder.fill(|hidden| {
        let written = parts::split(puzzle, number, limits)?;
        parts::write(&written, hidden).with_context(|| folder.path().display().to_string())?;
        Ok(written.states)
    })
}

/// Counts a part and writes its number beside it, unless it exists already.
pub(crate) fn count_part(
    context: &mut Context,
    file: &Path,
    part: &Part,
    limits: &Limits,
) -> anyhow::Result<Ended> {
    let path = number_path(file, part.number);
    let number = number_of(file, part, limits)?;
    let solutions = number.solutions(part).parse().context("a number of solutions")?;
    let (file, of) = (file.display().to_string(), part.of);
    if context.format == Format::Json {
        let line = json!({
            "file": file,
            "kind": part.instance.kind,
            "status": "counted",
            "part": part.number,
            "parts": of,
            "adds": number.solutions(part),
            "written": path.display().to_string(),
        });
        writeln!(context.out, "{line}")?;
    } else {
        let (adds, path) = (plural(&solutions, "solution"), path.display());
        writeln!(context.out, "{file}: adds {adds} (part {} of {of}, {path})", part.number)?;
    }
    Ok(Ended::Solved)
}

/// Proves a part and writes its solutions and the proof beside it, unless they exist already.
pub(crate) fn prove_part(
    context: &mut Context,
    file: &Path,
    cube: &Cube,
    budget: &Budget,
) -> anyhow::Result<Ended> {
    let solutions = match cube.known(file) {
        Some(known) => known,
        None => cube.prove(file, budget)?,
    };
    let written = number_path(file, cube.number);
    let (file, written, of) = (file.display(), written.display(), cube.of);
    if context.format == Format::Json {
        let line = json!({
            "file": file.to_string(),
            "kind": cube.kind,
            "status": "proved",
            "part": cube.number,
            "parts": of,
            "adds": solutions.to_string(),
            "written": written.to_string(),
        });
        writeln!(context.out, "{line}")?;
    } else {
        let adds = plural(&solutions.into(), "solution");
        let number = cube.number;
        writeln!(context.out, "{file}: adds {adds}, proved (part {number} of {of}, {written})")?;
    }
    Ok(Ended::Solved)
}

/// Carries the states of a part of a round, and writes those that they lead to beside it, unless they exist already.
pub(crate) fn carry_part(
    context: &mut Context,
    file: &Path,
    slice: &Slice,
    limits: &Limits,
) -> anyhow::Result<Ended> {
    let states = slice.carry(file, limits)?;
    let (number, round) = (slice.number, slice.round);
    let written = number_path(file, number);
    let (file, written) = (file.display(), written.display());
    if context.format == Format::Json {
        let line = json!({
            "file": file.to_string(),
            "kind": slice.kind,
            "status": "counted",
            "part": number,
            "parts": slice.of,
            "round": round,
            "states": states,
            "written": written.to_string(),
        });
        writeln!(context.out, "{line}")?;
    } else {
        let states = counted(states as u64, "state");
        writeln!(
            context.out,
            "{file}: leads to {states} (part {number}, round {round}, {written})"
        )?;
    }
    Ok(Ended::Solved)
}

fn number_of(file: &Path, part: &Part, limits: &Limits) -> anyhow::Result<Number> {
    let path = number_path(file, part.number);
    if let Some(known) = Number::known(&path, &part.sum) {
        return Ok(known);
    }
    let number = part.count(file, limits)?;
    number.write(&path)?;
    Ok(number)
}

/// Counts the missing parts of a folder, which is created if it does not exist, and adds up all results.
/// If a limit is reached, the numbers are lower bounds.
pub(crate) fn count_with_checkpoint(
    folder: &Path,
    puzzle: Source,
    limits: &Limits,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> anyhow::Result<Merged> {
    if folder.symlink_metadata().is_err() {
        write_parts(&Folder::new(folder, FOLDER, false)?, puzzle, PARTS, limits)?;
    } else {
        let of = Plan::read(folder)?.puzzle;
        let is_same = (&of.part, &of.text) == (&puzzle.part, &puzzle.text);
        anyhow::ensure!(is_same, "{}: it is of another puzzle, {}", folder.display(), of.file);
    }
    let parts::Merged { missing, parts: all, .. } = parts::merge(folder, limits)?;
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
    let part = Part::read(&path, &parts::read(&path)?)?;
    number_of(&path, &part, limits).map(drop)
}
