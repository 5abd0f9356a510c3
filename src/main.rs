//! The command line.

mod commands;
mod report_error;
#[cfg(feature = "studio")]
mod studio;

use std::process::ExitCode;

fn main() -> ExitCode {
    let (command, mut context) = commands::typed();
    match command.run(&mut context).and_then(|code| context.finish(code)) {
        Ok(code) => code,
        Err(error) => report_error::report(&error, context.competition()),
    }
}
