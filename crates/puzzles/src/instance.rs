//! Instance files: a puzzle with its title, its source, and what is known about it.

mod folder;
mod foreign;
mod kind;

use std::path::{Path, PathBuf};

use num_bigint::BigUint;

use crate::puzzle::{About, FORMATS, Format, Part, Puzzle, Unwritable, is_sudoku, read_written};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_input::{InputError, MAX_FILE_BYTES, MAX_TITLE_CHARS, Table, read_text, require_lines};
use cnfetti_kinds::address::is_address;
use cnfetti_kinds::library;
use cnfetti_sat::dimacs;

pub use folder::{Folder, OwnKind};
pub use foreign::not_text;
pub use kind::with_kind;
use kind::{KindSource, kind_of};

/// A puzzle as a file describes it.
pub struct Instance {
    /// Its name within the file, if the file can contain several puzzles.
    pub part: Option<String>,
    /// The name of its kind.
    pub kind: &'static str,
    /// The text of its kind, if that does not come with the program.
    pub own_kind: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The source: where the puzzle comes from.
    pub source: Option<String>,
    /// What is known about it, for tests.
    pub expect: Expect,
    /// The puzzle itself.
    pub puzzle: Box<dyn Puzzle>,
}

impl Instance {
    /// The name of the file, with `#NAME` if the file can contain several puzzles.
    pub fn name_in(&self, file: &Path) -> String {
        let typed = file.display().to_string();
        match &self.part {
            Some(part) if !typed.ends_with(&format!("#{part}")) => format!("{typed}#{part}"),
            _ => typed,
        }
    }

    /// The puzzle as a file in this format: `toml` or the name of one of [`FORMATS`].
    pub fn to_text(&self, format: &str) -> Result<String, Unwritable> {
        let about = About { title: self.title.as_deref(), source: self.source.as_deref() };
        let body = self.puzzle.export(format, &about)?;
        if format != "toml" {
            return Ok(body);
        }
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let kind = self.own_kind.as_deref().unwrap_or(self.kind);
        let about = [("kind", Some(kind)), ("title", about.title), ("source", about.source)];
        let head = about.iter().filter_map(|(key, text)| Some((key, quoted((*text)?))));
        let Expect { solutions, classes, grids } = &self.expect;
        let expect = [("solutions", solutions), ("classes", classes), ("grids", grids)];
        let expect =
            expect.iter().filter_map(|(key, number)| Some((key, number_text(number.as_ref()?))));
        let (head, expect) = (lines(head), lines(expect));
        let gap = if expect.is_empty() { "" } else { "\n[expect]\n" };
        Ok(format!("{head}{body}{gap}{expect}"))
    }
}

/// A decimal number as TOML writes it: a string if it is too large for an integer.
fn number_text(digits: &str) -> String {
    if digits.parse::<i64>().is_ok() { digits.to_owned() } else { format!("\"{digits}\"") }
}

/// A line `key = value` for each entry.
fn lines<'a>(entries: impl Iterator<Item = (&'a &'static str, String)>) -> String {
    entries.map(|(key, value)| format!("{key} = {value}\n")).collect()
}

/// Known counts, as decimal numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// The number of solutions.
    pub solutions: Option<String>,
    /// The number of solutions up to symmetry.
    pub classes: Option<String>,
    /// For dominoes, the number of different grids.
    pub grids: Option<String>,
}

/// A count that contradicts the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file expects {what} = {expected}, found {}{found}", if *exact { "" } else { "at least " })]
pub struct Unexpected {
    /// The key under `[expect]`.
    pub what: String,
    /// The number in the file.
    pub expected: String,
    /// The number found.
    pub found: BigUint,
    /// Whether that number is exact, not a lower bound.
    pub exact: bool,
}

impl Expect {
    /// Compares a number with the file's value for this key. If `exact` is false, the number is a
    /// lower bound.
    pub fn check(&self, what: &str, found: &BigUint, exact: bool) -> Result<(), Unexpected> {
        let numbers =
            [("solutions", &self.solutions), ("classes", &self.classes), ("grids", &self.grids)];
        let known = numbers.into_iter().find(|(key, _)| *key == what);
        let Some(expected) = known.and_then(|(_, number)| number.as_ref()) else { return Ok(()) };
        let fits = |number: BigUint| *found == number || (!exact && *found < number);
        match expected.parse().is_ok_and(fits) {
            true => Ok(()),
            false => {
                let (what, expected) = (what.to_owned(), expected.clone());
                Err(Unexpected { what, expected, found: found.clone(), exact })
            }
        }
    }
}

/// Why an instance could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error("{}: cannot be read", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file was read, but is not an instance.
    #[error("{}: {error}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What it contains.
        text: Box<str>,
        /// What is wrong with it.
        error: InputError,
    },
    /// A limit was reached while reading the file.
    #[error("{}: {source}", path.display())]
    Stopped {
        /// The file.
        path: PathBuf,
        /// The limit.
        source: Stopped,
    },
    /// The file is a MiniZinc model that could not be compiled.
    #[error("{}: {said}", path.display())]
    NotCompiled {
        /// The model, with its data.
        path: PathBuf,
        /// The reason.
        said: String,
    },
    /// The file contains several puzzles, but one is wanted.
    #[error(
        "{} holds {} puzzles, expected one: choose with {}#{}",
        path.display(),
        parts.len(),
        path.display(),
        parts.join("|")
    )]
    Several {
        /// The file.
        path: PathBuf,
        /// The names of its puzzles.
        parts: Vec<String>,
    },
    /// The file has no puzzle with that name.
    #[error(
        "{}: there is no puzzle `{part}`, expected {}",
        path.display(),
        if parts.is_empty() { "the file alone: it holds one puzzle".to_owned() }
        else { format!("one of {}", parts.join(", ")) }
    )]
    NoSuchPart {
        /// The file.
        path: PathBuf,
        /// The name that was requested.
        part: String,
        /// The names of its puzzles.
        parts: Vec<String>,
    },
}

/// Reads an instance; `-` is standard input, and an address is its own text. `FILE#NAME` is the
/// puzzle with that name in a file that contains several, unless there is a file with exactly that
/// name. Does not compile MiniZinc models.
pub fn load(path: &Path) -> Result<Instance, LoadError> {
    let ((file, part), text) = match address_of(path) {
        Some(address) => ((path.to_owned(), None), address.to_owned()),
        None => {
            let (file, part) = split_address(path);
            let text = read(&file, &Budget::default())?;
            ((file, part), text)
        }
    };
    the_only_one(path, from_text(file, part, &text, &Budget::default())?)
}

/// The text of a file that is no larger than the budget allows; of standard input for the path `-`.
pub fn read(path: &Path, budget: &Budget) -> Result<String, LoadError> {
    read_text(path, |_| budget.file_bytes.unwrap_or(MAX_FILE_BYTES))
        .map_err(|error| not_text(path, error))
        .map_err(|source| LoadError::Unreadable { path: path.to_owned(), source })
}

/// The instance of a file, if there is exactly one.
pub fn the_only_one(path: &Path, mut all: Vec<Instance>) -> Result<Instance, LoadError> {
    match all.len() {
        1 => Ok(all.remove(0)),
        _ => Err(LoadError::Several {
            path: path.to_owned(),
            parts: all.into_iter().filter_map(|instance| instance.part).collect(),
        }),
    }
}

/// The address in place of a path, or the 81 characters of a Sudoku: it contains the whole puzzle, and no file is read.
pub fn address_of(path: &Path) -> Option<&str> {
    path.to_str().filter(|text| is_address(text) || is_line_of_sudoku(text))
}

/// Whether an argument is a Sudoku itself, in a line.
fn is_line_of_sudoku(text: &str) -> bool {
    text.chars().count() == 81 && is_sudoku(text)
}

/// The instances in a text, at least one, or the one with this name. The path is the source of the
/// text, for errors.
pub fn from_text(
    path: PathBuf,
    part: Option<String>,
    text: &str,
    budget: &Budget,
) -> Result<Vec<Instance>, LoadError> {
    let mut all = match parse_all_within(text, budget) {
        Ok(all) => all,
        Err(InputError { stopped: Some(source), .. }) => {
            return Err(LoadError::Stopped { path, source });
        }
        Err(error) => {
            let error = foreign::no_puzzle(&path, text, error);
            return Err(LoadError::Invalid { path, text: text.into(), error });
        }
    };
    if let Some(part) = part {
        let parts = all.iter().filter_map(|instance| instance.part.clone()).collect();
        all.retain(|instance| instance.part.as_ref() == Some(&part));
        if all.is_empty() {
            return Err(LoadError::NoSuchPart { path, part, parts });
        }
    }
    Ok(all)
}

/// Splits a path into the file and the name of the requested puzzle.
pub fn split_address(path: &Path) -> (PathBuf, Option<String>) {
    let split = path.to_str().and_then(|text| text.rsplit_once('#'));
    match split {
        Some((file, part)) if address_of(path).is_none() && !path.exists() => {
            (PathBuf::from(file), Some(part.to_owned()))
        }
        _ => (path.to_owned(), None),
    }
}

/// Parses the text of a file with one instance, in any format.
pub fn parse(text: &str) -> Result<Instance, InputError> {
    let mut all = parse_all(text)?;
    match all.len() {
        1 => Ok(all.remove(0)),
        number => Err(InputError::expected(None, "one puzzle", number.to_string())),
    }
}

/// Parses the text of a file with at least one instance, in any format. Skips places of the file that
/// could have a puzzle but have none.
pub fn parse_all(text: &str) -> Result<Vec<Instance>, InputError> {
    parse_all_within(text, &Budget::default())
}

fn parse_all_within(text: &str, budget: &Budget) -> Result<Vec<Instance>, InputError> {
    if dimacs::is_likely(text.as_bytes()) {
        let error = InputError::expected(None, "a puzzle", "a DIMACS formula");
        return Err(error.help("`solve`, `count` and `lint` read formulas"));
    }
    require_lines(text, budget)?;
    if text.trim().is_empty() {
        return Err(InputError::new(0..0, "the file is empty"));
    }
    match FORMATS.iter().find(|format| (format.recognises)(text)) {
        None => Ok(vec![parse_toml(text, budget)?]),
        Some(format) => {
            let parts = (format.read)(text, budget)?;
            Ok(parts.into_iter().filter_map(|part| from_part(format, part)).collect())
        }
    }
}

fn from_part(format: &Format, part: Part) -> Option<Instance> {
    Some(Instance {
        part: part.name,
        kind: part.kind.unwrap_or(format.kind),
        own_kind: None,
        title: part.title,
        source: part.source,
        expect: Expect::default(),
        puzzle: part.puzzle?,
    })
}

fn parse_toml(text: &str, budget: &Budget) -> Result<Instance, InputError> {
    let mut table = Table::parse(text)?;
    let kind = table.require("kind", "the kind of puzzle, such as \"sudoku\"")?.text()?;
    let found = kind_of(&kind)?.with_rules_of(text, &mut table)?;
    let mut text = |key| {
        let entry = table.take(key);
        entry.map(|entry| entry.text()?.of_at_most(MAX_TITLE_CHARS)).transpose()
    };
    let (title, source) = (text("title")?, text("source")?);
    let expect = table.take("expect").map(|entry| entry.table()).transpose()?;
    let expect = expect.map(parse_expect).transpose()?.unwrap_or_default();
    let mut own_kind = None;
    let (kind, puzzle) = match found {
        KindSource::Program(row) => (row.name, (row.load)(&mut table, budget)?),
        KindSource::File(shipped) => {
            (shipped.name, read_written(shipped.read()?, &mut table, budget)?)
        }
        KindSource::Own(own, text) => {
            own_kind = Some(text);
            (library::interned(&own.name), read_written(own, &mut table, budget)?)
        }
    };
    table.finish()?;
    Ok(Instance { part: None, kind, own_kind, title, source, expect, puzzle })
}

fn parse_expect(mut table: Table<'_>) -> Result<Expect, InputError> {
    let mut number = |key| table.take(key).map(|entry| entry.natural()).transpose();
    let expect = Expect {
        solutions: number("solutions")?,
        classes: number("classes")?,
        grids: number("grids")?,
    };
    table.finish()?;
    Ok(expect)
}
