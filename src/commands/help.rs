//! `cnfetti help`: explains a command, or prints a page of the manual.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use itertools::Itertools;

use super::{Context, command_line, wrong_usage};

/// Explain a command or a topic.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti help
  cnfetti help count
  cnfetti help formats")]
pub(crate) struct Help {
    /// A command, or a topic: see `cnfetti help`
    #[arg(value_name = "NAME")]
    about: Option<String>,
}

/// A page of the manual that comes with the program.
pub(super) struct Topic {
    name: &'static str,
    summary: &'static str,
    text: &'static str,
}

/// Pages have a manual of their own.
#[cfg(target_family = "wasm")]
const TOPICS: &[Topic] = &[];

#[cfg(not(target_family = "wasm"))]
const TOPICS: &[Topic] = &[
    Topic {
        name: "formats",
        summary: "how to write a puzzle",
        text: include_str!("../../docs/formats.md"),
    },
    Topic {
        name: "exit-codes",
        summary: "what the exit codes mean",
        text: include_str!("../../docs/exit-codes.md"),
    },
];

/// The topics for the help of the whole program.
pub(super) fn topics() -> String {
    TOPICS.iter().map(|topic| format!("  {:<12} {}", topic.name, topic.summary)).join("\n")
}

impl Help {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let name = self.about.as_deref();
        if let Some(topic) = TOPICS.iter().find(|topic| Some(topic.name) == name) {
            context.out.write_all(topic.text.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let line = command_line();
        if let Some(name) = name.filter(|name| line.find_subcommand(name).is_none()) {
            let topics = TOPICS.iter().map(|topic| topic.name).join(", ");
            wrong_usage(format!("there is no command `{name}`, and the topics are: {topics}"));
        }
        let asked = ["cnfetti"].into_iter().chain(name).chain(["--help"]);
        match line.try_get_matches_from(asked) {
            Ok(_) => Ok(ExitCode::SUCCESS),
            Err(help) => Ok(help.print().map(|()| ExitCode::SUCCESS)?),
        }
    }
}
