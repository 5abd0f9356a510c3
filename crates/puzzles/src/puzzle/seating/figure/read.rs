//! Figures as text: rows of `X` for a seat, and a dot or a space for no seat.
//!
//! With dots, or if there are only seats, all rows have the same length. A figure without dots may
//! use spaces instead; then rows may end early, and common indentation is ignored. `X X` is refused:
//! it could be two adjacent seats or two with a gap between them.

use std::ops::Range;

use super::Figure;
use cnfetti_core::plural::counted;
use cnfetti_input::{InputError, MAX_CELLS, Text, require_squares, rows};

const DOTS: &str = "write a dot where there is no seat, and nothing between the squares";

impl Figure {
    /// Reads a figure with at least one seat.
    pub(in crate::puzzle::seating) fn parse(text: &Text<'_>) -> Result<Figure, InputError> {
        let seats = text.value.matches('X').count();
        if !(1..=MAX_CELLS).contains(&seats) {
            let expected = format!("from 1 to {MAX_CELLS} seats, each an X");
            return Err(InputError::expected(text.span.clone(), expected, seats.to_string()));
        }
        let rows = rows_of(&text.value);
        let place =
            |start: usize, range: Range<usize>| text.place(start + range.start..start + range.end);
        let mut figure = Figure { rows: 0, columns: 0, seats: Vec::new() };
        for (row, (start, line)) in rows.clone().enumerate() {
            figure.push_row(row, line, rows.blanks_are_squares, |range| place(start, range))?;
            let columns = line.chars().count();
            let whole = || place(start, 0..line.len());
            if row > 0 && columns != figure.columns && !rows.blanks_are_squares {
                let expected = format!("{} as in the first row", counted(figure.columns, "square"));
                return Err(InputError::expected(whole(), expected, columns.to_string()).help(DOTS));
            }
            (figure.rows, figure.columns) = (row + 1, figure.columns.max(columns));
            require_squares(row, figure.columns.saturating_sub(1), whole())?;
        }
        if rows.blanks_are_squares && figure.seats.iter().all(|(_, column)| column % 2 == 0) {
            let message = "every second column is blank: expected a figure that says whether these \
                           are squares or stand between them";
            return Err(InputError::new(text.span.clone(), message).help(DOTS));
        }
        Ok(figure)
    }

    fn push_row(
        &mut self,
        row: usize,
        line: &str,
        blanks_are_squares: bool,
        place: impl Fn(Range<usize>) -> Range<usize>,
    ) -> Result<(), InputError> {
        for (column, (at, character)) in line.char_indices().enumerate() {
            let here = || place(at..at + character.len_utf8());
            match character {
                'X' => self.seats.push((row, column)),
                '.' => {}
                ' ' if blanks_are_squares => {}
                _ => {
                    let found = format!("{character:?}");
                    let error = InputError::expected(here(), "X or `.`", found);
                    return Err(if character.is_whitespace() { error.help(DOTS) } else { error });
                }
            }
        }
        Ok(())
    }
}

/// The rows from the first to the last non-blank one, without common indentation and trailing
/// spaces.
#[derive(Clone)]
struct Rows<I> {
    lines: I,
    /// The common indentation, in bytes.
    indent: usize,
    /// Whether a space means a square without a seat.
    blanks_are_squares: bool,
}

fn rows_of(text: &str) -> Rows<impl Iterator<Item = (usize, &str)> + Clone> {
    let lines = rows(text).map(|(start, line)| (start, line.trim_end()));
    let filled = || lines.clone().map(|(_, line)| line).filter(|line| !line.is_empty());
    let first = filled().next().unwrap_or_default();
    let blanks = &first[..first.len() - first.trim_start().len()];
    let indent = filled().map(|line| common(line, blanks)).min().unwrap_or(0);
    let has_blanks = filled().any(|line| line[indent..].contains(' '));
    let blanks_are_squares = has_blanks && !filled().any(|line| line.contains('.'));
    Rows { lines, indent, blanks_are_squares }
}

/// The length of the common prefix, in bytes.
fn common(line: &str, blanks: &str) -> usize {
    let same = line.chars().zip(blanks.chars()).take_while(|(one, other)| one == other);
    same.map(|(c, _)| c.len_utf8()).sum()
}

impl<'t, I: Iterator<Item = (usize, &'t str)>> Iterator for Rows<I> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        let (start, line) = self.lines.next()?;
        // A blank row may be shorter than the indentation.
        Some((start + self.indent.min(line.len()), line.get(self.indent..).unwrap_or_default()))
    }
}
