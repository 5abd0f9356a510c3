//! Runs a program on a file, and reads its answer from stdout or from a file.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use tempfile::TempPath;

use super::command_line::CommandLine;
use cnfetti_core::limit::Budget;
pub use cnfetti_process::NotFinished;
use cnfetti_process::remains::Temporary;
use cnfetti_process::{self, is_too_much, read_output};

/// How much of a program's stderr is shown, in bytes.
const MAX_STDERR_BYTES: usize = 2000;

/// A program that ended by itself.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// What it wrote to stdout.
    pub stdout: Vec<u8>,
    /// What it wrote to its answer file, if it has one.
    answer: Option<Vec<u8>>,
    stderr: Vec<u8>,
}

impl Finished {
    /// The answer, from stdout or from the file.
    pub fn answer(&self) -> &[u8] {
        self.answer.as_ref().unwrap_or(&self.stdout)
    }

    /// What it wrote to stderr, ready to append to an error message; empty if nothing.
    pub fn complaint(&self) -> String {
        let shown = &self.stderr[..self.stderr.len().min(MAX_STDERR_BYTES)];
        match String::from_utf8_lossy(shown).trim() {
            "" => String::new(),
            text => format!("\nits stderr: {text}"),
        }
    }
}

/// Runs a program on a file. If the budget is already spent, does not start it, however quick it may
/// be.
pub fn run(program: &CommandLine, input: &Path, budget: &Budget) -> Result<Finished, NotFinished> {
    let failed = |error| NotFinished::Io(program.name().to_owned(), error);
    budget.check()?;
    let output = program.writes_file().then(temporary_file).transpose().map_err(failed)?;
    let output = output.as_ref().map(|path| -> &Path { path });
    let mut command = Command::new(program.name());
    command.args(program.arguments(input, output)).stdin(match program.reads_stdin() {
        true => File::open(input).map_err(failed)?.into(),
        false => Stdio::null(),
    });
    let cnfetti_process::Finished { status, stdout, stderr } =
        cnfetti_process::run(&mut command, budget)?;
    let answer = output.map(|path| File::open(path).map(read_output));
    let answer = answer.transpose().map_err(failed)?;
    if answer.as_ref().is_some_and(|answer| is_too_much(answer)) {
        return Err(NotFinished::TooMuch(program.name().to_owned()));
    }
    Ok(Finished { status, stdout, answer, stderr })
}

/// A temporary file, which is deleted when its path is dropped.
fn temporary_file() -> io::Result<Temporary<TempPath>> {
    let file = tempfile::Builder::new().prefix("cnfetti-").suffix(".out").tempfile()?;
    Ok(Temporary::new(file.into_temp_path(), |path| path))
}
