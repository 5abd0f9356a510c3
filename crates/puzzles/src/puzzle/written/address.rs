//! Addresses of puzz.link as a file format.

use cnfetti_core::limit::Budget;
use cnfetti_input::InputError;
use cnfetti_kinds::{address, library};

use super::Written;
use crate::puzzle::{Format, Part};

/// An address, which has the whole puzzle.
pub(in crate::puzzle) const PUZZLINK: Format = Format {
    name: "puzzlink",
    summary: "the address of a puzzle on puzz.link",
    example: "instances/kinds/slitherlink.url",
    kind: "slitherlink",
    recognises: |text| address::is_address(text.trim()),
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
