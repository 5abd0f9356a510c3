//! Addresses as file formats: those of puzz.link, and the links of f-puzzles and SudokuPad.

use cnfetti_core::limit::Budget;
use cnfetti_input::InputError;
use cnfetti_kinds::fpuzzles::{self, About};
use cnfetti_kinds::{address, library};

use super::Written;
use crate::puzzle::{Format, Part};

/// An address, which contains the whole puzzle.
pub(in crate::puzzle) const PUZZLINK: Format = Format {
    name: "puzzlink",
    summary: "the address of a puzzle on puzz.link",
    example: "instances/kinds/slitherlink.url",
    kind: "slitherlink",
    recognises: |text| address::is_address(text.trim()) && !fpuzzles::is_link(text.trim()),
    read,
};

fn read(text: &str, budget: &Budget) -> Result<Vec<Part>, InputError> {
    let start = text.len() - text.trim_start().len();
    let moved = |mut error: InputError| {
        error.span = error.span.map(|span| span.start + start..span.end + start);
        error
    };
    let (shipped, kind, data) = library::of_address(text.trim()).map_err(moved)?;
    let puzzle = Written::new(kind, data, budget)?;
    let puzzle: Box<dyn crate::puzzle::Puzzle> = Box::new(puzzle);
    Ok(vec![Part { kind: Some(shipped.name), puzzle: Some(puzzle), ..Part::default() }])
}

pub(super) fn written(puzzle: &Written) -> Result<String, String> {
    puzzle.kind.write_address(&puzzle.data).map(|address| address + "\n")
}

/// A link, which contains the whole Sudoku.
pub(in crate::puzzle) const F_PUZZLES: Format = Format {
    name: "f-puzzles",
    summary: "the link of a Sudoku on f-puzzles.com or SudokuPad",
    example: "instances/kinds/killer.url",
    kind: "sudoku",
    recognises: |text| fpuzzles::is_link(text.trim()),
    read: read_link,
};

fn read_link(text: &str, budget: &Budget) -> Result<Vec<Part>, InputError> {
    let kind = library::shipped("sudoku").map(library::Shipped::read).transpose()?;
    let kind = kind.ok_or_else(|| InputError::new(None, "Sudoku is not among the kinds"))?;
    let (data, about) = kind.read_link(text.trim())?;
    let puzzle: Box<dyn crate::puzzle::Puzzle> = Box::new(Written::new(kind, data, budget)?);
    let source = about.author.map(|author| format!("by {author}"));
    Ok(vec![Part {
        kind: Some("sudoku"),
        puzzle: Some(puzzle),
        title: about.title,
        source,
        ..Part::default()
    }])
}

pub(super) fn written_link(puzzle: &Written, title: Option<&str>) -> Result<String, String> {
    let about = About { title: title.map(str::to_owned), author: None };
    puzzle.kind.write_link(&puzzle.data, &about).map(|link| link + "\n")
}
