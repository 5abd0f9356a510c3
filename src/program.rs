//! The file that starts this command line: for the studio, which asks in processes of their own, and for MiniZinc.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Takes note of it, once.
pub(crate) fn remember(program: Option<PathBuf>) {
    if let Some(program) = program {
        PROGRAM.get_or_init(|| program);
    }
}

/// Where it is.
pub(crate) fn path() -> io::Result<PathBuf> {
    PROGRAM.get().cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
}
