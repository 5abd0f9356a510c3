//! Options for the format of results and for the folder of kinds, and which of them each command has.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, ColorChoice, Id, ValueEnum};

use crate::commands::{WRITES, wrong_usage};

/// Options that can stand before the command and, if the command has them, after it.
#[derive(Args)]
pub(crate) struct OutputOptions {
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_default_value = true)]
    pub(crate) format: Format,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Print no notes and no progress on stderr
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print more on stderr, including how long it took
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
    /// When to use colours: auto, always or never
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) color: ColorChoice,
    /// Folder with kinds of your own [default: CNFETTI_KINDS]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) kinds: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object per line
    Json,
    /// `s` and `v` lines, as in SAT and model counting competitions
    Competition,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
}

/// A command's formats, and so which of the [`OutputOptions`] it has.
pub(crate) struct Writes {
    pub(crate) command: &'static str,
    pub(crate) formats: &'static [Format],
    /// Whether it can draw in ASCII.
    pub(crate) ascii: bool,
    /// Whether it reads kinds of puzzle.
    pub(crate) kinds: bool,
}

use Format::{Competition, Csv, Json, Markdown, Text};

/// Formats for answers.
pub(crate) const ANSWERS: &[Format] = &[Text, Json, Competition];
/// Formats for other results.
pub(crate) const RESULTS: &[Format] = &[Text, Json];
/// Formats for tables.
pub(crate) const TABLES: &[Format] = &[Text, Json, Csv, Markdown];
/// Only the format of the command's own file, such as a formula or a picture.
pub(crate) const ONE: &[Format] = &[Text];

/// Commands that print the same whatever happens: they have no notes, no colours, and take no time.
const PLAIN: [&str; 4] = ["completions", "help", "man", "new"];

impl Writes {
    /// The row of a command.
    fn of(command: &str) -> &'static Writes {
        let row = WRITES.iter().find(|row| row.command == command);
        row.expect("a command has the name of its file")
    }

    /// The names of its formats, as in `text, json or csv`.
    fn names(&self) -> String {
        let names = self.formats.iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        match &names[..] {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => names.concat(),
        }
    }

    /// The option as this command has it; `None` if it does not have it.
    fn limit(&self, option: Arg) -> Option<Arg> {
        match option.get_id().as_str() {
            "format" if self.formats.len() > 1 => {
                let option = option.value_parser(parser(self.formats)).hide_possible_values(true);
                Some(option.help(format!("Output format: {}", self.names())))
            }
            "json" => self.formats.contains(&Json).then_some(option),
            "ascii" => self.ascii.then_some(option),
            "kinds" => self.kinds.then_some(option),
            "quiet" | "verbose" | "color" => (!PLAIN.contains(&self.command)).then_some(option),
            _ => None,
        }
    }
}

/// A parser for these formats only.
fn parser(formats: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    let names = formats.iter().filter_map(ValueEnum::to_possible_value);
    PossibleValuesParser::new(names).try_map(|name| Format::from_str(&name, false))
}

/// Adds the output options of its row to each command.
pub(crate) fn with_output_options(line: clap::Command) -> clap::Command {
    let shared: Vec<Arg> = line.get_arguments().cloned().collect();
    line.mut_subcommands(|command| {
        let row = Writes::of(command.get_name());
        let page = format!("cnfetti-{}", command.get_name());
        let options = shared.iter().filter_map(|option| row.limit(option.clone()));
        command.args(options).display_name(page)
    })
}

impl OutputOptions {
    /// Combines the options before the command with those after it. Ends the process if one before
    /// the command does not belong to it, or would have no effect.
    pub(crate) fn with(self, command: &str, before: &ArgMatches, after: &ArgMatches) -> Self {
        for id in ["format", "json", "ascii", "quiet", "verbose", "color", "kinds"] {
            let is_given = before.value_source(id) == Some(ValueSource::CommandLine);
            if is_given && after.try_contains_id(id).is_err() {
                wrong_usage(format!("`{command}` has no option --{id}"));
            }
        }
        let flag = |id| matches!(after.try_get_one::<bool>(id), Ok(Some(true)));
        let typed = |format: &&Format| **format != Text;
        let format = after.try_get_one::<Format>("format").ok().flatten().filter(typed);
        let json = self.json || flag("json");
        let color = after.try_get_one::<ColorChoice>("color").ok().flatten().copied();
        let color = color.filter(|&color| color != ColorChoice::Auto).unwrap_or(self.color);
        let kinds = after.try_get_one::<PathBuf>("kinds").ok().flatten().cloned();
        let options = OutputOptions {
            format: if json { Json } else { format.copied().unwrap_or(self.format) },
            json,
            ascii: self.ascii || flag("ascii"),
            quiet: self.quiet || flag("quiet"),
            color,
            kinds: kinds.or(self.kinds),
            verbose: self.verbose
                + after.try_get_one::<u8>("verbose").ok().flatten().copied().unwrap_or(0),
        };
        if !Writes::of(command).formats.contains(&options.format) {
            wrong_usage(format!("`{command}` does not have that format"));
        }
        if options.ascii && options.format != Text {
            wrong_usage("--ascii is only for text output");
        }
        options
    }
}

/// The options of a command on the command line, by their names in the parser.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given(BTreeSet<String>);

impl Given {
    /// The options of these matches.
    pub(crate) fn of(matches: &ArgMatches) -> Given {
        let typed = |id: &&Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        Given(matches.ids().filter(typed).map(|id| id.as_str().to_owned()).collect())
    }

    /// Whether one of these options was given.
    pub(crate) fn has(&self, options: &[&str]) -> bool {
        options.iter().any(|option| self.0.contains(*option))
    }

    /// Ends the process if one of these options was given, because it would have no effect.
    pub(crate) fn refuse(&self, options: &[&str], because: &str) {
        if let Some(option) = options.iter().find(|option| self.0.contains(**option)) {
            wrong_usage(format!("--{} has no effect here: {because}", option.replace('_', "-")));
        }
    }
}
