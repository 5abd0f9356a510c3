//! `cnfetti help`: explains a command, or prints a page of the manual.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use clap::builder::StyledStr;
use cnfetti::input::similar;
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
            let known = line.get_subcommands().map(clap::Command::get_name);
            let known = known.chain(TOPICS.iter().map(|topic| topic.name));
            let tip = similar(name, known).map(|meant| format!(": did you mean `{meant}`?"));
            let tip = tip.unwrap_or_else(|| format!(", and the topics are: {topics}"));
            wrong_usage(format!("there is no command `{name}`{tip}"));
        }
        write!(context.out, "{}", of(name, true).ansi())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Options that most commands have, and which the short help leaves out, as it does those under a heading.
const USUAL: [&str; 7] =
    ["color", "file_limit", "force", "kinds", "memory_limit", "quiet", "verbose"];

/// The heading that stays in the short help.
const SOLVING: &str = "Solving";

/// The help of a command, or without a name that of the whole program: with every option in a line or two. The
/// short one lacks examples, and options that most people do not need.
pub(super) fn of(name: Option<&str>, is_long: bool) -> StyledStr {
    let mut line = command_line();
    line.build();
    let Some(command) = name.and_then(|name| line.find_subcommand(name)) else {
        return if is_long { line.render_long_help() } else { line.render_help() };
    };
    let command = command.clone();
    let (about, after) = (command.get_long_about().cloned(), command.get_after_help().cloned());
    let after = command.get_after_long_help().cloned().or(after);
    if is_long {
        let command = about.into_iter().fold(command, clap::Command::about);
        return after.into_iter().fold(command, clap::Command::after_help).render_help();
    }
    let more = format!("`cnfetti help {}` has all options, and examples.", command.get_name());
    let hide = |option: clap::Arg| {
        let is_special = option.get_help_heading().is_some_and(|heading| heading != SOLVING);
        let is_usual = USUAL.contains(&option.get_id().as_str());
        option.hide_short_help(is_special || is_usual)
    };
    command.mut_args(hide).after_help(more).render_help()
}
