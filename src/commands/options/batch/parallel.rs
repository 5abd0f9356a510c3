//! Several files at a time, with the results in the order of the input.
//!
//! A worker takes each file and writes to a bounded queue. We empty the queues in order, so a
//! worker that is ahead waits while its queue is full, and memory does not grow with the number of
//! files. A worker that ignores its limits is abandoned: we write what it has found, and another
//! one takes its place.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use cnfetti::limit::Limit;
use cnfetti::remains;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Each, Ended, Event, Tally, What, kind_by_name};
use crate::commands::terminal::lines::Teller;
use crate::commands::terminal::lines::{CutShort, Lines};
use crate::commands::terminal::watchdog::{self, GRACE, PATIENCE, TICK};
use crate::commands::{Context, Settings};
use crate::report_error;

/// A message from a worker.
enum Message {
    Began(What),
    Out(Vec<u8>),
    Note(String),
    /// A warning, which is shown even with `--quiet`.
    Warning(String),
    Ended(What, anyhow::Result<Ended>),
}

/// A file that waits for a worker.
struct Waiting<'a> {
    file: &'a Path,
    lines: Lines,
    out: SyncSender<Message>,
}

/// A file that a worker works on, or will.
struct Sent {
    lines: Lines,
    queue: Receiver<Message>,
    /// What the file contains.
    what: What,
}

/// Whether the worker finished.
#[derive(PartialEq, Eq)]
enum Worker {
    Ended,
    LeftBehind,
}

/// Works on all files. Ends the process if a worker was abandoned, because it cannot be joined.
pub(super) fn run(
    context: &mut Context,
    files: &[PathBuf],
    jobs: Option<NonZeroUsize>,
    each: &Each<'_>,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let start = Instant::now();
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = jobs.unwrap_or(cores).get().min(files.len()).max(1);
    let ahead = 4 * jobs;
    context.detail(|| format!("{} files, {jobs} at a time", files.len()));
    let bar = progress_bar(context, files.len());
    let settings = context.settings();
    watchdog::note_workers();
    let (sender, receiver) = sync_channel::<Waiting<'_>>(ahead);
    let receiver = Mutex::new(receiver);
    let work = || {
        // Holding the lock while waiting is fine: the others would only wait as well.
        while let Some(waiting) = next(&receiver) {
            run_file(&settings, each, waiting);
        }
    };
    thread::scope(|scope| {
        (0..jobs).for_each(|_| drop(scope.spawn(work)));
        let mut left_behind = false;
        let mut drain = |context: &mut Context, sent, tally: &mut Tally| -> io::Result<()> {
            if drain(context, sent, tally, &bar)? == Worker::LeftBehind {
                left_behind = true;
                scope.spawn(work);
            }
            bar.inc(1);
            Ok(())
        };
        let mut all: VecDeque<Sent> = VecDeque::new();
        let mut result = Ok(());
        for file in files {
            if all.len() == ahead {
                result = all.pop_front().map_or(Ok(()), |sent| drain(context, sent, tally));
            }
            tally.interrupted |= context.is_stopped();
            if result.is_err() || tally.interrupted {
                break;
            }
            let (waiting, sent) = prepared(&settings, each, file);
            if sender.send(waiting).is_err() {
                break;
            }
            all.push_back(sent);
        }
        drop(sender);
        while let (Ok(()), Some(sent)) = (&result, all.pop_front()) {
            result = drain(context, sent, tally);
        }
        if result.is_err() {
            context.stop.store(true, Ordering::Relaxed);
        }
        bar.finish_and_clear();
        result?;
        if left_behind {
            tally.conclude(context, files.len(), start)?;
            context.finish(ExitCode::SUCCESS)?;
            remains::remove();
            exit(tally.code().into());
        }
        Ok(())
    })
}

/// Prepares a file: nothing is known about it yet.
fn prepared<'a>(settings: &Settings, each: &Each<'_>, file: &'a Path) -> (Waiting<'a>, Sent) {
    let (out, queue) = sync_channel(16);
    let lines = Lines::to(Queue(out.clone()));
    Teller::new(lines.clone(), settings.clone())
        .tell(file, |context, _| (each.unknown)(context, file, kind_by_name(file)));
    (Waiting { file, lines: lines.clone(), out }, Sent { lines, queue, what: What::Puzzle })
}

fn next<'a>(receiver: &Mutex<Receiver<Waiting<'a>>>) -> Option<Waiting<'a>> {
    receiver.lock().ok()?.recv().ok()
}

/// Closes the queue when the work ends, even by a panic. The reader of the queue keeps the lines,
/// and these keep the sender.
struct HangUp(Lines);

impl Drop for HangUp {
    fn drop(&mut self) {
        self.0.hang_up();
    }
}

/// Works on all puzzles of a file. Stops early if nobody reads the results.
fn run_file(settings: &Settings, each: &Each<'_>, Waiting { file, lines, out }: Waiting<'_>) {
    let _hang_up = HangUp(lines.clone());
    let notes = out.clone();
    let note = move |note| {
        // If nobody reads this, the command is about to end.
        let _ = notes.send(Message::Note(note));
    };
    let mut context = Context::of_worker(settings, lines, Box::new(note));
    let send = |message| out.send(message).map_err(|_| io::ErrorKind::BrokenPipe.into());
    // The only possible error is that nobody reads the results.
    let _ = each.run_file(&mut context, file, false, &mut |context, event| match event {
        Event::Began(what) => send(Message::Began(what)),
        Event::Warning(warning) => send(Message::Warning(warning)),
        Event::Ended { what, ended, .. } => {
            let written = context.out.flush().map_err(Into::into);
            send(Message::Ended(what, written.and(ended)))
        }
    });
}

/// Writes what the worker on a file sends, until it finishes or is overdue.
fn drain(
    context: &mut Context,
    mut sent: Sent,
    tally: &mut Tally,
    bar: &ProgressBar,
) -> io::Result<Worker> {
    let start = Instant::now();
    loop {
        // Count the time from here: a worker that we get to late also gets time to finish.
        let is_late = || start.elapsed() >= GRACE && sent.lines.is_overdue(GRACE);
        let limit = watchdog::urgent().or_else(|| is_late().then_some(Limit::Time));
        if let Some(limit) = limit {
            return leave(context, sent, limit, tally, bar);
        }
        match sent.queue.recv_timeout(TICK) {
            Ok(message) => sent.take(context, message, tally, bar)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(Worker::Ended),
        }
    }
}

/// Abandons a worker: writes what it has written, and what it has found.
fn leave(
    context: &mut Context,
    mut sent: Sent,
    limit: Limit,
    tally: &mut Tally,
    bar: &ProgressBar,
) -> io::Result<Worker> {
    let start = Instant::now();
    let cut = loop {
        // The worker may be waiting for room in its queue.
        while let Ok(message) = sent.queue.try_recv() {
            sent.take(context, message, tally, bar)?;
        }
        match sent.lines.cut(limit, TICK) {
            Err(CutShort::NobodyReads) if start.elapsed() < PATIENCE => {}
            cut => break cut,
        }
    };
    while let Ok(message) = sent.queue.try_recv() {
        sent.take(context, message, tally, bar)?;
    }
    if let Ok(rest) = cut {
        context.out.write_all(&rest.bytes)?;
        context.out.flush()?;
        bar.suspend(|| watchdog::tell(&context.settings(), &rest.about, limit));
    }
    tally.add(sent.what, Some(Ended::Stopped));
    Ok(Worker::LeftBehind)
}

impl Sent {
    fn take(
        &mut self,
        context: &mut Context,
        message: Message,
        tally: &mut Tally,
        bar: &ProgressBar,
    ) -> io::Result<()> {
        match message {
            Message::Began(what) => self.what = what,
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
        Ok(())
    }
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
