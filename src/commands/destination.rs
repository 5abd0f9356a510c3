//! Where results go: every file that a command writes is written here.

use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use cnfetti::output::{Sort, Target, WriteError};

use super::Context;

/// For commands that write files.
#[derive(Args)]
pub(crate) struct ForceOption {
    /// Overwrite files that cnfetti did not write
    #[arg(long)]
    force: bool,
}

impl ForceOption {
    /// Whether files of others may be overwritten.
    pub(crate) fn force(&self) -> bool {
        self.force
    }

    /// Where a path leads, looked at before the work begins.
    pub(crate) fn destination(&self, path: &Path, sort: Sort) -> Result<Destination, WriteError> {
        Destination::new(path, sort, self.force)
    }
}

/// Standard output, or a file that may be written.
pub(crate) enum Destination {
    /// The path was `-`.
    Stdout,
    /// It was any other.
    File(Target),
}

impl Destination {
    /// Where a path leads; a file of others is an error, unless it may be overwritten.
    pub(crate) fn new(path: &Path, sort: Sort, force: bool) -> Result<Destination, WriteError> {
        if is_stdout(path) {
            return Ok(Destination::Stdout);
        }
        Target::new(path, sort, force).map(Destination::File)
    }

    /// Whether standard output is taken by it.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Destination::Stdout)
    }

    /// Writes it.
    pub(crate) fn write(
        &self,
        context: &mut Context,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Destination::Stdout => Ok(write(&mut context.out)?),
            Destination::File(target) => Ok(target.write(|out| write(out))?),
        }
    }

    /// Writes this text.
    pub(crate) fn write_text(&self, context: &mut Context, text: &str) -> anyhow::Result<()> {
        self.write(context, |out| out.write_all(text.as_bytes()))
    }
}

/// Whether a path stands for standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}
