//! The path of the program, for the studio, which runs each question as a process, and for MiniZinc.

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
