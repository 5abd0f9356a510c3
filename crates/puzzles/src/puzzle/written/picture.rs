//! The board as a picture.

use super::Written;
use crate::picture::{Area, Ink, Picture, View};
use cnfetti_kinds::{Entry, On, Place};

/// The side of a cell.
const SIDE: f64 = 44.0;

pub(super) fn picture(puzzle: &Written, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    for cell in puzzle.data.board.cells() {
        let Place::Cell(row, column) = cell else { continue };
        let area = Area::square(f64::from(column) * SIDE, f64::from(row) * SIDE, SIDE);
        picture.rectangle(area.inset(1.0), 2.0, Ink::Cell);
        let given = puzzle.data.layers.iter().find_map(|layer| match layer.at.get(&cell)? {
            Entry::Number(number) => Some(number.to_string()),
            Entry::Open => Some("?".to_owned()),
            _ => None,
        });
        let found = puzzle.kind.unknowns.iter().enumerate().find_map(|(at, unknown)| {
            let variable = puzzle.variable(at, cell).filter(|_| unknown.on == On::Cells)?;
            let value = view.solution.map(|solution| solution[variable.index()])?;
            Some(puzzle.value_said(at, value))
        });
        if let Some(text) = found.or(given) {
            picture.text_in(area.inset(6.0), 24.0, false, Ink::Text, &text);
        }
    }
    picture
}
