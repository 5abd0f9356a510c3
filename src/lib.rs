//! The command line as a function, for programs that contain it, such as the Python package.

// The module that pages load has not all commands, and what these need stays unused there.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

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

/// Runs a command line, which begins with the program's name. `program` is the file that starts this command
/// line again, for the studio and for MiniZinc. Wrong usage and a second Ctrl-C end the process.
pub fn run(words: impl IntoIterator<Item = OsString>, program: Option<PathBuf>) -> ExitCode {
    program::remember(program);
    let (command, mut context) = commands::typed(words);
    match command.run(&mut context).and_then(|code| context.finish(code)) {
        Ok(code) => code,
        Err(error) => {
            // If the output cannot be written any more, it has no reader, and the first error is more useful.
            let _ = context.close();
            report_error::report(&error, context.competition())
        }
    }
}
