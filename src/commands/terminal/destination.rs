//! The places where commands write results.

use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use cnfetti::output::{Sort, Target, WriteError};

use crate::commands::Context;

/// The option of commands that write files.
#[derive(Args)]
pub(crate) struct ForceOption {
    /// Overwrite files that cnfetti did not write
    #[arg(long)]
    force: bool,
}

impl ForceOption {
    /// Whether to overwrite files that cnfetti did not write.
    pub(crate) fn force(&self) -> bool {
        self.force
    }

    /// Checks a path before the work begins, and returns the destination.
    pub(crate) fn destination(&self, path: &Path, sort: Sort) -> Result<Destination, WriteError> {
        Destination::new(path, sort, self.force)
    }
}

/// Standard output, or a file that we may write.
pub(crate) enum Destination {
    /// For the path `-`.
    Stdout,
    /// For any other path.
    File(Target),
}

impl Destination {
    /// Returns the destination for a path. Fails if it is somebody else's file, unless `force` is
    /// set.
    pub(crate) fn new(path: &Path, sort: Sort, force: bool) -> Result<Destination, WriteError> {
        if is_stdout(path) {
            return Ok(Destination::Stdout);
        }
        Target::new(path, sort, force).map(Destination::File)
    }

    /// Whether this is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Destination::Stdout)
    }

    /// Writes to the destination, and notes that a file was written.
    pub(crate) fn write(
        &self,
        context: &mut Context,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        self.write_only(context, write)?;
        if let Destination::File(target) = self {
            context.note(format!("{}: written", target.path().display()));
        }
        Ok(())
    }

    /// Writes to the destination, for a command that notes more about the file itself.
    pub(crate) fn write_only(
        &self,
        context: &mut Context,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Destination::Stdout => Ok(write(&mut context.out)?),
            Destination::File(target) => Ok(target.write(|out| write(out))?),
        }
    }

    /// Writes a text to the destination.
    pub(crate) fn write_text(&self, context: &mut Context, text: &str) -> anyhow::Result<()> {
        self.write(context, |out| out.write_all(text.as_bytes()))
    }
}

/// Whether a path means standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}
