//! Boards as text, a line for each row.
//!
//! A cell is `.` for a hole in the board, `#` for a cell without a rule, a number for given pips,
//! or the name of its region: a letter. If any line has spaces between its cells, all lines must
//! have them, and then numbers and names can have several characters. `…` stands for three holes,
//! and the end of a short line is holes.

use cnfetti_core::csp::Value;
use cnfetti_input::{InputError, MAX_CELLS, Span, words};

use super::MAX_PIPS;
use super::draft::{Mark, Square};
use super::pieces::{Cell, Domino};

const EXPECTED: &str = "a letter, a number of pips, `#` (free) or `.` (no cell)";

const HOLES: [&str; 2] = [".", "…"];

/// The longest name of a region, in characters: every cell of the region shows it.
const MAX_NAME_CHARS: usize = 20;

/// Parses a board. Each line comes with the position of its first byte, and `place` converts
/// positions to those of the file.
pub(super) fn parse<'t>(
    lines: impl Iterator<Item = (usize, &'t str)> + Clone,
    place: impl Fn(Span) -> Span,
) -> Result<Vec<Square>, InputError> {
    let spaced = lines.clone().any(|(_, line)| line.trim().contains(char::is_whitespace));
    let mut squares: Vec<Square> = Vec::new();
    for (row, (start, line)) in lines.enumerate() {
        let mut column = 0;
        for (offset, part) in parts(line, spaced) {
            let at = start + offset;
            let span = at..at + part.len();
            if !HOLES.contains(&part) {
                let span = place(span);
                let error = || InputError::expected(span.clone(), EXPECTED, format!("`{part}`"));
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

/// The cells of a line with their offsets: words, or characters up to the last one that is not
/// blank.
fn parts(line: &str, spaced: bool) -> impl Iterator<Item = (usize, &str)> {
    let line = line.trim_end();
    let characters =
        (!spaced).then(|| line.char_indices().map(|(at, c)| (at, &line[at..at + c.len_utf8()])));
    let words = spaced.then(|| words(line));
    characters.into_iter().flatten().chain(words.into_iter().flatten())
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

/// Whether a text can be the name of a region: a letter, followed by a limited number of letters
/// and digits.
pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(char::is_alphabetic)
        && name.chars().all(char::is_alphanumeric)
        && name.chars().nth(MAX_NAME_CHARS).is_none()
}

/// Parses a number of pips.
pub(super) fn parse_pips(digits: &str) -> Option<Value> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|&pips: &Value| all_digits && i64::from(pips) <= MAX_PIPS)
}

/// Parses a domino: `51`, `10-5` or `5|1`.
pub(super) fn parse_domino(word: &str) -> Option<Domino> {
    let (first, second) = match word.split_once(['-', '|']) {
        Some(halves) => halves,
        None => word.split_at_checked(1).filter(|(_, second)| second.len() == 1)?,
    };
    Some(Domino([parse_pips(first.trim())?, parse_pips(second.trim())?]))
}
