//! File formats other than our own TOML.

use cnfetti_core::limit::Budget;
use cnfetti_input::InputError;

use super::{Puzzle, model, pips, written};

/// A file format for puzzles of one kind.
pub struct Format {
    /// The name for `--to`.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// A file in this format; the path is relative to the project's folder.
    pub example: &'static str,
    /// The kind of puzzle in such files; if there are several, the kind of the example.
    pub kind: &'static str,
    /// Whether a text is in this format. At most one format recognises a text; what none
    /// recognises is our own format.
    pub recognises: fn(&str) -> bool,
    /// Reads the puzzles of a file, at least one, within a budget.
    pub read: fn(&str, &Budget) -> Result<Vec<Part>, InputError>,
}

impl Format {
    /// The extension of its files: that of the example.
    pub fn ending(&self) -> &'static str {
        self.example.rsplit_once('.').map_or("", |(_, ending)| ending)
    }
}

/// A puzzle of a file that can contain several.
#[derive(Default)]
pub struct Part {
    /// Its kind, if it is not that of the format.
    pub kind: Option<&'static str>,
    /// Its name within the file, if the file can contain several.
    pub name: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The source: where the puzzle comes from.
    pub source: Option<String>,
    /// The puzzle; `None` for a place in the file without one.
    pub puzzle: Option<Box<dyn Puzzle>>,
}

/// What a file says about a puzzle besides the puzzle itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct About<'a> {
    /// The title.
    pub title: Option<&'a str>,
    /// The source: where the puzzle comes from.
    pub source: Option<&'a str>,
}

/// Why a puzzle cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unwritable(pub String);

impl Unwritable {
    /// The error of kinds that only have our own format.
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
    written::SUDOKU,
];
