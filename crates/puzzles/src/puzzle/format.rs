//! File formats other than our own TOML.

use cnfetti_core::limit::Budget;
use cnfetti_input::InputError;

use super::{Puzzle, model, pips, written};

/// A file format that puzzles of one kind come in.
pub struct Format {
    /// The name for `--to`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// A file in this format, from the folder of the project.
    pub example: &'static str,
    /// The kind of puzzle it holds; where it holds several, the kind of the example.
    pub kind: &'static str,
    /// Whether a file is in this format, by its text. At most one format says so; what none
    /// recognises is our own.
    pub recognises: fn(&str) -> bool,
    /// Reads the puzzles of a file, at least one, unless the budget ends before.
    pub read: fn(&str, &Budget) -> Result<Vec<Part>, InputError>,
}

impl Format {
    /// How the names of its files end: like that of the example.
    pub fn ending(&self) -> &'static str {
        self.example.rsplit_once('.').map_or("", |(_, ending)| ending)
    }
}

/// A puzzle out of a file that can hold several.
#[derive(Default)]
pub struct Part {
    /// Its kind, where it is not that of the format.
    pub kind: Option<&'static str>,
    /// Its name within the file, when the file can hold several.
    pub name: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// The puzzle; `None` for a place in the file that holds none.
    pub puzzle: Option<Box<dyn Puzzle>>,
}

/// Everything that a file says about a puzzle besides the puzzle itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct About<'a> {
    /// The title.
    pub title: Option<&'a str>,
    /// Where it comes from.
    pub source: Option<&'a str>,
}

/// Why a puzzle cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unwritable(pub String);

impl Unwritable {
    /// For the kinds that have our own format only.
    pub(super) fn only_pips(format: &str) -> Unwritable {
        Unwritable(format!("only puzzles of pips can be written as {format}"))
    }
}

/// Every format but our own.
pub const FORMATS: &[Format] = &[
    pips::PUBLISHED,
    pips::DOMINOSA,
    pips::MAP,
    pips::COUNTED,
    model::XCSP3,
    model::FLATZINC,
    model::OPB,
    model::WCNF,
    written::PUZZLINK,
    written::F_PUZZLES,
];
