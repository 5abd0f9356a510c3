//! The context of a command: its output, its limits and its notes.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, Write};
use std::ops::Deref;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cnfetti::csp::{Csp, Value};
use cnfetti::limit::{Budget, Clock, Limit, Memory, Moment};
use cnfetti::machine;
use cnfetti::puzzle::{Alphabet, Puzzle, in_ascii, painted, painted_candidates};
use indicatif::ProgressBar;

use super::lines::Teller;
use super::lines::{Known, Lines};
use super::output::{Format, Given, OutputOptions};
use super::watchdog;

/// The context of a command: its output, its settings and its notes.
pub(crate) struct Context {
    /// Standard output, for results only.
    pub(crate) out: Lines,
    settings: Settings,
    /// When the work on this file began. The next budget takes it, and counts from then.
    began: Cell<Option<Moment>>,
    started: Instant,
    /// Where notes go, if not to stderr.
    notes: Option<Notes>,
}

type Notes = Box<dyn Fn(String)>;

/// What the contexts of all workers share.
#[derive(Clone)]
pub(crate) struct Settings {
    /// The format of results.
    pub(crate) format: Format,
    /// Set on Ctrl-C or SIGTERM.
    pub(crate) stop: Arc<AtomicBool>,
    /// The options on the command line.
    pub(crate) given: Given,
    /// The time limit for each file.
    time_limit: Option<Duration>,
    /// The memory limit of the program, where the system says what it holds.
    pub(super) memory: Option<Memory>,
    /// The size limit of a file in bytes, if one was given.
    file_limit: Option<u64>,
    alphabet: Alphabet,
    quiet: bool,
    verbose: u8,
}

impl Deref for Context {
    type Target = Settings;

    fn deref(&self) -> &Settings {
        &self.settings
    }
}

impl Context {
    /// The context of a command that ends soon after a limit, and its limit of file sizes.
    pub(crate) fn new(
        options: &OutputOptions,
        given: Given,
        time_limit: Option<Duration>,
        memory_limit: Option<usize>,
        file_limit: Option<u64>,
    ) -> Context {
        let stop = Arc::new(AtomicBool::new(false));
        watchdog::stop_at_signals(&stop);
        machine::survive_file_limit();
        let settings = Settings {
            format: options.format,
            stop,
            given,
            time_limit,
            memory: machine::memory(memory_limit),
            file_limit,
            alphabet: if options.ascii { Alphabet::Ascii } else { Alphabet::Unicode },
            quiet: options.quiet,
            verbose: options.verbose,
        };
        let out = Lines::to(standard_output(options.format, options.ascii));
        watchdog::watch(out.clone(), settings.clone());
        Context { notes: None, ..Context::of_worker(&settings, out, Box::new(drop)) }
    }

    /// The settings for the context of a worker.
    pub(crate) fn settings(&self) -> Settings {
        self.settings.clone()
    }

    /// A context that passes its results and notes on.
    pub(crate) fn of_worker(settings: &Settings, out: Lines, notes: Notes) -> Context {
        Context {
            out,
            settings: settings.clone(),
            began: Cell::new(None),
            started: Instant::now(),
            notes: Some(notes),
        }
    }

    /// A context that drops results and notes.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Context {
        let settings = Settings {
            format: Format::Text,
            stop: Arc::default(),
            given: Given::default(),
            time_limit: None,
            memory: None,
            file_limit: None,
            alphabet: Alphabet::Unicode,
            quiet: true,
            verbose: 0,
        };
        Context::of_worker(&settings, Lines::to(io::sink()), Box::new(drop))
    }

    /// Writes a board, in the characters that the terminal supports.
    pub(crate) fn write_board(
        &mut self,
        puzzle: &dyn Puzzle,
        solution: Option<&[Value]>,
    ) -> io::Result<()> {
        self.out.write_all(self.board(puzzle, solution).as_bytes())
    }

    /// Draws a board, in the characters that the terminal supports.
    pub(crate) fn board(&self, puzzle: &dyn Puzzle, solution: Option<&[Value]>) -> String {
        painted(puzzle, solution, self.alphabet)
    }

    /// Writes a board with candidates, in the characters that the terminal supports.
    pub(crate) fn write_candidates(
        &mut self,
        puzzle: &dyn Puzzle,
        csp: &Csp,
        candidates: &[Vec<Value>],
    ) -> io::Result<()> {
        let board = painted_candidates(puzzle, csp, candidates, self.alphabet);
        self.out.write_all(board.as_bytes())
    }

    /// The size limit of a file in bytes: as given, or else this.
    pub(crate) fn file_bytes(&self, usually: u64) -> u64 {
        self.file_limit.unwrap_or(usually)
    }

    /// The characters that the terminal supports.
    pub(crate) fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Whether results have the format of competitions.
    pub(crate) fn competition(&self) -> bool {
        self.format == Format::Competition
    }

    /// A budget that ends after this time, if any, and with Ctrl-C. From now on there may be
    /// results to lose. The watchdog ends a command that goes on long after the budget's end.
    pub(crate) fn budget(&self, time: Option<Duration>) -> Budget {
        watchdog::note_begin();
        let began = self.began.take().unwrap_or_else(|| Clock::default().now());
        self.budget_from(began, time)
    }

    /// The budget for reading a file. The work on the file begins here, and its next budget counts
    /// from now on.
    pub(crate) fn begin(&self) -> Budget {
        let now = Clock::default().now();
        self.began.set(Some(now));
        self.budget_from(now, self.time_limit)
    }

    /// Like [`begin`](Context::begin), for work that reports nothing before it ends.
    pub(crate) fn begin_on(&self, file: impl AsRef<Path>) -> Budget {
        self.know(file, |_, _| Ok(()));
        self.begin()
    }

    /// The work on a file has ended, and its results are written.
    pub(crate) fn end_work(&self) {
        self.began.set(None);
        self.take_time();
        self.out.know(Known::default());
        self.out.know_later(Vec::new());
    }

    fn budget_from(&self, began: Moment, time: Option<Duration>) -> Budget {
        let deadline = time.map(|time| began + time);
        self.out.end_by(deadline);
        let (stop, file_bytes) = (Some(Arc::clone(&self.stop)), self.file_limit);
        let memory = self.memory.as_ref().map(Memory::anew);
        Budget { deadline, memory, stop, file_bytes, ..Budget::default() }
    }

    /// Lifts the time limit, until there is another budget.
    pub(crate) fn take_time(&self) {
        self.out.end_by(None);
    }

    /// Sets what to print if the work is cut off now: what `say` writes, for the end of the time
    /// and for an interruption.
    pub(crate) fn know(
        &self,
        about: impl AsRef<Path>,
        say: impl Fn(&mut Context, Limit) -> io::Result<()>,
    ) {
        Teller::of(self).tell(about, say);
    }

    /// Sets what to print about later work, if the command is cut off before it.
    pub(crate) fn know_later(&self, say: impl Fn(&mut Context) -> io::Result<()>) {
        let (written, words, _) = self.settings.captured(say);
        self.out.know_later(if written.is_ok() { words } else { Vec::new() });
    }

    /// Like [`know`](Context::know), for another thread that learns more.
    pub(crate) fn teller(&self) -> Teller {
        Teller::of(self)
    }

    /// Whether the command was asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether to show progress: only to a person.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && self.notes.is_none() && io::stderr().is_terminal()
    }

    /// Shows a person that the command is working.
    pub(crate) fn spinner(&self) -> Option<ProgressBar> {
        self.shows_progress().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        })
    }

    /// Does the work; meanwhile, a terminal shows `what`.
    pub(crate) fn busy<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> T {
        let bar = self.spinner();
        if let Some(bar) = &bar {
            bar.set_message(what);
        }
        let done = work();
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        done
    }

    /// Prints a note on stderr.
    pub(crate) fn note(&self, text: impl AsRef<str>) {
        match &self.notes {
            _ if self.quiet => {}
            Some(notes) => notes(text.as_ref().to_owned()),
            None => self.settings.note(text.as_ref()),
        }
    }

    /// Whether the user asked for more notes.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose > 0
    }

    /// Prints a note for users who asked for more.
    pub(crate) fn detail(&self, text: impl FnOnce() -> String) {
        if self.is_verbose() {
            self.note(text());
        }
    }

    /// Writes all remaining output, and notes the time.
    pub(crate) fn finish(&mut self, code: ExitCode) -> anyhow::Result<ExitCode> {
        self.close()?;
        self.detail(|| format!("{:.2} s in all", self.started.elapsed().as_secs_f64()));
        Ok(code)
    }

    /// Writes all remaining output. Does not return if the watchdog is ending the command.
    pub(crate) fn close(&self) -> io::Result<()> {
        // A slow reader may take any time.
        self.take_time();
        self.out.close().unwrap_or_else(|_| {
            loop {
                thread::park();
            }
        })
    }
}

impl Settings {
    /// The format of results.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// The time limit for each file.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Prints a note on stderr.
    pub(crate) fn note(&self, text: &str) {
        match self.alphabet {
            _ if self.quiet => {}
            Alphabet::Unicode => anstream::eprintln!("{text}"),
            Alphabet::Ascii => anstream::eprintln!("{}", in_ascii(text)),
        }
    }

    /// Captures what `write` writes to a context with these settings, and its notes.
    pub(crate) fn captured<T>(
        &self,
        write: impl FnOnce(&mut Context) -> T,
    ) -> (T, Vec<u8>, Vec<String>) {
        let (lines, notes) = (Lines::kept(), Rc::new(RefCell::new(Vec::new())));
        let taken = Rc::clone(&notes);
        let note = Box::new(move |note| taken.borrow_mut().push(note));
        let written = write(&mut Context::of_worker(self, lines.clone(), note));
        (written, lines.take_written(), notes.take())
    }
}

/// Standard output. Only text has colours, to be removed if it is not a terminal; looking for them
/// in other formats would cost time.
fn standard_output(format: Format, ascii: bool) -> Box<dyn Write + Send> {
    match format {
        Format::Text if ascii => {
            Box::new(AsciiWriter::new(anstream::AutoStream::auto(io::stdout())))
        }
        Format::Text => Box::new(anstream::AutoStream::auto(io::stdout())),
        _ => Box::new(io::stdout()),
    }
}

/// Replaces our own characters by ASCII: lines of boards, dots, crosses. Other text from a puzzle's
/// file stays as it is.
pub(crate) struct AsciiWriter<W> {
    out: W,
    /// The first bytes of an incomplete character.
    started: Vec<u8>,
}

impl<W: Write> AsciiWriter<W> {
    pub(crate) fn new(out: W) -> AsciiWriter<W> {
        AsciiWriter { out, started: Vec::new() }
    }
}

impl<W: Write> Write for AsciiWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.started.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.started) {
            Ok(text) => text.len(),
            Err(error) => match error.error_len() {
                None => error.valid_up_to(),
                // Not text: nothing to replace.
                Some(_) => {
                    self.out.write_all(&self.started)?;
                    self.started.clear();
                    return Ok(bytes.len());
                }
            },
        };
        let text = String::from_utf8_lossy(&self.started[..whole]);
        self.out.write_all(in_ascii(&text).as_bytes())?;
        self.started.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_may_come_in_pieces() {
        let text = "╭─╮ 3 × 4 … Ü🎲\n";
        for size in 1..8 {
            let mut out = AsciiWriter::new(Vec::new());
            text.as_bytes().chunks(size).for_each(|bytes| out.write_all(bytes).unwrap());
            assert_eq!(String::from_utf8(out.out).unwrap(), "+-+ 3 x 4 ... Ü🎲\n");
        }
    }
}
