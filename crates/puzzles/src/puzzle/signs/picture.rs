//! Signs as pictures: the number of each crossing, with arrows around it.

use super::Signs;
use crate::picture::{Area, Ink, Picture, Point, Shape, View};
use cnfetti_core::csp::VarId;

/// The side of a crossing.
const SIDE: f64 = 76.0;

/// The distance from the centre of a crossing to the tips of its arrows along rows and columns;
/// the tips of diagonal ones are that far in both directions.
const REACH: f64 = 33.0;

pub(super) fn picture(signs: &Signs, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    for (index, (row, column)) in signs.positions().enumerate() {
        let crossing = &signs.crossings[index];
        let cell = Area::square(column as f64 * SIDE, row as f64 * SIDE, SIDE).inset(2.0);
        let given = crossing.given.is_some();
        picture.rectangle(cell, 10.0, if given { Ink::Given } else { Ink::Cell });
        for direction in crossing.arrows.directions() {
            let (down, right) = direction.step;
            draw_arrow(&mut picture, cell.middle(), (right as f64, down as f64));
        }
        let variable = VarId::at(index);
        let decided = view.pencil.and_then(|pencil| pencil.decided(variable));
        let solved = view.solution.map(|solution| solution[index]);
        let number = solved.or(crossing.given).or(decided);
        if let Some(number) = number {
            let place = cell.inset(SIDE / 4.0);
            picture.text_in(place, 30.0, given, Ink::Text, &number.to_string());
        }
        if let Some(candidates) = view.candidates {
            let inner = Area { y: cell.y + 2.0, ..cell.inset(7.0) };
            picture.candidates(inner, Ink::Faint, candidates[index]);
        }
        if let (Some(pencil), None) = (view.pencil, number) {
            let marks = pencil.marks(variable, |value| value.to_string());
            picture.pencil(cell.inset(SIDE / 4.0), Ink::Text, &marks);
        }
    }
    if let Some(pencil) = &view.pencil {
        let columns = signs.columns;
        picture.coordinates(signs.crossings.len() / columns, columns, (SIDE, SIDE), (0.0, 0.0));
        picture.highlight(pencil, |variable| {
            let (row, column) = signs.positions().nth(variable.index())?;
            Some(Area::square(column as f64 * SIDE, row as f64 * SIDE, SIDE).inset(-2.0))
        });
    }
    picture
}

/// Draws a triangle at the edge of the crossing, or in its corner with a shaft: without a shaft,
/// it would be unclear which corner is the tip.
fn draw_arrow(picture: &mut Picture, (x, y): Point, (right, down): (f64, f64)) {
    let at = |to_right: f64, to_bottom: f64| (x + right * to_right, y + down * to_bottom);
    let corners = if right != 0.0 && down != 0.0 {
        let (from, to) = (at(16.0, 16.0), at(26.0, 26.0));
        picture.shapes.push(Shape::Line { from, to, width: 3.5, ink: Ink::Text });
        vec![at(REACH, REACH), at(REACH - 15.0, REACH), at(REACH, REACH - 15.0)]
    } else {
        let base = |aside: f64| {
            let ahead = REACH - 13.0;
            (x + right * ahead - down * aside, y + down * ahead + right * aside)
        };
        vec![at(REACH, REACH), base(9.0), base(-9.0)]
    };
    picture.shapes.push(Shape::Polygon { corners, fill: Ink::Text });
}
