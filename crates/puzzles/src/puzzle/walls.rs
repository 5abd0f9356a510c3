//! Draws boards with box-drawing characters: there are walls between neighbouring squares of
//! different groups.

use std::collections::HashMap;

use anstyle::{Ansi256Color, Style};

use crate::picture::SHADES;
use cnfetti_core::csp::Value;

/// One square of a board.
pub(super) struct Square {
    /// The row, from 0, downwards.
    pub(super) row: usize,
    /// The column, from 0, to the right.
    pub(super) column: usize,
    /// Squares of one group have no wall between them.
    pub(super) group: usize,
    /// The picture's shade behind it, if any.
    pub(super) shade: Option<usize>,
    /// The text in the square.
    pub(super) text: String,
}

/// Draws the squares; everything else is outside. Ends with a line end unless it is empty.
pub(super) fn draw(squares: &[Square]) -> String {
    let board: HashMap<(usize, usize), &Square> =
        squares.iter().map(|square| ((square.row, square.column), square)).collect();
    let rows = squares.iter().map(|square| square.row + 1).max().unwrap_or(0);
    let columns = squares.iter().map(|square| square.column + 1).max().unwrap_or(0);
    let width = squares.iter().map(|square| square.text.chars().count()).max().unwrap_or(0) + 2;
    let board = Board { board, width };
    let mut out = String::new();
    if rows > 0 {
        for row in 0..rows {
            push_line(&mut out, board.line_above(row, columns));
            push_line(&mut out, board.line_through(row, columns));
        }
        push_line(&mut out, board.line_above(rows, columns));
    }
    out
}

/// The closest of the 256 terminal colours to the picture's shades.
const COLOURS: [u8; SHADES] = [110, 222, 209, 72, 217, 149, 117, 142];

/// Black text on a shade.
pub(super) fn shaded(text: &str, shade: usize, bold: bool) -> String {
    let colour = Ansi256Color(COLOURS[shade % SHADES]);
    let style = Style::new().fg_color(Some(Ansi256Color(16).into())).bg_color(Some(colour.into()));
    let style = if bold { style.bold() } else { style };
    format!("{style}{text}{style:#}")
}

/// Replaces lines and signs by ASCII. Only the ellipsis changes its width.
pub fn in_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '─' => out.push('-'),
            '│' => out.push('|'),
            '╵' | '╷' | '╴' | '╯' | '╮' | '┤' | '╶' | '╰' | '╭' | '├' | '┴' | '┬' | '┼' =>
            {
                out.push('+');
            }
            '·' => out.push('.'),
            '×' => out.push('x'),
            '…' => out.push_str("..."),
            other => out.push(other),
        }
    }
    out
}

/// The possible values of a square: as digits if the largest value of all has only one.
pub(super) fn candidates(values: &[Value], largest: usize) -> String {
    let between = if largest > 9 { " " } else { "" };
    let values: Vec<String> = values.iter().map(Value::to_string).collect();
    values.join(between)
}

fn push_line(out: &mut String, line: String) {
    out.push_str(line.trim_end());
    out.push('\n');
}

struct Board<'a> {
    board: HashMap<(usize, usize), &'a Square>,
    /// The inner width of a square.
    width: usize,
}

impl Board<'_> {
    /// The walls above a row, including corners.
    fn line_above(&self, row: usize, columns: usize) -> String {
        let mut line = String::new();
        for column in 0..=columns {
            line.push(self.corner(row, column));
            let wall = if self.wall_above(row, column) { "─" } else { " " };
            line.push_str(&wall.repeat(self.width));
        }
        line
    }

    /// The squares of a row with the walls between them.
    fn line_through(&self, row: usize, columns: usize) -> String {
        let mut line = String::new();
        for column in 0..=columns {
            line.push(if self.wall_left(row, column) { '│' } else { ' ' });
            let square = self.board.get(&(row, column));
            let text = square.map_or("", |square| &square.text);
            let text = format!("{text:^width$}", width = self.width);
            match square.and_then(|square| square.shade) {
                None => line.push_str(&text),
                Some(shade) => line.push_str(&shaded(&text, shade, false)),
            }
        }
        line
    }

    /// The upper left corner of a square.
    fn corner(&self, row: usize, column: usize) -> char {
        const CORNERS: [char; 16] =
            [' ', '╵', '╷', '│', '╴', '╯', '╮', '┤', '╶', '╰', '╭', '├', '─', '┴', '┬', '┼'];
        let up = row > 0 && self.wall_left(row - 1, column);
        let down = self.wall_left(row, column);
        let left = column > 0 && self.wall_above(row, column - 1);
        let right = self.wall_above(row, column);
        CORNERS[usize::from(up)
            + 2 * usize::from(down)
            + 4 * usize::from(left)
            + 8 * usize::from(right)]
    }

    fn wall_above(&self, row: usize, column: usize) -> bool {
        self.group(row, column) != row.checked_sub(1).and_then(|row| self.group(row, column))
    }

    fn wall_left(&self, row: usize, column: usize) -> bool {
        self.group(row, column) != column.checked_sub(1).and_then(|column| self.group(row, column))
    }

    fn group(&self, row: usize, column: usize) -> Option<usize> {
        self.board.get(&(row, column)).map(|square| square.group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_stand_between_groups_and_around_holes() {
        let square = |row, column, group, text: &str| Square {
            row,
            column,
            group,
            shade: None,
            text: text.to_owned(),
        };
        let squares = [
            square(0, 0, 0, "a"),
            square(0, 1, 0, "b"),
            square(0, 2, 1, "c"),
            square(1, 2, 1, "d"),
        ];
        let drawn = "\
╭───────┬───╮
│ a   b │ c │
╰───────┤   │
        │ d │
        ╰───╯
";
        assert_eq!(draw(&squares), drawn);
    }
}
