//! Boards written as text, a line for each row.
//!
//! A cell is `.` where the board has a hole, `#` where no rule applies, a number where the pips
//! are given, or the name of its region: a letter. When some line has spaces between its cells,
//! all lines must have them, and numbers and names can have several characters. `…` stands for
//! three holes, and a short line ends in holes.

use crate::csp::Value;
use crate::input::{InputError, MAX_CELLS, Span};

use super::MAX_PIPS;
use super::draft::{Mark, Square};
use super::pieces::{Cell, Domino};

const EXPECTED: &str = "a letter, a number of pips, `#` (free) or `.` (no cell)";

const HOLES: [&str; 2] = [".", "…"];

/// Reads a board; each line comes with the place of its first byte, and `place` turns places into
/// those of the file.
pub(super) fn parse(
    lines: &[(usize, &str)],
    place: impl Fn(Span) -> Span,
) -> Result<Vec<Square>, InputError> {
    let spaced = lines.iter().any(|(_, line)| line.trim().contains(char::is_whitespace));
    let mut squares = Vec::new();
    for (row, &(start, line)) in lines.iter().enumerate() {
        let parts = if spaced { words(line) } else { characters(line) };
        let mut column = 0;
        for (offset, part) in parts {
            let at = start + offset;
            let span = place(at..at + part.len());
            let error = || InputError::expected(span.clone(), EXPECTED, format!("`{part}`"));
            if !HOLES.contains(&part) {
                let mark = mark(part).ok_or_else(error)?;
                if squares.len() == MAX_CELLS {
                    let most = format!("at most {MAX_CELLS} cells");
                    return Err(InputError::expected(span, most, "more"));
                }
                squares.push(Square { cell: Cell { row, column }, mark, span });
            }
            column += if part == "…" { 3 } else { 1 };
        }
    }
    Ok(squares)
}

/// Each word of the line with its offset.
pub(super) fn words(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut end = 0;
    for word in line.split_whitespace() {
        let start = end + line[end..].find(word).expect("the word comes from the line");
        end = start + word.len();
        words.push((start, word));
    }
    words
}

/// Each character of the line with its offset. Spaces at the end do not count.
fn characters(line: &str) -> Vec<(usize, &str)> {
    let line = line.trim_end();
    line.char_indices().map(|(at, c)| (at, &line[at..at + c.len_utf8()])).collect()
}

fn mark(part: &str) -> Option<Mark> {
    if part == "#" {
        return Some(Mark::Free);
    }
    if part.bytes().all(|byte| byte.is_ascii_digit()) {
        return parse_pips(part).map(Mark::Given);
    }
    is_name(part).then(|| Mark::Region(part.to_owned()))
}

/// Whether this can be the name of a region: a letter, then letters and digits.
pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && name.chars().all(char::is_alphanumeric)
}

/// The number of pips that the digits say.
pub(super) fn parse_pips(digits: &str) -> Option<Value> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|&pips: &Value| all_digits && i64::from(pips) <= MAX_PIPS)
}

/// A domino in text: `51`, `10-5` or `5|1`.
pub(super) fn parse_domino(word: &str) -> Option<Domino> {
    let (first, second) = match word.split_once(['-', '|']) {
        Some(halves) => halves,
        None => word.split_at_checked(1).filter(|(_, second)| second.len() == 1)?,
    };
    Some(Domino([parse_pips(first.trim())?, parse_pips(second.trim())?]))
}
