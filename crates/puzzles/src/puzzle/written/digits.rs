//! Sudoku as plain digits: 81 characters in a line, or nine lines of nine. A file can have many.

use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, MAX_PUZZLES, Span, lines};
use cnfetti_kinds::{Board, Data, Entry, Kind, Place, library};
use itertools::Itertools;

use super::Written;
use crate::puzzle::{Format, Part, Puzzle, Unwritable};

/// The numbers of a Sudoku, row by row, as `.sdm` and `.sdk` files have them.
pub(in crate::puzzle) const SUDOKU: Format = Format {
    name: "sudoku",
    summary: "Sudoku as 81 characters in a line, or nine lines of nine; `0`, `.`, `_` or `*` is an empty cell",
    example: "instances/kinds/three-sudokus.sdm",
    kind: "sudoku",
    recognises: is_sudoku,
    read,
};

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;

/// The fewest cells in a row of a Sudoku of this format, one of which may be missing.
const SHORTEST: usize = SIDE - 1;

fn is_open(c: char) -> bool {
    matches!(c, '0' | '.' | '_' | '*')
}

/// What stands between boxes in drawn Sudokus.
fn is_line(c: char) -> bool {
    matches!(c, '|' | '-' | '+' | '=' | ' ' | '\t')
}

/// The cells of a line, each with its place. `None` if the line is none of a Sudoku.
fn cells(line: &str) -> Option<Vec<(usize, char)>> {
    let cells = line.char_indices().filter(|&(_, c)| !is_line(c)).collect_vec();
    cells.iter().all(|&(_, c)| c.is_ascii_digit() || is_open(c)).then_some(cells)
}

/// The lines with cells. In `.sdk` files, others begin with `#` or `[`.
fn content(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let is_content = |(_, line): &(usize, &str)| {
        !line.chars().all(is_line) && !line.trim_start().starts_with(['#', '['])
    };
    lines(text).filter(is_content)
}

/// Whether a text is one Sudoku or several, perhaps with a slip in it.
pub(crate) fn is_sudoku(text: &str) -> bool {
    // Files in other formats end the search at their first line.
    let mut content = content(text);
    let Some(first) = content.next().and_then(|(_, line)| cells(line)) else { return false };
    first.len() >= SHORTEST && content.all(|(_, line)| cells(line).is_some())
}

fn read(text: &str, budget: &Budget) -> Result<Vec<Part>, InputError> {
    let kind = library::shipped("sudoku").map(library::Shipped::read).transpose()?;
    let kind = kind.ok_or_else(|| InputError::new(None, "Sudoku is not among the kinds"))?;
    let grids = grids(text)?;
    let are_several = grids.len() > 1;
    let parts = grids.into_iter().enumerate().map(|(at, numbers)| {
        let data = data(&kind, &numbers)?;
        let puzzle: Box<dyn Puzzle> = Box::new(Written::new(kind.clone(), data, budget)?);
        let name = are_several.then(|| (at + 1).to_string());
        Ok(Part { kind: Some("sudoku"), name, puzzle: Some(puzzle), ..Part::default() })
    });
    parts.collect()
}

/// The cells of each Sudoku in a text.
fn grids(text: &str) -> Result<Vec<Vec<char>>, InputError> {
    let mut grids: Vec<Vec<char>> = Vec::new();
    let (mut grid, mut last) = (Vec::new(), Span::default());
    for (start, line) in content(text) {
        let row = cells(line).unwrap_or_default();
        let place = start..start + line.len();
        let wanted = if grid.is_empty() && row.len() > 2 * SIDE { CELLS } else { SIDE };
        if row.len() != wanted {
            // The place of what is too much, or where something is missing.
            let place =
                row.get(wanted).map_or(place.end..place.end, |(at, _)| start + at..place.end);
            let expected = format!("{wanted} cells in this line");
            return Err(InputError::expected(place, expected, row.len().to_string()));
        }
        grid.extend(row.into_iter().map(|(_, c)| c));
        last = place;
        if grid.len() == CELLS {
            grids.push(std::mem::take(&mut grid));
        }
        if grids.len() > MAX_PUZZLES {
            let expected = format!("at most {MAX_PUZZLES} puzzles in a file");
            return Err(InputError::expected(last, expected, "more"));
        }
    }
    if !grid.is_empty() {
        let found = format!("{} lines", grid.len() / SIDE);
        return Err(InputError::expected(last, "nine lines of nine cells", found));
    }
    Ok(grids)
}

fn data(kind: &Kind, numbers: &[char]) -> Result<Data, InputError> {
    let board = Board::within_limits(SIDE, SIDE);
    let board = board.ok_or_else(|| InputError::new(None, "the board is too large"))?;
    let mut data = Data::new(kind, board.clone());
    let numbers = board.cells().into_iter().zip(numbers);
    let given = numbers.filter_map(|(place, c)| Some((place, c.to_digit(10)?)));
    let given = given.filter(|&(_, digit)| digit > 0);
    data.layers[number_layer(kind)?].at =
        given.map(|(place, digit)| (place, Entry::Number(digit.into()))).collect();
    Ok(data)
}

fn number_layer(kind: &Kind) -> Result<usize, InputError> {
    let at = kind.clues.iter().position(|layer| &*layer.name == "number");
    at.ok_or_else(|| InputError::new(None, "Sudoku has no layer of numbers"))
}

/// A Sudoku as 81 characters in a line.
pub(super) fn written(puzzle: &Written) -> Result<String, Unwritable> {
    let refused = |why: &str| Unwritable(format!("81 characters are a Sudoku of 9 × 9: {why}"));
    let Written { kind, data, .. } = puzzle;
    if kind.name != "sudoku" {
        return Err(refused(&format!("this is {}", kind.title)));
    }
    if (usize::from(data.board.rows), usize::from(data.board.columns)) != (SIDE, SIDE) {
        return Err(refused(&format!(
            "this one has {} × {} cells",
            data.board.rows, data.board.columns
        )));
    }
    let plain = Data::new(kind, data.board.clone());
    let at = number_layer(kind).map_err(|error| Unwritable(error.to_string()))?;
    let others = kind.clues.iter().zip(&data.layers).enumerate().filter(|(layer, _)| *layer != at);
    let extra = others
        .map(|(_, row)| row)
        .find(|(_, entries)| !(entries.at.is_empty() && entries.groups.is_empty()));
    if let Some((layer, _)) = extra {
        return Err(refused(&format!("they cannot say `{}`", layer.name)));
    }
    let mut parameters = kind.parameters.iter().zip(data.parameters.iter().zip(&plain.parameters));
    if let Some((parameter, _)) = parameters.find(|(_, (one, other))| one != other) {
        return Err(refused(&format!("they cannot say `{}`", parameter.name)));
    }
    let digit = |place: &Place| match data.layers[at].at.get(place) {
        Some(Entry::Number(number)) => number.to_string(),
        _ => ".".to_owned(),
    };
    Ok(data.board.cells().iter().map(digit).join("") + "\n")
}
