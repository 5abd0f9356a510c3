//! Dominosa game ids: `6:`, followed by the number of every cell, row by row.
//!
//! `N:…` is a board of N + 1 rows and N + 2 columns for all dominoes from 0-0 to N-N. Numbers
//! above 9 are in brackets, as in `[10]`. A file has one id per line.

use crate::puzzle::{Format, Part};
use cnfetti_core::csp::Value;
use cnfetti_input::{InputError, lines};

use super::MAX_PIPS;
use super::Pips;
use super::draft::{Draft, Mark, Square};
use super::pieces::{Cell, Domino};
use super::room::Room;

/// The format's row.
pub(in crate::puzzle) const DOMINOSA: Format = Format {
    name: "dominosa",
    summary: "Dominosa game ids such as 1:011010, one a line",
    example: "instances/pips/dominosa-6.txt",
    kind: "pips",
    recognises,
    read: |text, _| read(text),
};

fn recognises(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    first.and_then(|line| line.split_once(':')).is_some_and(|(before, _)| {
        !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn read(text: &str) -> Result<Vec<Part>, InputError> {
    let (mut parts, mut room) = (Vec::new(), Room::default());
    for (start, line) in lines(text).filter(|(_, line)| !line.trim().is_empty()) {
        let start = start + (line.len() - line.trim_start().len());
        let id = line.trim();
        let puzzle = game(start, id)?;
        room.take(puzzle.cells.len(), start..start + id.len())?;
        let name = Some((parts.len() + 1).to_string());
        parts.push(Part { name, puzzle: Some(Box::new(puzzle)), ..Part::default() });
    }
    if let [only] = &mut parts[..] {
        only.name = None;
    }
    Ok(parts)
}

/// Parses a game id that begins at the byte `start` of the file.
fn game(start: usize, id: &str) -> Result<Pips, InputError> {
    let whole = start..start + id.len();
    let (size, numbers) = id.split_once(':').ok_or_else(|| {
        InputError::expected(whole.clone(), "a Dominosa game id, such as 1:011010", id)
    })?;
    let highest = super::board_text::parse_pips(size).ok_or_else(|| {
        let expected = format!("the highest number of the dominoes, up to {MAX_PIPS},");
        InputError::expected(start..start + size.len(), expected, format!("`{size}`"))
    })?;
    let (rows, columns) = (highest as usize + 1, highest as usize + 2);
    let mut draft = Draft { dominoes_span: Some(whole.clone()), ..Draft::default() };
    let mut found = 0;
    for part in (Numbers { rest: numbers, at: start + size.len() + 1 }) {
        let (at, part) = part?;
        let span = at..at + part.len();
        let digits = part.strip_prefix('[').map_or(part, |inside| inside.trim_end_matches(']'));
        let number = super::board_text::parse_pips(digits).filter(|&number| number <= highest);
        let number = number.ok_or_else(|| {
            let expected = format!("a number from 0 to {highest}");
            InputError::expected(span.clone(), expected, format!("`{part}`"))
        })?;
        if found < rows * columns {
            let cell = Cell { row: found / columns, column: found % columns };
            draft.add_square(Square { cell, mark: Mark::Given(number), span })?;
        }
        found += 1;
    }
    if found != rows * columns {
        let expected = format!("{} numbers after `{size}:`", rows * columns);
        return Err(InputError::expected(whole, expected, found.to_string()));
    }
    draft.dominoes = full_set(highest);
    draft.finish()
}

/// The numbers of an id, each with its place: a character, or the content of brackets.
struct Numbers<'i> {
    rest: &'i str,
    at: usize,
}

impl<'i> Iterator for Numbers<'i> {
    type Item = Result<(usize, &'i str), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.rest.chars().next()?;
        let length = match first {
            '[' => match self.rest.find(']') {
                Some(end) => end + 1,
                None => {
                    let span = self.at..self.at + self.rest.len();
                    let expected = "a `]` that closes this `[`";
                    return Some(Err(InputError::expected(span, expected, "the end of the line")));
                }
            },
            _ => first.len_utf8(),
        };
        let (part, rest) = self.rest.split_at(length);
        let at = self.at;
        (self.rest, self.at) = (rest, at + length);
        Some(Ok((at, part)))
    }
}

/// All dominoes with numbers up to the highest.
pub(super) fn full_set(highest: Value) -> Vec<Domino> {
    let all = (0..=highest).flat_map(|first| (first..=highest).map(move |second| [first, second]));
    all.map(Domino).collect()
}
