//! Cells as links write them, `R1C1`, and places between and outside cells.

use std::collections::BTreeSet;

use crate::board::{Board, Direction, Place};

/// The row and the column, from 1; a place outside is in row or column 0, or beyond the last.
fn numbers(text: &str) -> Option<(u16, u16)> {
    let (row, column) = text.strip_prefix('R')?.split_once('C')?;
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse());
    Some((number(row)?.ok()?, number(column)?.ok()?))
}

/// A cell of the board.
pub(super) fn cell(text: &str, board: &Board) -> Option<Place> {
    let (row, column) = numbers(text)?;
    let cell = Place::Cell(row.checked_sub(1)?, column.checked_sub(1)?);
    board.has(cell).then_some(cell)
}

/// The place outside the board, written as a cell just beyond it.
pub(super) fn edge(text: &str, board: &Board) -> Option<Place> {
    let at = numbers(text)?;
    board.edges().into_iter().find(|&edge| outside(edge, board) == Some(at))
}

/// The place among `places` that lies between exactly these cells.
pub(super) fn between(cells: &[Place], places: Vec<Place>, board: &Board) -> Option<Place> {
    let wanted: BTreeSet<&Place> = cells.iter().collect();
    let is_between = |place: &Place| board.beside(*place).iter().collect::<BTreeSet<_>>() == wanted;
    places.into_iter().find(is_between).filter(|_| wanted.len() == cells.len())
}

/// The row and the column of a place outside, as if it were a cell.
fn outside(edge: Place, board: &Board) -> Option<(u16, u16)> {
    match edge {
        Place::Edge(Direction::North, at) => Some((0, at + 1)),
        Place::Edge(Direction::South, at) => Some((board.rows + 1, at + 1)),
        Place::Edge(Direction::West, at) => Some((at + 1, 0)),
        Place::Edge(Direction::East, at) => Some((at + 1, board.columns + 1)),
        _ => None,
    }
}

/// A cell or a place outside, as links write it.
pub(super) fn written(place: Place, board: &Board) -> String {
    let (row, column) = match place {
        Place::Cell(row, column) => (row + 1, column + 1),
        other => outside(other, board).unwrap_or_default(),
    };
    format!("R{row}C{column}")
}
