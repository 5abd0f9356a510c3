//! What every command writes to and obeys.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cnfetti::csp::{Csp, Value};
use cnfetti::limit::{Budget, Clock, Limit, Moment};
use cnfetti::puzzle::{Alphabet, Puzzle, in_ascii, painted, painted_candidates};
use indicatif::ProgressBar;

use super::ascii::AsciiWriter;
use super::lines::{Known, Lines};
use super::output::{Format, Given, OutputOptions};
use super::{STOPPED, interrupt, watchdog};

/// What every command writes to and obeys.
pub(crate) struct Context {
    /// Standard output, for results only.
    pub(crate) out: Lines,
    /// How results are written.
    pub(crate) format: Format,
    /// Becomes true at Ctrl-C or SIGTERM.
    pub(crate) stop: Arc<AtomicBool>,
    /// The options that were typed.
    pub(crate) given: Given,
    /// For how long a file may be worked on.
    time_limit: Option<Duration>,
    /// How many bytes a file may have, where that was said.
    file_limit: Option<u64>,
    /// When the work on this file began, until a budget counts from then.
    began: Cell<Option<Moment>>,
    alphabet: Alphabet,
    quiet: bool,
    verbose: u8,
    started: Instant,
    /// Where notes go instead of stderr.
    notes: Option<Notes>,
}

type Notes = Box<dyn Fn(String)>;

/// What the contexts of all workers have in common.
#[derive(Clone)]
pub(crate) struct Settings {
    format: Format,
    stop: Arc<AtomicBool>,
    given: Given,
    time_limit: Option<Duration>,
    file_limit: Option<u64>,
    alphabet: Alphabet,
    quiet: bool,
    verbose: u8,
}

impl Context {
    /// That of a command which may work on a file for this long, and which ends by then, come what
    /// may; and which reads files of at most this many bytes, where that was said.
    pub(super) fn new(
        options: &OutputOptions,
        given: Given,
        time_limit: Option<Duration>,
        file_limit: Option<u64>,
    ) -> Context {
        let stop = Arc::new(AtomicBool::new(false));
        interrupt::stop_at_signals(&stop);
        let settings = Settings {
            format: options.format,
            stop,
            given,
            time_limit,
            file_limit,
            alphabet: if options.ascii { Alphabet::Ascii } else { Alphabet::Unicode },
            quiet: options.quiet,
            verbose: options.verbose,
        };
        let out = Lines::to(standard_output(options.format, options.ascii));
        watchdog::watch(out.clone(), settings.clone());
        Context { notes: None, ..Context::of_worker(&settings, out, Box::new(drop)) }
    }

    /// What a worker's context takes over.
    pub(crate) fn settings(&self) -> Settings {
        let Context { format, time_limit, file_limit, alphabet, quiet, verbose, .. } = *self;
        let (stop, given) = (Arc::clone(&self.stop), self.given.clone());
        Settings { format, stop, given, time_limit, file_limit, alphabet, quiet, verbose }
    }

    /// A context that hands on its results and its notes.
    pub(crate) fn of_worker(settings: &Settings, out: Lines, notes: Notes) -> Context {
        let Settings { format, stop, given, time_limit, file_limit, alphabet, quiet, verbose } =
            settings.clone();
        let (notes, started, began) = (Some(notes), Instant::now(), Cell::new(None));
        Context {
            out,
            format,
            stop,
            given,
            time_limit,
            file_limit,
            began,
            alphabet,
            quiet,
            verbose,
            started,
            notes,
        }
    }

    /// A context whose results and notes nobody sees.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Context {
        let settings = Settings {
            format: Format::Text,
            stop: Arc::default(),
            given: Given::default(),
            time_limit: None,
            file_limit: None,
            alphabet: Alphabet::Unicode,
            quiet: true,
            verbose: 0,
        };
        Context::of_worker(&settings, Lines::to(io::sink()), Box::new(drop))
    }

    /// Writes a board as the terminal can show it.
    pub(crate) fn write_board(
        &mut self,
        puzzle: &dyn Puzzle,
        solution: Option<&[Value]>,
    ) -> io::Result<()> {
        self.out.write_all(self.board(puzzle, solution).as_bytes())
    }

    /// A board as the terminal can show it.
    pub(crate) fn board(&self, puzzle: &dyn Puzzle, solution: Option<&[Value]>) -> String {
        painted(puzzle, solution, self.alphabet)
    }

    /// Writes a board with candidates as the terminal can show it.
    pub(crate) fn write_candidates(
        &mut self,
        puzzle: &dyn Puzzle,
        csp: &Csp,
        candidates: &[Vec<Value>],
    ) -> io::Result<()> {
        let board = painted_candidates(puzzle, csp, candidates, self.alphabet);
        self.out.write_all(board.as_bytes())
    }

    /// How many bytes a file may have: as was said, or else so many.
    pub(crate) fn file_bytes(&self, usually: u64) -> u64 {
        self.file_limit.unwrap_or(usually)
    }

    /// What the terminal can show.
    pub(crate) fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Whether results are written as in competitions.
    pub(crate) fn competition(&self) -> bool {
        self.format == Format::Competition
    }

    /// A budget that ends with this time, if any, and with Ctrl-C. What has a budget may have
    /// results to lose. The command is ended when it goes on for long after the time is over.
    pub(crate) fn budget(&self, time: Option<Duration>) -> Budget {
        interrupt::note_begin();
        let began = self.began.take().unwrap_or_else(|| Clock::default().now());
        self.budget_from(began, time)
    }

    /// The budget for reading a file, with which the work on it begins: the next budget counts from
    /// now on.
    pub(crate) fn begin(&self) -> Budget {
        let now = Clock::default().now();
        self.began.set(Some(now));
        self.budget_from(now, self.time_limit)
    }

    /// As [`begin`](Context::begin), for work of which nothing is said until it has ended.
    pub(crate) fn begin_on(&self, file: impl AsRef<Path>) -> Budget {
        self.know(file, |_, _| Ok(()));
        self.begin()
    }

    /// The work on it has ended, and all is said.
    pub(super) fn end_work(&self) {
        self.began.set(None);
        self.take_time();
        self.out.know(Known::default());
        self.out.know_later(Vec::new());
    }

    fn budget_from(&self, began: Moment, time: Option<Duration>) -> Budget {
        let deadline = time.map(|time| began + time);
        self.out.end_by(deadline);
        let (stop, file_bytes) = (Some(Arc::clone(&self.stop)), self.file_limit);
        Budget { deadline, stop, file_bytes, ..Budget::default() }
    }

    /// What comes next is not limited, until there is another budget.
    pub(crate) fn take_time(&self) {
        self.out.end_by(None);
    }

    /// Says what is known so far, in case that the work is ended: what `say` writes, in the end of
    /// the time and of an interruption.
    pub(crate) fn know(
        &self,
        about: impl AsRef<Path>,
        say: impl Fn(&mut Context, Limit) -> io::Result<()>,
    ) {
        Teller::of(self).tell(about, say);
    }

    /// Says what is written of that which comes later, in case that it does not come to that.
    pub(super) fn know_later(&self, say: impl Fn(&mut Context) -> io::Result<()>) {
        let (written, words, _) = self.settings().captured(say);
        self.out.know_later(if written.is_ok() { words } else { Vec::new() });
    }

    /// As [`know`](Context::know), where another thread may learn more.
    pub(crate) fn teller(&self) -> Teller {
        Teller::of(self)
    }

    /// Whether the command was asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether progress is to be shown: only to a person.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && self.notes.is_none() && io::stderr().is_terminal()
    }

    /// Shows a person that work is going on.
    pub(crate) fn spinner(&self) -> Option<ProgressBar> {
        self.shows_progress().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        })
    }

    /// Does the work; on a terminal it says what for meanwhile.
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

    /// A remark on stderr.
    pub(crate) fn note(&self, text: impl AsRef<str>) {
        match &self.notes {
            _ if self.quiet => {}
            Some(notes) => notes(text.as_ref().to_owned()),
            None => self.settings().note(text.as_ref()),
        }
    }

    /// Whether more notes were asked for.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose > 0
    }

    /// A remark for those who asked for more.
    pub(crate) fn detail(&self, text: impl FnOnce() -> String) {
        if self.is_verbose() {
            self.note(text());
        }
    }

    /// Writes out what is left, and how long it took.
    pub(crate) fn finish(&mut self, code: ExitCode) -> anyhow::Result<ExitCode> {
        self.close()?;
        self.detail(|| format!("{:.2} s in all", self.started.elapsed().as_secs_f64()));
        Ok(code)
    }

    /// Writes out what is left. Does not return when somebody else is ending the command.
    pub(crate) fn close(&self) -> io::Result<()> {
        // How long somebody takes to read it is not limited.
        self.take_time();
        self.out.close().unwrap_or_else(|_| {
            loop {
                thread::park();
            }
        })
    }
}

impl Settings {
    /// The same for results in this format.
    pub(crate) fn with_format(self, format: Format) -> Settings {
        Settings { format, ..self }
    }

    /// A remark on stderr.
    pub(super) fn note(&self, text: &str) {
        match self.alphabet {
            _ if self.quiet => {}
            Alphabet::Unicode => anstream::eprintln!("{text}"),
            Alphabet::Ascii => anstream::eprintln!("{}", in_ascii(text)),
        }
    }

    /// What is written to a context of this kind, and noted.
    pub(super) fn captured<T>(
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

/// Says what is known of work that goes on.
pub(crate) struct Teller {
    lines: Lines,
    settings: Settings,
    next: Instant,
}

/// Who learns more all the time says so no more often than this.
const BETWEEN: Duration = Duration::from_millis(10);

impl Teller {
    /// For whoever writes these lines.
    pub(super) fn new(lines: Lines, settings: Settings) -> Teller {
        Teller { lines, settings, next: Instant::now() }
    }

    fn of(context: &Context) -> Teller {
        Teller::new(context.out.clone(), context.settings())
    }

    /// Says what is known by now: what `say` writes.
    pub(crate) fn tell(
        &mut self,
        about: impl AsRef<Path>,
        say: impl Fn(&mut Context, Limit) -> io::Result<()>,
    ) {
        let about = about.as_ref().display().to_string();
        // As solvers end in competitions when they do not know.
        let mut code = if self.settings.format == Format::Competition { 0 } else { STOPPED };
        let words = [Limit::Time, Limit::Interrupted].map(|limit| {
            let say = |context: &mut Context| {
                context.out.would_exit_with(code);
                say(context, limit)?;
                code = context.out.exit_code();
                io::Result::Ok(())
            };
            let (written, words, _) = self.settings.captured(say);
            if written.is_ok() { words } else { Vec::new() }
        });
        self.lines.know(Known { about, words, code });
    }

    /// As [`tell`](Teller::tell), unless that was just said.
    pub(crate) fn tell_now_and_then(
        &mut self,
        about: impl AsRef<Path>,
        say: impl Fn(&mut Context, Limit) -> io::Result<()>,
    ) {
        if Instant::now() >= self.next {
            self.tell(about, say);
            self.next = Instant::now() + BETWEEN;
        }
    }
}

/// Standard output. Only text has colours, to be taken out where nobody sees them: looking for
/// them would slow the rest down.
fn standard_output(format: Format, ascii: bool) -> Box<dyn Write + Send> {
    match format {
        Format::Text if ascii => {
            Box::new(AsciiWriter::new(anstream::AutoStream::auto(io::stdout())))
        }
        Format::Text => Box::new(anstream::AutoStream::auto(io::stdout())),
        _ => Box::new(io::stdout()),
    }
}
