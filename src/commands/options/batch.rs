//! Runs a command on many puzzles, and records how each ended.

mod parallel;
mod tally;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;
use cnfetti::instance::Instance;

use crate::commands::Context;
use crate::commands::options::at_least_one;
use crate::commands::shared::subject::{FORMULA, Subject, ends_in_cnf, subjects};
use crate::commands::terminal::files::note_flaw;
use crate::commands::terminal::walk::expand;
use crate::report_error;

pub(crate) use tally::{Ended, Tally, What};

/// The files, and how many to work on at a time.
#[derive(Args)]
pub(crate) struct BatchOptions {
    /// Files or folders; `FILE#NAME` is one of several puzzles in a file, `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Number of files to work on at a time [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<NonZeroUsize>,
}

/// Work on a puzzle or a formula.
pub(crate) struct Job<'a> {
    /// The file, with `#NAME` if the file contains several puzzles.
    pub(crate) file: &'a Path,
    pub(crate) subject: &'a Subject,
    /// Whether this is the only job.
    pub(crate) alone: bool,
}

/// Work on a puzzle.
pub(crate) struct Task<'a> {
    /// The file, as in [`Job`].
    pub(crate) file: &'a Path,
    pub(crate) instance: &'a Instance,
    /// Whether this is the only job.
    pub(crate) alone: bool,
}

impl<'a> Job<'a> {
    /// The task of a puzzle; an error for a formula.
    pub(crate) fn puzzle(&self) -> anyhow::Result<Task<'a>> {
        let &Job { file, subject, alone } = self;
        let instance = subject.puzzle().with_context(|| file.display().to_string())?;
        Ok(Task { file, instance, alone })
    }

    /// The problem of the puzzle; an error for a formula.
    pub(crate) fn problem(&self) -> anyhow::Result<Problem> {
        let instance = self.subject.puzzle().with_context(|| self.file.display().to_string())?;
        Ok(Problem::from_instance(Arc::clone(instance), self.file))
    }

    /// Notes what rules out a solution at a glance.
    fn note_flaw(&self, context: &Context) {
        if let Subject::Puzzle(instance) = self.subject {
            note_flaw(context, self.file, &*instance.puzzle);
        }
    }
}

/// The work on one job: it writes its results to the context.
type Work<'a> = dyn Fn(&mut Context, &Job<'_>) -> anyhow::Result<Ended> + Sync + 'a;

/// Writes the output for a job that did not begin. The kind is `None` if the file was not even
/// read.
type Unknown<'a> = dyn Fn(&mut Context, &Path, Option<&str>) -> io::Result<()> + Sync + 'a;

/// A command's work for each job.
pub(crate) struct Each<'a> {
    pub(crate) work: &'a Work<'a>,
    pub(crate) unknown: &'a Unknown<'a>,
}

impl BatchOptions {
    /// Works on every puzzle. Shows an error of one among several, and continues with the others;
    /// returns an error of the only one.
    pub(crate) fn run(&self, context: &mut Context, each: &Each<'_>) -> anyhow::Result<Tally> {
        let start = Instant::now();
        let files = expand(context, &self.files)?;
        let mut tally = Tally::default();
        match &files[..] {
            [file] => run_here(context, file, each, &mut tally)?,
            _ => parallel::run(context, &files, self.jobs, each, &mut tally)?,
        }
        tally.interrupted |= files.is_empty() && context.is_stopped();
        tally.conclude(context, files.len(), start)?;
        Ok(tally)
    }
}

/// Works on the only file, without queues.
fn run_here(
    context: &mut Context,
    file: &Path,
    each: &Each<'_>,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let mut failed = None;
    each.run_file(context, file, true, &mut |context, event| {
        let (what, alone, ended) = match event {
            Event::Began(_) => return Ok(()),
            Event::Warning(warning) => {
                context.out.flush()?;
                anstream::eprintln!("{warning}");
                return Ok(());
            }
            Event::Ended { what, alone, ended } => (what, alone, ended),
        };
        tally.add(what, Ended::of(&ended));
        match ended {
            Err(error) if alone => failed = Some(error),
            Err(error) => {
                context.out.flush()?;
                report_error::show(&error);
            }
            Ok(_) => {}
        }
        Ok(())
    })?;
    failed.map_or(Ok(()), Err)
}

/// Progress on a file.
enum Event {
    Began(What),
    /// A warning, which is shown even with `--quiet`.
    Warning(String),
    /// `alone` is set if this may be the only job.
    Ended {
        what: What,
        alone: bool,
        ended: anyhow::Result<Ended>,
    },
}

impl Each<'_> {
    /// Works on all puzzles of a file, one after the other.
    fn run_file(
        &self,
        context: &mut Context,
        file: &Path,
        alone: bool,
        report: &mut dyn FnMut(&mut Context, Event) -> io::Result<()>,
    ) -> io::Result<()> {
        context.know(file, |context, _| (self.unknown)(context, file, kind_by_name(file)));
        let budget = context.begin();
        let all = match guarded(file, || subjects(file, &budget)) {
            Ok(all) => all,
            Err(error) => {
                let ended = self.unread(context, file, error);
                context.end_work();
                return report(context, Event::Ended { what: What::Puzzle, alone, ended });
            }
        };
        let unknown = |context: &mut Context, (name, subject): (&PathBuf, &Subject)| {
            (self.unknown)(context, name, Some(subject.kind()))
        };
        let names: Vec<PathBuf> = all.iter().map(|subject| label(file, subject)).collect();
        for (at, (subject, name)) in all.iter().zip(&names).enumerate() {
            if at > 0 {
                context.begin();
            }
            context.know(name, |context, _| unknown(context, (name, subject)));
            context.know_later(|context| {
                names.iter().zip(&all).skip(at + 1).try_for_each(|later| unknown(context, later))
            });
            let what = What::of(subject);
            report(context, Event::Began(what))?;
            if let Some(warning) = subject.warning() {
                report(context, Event::Warning(warning.to_owned()))?;
            }
            let alone = alone && all.len() == 1;
            let job = Job { file: name, subject, alone };
            job.note_flaw(context);
            let ended = named(name, guarded(name, || (self.work)(context, &job)));
            context.end_work();
            report(context, Event::Ended { what, alone, ended })?;
        }
        Ok(())
    }

    /// Writes the output for a file that was not read because of a limit.
    fn unread(
        &self,
        context: &mut Context,
        file: &Path,
        error: anyhow::Error,
    ) -> anyhow::Result<Ended> {
        let Some(limit) = report_error::limit_of(&error) else { return Err(error) };
        (self.unknown)(context, file, kind_by_name(file))?;
        context.note(format!("{}: stopped: {limit}", file.display()));
        Ok(Ended::Stopped)
    }
}

/// The kind of an unread file, as far as its name shows it.
fn kind_by_name(file: &Path) -> Option<&'static str> {
    ends_in_cnf(file).then_some(FORMULA)
}

fn label(file: &Path, subject: &Subject) -> PathBuf {
    match subject {
        Subject::Puzzle(instance) if instance.part.is_some() => instance.name_in(file).into(),
        _ => file.to_owned(),
    }
}

/// Does the work, and turns a panic into the failure of this file.
pub(crate) fn guarded<T>(
    file: &Path,
    work: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<&str>().map(|&said| said.to_owned());
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
        let said = said.unwrap_or_else(|| "it panicked".to_owned());
        Err(anyhow::anyhow!("{}: internal error: {said}", file.display()))
    })
}

/// Adds the puzzle's name to an error that lacks it, except to an error of writing results.
pub(crate) fn named<T>(file: &Path, result: anyhow::Result<T>) -> anyhow::Result<T> {
    let name = file.display().to_string();
    result.map_err(|error| match error.is::<io::Error>() || error.to_string().starts_with(&name) {
        true => error,
        false => error.context(name),
    })
}

#[cfg(test)]
mod tests {
    use std::process::ExitCode;

    use super::*;

    /// A panic on one file is that file's failure, and the work on the others continues.
    #[test]
    fn a_panic_is_the_failure_of_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = "kind='pips'\nboard='##'\ndominoes=['12']";
        let files: Vec<PathBuf> =
            ["a", "b", "c"].map(|name| folder.path().join(format!("{name}.toml"))).into();
        files.iter().for_each(|file| std::fs::write(file, puzzle).unwrap());
        let work = |context: &mut Context, job: &Job<'_>| {
            assert!(!job.file.ends_with("b.toml"), "planted");
            writeln!(context.out, "{}", job.file.display())?;
            Ok(Ended::Unique)
        };
        for files in [&files[..], &files[1..2]] {
            let batch = BatchOptions { files: files.to_vec(), jobs: None };
            let mut context = Context::for_tests();
            let each = Each { work: &work, unknown: &|_, _, _| Ok(()) };
            match batch.run(&mut context, &each) {
                Ok(tally) => {
                    assert_eq!((tally.all, tally.failed), (3, 1));
                    assert_eq!(tally.exit_code(), ExitCode::from(1));
                }
                Err(error) => {
                    assert_eq!(files.len(), 1);
                    assert!(error.to_string().ends_with("b.toml: internal error: planted"));
                }
            }
        }
    }
}
