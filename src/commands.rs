//! The commands. Each is a file with its arguments and its `run`, and a row of [`Command`].

mod ascii;
mod batch;
mod candidates;
mod certify;
mod check;
mod clues;
mod compare;
mod competition;
mod completions;
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
mod find;
mod formula;
mod generate;
mod grid;
mod help;
mod interrupt;
mod lint;
mod list;
mod man;
mod merge;
mod minizinc;
mod names;
mod numbers;
mod open;
mod options;
mod output;
mod part;
mod printing;
mod proofs;
mod reasoning;
mod report;
mod show;
mod solve;
mod split;
#[cfg(feature = "studio")]
mod studio;
mod subject;
mod unique;
mod walk;
mod witnessed;
mod words;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use cnfetti::csp::{Csp, Value};
use cnfetti::limit::Budget;
use cnfetti::puzzle::{Alphabet, Puzzle, in_ascii, painted, painted_candidates};
use indicatif::ProgressBar;

pub(crate) use crate::report_error::STOPPED;
use ascii::AsciiWriter;
use output::Given;
pub(crate) use output::{Format, OutputOptions};

/// Compiles puzzles to CNF, solves and counts them, and compares encodings.
#[derive(Parser)]
#[command(version, max_term_width = 100, arg_required_else_help = true)]
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

Exit code: 0 done, 1 bad input or failed check, 2 wrong usage, 3 stopped by a limit.",
        help::topics()
    )
}

/// What was typed, and the context for it. Ends the process when it was wrong usage.
pub(crate) fn typed() -> (Command, Context) {
    let matches = command_line().get_matches_from(subject::typed_words());
    let Cli { output, command } =
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let (name, after) = matches.subcommand().expect("the parser asks for a command");
    let output = output.with(name, &matches, after);
    (command, Context::new(&output, Given::of(after)))
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
    Show(show::Show),
    Certify(certify::Certify),
    Decode(decode::Decode),
    Check(check::Check),
    Draw(draw::Draw),
    Lint(lint::Lint),
    Report(report::Report),
    #[cfg(feature = "studio")]
    Studio(studio::Studio),
    List(list::List),
    Completions(completions::Completions),
    #[command(name = "minizinc")]
    MiniZinc(minizinc::MiniZinc),
    Man(man::Man),
    Help(help::Help),
}

impl Command {
    /// Runs the command. The exit code says how it ended when it is no error.
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        match self {
            Command::Solve(command) => command.run(context),
            Command::Convert(command) => command.run(context),
            Command::Count(command) => command.run(context),
            Command::Candidates(command) => command.run(context),
            Command::Compare(command) => command.run(context),
            Command::Deduce(command) => command.run(context),
            Command::Explain(command) => command.run(context),
            Command::Clues(command) => command.run(context),
            Command::Split(command) => command.run(context),
            Command::Merge(command) => command.run(context),
            Command::Encode(command) => command.run(context),
            Command::Generate(command) => command.run(context),
            Command::Show(command) => command.run(context),
            Command::Certify(command) => command.run(context),
            Command::Decode(command) => command.run(context),
            Command::Check(command) => command.run(context),
            Command::Draw(command) => command.run(context),
            Command::Lint(command) => command.run(context),
            Command::Report(command) => command.run(context),
            #[cfg(feature = "studio")]
            Command::Studio(command) => command.run(context),
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

/// What every command writes to and obeys.
pub(crate) struct Context {
    /// Standard output, for results only.
    pub(crate) out: BufWriter<Box<dyn Write>>,
    /// How results are written.
    pub(crate) format: Format,
    /// Becomes true at Ctrl-C or SIGTERM.
    pub(crate) stop: Arc<AtomicBool>,
    /// The options that were typed.
    pub(crate) given: Given,
    alphabet: Alphabet,
    quiet: bool,
    verbose: u8,
    started: Instant,
    /// Where notes go instead of stderr.
    notes: Option<Notes>,
}

type Notes = Box<dyn Fn(String)>;

/// What the contexts of all workers have in common.
#[derive(Clone)]
pub(crate) struct Settings {
    format: Format,
    stop: Arc<AtomicBool>,
    given: Given,
    alphabet: Alphabet,
    quiet: bool,
    verbose: u8,
}

impl Context {
    fn new(options: &OutputOptions, given: Given) -> Context {
        let stop = Arc::new(AtomicBool::new(false));
        interrupt::stop_at_signals(&stop);
        Context {
            out: BufWriter::with_capacity(1 << 16, standard_output(options.format, options.ascii)),
            format: options.format,
            stop,
            given,
            started: Instant::now(),
            alphabet: if options.ascii { Alphabet::Ascii } else { Alphabet::Unicode },
            quiet: options.quiet,
            verbose: options.verbose,
            notes: None,
        }
    }

    /// What a worker's context takes over.
    pub(crate) fn settings(&self) -> Settings {
        let Context { format, alphabet, quiet, verbose, .. } = *self;
        let (stop, given) = (Arc::clone(&self.stop), self.given.clone());
        Settings { format, stop, given, alphabet, quiet, verbose }
    }

    /// A context that hands on its results and its notes.
    pub(crate) fn of_worker(settings: &Settings, out: Box<dyn Write>, notes: Notes) -> Context {
        let Settings { format, stop, given, alphabet, quiet, verbose } = settings.clone();
        let out = BufWriter::with_capacity(1 << 16, out);
        let (notes, started) = (Some(notes), Instant::now());
        Context { out, format, stop, given, alphabet, quiet, verbose, started, notes }
    }

    /// A context whose results and notes nobody sees.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Context {
        let settings = Settings {
            format: Format::Text,
            stop: Arc::default(),
            given: Given::default(),
            alphabet: Alphabet::Unicode,
            quiet: true,
            verbose: 0,
        };
        Context::of_worker(&settings, Box::new(io::sink()), Box::new(drop))
    }

    /// Writes a board as the terminal can show it.
    pub(crate) fn write_board(
        &mut self,
        puzzle: &dyn Puzzle,
        solution: Option<&[Value]>,
    ) -> io::Result<()> {
        self.out.write_all(painted(puzzle, solution, self.alphabet).as_bytes())
    }

    /// Writes a board with candidates as the terminal can show it.
    pub(crate) fn write_candidates(
        &mut self,
        puzzle: &dyn Puzzle,
        csp: &Csp,
        candidates: &[Vec<Value>],
    ) -> io::Result<()> {
        let board = painted_candidates(puzzle, csp, candidates, self.alphabet);
        self.out.write_all(board.as_bytes())
    }

    /// What the terminal can show.
    pub(crate) fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Whether results are written as in competitions.
    pub(crate) fn competition(&self) -> bool {
        self.format == Format::Competition
    }

    /// A budget that ends with this time, if any, and with Ctrl-C. What has a budget may have
    /// results to lose.
    pub(crate) fn budget(&self, time: Option<Duration>) -> Budget {
        interrupt::note_begin();
        let deadline = time.map(|time| Instant::now() + time);
        Budget { deadline, stop: Some(Arc::clone(&self.stop)) }
    }

    /// Whether the command was asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether progress is to be shown: only to a person.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && self.notes.is_none() && io::stderr().is_terminal()
    }

    /// Shows a person that work is going on.
    pub(crate) fn spinner(&self) -> Option<ProgressBar> {
        self.shows_progress().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        })
    }

    /// Does the work; on a terminal it says what for meanwhile.
    pub(crate) fn busy<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> T {
        let bar = self.spinner();
        if let Some(bar) = &bar {
            bar.set_message(what);
        }
        let done = work();
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        done
    }

    /// A remark on stderr.
    pub(crate) fn note(&self, text: impl AsRef<str>) {
        match (&self.notes, self.alphabet) {
            _ if self.quiet => {}
            (Some(notes), _) => notes(text.as_ref().to_owned()),
            (None, Alphabet::Unicode) => anstream::eprintln!("{}", text.as_ref()),
            (None, Alphabet::Ascii) => anstream::eprintln!("{}", in_ascii(text.as_ref())),
        }
    }

    /// Whether more notes were asked for.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose > 0
    }

    /// A remark for those who asked for more.
    pub(crate) fn detail(&self, text: impl FnOnce() -> String) {
        if self.is_verbose() {
            self.note(text());
        }
    }

    /// Writes out what is left, and how long it took.
    pub(crate) fn finish(&mut self, code: ExitCode) -> anyhow::Result<ExitCode> {
        self.out.flush()?;
        self.detail(|| format!("{:.2} s in all", self.started.elapsed().as_secs_f64()));
        Ok(code)
    }
}

/// Standard output. Only text has colours, to be taken out where nobody sees them: looking for
/// them would slow the rest down.
fn standard_output(format: Format, ascii: bool) -> Box<dyn Write> {
    match format {
        Format::Text if ascii => {
            Box::new(AsciiWriter::new(anstream::AutoStream::auto(io::stdout())))
        }
        Format::Text => Box::new(anstream::AutoStream::auto(io::stdout())),
        _ => Box::new(io::stdout()),
    }
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
