//! The path of the program, for the studio, which runs each question as a process, and for MiniZinc. And whether
//! anybody still waits for the answer of such a process.

use std::env;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Stores the path, once.
pub(crate) fn remember(program: Option<PathBuf>) {
    if let Some(program) = program {
        PROGRAM.get_or_init(|| program);
    }
}

/// Returns the path.
pub(crate) fn path() -> io::Result<PathBuf> {
    PROGRAM.get().cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// An environment variable: only the process that starts this one wants its answer.
pub(crate) const FOR_PARENT: &str = "CNFETTI_FOR_PARENT";

/// The process that started this one, if nobody else wants the answer. Once that has ended, for whatever reason, this is
/// another process.
pub(crate) fn asking_parent() -> Option<u32> {
    env::var_os(FOR_PARENT).and_then(|_| parent())
}

#[cfg(unix)]
fn parent() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

/// On other systems, a process ends with its work, or at its time limit.
#[cfg(not(unix))]
fn parent() -> Option<u32> {
    None
}
