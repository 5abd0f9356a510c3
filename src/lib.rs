//! The command line as a function, for programs that carry it, such as the Python package.

mod commands;
#[cfg(feature = "links")]
mod packed;
mod program;
mod report_error;
#[cfg(feature = "studio")]
mod studio;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs what was typed, the name of the program first. `program` is the file that starts the command line again, for
/// the studio and for MiniZinc, which call it. Wrong usage and a second Ctrl-C end the process.
pub fn run(words: impl IntoIterator<Item = OsString>, program: Option<PathBuf>) -> ExitCode {
    program::remember(program);
    let (command, mut context) = commands::typed(words);
    match command.run(&mut context).and_then(|code| context.finish(code)) {
        Ok(code) => code,
        Err(error) => {
            // What cannot be written any more was not read: the error is worth more.
            let _ = context.close();
            report_error::report(&error, context.competition())
        }
    }
}
