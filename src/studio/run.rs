//! A question is answered by a process of this program, within limits of time, memory and size.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use cnfetti::instance::{KINDS_BESIDE, KINDS_FOLDER, kinds_folder};
use hyper::body::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use crate::program::FOR_PARENT;

/// The longest answer, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The longest message of an error, in bytes.
const MOST_MESSAGE: u64 = 1 << 16;

/// The memory that a process may take, in bytes.
#[cfg(target_os = "linux")]
const MOST_MEMORY: u64 = 4 << 30;

/// How much longer than its time limit a process may take to print what it has found.
const GRACE: Duration = Duration::from_secs(5);

/// How a process ended.
pub(super) struct Ended {
    /// Its exit code; none when something ended it.
    pub(super) code: Option<i32>,
    /// Its standard output.
    pub(super) answer: Vec<u8>,
    /// Its standard error.
    pub(super) message: String,
}

/// How long a process may take to end after it was told to.
const ENDING: Duration = Duration::from_secs(2);

/// Runs the program. When the future is dropped the process is ended, with all that it has started; when this process
/// is killed, it ends by itself. An error says what failed. A text from the page can name kinds in the folder `beside`,
/// if there is one, and no other file.
pub(super) async fn run(
    program: &Path,
    beside: Option<&Path>,
    words: &[String],
    input: Bytes,
    limit: Duration,
) -> Result<Ended, String> {
    let started = Command::new(program)
        .args(words)
        .env("NO_COLOR", "1")
        .env(FOR_PARENT, "1")
        .env(KINDS_BESIDE, beside.unwrap_or(Path::new("")))
        .envs(kinds_folder().map(|folder| (KINDS_FOLDER, folder)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = started.map_err(|error| format!("{}: {error}", program.display()))?;
    limit_memory(&child);
    let mut running = Running(Some(child));
    let Some(child) = &mut running.0 else { unreachable!("it was just started") };
    if let Some(mut stdin) = child.stdin.take() {
        // A process that does not read to the end says why by itself.
        tokio::spawn(async move { stdin.write_all(&input).await });
    }
    let ended = tokio::time::timeout(limit + GRACE, outcome(child)).await;
    ended.map_err(|_| format!("no answer within {} s", (limit + GRACE).as_secs_f64()))?
}

/// A process that is told to end when this is dropped, unless it has ended.
struct Running(Option<Child>);

impl Drop for Running {
    fn drop(&mut self) {
        let Some(mut child) = self.0.take() else { return };
        if child.id().is_none() {
            return;
        }
        tell_to_end(&mut child);
        // Without a runtime the studio itself is ending, and the process does so by itself.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if tokio::time::timeout(ENDING, child.wait()).await.is_err() {
                    // This fails when it has ended by now, which is what is wanted.
                    let _ = child.start_kill();
                }
            });
        }
    }
}

/// The process ends the programs that it has started, which nobody else knows. Two signals are two
/// wishes to end: after the second it waits for nothing any more. They are of two kinds since those of one
/// kind that wait are one.
#[cfg(unix)]
fn tell_to_end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(id) = child.id().and_then(|id| Pid::from_raw(id.cast_signed())) {
        for signal in [Signal::TERM, Signal::INT] {
            // This fails when it has ended by now, which is what is wanted.
            let _ = kill_process(id, signal);
        }
    }
}

#[cfg(not(unix))]
fn tell_to_end(child: &mut Child) {
    // As above.
    let _ = child.start_kill();
}

async fn outcome(child: &mut Child) -> Result<Ended, String> {
    let message = tokio::spawn(read(child.stderr.take(), MOST_MESSAGE));
    let answer = read(child.stdout.take(), MOST_BYTES).await;
    if answer.len() as u64 == MOST_BYTES {
        return Err(format!("the answer is longer than {MOST_BYTES} bytes"));
    }
    let status = child.wait().await.map_err(|error| error.to_string())?;
    let message = message.await.unwrap_or_default();
    let message = String::from_utf8_lossy(&message).into_owned();
    Ok(Ended { code: status.code(), answer, message })
}

/// Reads everything, up to this many bytes.
async fn read(from: Option<impl AsyncRead + Unpin>, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(from) = from {
        // Keep what was read before an error; the exit code tells about the error.
        let _ = from.take(most).read_to_end(&mut bytes).await;
    }
    bytes
}

/// Elsewhere only the commands' own limit holds.
#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child) {}

#[cfg(target_os = "linux")]
fn limit_memory(child: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    let limit = Rlimit { current: Some(MOST_MEMORY), maximum: Some(MOST_MEMORY) };
    // It fails when the process has ended, or has a lower limit already.
    let _ = prlimit(id, Resource::As, limit);
}
