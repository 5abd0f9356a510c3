//! Writes results in whole lines, and holds what to print if the work is cut off.
//!
//! If a command does not end in time, it is cut off here: we write its output up to the last whole line, then
//! what is known, and ignore whatever the command writes after that.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use cnfetti::limit::{Clock, Limit, Moment};

use super::context::{Context, Settings};
use super::output::Format;
use crate::commands::STOPPED;

/// Lines are passed on once there are this many bytes.
const BUFFER: usize = 1 << 16;

/// A pipe takes this many bytes whole or not at all. So output written in such pieces is never cut off in the
/// middle of a line, unless a line is longer.
const PIECE: usize = 4096;

/// The output of a command. All copies share it.
#[derive(Clone)]
pub(crate) struct Lines {
    sheet: Arc<Mutex<Sheet>>,
    /// The moment by which the command must have ended. It can be read even while a writer holds the other
    /// lock.
    deadline: Arc<Mutex<Option<Moment>>>,
}

struct Sheet {
    /// Where the output goes. Without it, the output is kept.
    out: Option<Box<dyn Write + Send>>,
    /// The output that was not passed on yet.
    written: Vec<u8>,
    /// The text that completes the open line. Without it, an open line is dropped.
    ending: &'static str,
    known: Known,
    /// The lines for results that have not come yet.
    later: Vec<u8>,
    end: Option<End>,
}

/// How the output ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Everything was written.
    Whole,
    /// It was cut off.
    Cut,
}

/// What to print if the work is cut off now.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The subject of the work, such as a file.
    pub(crate) about: String,
    /// The text for standard output at the end of the time, and at an interruption. An open line of the
    /// work's own results replaces both.
    pub(crate) words: [Vec<u8>; 2],
    /// The exit code.
    pub(crate) code: u8,
}

impl Default for Known {
    fn default() -> Known {
        Known { about: String::new(), words: Default::default(), code: STOPPED }
    }
}

/// What remains of output that was cut off.
#[derive(Debug)]
pub(crate) struct Rest {
    /// The bytes to pass on.
    pub(crate) bytes: Vec<u8>,
    /// The subject of the work.
    pub(crate) about: String,
    /// The exit code.
    pub(crate) code: u8,
}

/// Why the output was not cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CutShort {
    /// A writer holds the lock, because the output is not being read.
    NobodyReads,
    /// Everything is written already.
    HasEnded,
}

/// The output was cut off.
pub(crate) struct IsCut;

impl Lines {
    /// Output that goes to a writer.
    pub(crate) fn to(out: impl Write + Send + 'static) -> Lines {
        Lines::new(Some(Box::new(out)))
    }

    /// Output that is kept.
    pub(crate) fn kept() -> Lines {
        Lines::new(None)
    }

    fn new(out: Option<Box<dyn Write + Send>>) -> Lines {
        let sheet = Sheet {
            out,
            written: Vec::new(),
            ending: "",
            known: Known::default(),
            later: Vec::new(),
            end: None,
        };
        Lines { sheet: Arc::new(Mutex::new(sheet)), deadline: Arc::default() }
    }

    /// Takes the kept output.
    pub(crate) fn take_written(&self) -> Vec<u8> {
        std::mem::take(&mut self.lock().written)
    }

    /// Leaves the current line open: until it is ended, this text would complete it.
    pub(crate) fn leave_open(&self, ending: &'static str) {
        self.lock().ending = ending;
    }

    /// Sets what to print if the work is cut off.
    pub(crate) fn know(&self, known: Known) {
        self.lock().known = known;
    }

    /// Sets the exit code for the case that the work is cut off.
    pub(crate) fn would_exit_with(&self, code: u8) {
        self.lock().known.code = code;
    }

    /// The exit code for the case that the work is cut off.
    pub(crate) fn exit_code(&self) -> u8 {
        self.lock().known.code
    }

    /// Sets what to print about later work, if the command is cut off before it.
    pub(crate) fn know_later(&self, words: Vec<u8>) {
        self.lock().later = words;
    }

    /// Sets when the work must end.
    pub(crate) fn end_by(&self, deadline: Option<Moment>) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
    }

    /// Whether the work should have ended at least this long ago.
    pub(crate) fn is_overdue(&self, by: Duration) -> bool {
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        deadline.is_some_and(|deadline| Clock::default().now() >= deadline + by)
    }

    /// Ends the output, and passes on what remains.
    pub(crate) fn close(&self) -> Result<io::Result<()>, IsCut> {
        let mut sheet = self.lock();
        if sheet.end == Some(End::Cut) {
            return Err(IsCut);
        }
        sheet.end = Some(End::Whole);
        let all = sheet.written.len();
        Ok(sheet.hand_on(all).and_then(|()| sheet.out.as_mut().map_or(Ok(()), Write::flush)))
    }

    /// From now on, passes nothing on.
    pub(crate) fn hang_up(&self) {
        self.lock().out = None;
    }

    /// Cuts the output off here, and returns what remains of it, with what is known.
    pub(crate) fn cut(&self, limit: Limit, patience: Duration) -> Result<Rest, CutShort> {
        let mut sheet = self.lock_within(patience)?;
        if sheet.end.is_some() {
            return Err(CutShort::HasEnded);
        }
        sheet.end = Some(End::Cut);
        let mut bytes = std::mem::take(&mut sheet.written);
        let interrupted = usize::from(limit == Limit::Interrupted);
        if sheet.ending.is_empty() {
            bytes.truncate(whole_lines(&bytes));
            bytes.extend_from_slice(&sheet.known.words[interrupted]);
        } else {
            bytes.extend_from_slice(sheet.ending.as_bytes());
        }
        bytes.append(&mut sheet.later);
        let Known { about, code, .. } = std::mem::take(&mut sheet.known);
        Ok(Rest { bytes, about, code })
    }

    /// Like [`cut`](Lines::cut), but passes on what remains.
    pub(crate) fn cut_and_flush(&self, limit: Limit, patience: Duration) -> Result<Rest, CutShort> {
        let rest = self.cut(limit, patience)?;
        let mut sheet = self.lock_within(patience)?;
        if let Some(out) = &mut sheet.out {
            // If the reader has gone away, it does not want this.
            let _ = write_in_pieces(out, &rest.bytes).and_then(|()| out.flush());
        }
        Ok(rest)
    }

    fn lock(&self) -> MutexGuard<'_, Sheet> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_within(&self, patience: Duration) -> Result<MutexGuard<'_, Sheet>, CutShort> {
        let start = Instant::now();
        loop {
            match self.sheet.try_lock() {
                Ok(sheet) => return Ok(sheet),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if start.elapsed() >= patience => {
                    return Err(CutShort::NobodyReads);
                }
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut sheet = self.lock();
        sheet.require_uncut()?;
        sheet.written.extend_from_slice(bytes);
        if bytes.contains(&b'\n') {
            sheet.ending = "";
            sheet.known.words = Default::default();
        }
        if sheet.written.len() >= BUFFER {
            let whole = whole_lines(&sheet.written);
            sheet.hand_on(whole)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut sheet = self.lock();
        sheet.require_uncut()?;
        let is_open = !sheet.ending.is_empty();
        let length = if is_open { whole_lines(&sheet.written) } else { sheet.written.len() };
        sheet.hand_on(length)?;
        sheet.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Sheet {
    fn require_uncut(&self) -> io::Result<()> {
        // The same error as if the reader had gone away, so the writer ends silently.
        match self.end {
            Some(End::Cut) => Err(io::ErrorKind::BrokenPipe.into()),
            Some(End::Whole) | None => Ok(()),
        }
    }

    /// Passes on the first bytes.
    fn hand_on(&mut self, length: usize) -> io::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        let written = write_in_pieces(out, &self.written[..length]);
        self.written.drain(..length);
        written
    }
}

/// The number of bytes of all whole lines.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
}

/// Writes whole lines, a few at a time.
fn write_in_pieces(out: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let first = &bytes[..bytes.len().min(PIECE)];
        let length = match whole_lines(first) {
            _ if first.len() < PIECE => bytes.len(),
            0 => bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| at + 1),
            length => length,
        };
        let (piece, rest) = bytes.split_at(length);
        out.write_all(piece)?;
        bytes = rest;
    }
    Ok(())
}

/// Updates what to print if the work is cut off.
pub(crate) struct Teller {
    lines: Lines,
    settings: Settings,
    next: Instant,
}

/// The shortest time between two updates of work that learns more all the time.
const BETWEEN: Duration = Duration::from_millis(10);

impl Teller {
    /// A teller for these lines.
    pub(crate) fn new(lines: Lines, settings: Settings) -> Teller {
        Teller { lines, settings, next: Instant::now() }
    }

    /// A teller for the lines of this context.
    pub(crate) fn of(context: &Context) -> Teller {
        Teller::new(context.out.clone(), context.settings())
    }

    /// Grants the time limit anew, from now on.
    pub(crate) fn renew_time(&self) {
        let now = Clock::default().now();
        self.lines.end_by(self.settings.time_limit().map(|time| now + time));
    }

    /// Sets what to print if the work is cut off now: what `say` writes.
    pub(crate) fn tell(
        &mut self,
        about: impl AsRef<Path>,
        say: impl Fn(&mut Context, Limit) -> io::Result<()>,
    ) {
        let about = about.as_ref().display().to_string();
        // In competitions, a solver without an answer exits with 0.
        let mut code = if self.settings.format() == Format::Competition { 0 } else { STOPPED };
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

    /// Like [`tell`](Teller::tell), unless there was an update a moment ago.
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

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_millis(100);

    fn known(words: &str) -> Known {
        let words = [words, "interrupted\n"].map(|words| words.as_bytes().to_vec());
        Known { about: "x".to_owned(), words, code: 3 }
    }

    fn cut(lines: &Lines, limit: Limit) -> String {
        String::from_utf8(lines.cut(limit, PATIENCE).unwrap().bytes).unwrap()
    }

    #[test]
    fn what_is_known_takes_the_place_of_a_result() {
        let mut lines = Lines::kept();
        lines.know(known("at least 2\n"));
        write!(lines, "half a line").unwrap();
        assert_eq!(cut(&lines, Limit::Time), "at least 2\n");
        assert!(writeln!(lines, "more").is_err() && lines.flush().is_err());
        assert!(lines.close().is_err());
        let mut lines = Lines::kept();
        lines.know(known("at least 2\n"));
        lines.know_later(b"later\n".to_vec());
        writeln!(lines, "3 solutions").unwrap();
        write!(lines, "{{").unwrap();
        assert_eq!(cut(&lines, Limit::Time), "3 solutions\nlater\n");
        let lines = Lines::kept();
        lines.know(known("at least 2\n"));
        assert_eq!(cut(&lines, Limit::Interrupted), "interrupted\n");
    }

    #[test]
    fn an_open_line_is_made_whole() {
        let mut lines = Lines::kept();
        lines.know(known("unknown\n"));
        write!(lines, "{{1").unwrap();
        lines.leave_open("}\n");
        lines.flush().unwrap();
        assert_eq!(cut(&lines, Limit::Time), "{1}\n");
        let mut lines = Lines::kept();
        write!(lines, "{{1").unwrap();
        lines.leave_open("}\n");
        write!(lines, ",2}}\n{{3").unwrap();
        assert_eq!(cut(&lines, Limit::Time), "{1,2}\n");
    }

    /// A writer whose reader does not read keeps the lock. Nobody waits for it longer than that.
    #[test]
    fn nobody_waits_for_a_writer_without_a_reader() {
        let lines = Lines::kept();
        let held = lines.lock();
        let cut = || lines.cut(Limit::Time, Duration::from_millis(5)).map(|_| ());
        assert_eq!(cut(), Err(CutShort::NobodyReads));
        drop(held);
        assert_eq!((cut(), cut()), (Ok(()), Err(CutShort::HasEnded)));
    }

    #[test]
    fn what_has_ended_is_not_cut() {
        let lines = Lines::kept();
        lines.know(known("unknown\n"));
        assert!(lines.close().is_ok());
        assert_eq!(lines.cut(Limit::Time, PATIENCE).unwrap_err(), CutShort::HasEnded);
    }

    #[test]
    fn lines_stay_whole_in_pieces() {
        #[derive(Clone, Default)]
        struct Pieces(Arc<Mutex<Vec<Vec<u8>>>>);
        impl Write for Pieces {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().unwrap().push(bytes.to_vec());
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let pieces = Pieces::default();
        let mut lines = Lines::to(pieces.clone());
        let mut all = Vec::new();
        for length in [1, 700, 1300, 4095, 4096, 4097, 10_000, 70_000].into_iter().cycle().take(200)
        {
            let line = format!("{}\n", "x".repeat(length));
            all.extend_from_slice(line.as_bytes());
            lines.write_all(line.as_bytes()).unwrap();
        }
        lines.flush().unwrap();
        let pieces = pieces.0.lock().unwrap();
        assert!(pieces.iter().all(|piece| piece.ends_with(b"\n")));
        let of_several = pieces.iter().filter(|piece| whole_lines(&piece[..piece.len() - 1]) > 0);
        assert!(of_several.clone().count() > 10);
        assert!(of_several.into_iter().all(|piece| piece.len() <= PIECE));
        assert_eq!(pieces.concat(), all);
    }

    #[test]
    fn a_deadline_passes() {
        let lines = Lines::kept();
        assert!(!lines.is_overdue(Duration::ZERO));
        lines.end_by(Some(Clock::default().now()));
        assert!(lines.is_overdue(Duration::ZERO) && !lines.is_overdue(Duration::from_secs(60)));
    }
}
