//! Signs: a number at each crossing, with arrows that show which numbers it counts.

mod arrows;
mod picture;

use std::collections::BTreeSet;
use std::ops::Range;

use itertools::Itertools;
use serde_json::json;

use super::walls::{self, Square};
use super::words::place;
use super::{About, Alphabet, Broken, Kind, Puzzle, Squares, Unwritable, Words};
use crate::picture::{Picture, View};
use cnfetti_core::csp::{Atom, Condition, Csp, DistinctCount, Fixed, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_core::plural::counted;
use cnfetti_input::{InputError, MAX_CELLS, Table, Text, rows, words};
use cnfetti_kinds::library::Family;

use arrows::Arrows;

/// The kind's row.
pub(super) const KIND: Kind = Kind {
    name: "signs",
    families: &[Family::Numbers],
    summary: "number the crossings: each number counts the different numbers its arrow points at",
    load,
};

const MAX_VALUE: usize = 100;

/// Boards are refused if all arrows together point at more crossings than this, because the
/// constraints take space in proportion.
const MAX_POINTED_AT: usize = 5_000_000;

/// A rectangle of crossings.
struct Signs {
    /// Numbers range from 1 to this.
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
fn load(table: &mut Table<'_>, _: &Budget) -> Result<Box<dyn Puzzle>, InputError> {
    let values = table.require("values", "the largest number, such as 4")?.count(1..=MAX_VALUE)?;
    let board = table.require("board", "the signs, such as \"→ ↓4 n+s\"")?.text()?;
    let signs = words(&board.value).count();
    if !(1..=MAX_CELLS).contains(&signs) {
        let expected = format!("from 1 to {MAX_CELLS} signs");
        return Err(InputError::expected(board.span.clone(), expected, signs.to_string()));
    }
    let (mut crossings, mut columns) = (Vec::new(), 0);
    for (row, (start, line)) in rows(&board.value).enumerate() {
        let signs = words(line).count();
        if row == 0 {
            columns = signs;
        }
        if signs != columns {
            let expected = format!("{} as in the first row", counted(columns, "sign"));
            let place = board.place(start..start + line.trim_end().len());
            return Err(InputError::expected(place, expected, signs.to_string()));
        }
        for (at, word) in words(line) {
            let word = start + at..start + at + word.len();
            crossings.push(read_crossing(&board, word, values)?);
        }
    }
    let signs = Signs { values, columns, crossings };
    let pointed_at: usize = (0..signs.crossings.len()).map(|index| signs.reach(index)).sum();
    if pointed_at > MAX_POINTED_AT {
        let expected = format!("arrows that point at no more than {MAX_POINTED_AT} crossings");
        return Err(InputError::expected(board.span.clone(), expected, pointed_at.to_string()));
    }
    Ok(Box::new(signs))
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
            .help("arrows: ← ↑ → ↓ ↖ ↗ ↘ ↙ ↔ ↕ ⤡ ⤢, < ^ > v, or n ne e se s sw w nw joined by +")
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
            let count = VarId::at(index);
            let scope = self.pointed_at(index).map(VarId::at).collect();
            let reason = format!(
                "{} counts the different numbers to its {}",
                self.place(count),
                crossing.arrows.words()
            );
            csp.post(
                DistinctCount { scope, except: Vec::new(), condition: Condition::is(count) }.into(),
                reason,
            );
        }
        for (index, crossing) in self.crossings.iter().enumerate() {
            if let Some(value) = crossing.given {
                let variable = VarId::at(index);
                let reason = format!("{} is given as {value}", self.place(variable));
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
            let (number, place) = (solution[index], place(row, column));
            if number < 1 || number as usize > self.values {
                let largest = self.values;
                return Err(Broken(format!("{place} is {number}, not 1 to {largest}")));
            }
            if let Some(given) = crossing.given.filter(|&given| given != number) {
                return Err(Broken(format!("{place} is {number}, but {given} is given")));
            }
            let seen: BTreeSet<Value> =
                self.pointed_at(index).map(|other| solution[other]).collect();
            if seen.len() != number as usize {
                return Err(Broken(format!(
                    "{place} is {number}, but there are {} different numbers to its {}",
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

    fn paint_candidates(&self, _: &Csp, candidates: &[Vec<Value>], alphabet: Alphabet) -> String {
        self.draw_with(alphabet, |index| walls::candidates(&candidates[index], self.values))
    }

    /// Writes `values` and `board`: a line for each row of signs, in columns.
    fn export(&self, format: &str, _: &About<'_>) -> Result<String, Unwritable> {
        if format != "toml" {
            return Err(Unwritable::only_pips(format));
        }
        let sign = |crossing: &Crossing| {
            let given = crossing.given.map(|given| given.to_string()).unwrap_or_default();
            format!("{}{given}", crossing.arrows)
        };
        let signs = self.crossings.iter().map(sign).collect_vec();
        let width = signs.iter().map(|sign| sign.chars().count()).max().unwrap_or(0);
        let row = |row: &[String]| row.iter().map(|sign| format!("{sign:width$}")).join(" ");
        let rows = signs.chunks(self.columns).map(|signs| row(signs).trim_end().to_owned() + "\n");
        Ok(format!("values = {}\nboard = \"\"\"\n{}\"\"\"\n", self.values, { rows }.join("")))
    }

    fn picture(&self, view: &View<'_>) -> Picture {
        picture::picture(self, view)
    }

    fn write_json(&self, solution: &[Value], out: &mut String) {
        let rows = solution.chunks(self.columns).collect_vec();
        out.push_str(&json!({ "board": rows }).to_string());
    }

    fn read_json(&self, json: &serde_json::Value) -> Result<Vec<Value>, Broken> {
        let cells = self.cells(json)?.into_iter().zip(self.positions());
        let missing = |(row, column)| {
            Broken(format!("expected a number at {}, found null", place(row, column)))
        };
        cells.map(|(cell, position)| cell.ok_or_else(|| missing(position))).collect()
    }

    fn read_entries(&self, json: &serde_json::Value) -> Result<Vec<Atom>, Broken> {
        let cells = (0..).map(VarId::at).zip(self.cells(json)?);
        Ok(cells.filter_map(|(variable, value)| Some(Atom { variable, value: value? })).collect())
    }

    fn words(&self, _: &Csp, variable: VarId) -> Words {
        Words { subject: self.place(variable), before_value: "" }
    }

    fn squares(&self) -> Option<Squares> {
        let longest = self.values.to_string().len();
        Some(Squares::Numbers { columns: self.columns, longest })
    }
}

impl Signs {
    /// The numbers of a board, row by row, with `None` for `null`.
    fn cells(&self, json: &serde_json::Value) -> Result<Vec<Option<Value>>, Broken> {
        let rows = self.crossings.len() / self.columns;
        let shape = || {
            let columns = self.columns;
            Broken(format!(
                "expected {{\"board\": […]}} with {} of {}",
                counted(rows, "row"),
                counted(columns, "number")
            ))
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
        let cells = cells.into_iter().flatten().zip(self.positions());
        let numbers = cells.map(|(cell, (row, column))| {
            let number = cell.as_i64().and_then(|number| Value::try_from(number).ok());
            match number {
                None if !cell.is_null() => {
                    let place = place(row, column);
                    Err(Broken(format!("expected a number at {place}, found {cell}")))
                }
                number => Ok(number),
            }
        });
        numbers.collect()
    }

    /// Draws the board with this text next to each sign.
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

    /// The name of a crossing in sentences.
    fn place(&self, variable: VarId) -> String {
        place(variable.index() / self.columns, variable.index() % self.columns)
    }

    /// The row and the column of each crossing.
    fn positions(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.crossings.len()).map(|index| (index / self.columns, index % self.columns))
    }

    /// The number of crossings at which the arrows of a crossing point.
    fn reach(&self, index: usize) -> usize {
        let (row, column) = (index / self.columns, index % self.columns);
        let rows = self.crossings.len() / self.columns;
        let until_edge = |at: usize, end: usize, step: isize| match step {
            0 => usize::MAX,
            1.. => end - at - 1,
            _ => at,
        };
        let reach = |(down, right): (isize, isize)| {
            until_edge(row, rows, down).min(until_edge(column, self.columns, right))
        };
        self.crossings[index].arrows.directions().map(|direction| reach(direction.step)).sum()
    }

    /// The crossings at which the arrows of a crossing point.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that is compared with the limit is the number of crossings.
    #[test]
    fn the_reach_is_the_number_of_crossings_pointed_at() {
        for rows in 1..=4 {
            for columns in 1..=5 {
                let arrows = |text| Arrows::parse(text).unwrap();
                for sign in ["n", "ne", "e", "se", "s", "sw", "w", "nw", "⤡", "n+ne+e+se+s+sw+w+nw"]
                {
                    let crossing = || Crossing { arrows: arrows(sign), given: None };
                    let crossings = (0..rows * columns).map(|_| crossing()).collect();
                    let signs = Signs { values: 1, columns, crossings };
                    for index in 0..rows * columns {
                        assert_eq!(signs.reach(index), signs.pointed_at(index).count(), "{sign}");
                    }
                }
            }
        }
    }
}
