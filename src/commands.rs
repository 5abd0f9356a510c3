//! The commands. Each is a file with its arguments and its `run`, and a row of [`Command`].

mod ascii;
mod asked;
#[cfg(feature = "studio")]
mod base;
mod batch;
mod candidates;
#[cfg(feature = "studio")]
mod carried;
mod certify;
mod check;
mod clues;
mod compare;
mod competition;
mod completions;
mod context;
mod convert;
mod count;
mod decode;
mod deduce;
mod destination;
mod draw;
mod encode;
mod engines;
mod entered;
mod evidence;
mod expected;
mod explain;
#[cfg(feature = "studio")]
mod export;
mod find;
mod formula;
mod generate;
mod grid;
mod help;
mod interrupt;
mod kind;
mod lines;
#[cfg(feature = "studio")]
mod link;
mod lint;
mod list;
mod man;
mod merge;
mod minizinc;
mod names;
mod new;
mod numbers;
mod open;
mod options;
mod output;
mod over;
mod part;
mod printing;
mod proofs;
mod reasoning;
mod report;
mod show;
#[cfg(feature = "studio")]
mod site;
mod solve;
mod split;
#[cfg(feature = "studio")]
mod studio;
mod subject;
mod unique;
mod walk;
mod watchdog;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub(crate) use crate::report_error::STOPPED;
pub(crate) use context::{Context, Settings};
use output::Given;
pub(crate) use output::{Format, OutputOptions};

/// Solve puzzles and constraint models, count their solutions exactly, and explain them.
#[derive(Parser)]
#[command(name = "cnfetti", version, max_term_width = 100, arg_required_else_help = true)]
#[command(disable_help_subcommand = true, after_help = after_help())]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputOptions,
    #[command(subcommand)]
    command: Command,
}

fn after_help() -> String {
    format!(
        "Topics (`cnfetti help TOPIC`):
{}

Examples:
  cnfetti solve instances/pips/pips1.toml
  cnfetti count instances/dice/*.toml
  cnfetti encode instances/signs/leepf.toml -o leepf.cnf

Exit codes: 0 done, 1 bad input or failed check, 2 wrong usage or unknown name, 3 stopped by a limit
or a signal. See `cnfetti help exit-codes`.",
        help::topics()
    )
}

/// What was typed, and the context for it. Ends the process when it was wrong usage.
pub(crate) fn typed(words: impl IntoIterator<Item = OsString>) -> (Command, Context) {
    let matches = command_line().get_matches_from(subject::typed_words(words));
    let Cli { output, command } =
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let (name, after) = matches.subcommand().expect("the parser asks for a command");
    let output = output.with(name, &matches, after);
    // Who has a time limit of another sort makes its budgets by itself.
    let time_limit = after.try_get_one::<Duration>("time_limit").ok().flatten().copied();
    (command, Context::new(&output, Given::of(after), time_limit))
}

/// The command line as the parser has it.
fn command_line() -> clap::Command {
    output::with_output_options(Cli::command())
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(solve::Solve),
    Convert(convert::Convert),
    Count(count::Count),
    Candidates(candidates::Candidates),
    Compare(compare::Compare),
    Deduce(deduce::Deduce),
    Explain(explain::Explain),
    Clues(clues::Clues),
    Split(split::Split),
    Merge(merge::Merge),
    Encode(encode::Encode),
    Generate(generate::Generate),
    New(new::New),
    Show(show::Show),
    Certify(certify::Certify),
    Decode(decode::Decode),
    Check(check::Check),
    Draw(draw::Draw),
    Lint(lint::Lint),
    Report(report::Report),
    #[cfg(feature = "studio")]
    Studio(studio::Studio),
    #[cfg(feature = "studio")]
    Site(site::Site),
    #[cfg(feature = "studio")]
    Export(export::Export),
    #[cfg(feature = "studio")]
    Link(link::Link),
    List(list::List),
    Completions(completions::Completions),
    #[command(name = "minizinc")]
    MiniZinc(minizinc::MiniZinc),
    Man(man::Man),
    Help(help::Help),
}

/// Whether the program is a module of a page, which has no system.
const IN_PAGE: bool = cfg!(target_family = "wasm");

impl Command {
    /// Runs the command. The exit code says how it ended when it is no error.
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        match self {
            Command::Solve(command) => command.run(context),
            Command::Convert(command) => command.run(context),
            Command::Count(command) => command.run(context),
            Command::Candidates(command) => command.run(context),
            Command::Explain(command) => command.run(context),
            Command::Clues(command) => command.run(context),
            Command::Generate(command) => command.run(context),
            Command::Check(command) => command.run(context),
            Command::Draw(command) => command.run(context),
            // All others are left out of the module that pages load.
            _ if IN_PAGE => anyhow::bail!("a page cannot do this: it has no files and no programs"),
            Command::Compare(command) => command.run(context),
            Command::Deduce(command) => command.run(context),
            Command::Split(command) => command.run(context),
            Command::Merge(command) => command.run(context),
            Command::Encode(command) => command.run(context),
            Command::New(command) => command.run(context),
            Command::Show(command) => command.run(context),
            Command::Certify(command) => command.run(context),
            Command::Decode(command) => command.run(context),
            Command::Lint(command) => command.run(context),
            Command::Report(command) => command.run(context),
            #[cfg(feature = "studio")]
            Command::Studio(command) => command.run(context),
            #[cfg(feature = "studio")]
            Command::Site(command) => command.run(context),
            #[cfg(feature = "studio")]
            Command::Export(command) => command.run(context),
            #[cfg(feature = "studio")]
            Command::Link(command) => command.run(context),
            Command::List(command) => command.run(context),
            Command::Completions(command) => command.run(context),
            Command::MiniZinc(command) => command.run(context),
            Command::Man(command) => command.run(context),
            Command::Help(command) => command.run(context),
        }
    }
}

/// Ends the process as the parser does, for what the parser cannot see.
fn wrong_usage(what: impl std::fmt::Display) -> ! {
    Cli::command().error(ErrorKind::ValueValidation, what).exit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_is_sound_and_hides_nothing() {
        let mut line = command_line();
        line.build();
        line.clone().debug_assert();
        for command in line.get_subcommands() {
            assert!(!command.is_hide_set(), "{}", command.get_name());
            for option in command.get_arguments() {
                assert!(!option.is_hide_set(), "{} {}", command.get_name(), option.get_id());
            }
        }
    }

    #[test]
    fn each_command_says_what_it_is_for_and_gives_examples() {
        for command in command_line().get_subcommands() {
            let help = command.clone().render_long_help().to_string();
            assert!(help.contains("\nExamples:\n  "), "{help}");
            let (_, examples) = help.split_once("\nExamples:\n").expect("it has examples");
            assert!(examples.contains(&format!("cnfetti {} ", command.get_name())), "{help}");
        }
    }
}
