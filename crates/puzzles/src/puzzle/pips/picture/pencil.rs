//! The state of an explanation on a board: placed dominoes, pips, pencil marks, walls and joints.

use crate::picture::{Area, Ink, Pencil, Picture, Shape};
use crate::puzzle::pips::Pips;
use crate::puzzle::pips::pieces::Domino;
use crate::puzzle::pips::viewpoint::INSIDE;
use cnfetti_core::csp::{Value, VarId};

use super::{
    SIDE, area, domino_area, draw_badges, draw_borders, draw_cells, draw_half, draw_tile, pair_area,
};

pub(super) fn picture(pips: &Pips, pencil: &Pencil<'_>) -> Picture {
    let mut picture = Picture::default();
    draw_cells(&mut picture, pips);
    draw_borders(&mut picture, pips);
    let top = picture.height + 24.0;
    let width = picture.width;
    // Reserve the space of the remaining dominoes even when all of them lie on the board.
    picture.room(domino_area(width, top, pips.dominoes.len().saturating_sub(1)));
    let mut covered = vec![false; pips.cells.len()];
    for (at, &domino) in pips.dominoes.iter().enumerate() {
        let halves = pencil.decided(VarId::at(at)).and_then(|placement| pips.halves(placement));
        // Until the pips of both cells are known, its place is not shown.
        match halves
            .filter(|halves| halves.iter().all(|&cell| number(pips, pencil, cell).is_some()))
        {
            Some(halves) => {
                halves.iter().for_each(|&cell| covered[cell] = true);
                lay(&mut picture, pips, domino, halves);
            }
            None => draw_tile(&mut picture, domino_area(width, top, at), domino.0),
        }
    }
    draw_lines(&mut picture, pips, pencil, &covered);
    for (cell, &is_covered) in covered.iter().enumerate() {
        if !is_covered {
            draw_cell(&mut picture, pips, pencil, cell);
        }
    }
    let rows = pips.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
    let columns = pips.cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
    picture.coordinates(rows, columns, (SIDE, SIDE), (0.0, 0.0));
    picture.highlight(pencil, |variable| match variable.index() {
        domino if domino < pips.dominoes.len() => {
            match pencil.decided(variable).and_then(|placement| pips.halves(placement)) {
                Some(halves) => Some(pair_area(pips, halves)),
                None => Some(domino_area(width, top, domino).inset(-7.0)),
            }
        }
        index => match pips.pair_of(variable) {
            None => Some(area(pips, index - pips.dominoes.len())),
            Some(pair) => Some(pair_area(pips, pips.pairs[pair])),
        },
    });
    draw_names(&mut picture, pips);
    draw_badges(&mut picture, pips);
    picture
}

/// Draws a domino with its first half on the first cell.
fn lay(picture: &mut Picture, pips: &Pips, domino: Domino, halves: [usize; 2]) {
    let numbers = if halves[0] < halves[1] { domino.0 } else { domino.turned().0 };
    draw_tile(picture, pair_area(pips, halves).inset(7.0), numbers);
}

/// Draws what is known about the lines between cells that no domino is known to cover.
fn draw_lines(picture: &mut Picture, pips: &Pips, pencil: &Pencil<'_>, covered: &[bool]) {
    let first = pips.dominoes.len() + pips.cells.len();
    for (pair, &cells) in pips.pairs.iter().enumerate() {
        let line = pencil.decided(VarId::at(first + pair));
        let (Some(line), false) = (line, cells.iter().any(|&cell| covered[cell])) else { continue };
        let (whole, ink) = (pair_area(pips, cells), ink(pips, cells[0]));
        if line == INSIDE {
            let (area, radius) = (whole.inset(8.0), 9.0);
            let joint = Shape::Frame { area, radius, width: 1.5, ink, is_dashed: false };
            picture.shapes.push(joint);
            continue;
        }
        let (x, y) = whole.middle();
        let reach = SIDE / 3.0;
        let (from, to) = match whole.height > whole.width {
            true => ((x - reach, y), (x + reach, y)),
            false => ((x, y - reach), (x, y + reach)),
        };
        picture.shapes.push(Shape::Line { from, to, width: 4.0, ink });
    }
}

/// The pips of a cell, if they are known.
fn number(pips: &Pips, pencil: &Pencil<'_>, cell: usize) -> Option<Value> {
    pencil.decided(VarId::at(pips.dominoes.len() + cell))
}

/// Draws the pips of a cell, or pencil marks for the possible ones.
fn draw_cell(picture: &mut Picture, pips: &Pips, pencil: &Pencil<'_>, cell: usize) {
    let variable = VarId::at(pips.dominoes.len() + cell);
    let (whole, ink) = (area(pips, cell), ink(pips, cell));
    match number(pips, pencil, cell) {
        Some(number) => draw_half(picture, whole.inset(14.0), number, ink),
        None => {
            // The name of the region is above.
            let below = Area { x: whole.x + 9.0, y: whole.y + 17.0, width: 46.0, height: 39.0 };
            picture.pencil(below, ink, &pencil.marks(variable, |value| value.to_string()));
        }
    }
}

/// Draws the letters of the regions, each in its first cell.
fn draw_names(picture: &mut Picture, pips: &Pips) {
    for region in pips.regions.iter().filter(|region| region.is_shown()) {
        let Some(&first) = region.cells.first() else { continue };
        let Area { x, y, .. } = area(pips, first);
        let place = Area { x: x + 7.0, y: y + 6.0, width: 13.0, height: 13.0 };
        picture.rectangle(place, 4.0, Ink::Tile);
        picture.text_in(place, 11.0, true, Ink::Mark, &region.name);
    }
}

/// The ink of a cell.
fn ink(pips: &Pips, cell: usize) -> Ink {
    if pips.shown_region_of(cell).is_some() { Ink::Mark } else { Ink::Text }
}
