//! `cnfetti completions`: scripts that complete the command line in shells.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use super::{Context, command_line};

/// Print a script that completes commands and options in a shell.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti completions bash > cnfetti.bash
  cnfetti completions zsh > _cnfetti
  cnfetti completions fish > cnfetti.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command_line(), "cnfetti", &mut script);
        context.out.write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
