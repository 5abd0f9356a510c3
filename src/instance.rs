//! Instance files: a puzzle with its title, where it comes from, and what is known of it.

use std::fs;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use crate::input::{InputError, MAX_FILE_BYTES, Table};
use crate::puzzle::{KINDS, Puzzle};

/// A puzzle as a file describes it.
pub struct Instance {
    /// The name of its kind.
    pub kind: &'static str,
    /// What people call it.
    pub title: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// What is known of it, for tests.
    pub expect: Expect,
    /// The puzzle itself.
    pub puzzle: Box<dyn Puzzle>,
}

/// Known counts, as decimal numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// How many solutions there are.
    pub solutions: Option<String>,
    /// How many there are up to symmetry.
    pub classes: Option<String>,
    /// How many different grids they leave, for dominoes.
    pub grids: Option<String>,
}

/// Why there is no instance.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file was read and is not an instance.
    #[error("{}: {error}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What it contains.
        text: String,
        /// What is wrong with it.
        error: InputError,
    },
}

/// Reads an instance; `-` is standard input.
pub fn load(path: &Path) -> Result<Instance, LoadError> {
    let text =
        read(path).map_err(|source| LoadError::Unreadable { path: path.to_owned(), source })?;
    parse(&text).map_err(|error| LoadError::Invalid { path: path.to_owned(), text, error })
}

/// Reads the text of an instance file.
pub fn parse(text: &str) -> Result<Instance, InputError> {
    let mut table = Table::parse(text)?;
    let names = KINDS.iter().map(|kind| format!("\"{}\"", kind.name)).join(", ");
    let kind = table.require("kind", &format!("one of {names}"))?.text()?;
    let row = KINDS.iter().find(|row| row.name == kind.value).ok_or_else(|| {
        InputError::expected(
            kind.span.clone(),
            format!("one of {names} for `kind`"),
            format!("\"{}\"", kind.value),
        )
    })?;
    let title = table.take("title").map(|entry| entry.text()).transpose()?;
    let source = table.take("source").map(|entry| entry.text()).transpose()?;
    let expect = table.take("expect").map(|entry| entry.table()).transpose()?;
    let expect = expect.map(parse_expect).transpose()?.unwrap_or_default();
    let puzzle = (row.load)(&mut table)?;
    table.finish()?;
    Ok(Instance {
        kind: row.name,
        title: title.map(|text| text.value.into_owned()),
        source: source.map(|text| text.value.into_owned()),
        expect,
        puzzle,
    })
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

fn read(path: &Path) -> std::io::Result<String> {
    use std::io::Read;

    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        fs::File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(std::io::Error::other(format!(
            "the file is larger than {} MiB",
            MAX_FILE_BYTES >> 20
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        std::io::Error::other(format!("expected UTF-8 text, found the byte at offset {at}"))
    })
}
