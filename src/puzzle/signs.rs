//! Signs: a number at each crossing, with an arrow that says which numbers it counts.

mod arrows;
mod picture;

use std::collections::BTreeSet;
use std::ops::Range;

use itertools::Itertools;
use serde_json::json;

use super::walls::{self, Square};
use super::{Alphabet, Broken, Kind, Puzzle};
use crate::csp::{Atom, Csp, DistinctCount, Fixed, Value, VarId};
use crate::input::{InputError, MAX_CELLS, Table, Text};
use crate::picture::{Picture, View};

use arrows::Arrows;

/// The kind's row.
pub(super) const KIND: Kind = Kind {
    name: "signs",
    summary: "number the crossings: each counts the different numbers where its arrow points",
    load,
};

const MAX_VALUE: usize = 100;

/// A rectangle of crossings.
struct Signs {
    /// Numbers go from 1 to this.
    values: usize,
    columns: usize,
    /// Row by row.
    crossings: Vec<Crossing>,
}

struct Crossing {
    arrows: Arrows,
    given: Option<Value>,
}

/// Reads `values` and `board`.
fn load(table: &mut Table<'_>) -> Result<Box<dyn Puzzle>, InputError> {
    let values = table.require("values", "the largest number, such as 4")?.count(1..=MAX_VALUE)?;
    let board = table.require("board", "the signs, such as \"→ ↓4 n+s\"")?.text()?;
    let rows = words_of_rows(&board)?;
    let columns = rows.first().map_or(0, |(_, words)| words.len());
    let mut crossings = Vec::new();
    for (line, words) in rows {
        if words.len() != columns {
            let expected = format!("{columns} signs as in the first row");
            let place = board.place(line);
            return Err(InputError::expected(place, expected, words.len().to_string()));
        }
        for word in words {
            crossings.push(read_crossing(&board, word, values)?);
        }
    }
    Ok(Box::new(Signs { values, columns, crossings }))
}

/// A row of the board: its bytes in the text, and those of its words.
type Row = (Range<usize>, Vec<Range<usize>>);

fn words_of_rows(board: &Text<'_>) -> Result<Vec<Row>, InputError> {
    let rows: Vec<Row> = board
        .lines()
        .into_iter()
        .map(|(start, line)| (start..start + line.len(), words_of(line, start)))
        .collect();
    let filled = |row: &Row| !row.1.is_empty();
    let (Some(first), Some(last)) = (rows.iter().position(filled), rows.iter().rposition(filled))
    else {
        return Err(InputError::expected(board.span.clone(), "rows of signs", "nothing"));
    };
    let rows = rows[first..=last].to_vec();
    let cells: usize = rows.iter().map(|(_, words)| words.len()).sum();
    if cells > MAX_CELLS {
        let expected = format!("at most {MAX_CELLS} signs");
        return Err(InputError::expected(board.span.clone(), expected, cells.to_string()));
    }
    Ok(rows)
}

fn words_of(line: &str, start: usize) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut end = 0;
    for word in line.split_whitespace() {
        let at = end + line[end..].find(word).expect("the word comes from the line");
        end = at + word.len();
        words.push(start + at..start + end);
    }
    words
}

fn read_crossing(
    board: &Text<'_>,
    word: Range<usize>,
    values: usize,
) -> Result<Crossing, InputError> {
    let text = &board.value[word.clone()];
    let sign = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &text[sign.len()..];
    let sign = if digits.is_empty() { sign } else { sign.strip_suffix(':').unwrap_or(sign) };
    let arrows = Arrows::parse(sign).ok_or_else(|| {
        let place = board.place(word.clone());
        InputError::expected(place, "a sign such as → or n+s, ↓4 or s:4", format!("\"{text}\""))
            .help("arrows: ← ↑ → ↓ ↖ ↗ ↘ ↙ ↔ ↕ ⤡ ⤢, or n ne e se s sw w nw joined by +")
    })?;
    if digits.is_empty() {
        return Ok(Crossing { arrows, given: None });
    }
    let given = digits.parse().ok().filter(|number| (1..=values as Value).contains(number));
    match given {
        Some(_) => Ok(Crossing { arrows, given }),
        None => {
            let place = board.place(word.end - digits.len()..word.end);
            Err(InputError::expected(place, format!("a number from 1 to {values}"), digits))
        }
    }
}

impl Puzzle for Signs {
    fn csp(&self) -> Csp {
        let mut csp = Csp::new();
        for (row, column) in self.positions() {
            csp.variable(format!("cell[{row}][{column}]"), 1..=self.values as Value);
        }
        for (index, crossing) in self.crossings.iter().enumerate() {
            let count = VarId(index as u32);
            let scope = self.pointed_at(index).map(|other| VarId(other as u32)).collect();
            let reason = format!(
                "{} counts the different numbers to its {}",
                csp.name(count),
                crossing.arrows.words()
            );
            csp.post(DistinctCount { scope, count }.into(), reason);
        }
        for (index, crossing) in self.crossings.iter().enumerate() {
            if let Some(value) = crossing.given {
                let variable = VarId(index as u32);
                let reason = format!("{} is given as {value}", csp.name(variable));
                csp.post_clue(Fixed { atom: Atom { variable, value } }.into(), reason);
            }
        }
        csp
    }

    fn check(&self, solution: &[Value]) -> Result<(), Broken> {
        if solution.len() != self.crossings.len() {
            let (expected, found) = (self.crossings.len(), solution.len());
            return Err(Broken(format!("there are {expected} crossings, not {found}")));
        }
        for ((index, crossing), (row, column)) in
            self.crossings.iter().enumerate().zip(self.positions())
        {
            let number = solution[index];
            if number < 1 || number as usize > self.values {
                let largest = self.values;
                return Err(Broken(format!(
                    "cell[{row}][{column}] is {number}, not 1 to {largest}"
                )));
            }
            if let Some(given) = crossing.given.filter(|&given| given != number) {
                return Err(Broken(format!(
                    "cell[{row}][{column}] is {number}, but {given} is given"
                )));
            }
            let seen: BTreeSet<Value> =
                self.pointed_at(index).map(|other| solution[other]).collect();
            if seen.len() != number as usize {
                return Err(Broken(format!(
                    "cell[{row}][{column}] is {number}, but there are {} different numbers to its {}",
                    seen.len(),
                    crossing.arrows.words(),
                )));
            }
        }
        Ok(())
    }

    fn paint(&self, solution: Option<&[Value]>, alphabet: Alphabet) -> String {
        self.draw_with(alphabet, |index| {
            let number = solution.map(|solution| solution[index]).or(self.crossings[index].given);
            number.map_or("·".to_owned(), |number| number.to_string())
        })
    }

    fn draw_candidates(&self, _: &Csp, candidates: &[Vec<Value>]) -> String {
        self.draw_with(Alphabet::Unicode, |index| {
            walls::candidates(&candidates[index], self.values)
        })
    }

    fn picture(&self, view: &View<'_>) -> Picture {
        picture::picture(self, view)
    }

    fn write_json(&self, solution: &[Value], out: &mut String) {
        let rows = solution.chunks(self.columns).collect_vec();
        out.push_str(&json!({ "board": rows }).to_string());
    }

    fn read_json(&self, json: &serde_json::Value) -> Result<Vec<Value>, Broken> {
        let rows = self.crossings.len() / self.columns;
        let shape = || {
            let columns = self.columns;
            Broken(format!("expected {{\"board\": […]}} with {rows} rows of {columns} numbers"))
        };
        let board = json.get("board").and_then(|board| board.as_array()).ok_or_else(shape)?;
        let cells: Vec<&Vec<serde_json::Value>> =
            board.iter().filter_map(|row| row.as_array()).collect();
        if board.len() != rows
            || cells.len() != rows
            || cells.iter().any(|row| row.len() != self.columns)
        {
            return Err(shape());
        }
        cells
            .into_iter()
            .flatten()
            .zip(self.positions())
            .map(|(cell, (row, column))| {
                cell.as_i64().and_then(|number| Value::try_from(number).ok()).ok_or_else(|| {
                    Broken(format!("expected a number at cell[{row}][{column}], found {cell}"))
                })
            })
            .collect()
    }
}

impl Signs {
    /// The board with this text beside each sign.
    fn draw_with(&self, alphabet: Alphabet, text: impl Fn(usize) -> String) -> String {
        let squares = self.crossings.iter().zip(self.positions()).enumerate();
        let squares = squares.map(|(group, (crossing, (row, column)))| {
            let arrows = match alphabet {
                Alphabet::Unicode => crossing.arrows.to_string(),
                Alphabet::Ascii => crossing.arrows.names(),
            };
            let shade = crossing.given.map(|_| 0);
            Square { row, column, group, shade, text: format!("{arrows} {}", text(group)) }
        });
        walls::draw(&squares.collect_vec())
    }

    /// Row and column of each crossing.
    fn positions(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.crossings.len()).map(|index| (index / self.columns, index % self.columns))
    }

    /// The crossings that the arrows of a crossing point at.
    fn pointed_at(&self, index: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (index / self.columns, index % self.columns);
        let rows = self.crossings.len() / self.columns;
        self.crossings[index].arrows.directions().flat_map(move |direction| {
            (1..)
                .map_while(move |distance| {
                    let row = row.checked_add_signed(direction.step.0 * distance)?;
                    let column = column.checked_add_signed(direction.step.1 * distance)?;
                    (row < rows && column < self.columns).then_some((row, column))
                })
                .map(|(row, column)| row * self.columns + column)
        })
    }
}
