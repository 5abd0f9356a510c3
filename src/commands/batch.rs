//! Many puzzles at once: in parallel, with the results in the order of the input.
//!
//! Each file goes to a worker, which writes to a bounded queue; the queues are emptied in order.
//! So a worker that is ahead waits when its queue is full, and memory does not grow with the
//! number of files. A single file is run without any of this.

mod tally;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use cnfetti::instance::Instance;
use indicatif::{ProgressBar, ProgressStyle};

use super::open::tell_flaw;
use super::subject::{Subject, subjects};
use super::walk::expand;
use super::{Context, Settings};
use crate::report_error;

pub(crate) use tally::{Ended, Tally, What};

/// Which files, and how many at a time.
#[derive(Args)]
pub(crate) struct BatchOptions {
    /// The puzzles: files or folders; `FILE#NAME` is one of several in a file, `-` is stdin, and data
    /// for MiniZinc follows its model: `model.mzn data.dzn`
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// How many files to work on at a time [default: one for each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// A puzzle or a formula that is worked on.
pub(crate) struct Job<'a> {
    /// The file, with `#NAME` when the file holds several puzzles.
    pub(crate) file: &'a Path,
    pub(crate) subject: &'a Subject,
    /// Whether it is the only one.
    pub(crate) alone: bool,
}

/// A puzzle that is worked on.
pub(crate) struct Task<'a> {
    /// As in [`Job`].
    pub(crate) file: &'a Path,
    pub(crate) instance: &'a Instance,
    /// Whether it is the only one.
    pub(crate) alone: bool,
}

impl<'a> Job<'a> {
    /// The work on a puzzle; an error when it is a formula.
    pub(crate) fn puzzle(&self) -> anyhow::Result<Task<'a>> {
        let &Job { file, subject, alone } = self;
        let instance = subject.puzzle().with_context(|| file.display().to_string())?;
        Ok(Task { file, instance, alone })
    }

    /// Says on stderr what rules out any solution of the puzzle at a glance.
    fn tell_flaw(&self, context: &Context) {
        if let Subject::Puzzle(instance) = self.subject {
            tell_flaw(context, self.file, instance);
        }
    }
}

/// What a worker sends.
enum Message {
    Out(Vec<u8>),
    Note(String),
    /// A note that is shown also to those who want none.
    Warning(String),
    Ended(What, anyhow::Result<Ended>),
}

/// The work on one of them: it writes its results to the context.
type Work<'a> = dyn Fn(&mut Context, &Job<'_>) -> anyhow::Result<Ended> + Sync + 'a;

impl BatchOptions {
    /// Does the work for every puzzle. An error in one of several is shown and the others are
    /// still run; an error of the only one is returned.
    pub(crate) fn run(&self, context: &mut Context, work: &Work<'_>) -> anyhow::Result<Tally> {
        let start = Instant::now();
        let files = expand(context, &self.files)?;
        let mut tally = Tally::default();
        match &files[..] {
            [file] => run_here(context, file, work, &mut tally)?,
            _ => self.run_parallel(context, &files, work, &mut tally)?,
        }
        tally.interrupted |= files.is_empty() && context.is_stopped();
        if tally.all > 1 {
            context.out.flush()?;
            context.note(tally.summary(files.len(), start.elapsed()));
        }
        Ok(tally)
    }

    fn run_parallel(
        &self,
        context: &mut Context,
        files: &[PathBuf],
        work: &Work<'_>,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let jobs = self.jobs.unwrap_or(cores).get().min(files.len()).max(1);
        let ahead = 4 * jobs;
        context.detail(|| format!("{} files, {jobs} at a time", files.len()));
        let bar = progress_bar(context, files.len());
        let settings = context.settings();
        let (sender, receiver) = sync_channel::<(&Path, SyncSender<Message>)>(ahead);
        let receiver = Mutex::new(receiver);
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    // The lock is held while waiting: the others would only wait as well.
                    while let Some((file, out)) = next(&receiver) {
                        run_file(&settings, file, &out, work);
                    }
                });
            }
            let mut queues: VecDeque<Receiver<Message>> = VecDeque::new();
            let mut result = Ok(());
            for file in files {
                if queues.len() == ahead {
                    result = drain(context, queues.pop_front(), tally, &bar);
                }
                tally.interrupted |= context.is_stopped();
                if result.is_err() || tally.interrupted {
                    break;
                }
                let (out, queue) = sync_channel(16);
                if sender.send((file, out)).is_err() {
                    break;
                }
                queues.push_back(queue);
            }
            drop(sender);
            while result.is_ok() && !queues.is_empty() {
                result = drain(context, queues.pop_front(), tally, &bar);
            }
            if result.is_err() {
                context.stop.store(true, Ordering::Relaxed);
            }
            bar.finish_and_clear();
            result
        })
    }
}

/// Runs the puzzles of the only file without queues.
fn run_here(
    context: &mut Context,
    file: &Path,
    work: &Work<'_>,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let all = guarded(file, || subjects(file))?;
    let alone = all.len() == 1;
    for subject in &all {
        let job = Job { file: &label(file, subject), subject, alone };
        job.tell_flaw(context);
        if let Some(warning) = subject.warning() {
            anstream::eprintln!("{warning}");
        }
        let ended = named(job.file, guarded(file, || work(context, &job)));
        match &ended {
            Err(_) if alone => return ended.map(|_| ()),
            Err(error) => {
                context.out.flush()?;
                report_error::show(error);
            }
            Ok(_) => {}
        }
        tally.add(What::of(subject), Ended::of(&ended));
    }
    Ok(())
}

fn next<'a>(
    receiver: &Mutex<Receiver<(&'a Path, SyncSender<Message>)>>,
) -> Option<(&'a Path, SyncSender<Message>)> {
    receiver.lock().ok()?.recv().ok()
}

fn label(file: &Path, subject: &Subject) -> PathBuf {
    match subject {
        Subject::Puzzle(instance) if instance.part.is_some() => instance.name_in(file).into(),
        _ => file.to_owned(),
    }
}

/// Does the work, and makes a panic the failure of this file alone.
pub(super) fn guarded<T>(
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

/// Names the puzzle in an error that does not, unless its results could not be written.
pub(super) fn named<T>(file: &Path, result: anyhow::Result<T>) -> anyhow::Result<T> {
    let name = file.display().to_string();
    result.map_err(|error| match error.is::<io::Error>() || error.to_string().starts_with(&name) {
        true => error,
        false => error.context(name),
    })
}

/// Works on all that is in a file. When nobody listens any more the rest is left.
fn run_file(settings: &Settings, file: &Path, out: &SyncSender<Message>, work: &Work<'_>) {
    let all = match guarded(file, || subjects(file)) {
        Ok(all) => all,
        Err(error) => {
            let _ = out.send(Message::Ended(What::Puzzle, Err(error)));
            return;
        }
    };
    for subject in &all {
        let mut context = worker_context(settings, out);
        let job = Job { file: &label(file, subject), subject, alone: false };
        job.tell_flaw(&context);
        let warning = subject.warning().map(|warning| Message::Warning(warning.to_owned()));
        if warning.is_some_and(|warning| out.send(warning).is_err()) {
            return;
        }
        let ended = named(job.file, guarded(file, || work(&mut context, &job)))
            .and_then(|ended| context.out.flush().map(|()| ended).map_err(Into::into));
        if out.send(Message::Ended(What::of(subject), ended)).is_err() {
            return;
        }
    }
}

/// Writes what the worker on a file sends, to its end.
fn drain(
    context: &mut Context,
    queue: Option<Receiver<Message>>,
    tally: &mut Tally,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    for message in queue.into_iter().flatten() {
        match message {
            Message::Out(bytes) => context.out.write_all(&bytes)?,
            Message::Note(note) => {
                context.out.flush()?;
                bar.suspend(|| context.note(note));
            }
            Message::Warning(warning) => {
                context.out.flush()?;
                bar.suspend(|| anstream::eprintln!("{warning}"));
            }
            Message::Ended(what, ended) => {
                if let Err(error) = &ended {
                    context.out.flush()?;
                    bar.suspend(|| report_error::show(error));
                }
                tally.add(what, Ended::of(&ended));
            }
        }
    }
    bar.inc(1);
    Ok(())
}

fn progress_bar(context: &Context, files: usize) -> ProgressBar {
    if !context.shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {per_sec}, {eta} left");
    let bar = ProgressBar::new(files as u64);
    bar.enable_steady_tick(Duration::from_millis(200));
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// A context whose results and notes go into the queue.
fn worker_context(settings: &Settings, out: &SyncSender<Message>) -> Context {
    let (results, notes) = (Queue(out.clone()), out.clone());
    let note = move |note| {
        // When nobody listens the command is about to end.
        let _ = notes.send(Message::Note(note));
    };
    Context::of_worker(settings, Box::new(results), Box::new(note))
}

/// A writer into a queue.
struct Queue(SyncSender<Message>);

impl Write for Queue {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.send(Message::Out(bytes.to_vec()));
        sent.map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::process::ExitCode;

    use super::*;

    /// A panic in the work on one file is that file's failure, and the others are still run.
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
            match batch.run(&mut context, &work) {
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
