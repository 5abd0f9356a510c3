//! Models as pictures: a square for each variable, array by array.

use super::General;
use super::board::{rows, shown};
use crate::picture::{Area, Ink, Picture, View, text_width};
use cnfetti_core::csp::Value;

/// The side of a square.
const SIDE: f64 = 44.0;

/// The height of the names.
const SIZE: f64 = 15.0;

pub(super) fn picture(general: &General, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    let names = shown(general).flat_map(rows).map(|row| text_width(&row.name, SIZE));
    let left = names.fold(0.0, f64::max) + 10.0;
    let mut y = 0.0;
    for array in shown(general) {
        for row in rows(array) {
            picture.text_from((0.0, y + SIDE / 2.0), SIZE, Ink::Faint, &row.name);
            for (column, cell) in row.cells.iter().enumerate() {
                let Some(variable) = *cell else { continue };
                if !general.lowered.takes_part(variable) {
                    continue;
                }
                let text_of = |value: Value| general.model.value_text(variable, value.into());
                let cell = Area::square(left + column as f64 * SIDE, y, SIDE).inset(1.5);
                picture.rectangle(cell, 6.0, Ink::Cell);
                if let Some(value) = view.solution.and_then(|all| general.value(all, variable)) {
                    let text = general.model.value_text(variable, value);
                    picture.text_in(cell.inset(8.0), 20.0, false, Ink::Text, &text);
                }
                let Some(id) = general.lowered.variables[variable] else { continue };
                let is_float = general.model.variables[variable].unit.is_some();
                if let Some(candidates) = view.candidates.filter(|_| !is_float) {
                    picture.candidates(cell, Ink::Faint, candidates[id.index()]);
                }
                if let Some(pencil) = &view.pencil {
                    match pencil.decided(id) {
                        Some(value) => {
                            let text = text_of(value);
                            picture.text_in(cell.inset(8.0), 20.0, false, Ink::Text, &text);
                        }
                        None => {
                            let marks = pencil.marks(id, text_of);
                            picture.pencil(cell.inset(4.0), Ink::Text, &marks);
                        }
                    }
                    picture.highlight(pencil, |variable| (variable == id).then_some(cell));
                }
            }
            y += SIDE;
        }
        y += SIDE / 4.0;
    }
    picture
}
