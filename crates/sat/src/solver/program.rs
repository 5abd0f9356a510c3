//! Running a program that reads a file, within a budget.
//!
//! What the program prints is read while it runs, so that no full pipe can stop it. It is ended
//! with the budget: on Unix together with all that it has started, since it may be a script. What it
//! leaves behind when it ends by itself is ended too. Only when this process is killed without
//! notice (SIGKILL) do they go on to their own end.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempPath;

use super::command_line::CommandLine;
use super::{Budget, Stopped, answer};

/// More output than this is refused, in bytes.
pub(crate) const MAX_OUTPUT_BYTES: u64 = answer::MAX_BYTES;

/// So much is read at most, to see that it is too much.
const TOO_MUCH: u64 = MAX_OUTPUT_BYTES + 1;

/// How much of a program's stderr is kept, in bytes.
const MAX_STDERR_BYTES: u64 = 2000;

/// How long what an ended program leaves running may keep its output open.
const AFTER_THE_END: Duration = Duration::from_secs(1);

/// A program that came to its end by itself.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// What it printed on stdout.
    pub stdout: Vec<u8>,
    /// What it wrote to the file for its answer, when it was given one.
    answer: Option<Vec<u8>>,
    stderr: Vec<u8>,
}

impl Finished {
    /// What it answered: on stdout, or in the file for it.
    pub fn answer(&self) -> &[u8] {
        self.answer.as_ref().unwrap_or(&self.stdout)
    }

    /// What it said on stderr, ready to be appended to an error; empty when it said nothing.
    pub fn complaint(&self) -> String {
        match String::from_utf8_lossy(&self.stderr).trim() {
            "" => String::new(),
            text => format!("\nits stderr: {text}"),
        }
    }
}

/// Why a program did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum NotFinished {
    /// A limit was reached first, and it was ended.
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

/// Runs a program on a file; none is started once the budget is spent, however quick it may be.
pub fn run(program: &CommandLine, input: &Path, budget: &Budget) -> Result<Finished, NotFinished> {
    let name = || program.name().to_owned();
    let failed = |error| NotFinished::Io(name(), error);
    budget.check()?;
    let output = program.writes_file().then(temporary_file).transpose().map_err(failed)?;
    let start = Running::start(program, input, output.as_deref());
    let mut running = start.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => NotFinished::Missing(name()),
        _ => failed(error),
    })?;
    let status = running.wait(budget).map_err(failed)?;
    let Some(status) = status else { return Err(Stopped(budget.limit()).into()) };
    let (stdout, stderr) = running.output();
    let answer = output.map(|path| fs::File::open(path).map(|file| all_of(file.take(TOO_MUCH))));
    let answer = answer.transpose().map_err(failed)?;
    if [Some(&stdout), answer.as_ref()].into_iter().flatten().any(|o| o.len() as u64 >= TOO_MUCH) {
        return Err(NotFinished::TooMuch(name()));
    }
    Ok(Finished { status, stdout, answer, stderr })
}

/// A file that is gone when its path is dropped.
fn temporary_file() -> io::Result<TempPath> {
    let file = tempfile::Builder::new().prefix("cnfetti-").suffix(".out").tempfile()?;
    Ok(file.into_temp_path())
}

/// A program that runs; it is ended when this is dropped.
struct Running {
    child: Child,
    has_ended: bool,
    stdout: Option<JoinHandle<Vec<u8>>>,
    stderr: Option<JoinHandle<Vec<u8>>>,
}

impl Running {
    fn start(program: &CommandLine, input: &Path, output: Option<&Path>) -> io::Result<Running> {
        let stdin = match program.reads_stdin() {
            true => fs::File::open(input)?.into(),
            false => Stdio::null(),
        };
        let mut command = Command::new(program.name());
        command
            .args(program.arguments(input, output))
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        // Whoever prints too much may get a broken pipe, but not for what it says on the side.
        let stdout = child.stdout.take().map(|pipe| read(pipe.take(TOO_MUCH)));
        let stderr = child.stderr.take().map(|mut pipe| {
            thread::spawn(move || {
                let kept = all_of(pipe.by_ref().take(MAX_STDERR_BYTES));
                let _ = io::copy(&mut pipe, &mut io::sink());
                kept
            })
        });
        Ok(Running { child, has_ended: false, stdout, stderr })
    }

    /// Waits for the end of the program; `None` when the budget was spent before.
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

    /// What the ended program printed on stdout and on stderr.
    fn output(&mut self) -> (Vec<u8>, Vec<u8>) {
        if !self.is_read_within(AFTER_THE_END) {
            kill_group(&self.child);
            self.is_read_within(AFTER_THE_END);
        }
        let take = |thread: Option<JoinHandle<Vec<u8>>>| {
            let thread = thread.filter(JoinHandle::is_finished);
            thread.and_then(|thread| thread.join().ok()).unwrap_or_default()
        };
        (take(self.stdout.take()), take(self.stderr.take()))
    }

    /// Whether everything that was printed has been read.
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
        kill_group(&self.child);
        if !self.has_ended {
            // Both fail when it has ended by now, which is what is wanted.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Ends what a program has started and, if it still runs, the program. As long as anything in the
/// group runs no other process gets its id, and right after the end of all of it none has it yet.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        // This fails when there is nothing left to end, which is what is wanted.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Only the program itself can be ended here.
#[cfg(not(unix))]
fn kill_group(_child: &Child) {}

/// Reads all that comes, on a thread of its own.
fn read(pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || all_of(pipe))
}

fn all_of(mut pipe: impl Read) -> Vec<u8> {
    let mut all = Vec::new();
    // A broken pipe ends what can be read; what came before it is kept.
    let _ = pipe.read_to_end(&mut all);
    all
}
