//! Reads instance files: limits, places and errors.
//!
//! A [`Table`] returns the entries of a TOML table one by one, each with its place in the file, and reports
//! unknown keys at the end. Every error is an [`InputError`]: what was found, what was expected, and where.

mod error;
mod file;
mod json;
mod packed;
mod similar;
mod snippet;
mod table;

use cnfetti_core::limit::Budget;

pub use error::{InputError, Span};
pub use file::{not_utf8, read_bytes, read_text, with_line_feeds};
pub use json::Json;
pub use packed::{is_packed, without_packing};
pub use similar::similar;
pub use snippet::{snippet, warning};
pub use table::{Entry, Table, Text};

/// Larger files are refused unread, in bytes.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

/// Files with more lines are refused before they are parsed.
pub const MAX_LINES: usize = 2_000_000;

/// Boards with more cells are refused.
pub const MAX_CELLS: usize = 10_000;

/// Boards whose bounding rectangle has more squares, including holes, are refused: each square takes space
/// in every drawing.
pub const MAX_SQUARES: usize = 100_000;

/// Variables with more values are refused.
pub const MAX_DOMAIN: usize = 10_000;

/// Files with more puzzles are refused.
pub const MAX_PUZZLES: usize = 10_000;

/// Files whose puzzles have more cells in total are refused.
pub const MAX_CELLS_OF_FILE: usize = 1_000_000;

/// Titles and sources with more characters are refused.
pub const MAX_TITLE_CHARS: usize = 1_000;

/// Names of things on a board with more characters are refused: every square may show a name.
pub const MAX_NAME_CHARS: usize = 100;

/// The lines of a text, each with the byte at which it begins. A line end at the very end of the text does
/// not start another line.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        // This is faster than a pattern search for many short lines.
        let length = rest.bytes().position(|byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        let end = rest.as_bytes()[..length].iter().rposition(|byte| !b"\n\r".contains(byte));
        let line = (start, &rest[..end.map_or(0, |end| end + 1)]);
        start += length;
        Some(line)
    })
}

/// Returns an error if a file has too many lines: more than [`MAX_LINES`], or proportionally more if the
/// budget allows more than [`MAX_FILE_BYTES`].
pub fn require_lines(text: &str, budget: &Budget) -> Result<(), InputError> {
    let ends = text.bytes().filter(|&byte| byte == b'\n').count();
    let times = budget.file_bytes.unwrap_or_default().div_ceil(MAX_FILE_BYTES).max(1);
    let most = usize::try_from(times).unwrap_or(usize::MAX).saturating_mul(MAX_LINES);
    if ends <= most {
        return Ok(());
    }
    let expected = format!("a file of at most {most} lines");
    Err(InputError::expected(None, expected, ends.to_string()))
}

/// The lines of a board, from the first to the last one that is not blank.
pub fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let text = text.trim_end();
    let blank = text.len() - text.trim_start().len();
    let first = text[..blank].rfind('\n').map_or(0, |at| at + 1);
    lines(&text[first..]).map(move |(start, line)| (first + start, line))
}

/// The words of a line, each with the byte at which it begins.
pub fn words(line: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    line.split_whitespace().map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// Returns an error if the board is too large. Its last row and column are counted from 0.
pub fn require_squares(row: usize, column: usize, place: Span) -> Result<(), InputError> {
    let (rows, columns) = (row + 1, column + 1);
    if rows.saturating_mul(columns) <= MAX_SQUARES {
        return Ok(());
    }
    let expected = format!("a board of at most {MAX_SQUARES} squares, holes included");
    Err(InputError::expected(place, expected, format!("{rows} rows of {columns}")))
}

/// A text of at most this many characters and without control characters, which a terminal would obey.
pub fn require_chars(text: &str, most: usize, place: Span) -> Result<&str, InputError> {
    if text.chars().nth(most).is_some() {
        let found = text.chars().count().to_string();
        return Err(InputError::expected(place, format!("at most {most} characters"), found));
    }
    match text.chars().find(|character| character.is_control()) {
        None => Ok(text),
        Some(found) => {
            let expected = "a line of text without control characters";
            Err(InputError::expected(place, expected, found.to_string()))
        }
    }
}
