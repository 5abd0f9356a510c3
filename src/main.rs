//! The program `cnfetti`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cnfetti_cli::run(std::env::args_os(), std::env::current_exe().ok())
}
