//! Boards of dominoes as pictures: coloured regions with their rules, and tiles with pips.

mod pencil;

use std::collections::BTreeMap;

use super::Pips;
use super::pieces::Domino;
use super::region::{Comparison, Rule};
use crate::picture::{Area, Ink, Picture, Point, Shape, View, shades, text_width};
use cnfetti_core::csp::Value;

/// The side of a cell.
const SIDE: f64 = 64.0;

/// The side of half a domino next to the board.
const HALF: f64 = 26.0;

/// The positions of the pips of a half, in a square from -1 to 1, for 0 to 9 pips.
const PIPS: [&[Point]; 10] = [
    &[],
    &[(0.0, 0.0)],
    &[(-1.0, -1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
    &[
        (-1.0, -1.0),
        (0.0, -1.0),
        (1.0, -1.0),
        (-1.0, 0.0),
        (1.0, 0.0),
        (-1.0, 1.0),
        (0.0, 1.0),
        (1.0, 1.0),
    ],
    &[
        (-1.0, -1.0),
        (0.0, -1.0),
        (1.0, -1.0),
        (-1.0, 0.0),
        (0.0, 0.0),
        (1.0, 0.0),
        (-1.0, 1.0),
        (0.0, 1.0),
        (1.0, 1.0),
    ],
];

pub(super) fn picture(pips: &Pips, view: &View<'_>) -> Picture {
    if let Some(pencil) = &view.pencil {
        return pencil::picture(pips, pencil);
    }
    let mut picture = Picture::default();
    draw_cells(&mut picture, pips);
    draw_borders(&mut picture, pips);
    match view.solution {
        Some(solution) => draw_tiles(&mut picture, pips, solution),
        None => draw_givens(&mut picture, pips),
    }
    if let Some(candidates) = view.candidates {
        for (index, &count) in candidates[pips.dominoes.len()..].iter().enumerate() {
            let ink = if pips.shown_region_of(index).is_some() { Ink::Mark } else { Ink::Text };
            picture.candidates(area(pips, index).inset(4.0), ink, count);
        }
    }
    draw_badges(&mut picture, pips);
    if view.solution.is_none() {
        draw_dominoes(&mut picture, pips);
    }
    picture
}

fn area(pips: &Pips, cell: usize) -> Area {
    let cell = pips.cells[cell];
    Area::square(cell.column as f64 * SIDE, cell.row as f64 * SIDE, SIDE)
}

/// The area of two adjacent cells.
fn pair_area(pips: &Pips, [one, other]: [usize; 2]) -> Area {
    let (first, second) = (area(pips, one.min(other)), area(pips, one.max(other)));
    Area { width: second.x - first.x + SIDE, height: second.y - first.y + SIDE, ..first }
}

fn draw_cells(picture: &mut Picture, pips: &Pips) {
    let shades = pips.region_shades();
    for cell in 0..pips.cells.len() {
        let fill =
            pips.shown_region_of(cell).map_or(Ink::Cell, |region| Ink::Shade(shades[region]));
        picture.outlined(area(pips, cell), 0.0, fill, (Ink::Paper, 1.0));
    }
}

impl Pips {
    /// For each region, a shade that differs from its neighbours'.
    pub(super) fn region_shades(&self) -> Vec<usize> {
        let mut neighbours = vec![Vec::new(); self.regions.len()];
        for &[one, other] in &self.pairs {
            if let (Some(one), Some(other)) =
                (self.shown_region_of(one), self.shown_region_of(other))
                && one != other
            {
                neighbours[one].push(other);
                neighbours[other].push(one);
            }
        }
        shades(&neighbours)
    }
}

/// Draws lines where a region ends.
fn draw_borders(picture: &mut Picture, pips: &Pips) {
    let cells = pips.cells.iter().enumerate();
    let regions: BTreeMap<(usize, usize), Option<usize>> =
        cells.map(|(index, cell)| ((cell.row, cell.column), pips.shown_region_of(index))).collect();
    for (&(row, column), region) in &regions {
        let Area { x, y, .. } = Area::square(column as f64 * SIDE, row as f64 * SIDE, SIDE);
        let (right, bottom) = (x + SIDE, y + SIDE);
        let above = row.checked_sub(1).and_then(|row| regions.get(&(row, column)));
        let left = column.checked_sub(1).and_then(|column| regions.get(&(row, column)));
        let mut line = |from, to| {
            picture.shapes.push(Shape::Line { from, to, width: 2.5, ink: Ink::Text });
        };
        if above != Some(region) {
            line((x, y), (right, y));
        }
        if left != Some(region) {
            line((x, y), (x, bottom));
        }
        if !regions.contains_key(&(row + 1, column)) {
            line((x, bottom), (right, bottom));
        }
        if !regions.contains_key(&(row, column + 1)) {
            line((right, y), (right, bottom));
        }
    }
}

fn draw_tiles(picture: &mut Picture, pips: &Pips, solution: &[Value]) {
    let (placements, numbers) = solution.split_at(pips.dominoes.len());
    for &placement in placements {
        let Some([one, other]) = pips.halves(placement) else { continue };
        let whole = pair_area(pips, [one, other]);
        draw_tile(picture, whole.inset(7.0), [numbers[one.min(other)], numbers[one.max(other)]]);
    }
}

/// Draws a domino that fills the area lengthwise.
fn draw_tile(picture: &mut Picture, area: Area, numbers: [Value; 2]) {
    let upright = area.height > area.width;
    let side = area.width.min(area.height);
    picture.outlined(area, side / 6.0, Ink::Tile, (Ink::Mark, side / 30.0));
    let (x, y) = area.middle();
    let reach = side * 0.36;
    let (from, to) =
        if upright { ((x - reach, y), (x + reach, y)) } else { ((x, y - reach), (x, y + reach)) };
    picture.shapes.push(Shape::Line { from, to, width: side / 30.0, ink: Ink::Mark });
    let end = if upright {
        Area::square(area.x, area.y + area.height - side, side)
    } else {
        Area::square(area.x + area.width - side, area.y, side)
    };
    draw_half(picture, Area::square(area.x, area.y, side), numbers[0], Ink::Mark);
    draw_half(picture, end, numbers[1], Ink::Mark);
}

fn draw_half(picture: &mut Picture, area: Area, number: Value, ink: Ink) {
    let (x, y) = area.middle();
    match usize::try_from(number).ok().and_then(|number| PIPS.get(number)) {
        Some(pips) => {
            for (right, down) in pips.iter() {
                let step = area.width * 0.25;
                let middle = (x + right * step, y + down * step);
                let radius = area.width * 0.085;
                picture.shapes.push(Shape::Circle { middle, radius, fill: ink });
            }
        }
        None => {
            let place = area.inset(area.width * 0.1);
            picture.text_in(place, area.width * 0.6, true, ink, &number.to_string());
        }
    }
}

fn draw_givens(picture: &mut Picture, pips: &Pips) {
    for (cell, given) in pips.givens.iter().enumerate() {
        if let Some(given) = given {
            let on_shade = pips.shown_region_of(cell).is_some();
            let ink = if on_shade { Ink::Mark } else { Ink::Text };
            picture.text_in(area(pips, cell), 26.0, false, ink, &given.to_string());
        }
    }
}

/// Draws the rule of each region in the corner of its last cell.
fn draw_badges(picture: &mut Picture, pips: &Pips) {
    for region in &pips.regions {
        let text = match region.rule {
            Rule::Free => continue,
            Rule::Equal => "=".to_owned(),
            Rule::Unequal => "≠".to_owned(),
            Rule::Total(Comparison::Equal, total) => total.to_string(),
            Rule::Total(Comparison::Less, total) => format!("<{total}"),
            Rule::Total(Comparison::Greater, total) => format!(">{total}"),
            Rule::Total(Comparison::AtMost, total) => format!("≤{total}"),
            Rule::Total(Comparison::AtLeast, total) => format!("≥{total}"),
        };
        let Some(&last) = region.cells.last() else { continue };
        let cell = area(pips, last);
        let width = (text_width(&text, 14.0) + 9.0).max(22.0);
        let (x, y) = (cell.x + SIDE - width + 7.0, cell.y + SIDE - 13.0);
        let badge = Area { x, y, width, height: 20.0 };
        picture.outlined(badge, 7.0, Ink::Text, (Ink::Paper, 1.5));
        picture.text_in(badge.inset(2.0), 14.0, true, Ink::Paper, &text);
    }
}

/// Draws the remaining dominoes below the board.
fn draw_dominoes(picture: &mut Picture, pips: &Pips) {
    let top = picture.height + 24.0;
    let width = picture.width;
    for (index, &Domino(numbers)) in pips.dominoes.iter().enumerate() {
        draw_tile(picture, domino_area(width, top, index), numbers);
    }
}

/// The area of a remaining domino, below a board of this width.
fn domino_area(width: f64, top: f64, index: usize) -> Area {
    let (wide, high) = (2.0 * HALF + 10.0, HALF + 10.0);
    let columns = ((width / wide) as usize).clamp(4, 14);
    let (x, y) = ((index % columns) as f64 * wide, top + (index / columns) as f64 * high);
    Area { x, y, width: 2.0 * HALF, height: HALF }
}
