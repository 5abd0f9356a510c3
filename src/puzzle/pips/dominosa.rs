//! Dominosa game ids: `6:` and then the number of every cell, row by row.
//!
//! `N:…` is a board of N + 1 rows and N + 2 columns for all dominoes from 0-0 to N-N. A number
//! over 9 stands in brackets, as in `[10]`. A file has an id a line.

use crate::csp::Value;
use crate::input::{InputError, lines};
use crate::puzzle::{Format, Part};

use super::MAX_PIPS;
use super::Pips;
use super::draft::{Draft, Mark, Square};
use super::pieces::{Cell, Domino};

/// The format's row.
pub(in crate::puzzle) const DOMINOSA: Format = Format {
    name: "dominosa",
    summary: "Dominosa game ids such as 1:011010, one a line",
    kind: "pips",
    recognises,
    read,
};

fn recognises(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    first.and_then(|line| line.split_once(':')).is_some_and(|(before, _)| {
        !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn read(text: &str) -> Result<Vec<Part>, InputError> {
    let ids = lines(text).into_iter().filter(|(_, line)| !line.trim().is_empty());
    let mut parts = Vec::new();
    for (number, (start, line)) in ids.enumerate() {
        let start = start + (line.len() - line.trim_start().len());
        let puzzle = game(start, line.trim())?;
        let name = Some((number + 1).to_string());
        parts.push(Part { name, title: None, source: None, puzzle: Some(Box::new(puzzle)) });
    }
    if let [only] = &mut parts[..] {
        only.name = None;
    }
    Ok(parts)
}

/// Reads a game id that begins at the byte `start` of the file.
fn game(start: usize, id: &str) -> Result<Pips, InputError> {
    let whole = start..start + id.len();
    let (size, numbers) = id.split_once(':').ok_or_else(|| {
        InputError::expected(whole.clone(), "a Dominosa game id, such as 1:011010", id)
    })?;
    let highest = super::board_text::parse_pips(size).ok_or_else(|| {
        let expected = format!("the highest number of the dominoes, up to {MAX_PIPS},");
        InputError::expected(start..start + size.len(), expected, format!("`{size}`"))
    })?;
    let columns = highest as usize + 2;
    let numbers_start = start + size.len() + 1;
    let mut draft = Draft { dominoes_span: Some(whole.clone()), ..Draft::default() };
    for (at, part) in split(numbers, numbers_start)? {
        let span = at..at + part.len();
        let digits = part.trim_start_matches('[').trim_end_matches(']');
        let number = super::board_text::parse_pips(digits).filter(|&number| number <= highest);
        let number = number.ok_or_else(|| {
            let expected = format!("a number from 0 to {highest}");
            InputError::expected(span.clone(), expected, format!("`{part}`"))
        })?;
        let place = draft.squares.len();
        let cell = Cell { row: place / columns, column: place % columns };
        draft.squares.push(Square { cell, mark: Mark::Given(number), span });
    }
    let cells = columns * (columns - 1);
    if draft.squares.len() != cells {
        let found = draft.squares.len().to_string();
        return Err(InputError::expected(whole, format!("{cells} numbers after `{size}:`"), found));
    }
    draft.dominoes = full_set(highest);
    draft.finish()
}

/// The numbers of an id, each with its place.
fn split(numbers: &str, start: usize) -> Result<Vec<(usize, &str)>, InputError> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(first) = numbers[at..].chars().next() {
        let length = match first {
            '[' => numbers[at..].find(']').map(|end| end + 1).ok_or_else(|| {
                let span = start + at..start + numbers.len();
                InputError::expected(span, "a `]` that closes this `[`", "the end of the line")
            })?,
            _ => first.len_utf8(),
        };
        parts.push((start + at, &numbers[at..at + length]));
        at += length;
    }
    Ok(parts)
}

/// All dominoes with numbers up to the highest.
pub(super) fn full_set(highest: Value) -> Vec<Domino> {
    let all = (0..=highest).flat_map(|first| (first..=highest).map(move |second| [first, second]));
    all.map(Domino).collect()
}
