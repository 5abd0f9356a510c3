//! Parsers for names of rows of tables. An unknown name is wrong usage, and the error suggests similar
//! names.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use cnfetti::encodings::Family;
use cnfetti::solver::{NoSuchSolver, SOLVERS, UnknownSolver, choose, choose_several};
use itertools::Itertools;

/// Parses the name of an encoding of these families.
pub(crate) fn encoding(families: &'static [Family]) -> impl TypedValueParser<Value = String> {
    Row(families
        .iter()
        .flat_map(|family| {
            let auto = std::iter::once(family.auto().name());
            auto.chain(family.encodings().map(|encoding| encoding.name()))
        })
        .unique()
        .collect())
}

/// Parses one of these names.
pub(crate) fn one_of(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = String> {
    Row(names.into_iter().collect())
}

/// Parses any word; help and completions show these. Other names are checked later.
pub(crate) fn any_like(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = String> {
    AnyLike(names.into_iter().collect())
}

/// Ends the process like the parser does if an argument is none of these names.
pub(crate) fn refuse(
    command: &str,
    argument: &str,
    typed: &str,
    names: impl IntoIterator<Item = &'static str>,
) -> ! {
    let mut line = crate::commands::command_line();
    line.build();
    let command = line.find_subcommand(command).unwrap_or(&line);
    let argument = command.get_arguments().find(|known| known.get_id() == argument);
    let row = Row(names.into_iter().collect());
    match row.parse_ref(command, argument, OsStr::new(typed)) {
        Err(error) => error.exit(),
        Ok(name) => crate::commands::wrong_usage(name),
    }
}

/// Parses the name of a solver, or a program.
pub(crate) fn solver() -> impl TypedValueParser<Value = String> {
    Solver { several: false }
}

/// Parses several of these, separated by commas.
pub(crate) fn solvers() -> impl TypedValueParser<Value = String> {
    Solver { several: true }
}

/// The form of a program among the names of solvers.
const PROGRAM: &str = "cmd:PROGRAM";

fn solver_names() -> impl Iterator<Item = &'static str> {
    SOLVERS.iter().map(|solver| solver.name.as_ref())
}

/// Programs that people may name without `cmd:`, even if this machine does not have them.
const PROGRAMS: [&str; 8] = [
    "cadical",
    "cryptominisat5",
    "glucose",
    "kissat",
    "lingeling",
    "minisat",
    "open-wbo",
    "roundingsat",
];

/// Whether a name is that of a program.
fn is_program(name: &str) -> bool {
    let is_file = |folder: std::path::PathBuf| folder.join(name).is_file();
    let is_on_path = || {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(is_file)
    };
    PROGRAMS.contains(&name) || (!name.is_empty() && !name.contains('/') && is_on_path())
}

#[derive(Clone)]
struct Row(Vec<&'static str>);

impl TypedValueParser for Row {
    type Value = String;

    fn parse_ref(&self, line: &Command, arg: Option<&Arg>, typed: &OsStr) -> Result<String, Error> {
        PossibleValuesParser::new(self.0.clone()).parse_ref(line, arg, typed)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().copied().map(PossibleValue::new)))
    }
}

#[derive(Clone)]
struct AnyLike(Vec<&'static str>);

impl TypedValueParser for AnyLike {
    type Value = String;

    fn parse_ref(&self, line: &Command, arg: Option<&Arg>, typed: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(line, arg, typed)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().copied().map(PossibleValue::new)))
    }
}

#[derive(Clone)]
struct Solver {
    several: bool,
}

impl TypedValueParser for Solver {
    type Value = String;

    fn parse_ref(&self, line: &Command, arg: Option<&Arg>, typed: &OsStr) -> Result<String, Error> {
        let text = StringValueParser::new().parse_ref(line, arg, typed)?;
        let known = match self.several {
            true => choose_several(&text).map(drop),
            false => choose(&text).map(drop),
        };
        match known {
            Ok(()) => Ok(text),
            Err(UnknownSolver::Name(NoSuchSolver(name))) if is_program(&name) => {
                let arg = arg.map_or_else(String::new, ToString::to_string);
                let message = format!(
                    "invalid value '{text}' for '{arg}': `{name}` is a program: did you mean \
                     `cmd:{name}`?"
                );
                Err(line.clone().error(ErrorKind::InvalidValue, message))
            }
            Err(UnknownSolver::Name(NoSuchSolver(name))) => {
                let names = solver_names().chain([PROGRAM]).collect::<Vec<_>>();
                PossibleValuesParser::new(names).parse_ref(line, arg, OsStr::new(&name))
            }
            Err(wrong) => {
                let arg = arg.map_or_else(String::new, ToString::to_string);
                let message = format!("invalid value '{text}' for '{arg}': {wrong}");
                Err(line.clone().error(ErrorKind::ValueValidation, message))
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(solver_names().map(PossibleValue::new)))
    }
}
