//! Runs a program within a budget.
//!
//! Its output is read while it runs, so a full pipe cannot block it. When the budget is spent, the
//! program is ended: on Unix with everything in its process group, since it may be a script, and on
//! Linux with everything that has left the group, for example with `setsid`. If it ends by itself,
//! only what it leaves in its group is ended. If this process is killed by SIGKILL, nothing is.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::remains::{self, Noted};
use cnfetti_core::limit::{Budget, Stopped};

/// More output is an error, in bytes.
pub const MAX_OUTPUT_BYTES: u64 = 1 << 28;

/// How much output is read at most: enough to see that it is too much.
const READ_LIMIT: u64 = MAX_OUTPUT_BYTES + 1;

/// How much of a program's stderr is kept, in bytes.
const MAX_STDERR_BYTES: u64 = 16_000;

/// How long processes that an ended program leaves running may keep its output open.
const GRACE_PERIOD: Duration = Duration::from_secs(1);

/// A program that ended by itself.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// What it wrote to stdout.
    pub stdout: Vec<u8>,
    /// The beginning of what it wrote to stderr.
    pub stderr: Vec<u8>,
}

/// Why a program did not end by itself.
#[derive(Debug, thiserror::Error)]
pub enum NotFinished {
    /// A limit was reached first, and the program was ended.
    #[error("it was ended")]
    Stopped(#[from] Stopped),
    /// There is no such program.
    #[error("cannot run `{0}`: there is no such program")]
    Missing(String),
    /// It could not be run.
    #[error("cannot run `{0}`: {1}")]
    Io(String, io::Error),
    /// It printed too much.
    #[error("`{0}` printed more than {MAX_OUTPUT_BYTES} bytes")]
    TooMuch(String),
}

/// Runs a program; the caller may have set its stdin. If the budget is already spent, does not
/// start it, however quick it may be.
pub fn run(command: &mut Command, budget: &Budget) -> Result<Finished, NotFinished> {
    let name = command.get_program().to_string_lossy().into_owned();
    budget.check()?;
    let mut running = Running::start(command).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => NotFinished::Missing(name.clone()),
        _ => NotFinished::Io(name.clone(), error),
    })?;
    let status = running.wait(budget).map_err(|error| NotFinished::Io(name.clone(), error))?;
    let Some(status) = status else { return Err(Stopped(budget.limit()).into()) };
    let (stdout, stderr) = running.output();
    if is_too_much(&stdout) {
        return Err(NotFinished::TooMuch(name));
    }
    Ok(Finished { status, stdout, stderr })
}

/// Reads everything, or enough to see that it is too much.
pub fn read_output(from: impl Read) -> Vec<u8> {
    all_of(from.take(READ_LIMIT))
}

/// Whether there was more output than allowed.
pub fn is_too_much(output: &[u8]) -> bool {
    output.len() as u64 >= READ_LIMIT
}

/// A running program, which is ended when this is dropped.
struct Running {
    child: Child,
    has_ended: bool,
    stdout: Option<JoinHandle<Vec<u8>>>,
    stderr: Option<JoinHandle<Vec<u8>>>,
    // Ends the registration after the program has ended.
    noted: Noted,
}

impl Running {
    fn start(command: &mut Command) -> io::Result<Running> {
        let (mut child, noted) =
            remains::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
        // A program that prints too much to stdout may get a broken pipe, but stderr is read to the
        // end.
        let stdout = child.stdout.take().map(|pipe| thread::spawn(move || read_output(pipe)));
        let stderr = child.stderr.take().map(|mut pipe| {
            thread::spawn(move || {
                let kept = all_of(pipe.by_ref().take(MAX_STDERR_BYTES));
                let _ = io::copy(&mut pipe, &mut io::sink());
                kept
            })
        });
        Ok(Running { child, has_ended: false, stdout, stderr, noted })
    }

    /// Waits for the program to end; returns `None` if the budget is spent first.
    fn wait(&mut self, budget: &Budget) -> io::Result<Option<ExitStatus>> {
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = self.child.try_wait()? {
                self.has_ended = true;
                return Ok(Some(status));
            }
            if budget.is_spent() {
                return Ok(None);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// What the ended program wrote to stdout and stderr.
    fn output(&mut self) -> (Vec<u8>, Vec<u8>) {
        if !self.is_read_within(GRACE_PERIOD) {
            remains::end_group(self.child.id());
            self.noted.end_strays();
            self.is_read_within(GRACE_PERIOD);
        }
        let take = |thread: Option<JoinHandle<Vec<u8>>>| {
            let thread = thread.filter(JoinHandle::is_finished);
            thread.and_then(|thread| thread.join().ok()).unwrap_or_default()
        };
        (take(self.stdout.take()), take(self.stderr.take()))
    }

    /// Whether all output is read within this time.
    fn is_read_within(&self, limit: Duration) -> bool {
        let start = Instant::now();
        loop {
            if [&self.stdout, &self.stderr].into_iter().flatten().all(JoinHandle::is_finished) {
                return true;
            }
            if start.elapsed() >= limit {
                return false;
            }
            thread::sleep(Duration::from_micros(100));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        remains::end_group(self.child.id());
        if !self.has_ended {
            self.noted.end_strays();
            // An error means that it has already ended.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn all_of(mut from: impl Read) -> Vec<u8> {
    let mut all = Vec::new();
    // Keep what came before a broken pipe.
    let _ = from.read_to_end(&mut all);
    all
}
