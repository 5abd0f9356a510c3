//! The commands. Each is a file with its options and its `run`, and a row of [`commands!`].

mod answers;
mod candidates;
mod certify;
mod check;
mod clues;
mod compare;
mod completions;
mod convert;
mod count;
mod decode;
mod draw;
mod encode;
mod explain;
mod generate;
mod help;
mod lint;
mod list;
mod man;
mod merge;
mod minizinc;
mod new;
mod options;
mod report;
#[cfg(feature = "links")]
mod share;
mod shared;
mod show;
mod solve;
mod split;
#[cfg(feature = "studio")]
mod studio;
mod terminal;

use std::ffi::OsString;
use std::process::{ExitCode, exit};
use std::sync::OnceLock;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use cnfetti::instance::look_for_kinds_in;

pub(crate) use crate::report_error::STOPPED;
use options::FileLimit;
pub(crate) use terminal::context::{Context, Settings};
use terminal::output::{ANSWERS, Given, ONE, RESULTS, TABLES, Writes};
pub(crate) use terminal::output::{Format, OutputOptions};

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

/// Parses the command line into a command and its context. Ends the process on wrong usage.
pub(crate) fn typed(words: impl IntoIterator<Item = OsString>) -> (Command, Context) {
    let words = shared::subject::typed_words(words);
    let matches = command_line().try_get_matches_from(&words).unwrap_or_else(|error| {
        COMMAND.set(named(&words)).expect("the command line is read once");
        if error.kind() == ErrorKind::DisplayHelp {
            let name = COMMAND.get().and_then(Option::as_deref);
            anstream::print!(
                "{}",
                help::of(name, words.iter().any(|word| word == "--help")).ansi()
            );
            exit(0);
        }
        match without_output(&error) {
            Some(message) => wrong_usage(message),
            None => error.exit(),
        }
    });
    let Cli { output, command } =
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let (name, after) = matches.subcommand().expect("the parser asks for a command");
    COMMAND.set(Some(name.to_owned())).expect("the command line is read once");
    let output = output.with(name, &matches, after);
    match output.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    if let Some(folder) = &output.kinds {
        look_for_kinds_in(folder.clone());
    }
    terminal::files::keep(after);
    // A command with a time limit of another type makes its own budgets.
    let time_limit = after.try_get_one::<Duration>("time_limit").ok().flatten().copied();
    let file_limit =
        after.try_get_one::<FileLimit>("file_limit").ok().flatten().map(|limit| limit.0);
    let memory_limit = after.try_get_one::<usize>("memory_limit").ok().flatten().copied();
    let given = Given::of(after);
    (command, Context::new(&output, given, time_limit, memory_limit, file_limit))
}

/// The command line, for the parser.
fn command_line() -> clap::Command {
    terminal::output::with_output_options(Cli::command())
}

/// Makes [`Command`] from its rows. A row has the command's name, which is that of its file; its formats;
/// whether it can draw in ASCII; and whether it reads kinds of puzzle. The module of a page lacks the commands
/// that no page uses.
macro_rules! commands {
    ($($(#[$only:meta])* $name:ident($file:ident): $formats:ident, ascii: $ascii:literal, kinds: $kinds:literal;)*) => {
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($(#[$only])* $name($file::$name),)*
        }

        impl Command {
            /// Runs the command. The exit code is the answer, unless there is an error.
            pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
                match self {
                    $($(#[$only])* Command::$name(command) => command.run(context),)*
                }
            }
        }

        /// The output options of each command.
        const WRITES: &[Writes] = &[$(
            $(#[$only])*
            Writes { command: stringify!($file), formats: $formats, ascii: $ascii, kinds: $kinds },
        )*];
    };
}

commands! {
    Solve(solve): ANSWERS, ascii: true, kinds: true;
    Convert(convert): ONE, ascii: false, kinds: true;
    Count(count): ANSWERS, ascii: false, kinds: true;
    Candidates(candidates): RESULTS, ascii: true, kinds: true;
    #[cfg(not(target_family = "wasm"))]
    Compare(compare): TABLES, ascii: true, kinds: true;
    Explain(explain): RESULTS, ascii: true, kinds: true;
    Clues(clues): RESULTS, ascii: false, kinds: true;
    #[cfg(not(target_family = "wasm"))]
    Split(split): RESULTS, ascii: false, kinds: true;
    #[cfg(not(target_family = "wasm"))]
    Merge(merge): RESULTS, ascii: false, kinds: false;
    Encode(encode): TABLES, ascii: false, kinds: true;
    Generate(generate): RESULTS, ascii: false, kinds: true;
    New(new): ONE, ascii: false, kinds: true;
    Show(show): RESULTS, ascii: true, kinds: true;
    #[cfg(not(target_family = "wasm"))]
    Certify(certify): RESULTS, ascii: false, kinds: true;
    #[cfg(not(target_family = "wasm"))]
    Decode(decode): RESULTS, ascii: true, kinds: true;
    Check(check): RESULTS, ascii: false, kinds: true;
    Draw(draw): ONE, ascii: true, kinds: true;
    #[cfg(not(target_family = "wasm"))]
    Lint(lint): RESULTS, ascii: false, kinds: true;
    #[cfg(not(target_family = "wasm"))]
    Report(report): ONE, ascii: false, kinds: true;
    #[cfg(feature = "studio")]
    Studio(studio): ONE, ascii: false, kinds: true;
    #[cfg(feature = "links")]
    Share(share): ONE, ascii: false, kinds: true;
    List(list): TABLES, ascii: false, kinds: true;
    #[cfg(not(target_family = "wasm"))]
    Completions(completions): ONE, ascii: false, kinds: false;
    #[cfg(not(target_family = "wasm"))]
    Minizinc(minizinc): ONE, ascii: false, kinds: false;
    #[cfg(not(target_family = "wasm"))]
    Man(man): ONE, ascii: false, kinds: false;
    #[cfg(not(target_family = "wasm"))]
    Help(help): ONE, ascii: false, kinds: false;
}

/// The command, for the usage line after an error.
static COMMAND: OnceLock<Option<String>> = OnceLock::new();

/// The first word that is a command.
fn named(words: &[OsString]) -> Option<String> {
    let words = words.iter().skip(1).filter_map(|word| word.to_str());
    let line = Cli::command();
    let mut commands = words.filter(|word| line.find_subcommand(word).is_some());
    commands.next().map(str::to_owned)
}

/// What to do instead, if the error is about `-o` of a command that writes no file.
fn without_output(error: &clap::Error) -> Option<String> {
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    let ContextValue::String(option) = error.get(ContextKind::InvalidArg)? else { return None };
    let is_output = option == "-o" || option.split('=').next() == Some("--output");
    let command = COMMAND.get()?.as_ref().filter(|_| is_unknown && is_output)?;
    Some(format!(
        "`{command}` prints its results: write `> FILE` to keep them. `cnfetti draw -o FILE` writes a \
         picture, and `encode -o FILE` a formula"
    ))
}

/// Ends the process like the parser does, for wrong usage that the parser cannot see.
fn wrong_usage(what: impl std::fmt::Display) -> ! {
    let mut line = command_line();
    line.build();
    let command =
        COMMAND.get().and_then(|name| line.find_subcommand_mut(name.as_deref()?).cloned());
    command.unwrap_or(line).error(ErrorKind::ValueValidation, what).exit()
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
            let examples = help.split_once("\nExamples:\n  ");
            let name = command.get_name();
            let (_, examples) =
                examples.unwrap_or_else(|| panic!("`{name}` needs examples: `after_help = …`"));
            assert!(examples.contains(&format!("cnfetti {} ", command.get_name())), "{help}");
        }
    }
}
