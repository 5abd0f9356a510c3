//! The command line.

mod commands;
mod report_error;

use std::process::ExitCode;

use clap::Parser;

use commands::{Cli, Context};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut context = Context::new(&cli.output);
    match cli.command.run(&mut context).and_then(|code| context.finish(code)) {
        Ok(code) => code,
        Err(error) => report_error::report(&error, context.competition()),
    }
}
