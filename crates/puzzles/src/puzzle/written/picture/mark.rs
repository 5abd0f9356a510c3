//! Marks as shapes. Every look has a shape in every place; numbers and words are drawn elsewhere.

use std::f64::consts::PI;

use super::super::Written;
use super::super::looks::{Mark, Tone, What};
use super::filled;
use super::sheet::{Level, SIDE, Sheet};
use crate::picture::{Area, Ink, Point, Shape};
use cnfetti_kinds::{Direction, Look, On, Place};

pub(super) fn draw(sheet: &mut Sheet<'_>, mark: &Mark, puzzle: &Written) {
    let is_side = matches!(mark.place, Place::Above(..) | Place::Left(..));
    let ink = if mark.unknown.is_some() { Ink::Found } else { Ink::Clue };
    match (mark.look, &mark.what) {
        (Look::Number | Look::Corner | Look::Sign, What::True) => {
            shape(sheet, Look::Dot, sheet.area(mark.place), None, ink);
        }
        (look, what) if what.tone().is_some() && !is_toned(look) => {
            let area = sheet.area(mark.place);
            disc(sheet, area.middle(), area.width.min(area.height) * 0.3, what.tone());
        }
        (Look::Line, what) if is_side => line(sheet, mark, what, ink),
        (Look::Outline | Look::Dashed | Look::Stroke, What::False) if is_side => {}
        (Look::Outline, _) if is_side => {
            sheet.line(Level::Border, sheet.along(mark.place), 3.5, ink);
        }
        (Look::Dashed, _) if is_side => {
            let (from, to) = sheet.along(mark.place);
            let (points, is_closed, width) = (vec![from, to], false, 2.0);
            sheet
                .add(Level::Border, Shape::Path { points, is_closed, width, ink, is_dashed: true });
        }
        (Look::Stroke, _) if is_side => {
            let is_across = mark.on == On::Links;
            let ends = if is_across { sheet.across(mark.place) } else { sheet.along(mark.place) };
            sheet.line(Level::Path, ends, SIDE * 0.3, Ink::Grey);
        }
        (Look::Line, what) => {
            let falls = *what != What::False;
            let ((left, top), (right, bottom)) = sheet.diagonal(mark.place);
            let ends =
                if falls { ((left, top), (right, bottom)) } else { ((left, bottom), (right, top)) };
            sheet.line(Level::Line, ends, 3.5, ink);
        }
        (Look::Filled | Look::Shade, what) if *what != What::False => {
            let fill = background(mark).unwrap_or(Ink::Grey);
            let cells = match puzzle.group_cells(mark.place) {
                [] => std::slice::from_ref(&mark.place),
                cells => cells,
            };
            for &cell in cells {
                sheet.add(Level::Fill, sheet.filled(cell, fill));
                if fill == Ink::White {
                    shape(sheet, Look::Outline, sheet.area(cell), None, ink);
                }
            }
        }
        (_, What::False) => {
            let middle = sheet.area(mark.place).middle();
            sheet.add(Level::Note, Shape::Circle { middle, radius: 2.5, fill: Ink::Pencil });
        }
        (Look::Triangle, What::Direction(corner)) if corner.is_diagonal() => {
            half(sheet, sheet.area(mark.place), *corner, ink)
        }
        // The text draws its arrow.
        (Look::Triangle, What::Direction(_)) => {}
        (Look::Arrow, What::True) => arrow(sheet, sheet.area(mark.place), (0.0, 1.0), ink),
        (look, what) => shape(sheet, look, sheet.area(mark.place), what.tone(), ink),
    }
}

/// Whether a look has colours of its own; with others, a colour is a disc.
fn is_toned(look: Look) -> bool {
    matches!(look, Look::Circle | Look::Dot | Look::Filled | Look::Shade | Look::Hidden)
}

/// Draws a line along or across a side, or as many as the number; a small cross if there is none.
fn line(sheet: &mut Sheet<'_>, mark: &Mark, what: &What, ink: Ink) {
    let is_across = mark.on == On::Links;
    let (from, to) = if is_across { sheet.across(mark.place) } else { sheet.along(mark.place) };
    let lines = match what {
        What::False | What::Number(0) => {
            let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
            return cross(sheet, Level::Note, middle, 4.0, 1.6, Ink::Pencil);
        }
        What::Number(number @ 2..=4) => *number,
        _ => 1,
    };
    let is_level = from.1 == to.1;
    for at in 0..lines {
        let off = (at as f64 - (lines - 1) as f64 / 2.0) * 7.0;
        let shift = |(x, y): Point| if is_level { (x, y + off) } else { (x + off, y) };
        let width = if lines > 1 { 3.0 } else { 5.0 };
        // Found lines are above circles but below their numbers; given lines are below both.
        let level = if mark.unknown.is_some() { Level::Line } else { Level::Border };
        sheet.line(level, (shift(from), shift(to)), width, ink);
    }
}

/// Draws the shape of a look in an area.
pub(super) fn shape(sheet: &mut Sheet<'_>, look: Look, area: Area, tone: Option<Tone>, ink: Ink) {
    let middle = area.middle();
    let side = area.width.min(area.height);
    match look {
        Look::Dot if side < SIDE => disc(sheet, middle, side * 0.3, tone.or(Some(Tone::Black))),
        Look::Dot => disc(sheet, middle, side * 0.12, tone.or(Some(Tone::Black))),
        Look::Circle => {
            if tone == Some(Tone::Black) && sheet.has_filled_cells() {
                // Otherwise nobody would see it there.
                let (radius, fill) = (side * 0.39 + 2.0, Ink::Board);
                sheet.add(Level::Shape, Shape::Circle { middle, radius, fill });
            }
            disc(sheet, middle, side * 0.39, tone);
        }
        Look::Star => {
            let fill = ink;
            let corners = (0..10).map(|at| {
                let radius = side * if at % 2 == 0 { 0.38 } else { 0.165 };
                around(middle, radius, f64::from(at) / 10.0)
            });
            let corners = corners.collect();
            sheet.add(Level::Shape, Shape::Polygon { corners, fill });
        }
        Look::Lamp => lamp(sheet, middle, side, ink),
        Look::Cross => cross(sheet, Level::Shape, middle, side * 0.24, 3.5, ink),
        Look::Triangle => triangle(sheet, middle, side, ink),
        Look::Stroke => {
            sheet.add(Level::Path, Shape::Circle { middle, radius: side * 0.39, fill: Ink::Grey });
        }
        Look::Outline | Look::Dashed => {
            let is_dashed = look == Look::Dashed;
            let (area, radius, width) = (area.inset(3.0), 3.0, 2.0);
            sheet.add(Level::Border, Shape::Frame { area, radius, width, ink, is_dashed });
        }
        Look::Filled => sheet.add(Level::Fill, filled(area, Ink::Black)),
        Look::Shade => sheet.add(Level::Fill, filled(area, Ink::Grey)),
        // These are text, or not shapes of a single place.
        Look::Number | Look::Corner | Look::Sign | Look::Arrow | Look::Line | Look::Hidden => {}
    }
}

/// A point on a circle, at this turn clockwise from the top.
fn around((x, y): Point, radius: f64, turn: f64) -> Point {
    let angle = 2.0 * PI * turn;
    (x + radius * angle.sin(), y - radius * angle.cos())
}

/// The ink behind what is written into a cell, where that is not the board: of a cell in a colour.
pub(super) fn background(mark: &Mark) -> Option<Ink> {
    match (mark.look, mark.what.tone()) {
        (Look::Filled | Look::Shade, Some(Tone::White)) => Some(Ink::White),
        (Look::Filled, Some(Tone::Grey)) => Some(Ink::Grey),
        (Look::Filled, _) | (Look::Shade, Some(Tone::Black)) => Some(Ink::Black),
        _ => None,
    }
}

/// Draws a circle with a rim: in a tone, or empty.
pub(super) fn disc(sheet: &mut Sheet<'_>, middle: Point, radius: f64, tone: Option<Tone>) {
    sheet.add(Level::Shape, Shape::Circle { middle, radius, fill: Ink::Clue });
    let fill = match tone {
        None => Ink::Board,
        Some(Tone::White) => Ink::White,
        Some(Tone::Grey) => Ink::Grey,
        Some(Tone::Black) => Ink::Black,
    };
    let radius = radius - if radius > 10.0 { 2.0 } else { 1.2 };
    sheet.add(Level::Shape, Shape::Circle { middle, radius, fill });
}

fn cross(sheet: &mut Sheet<'_>, level: Level, (x, y): Point, reach: f64, width: f64, ink: Ink) {
    sheet.line(level, ((x - reach, y - reach), (x + reach, y + reach)), width, ink);
    sheet.line(level, ((x - reach, y + reach), (x + reach, y - reach)), width, ink);
}

/// Draws a lamp with rays.
fn lamp(sheet: &mut Sheet<'_>, middle: Point, side: f64, ink: Ink) {
    sheet.add(Level::Shape, Shape::Circle { middle, radius: side * 0.2, fill: ink });
    for at in 0..8 {
        let ray = |far: f64| around(middle, side * far, f64::from(at) / 8.0);
        sheet.line(Level::Shape, (ray(0.29), ray(0.37)), 2.5, ink);
    }
}

/// Draws a triangle: filled with a trunk (a tree) if given, or open (a tent) if found.
fn triangle(sheet: &mut Sheet<'_>, (x, y): Point, side: f64, ink: Ink) {
    let (reach, top, foot) = (side * 0.3, y - side * 0.32, y + side * 0.2);
    let corners = vec![(x, top), (x + reach, foot), (x - reach, foot)];
    if ink == Ink::Clue {
        sheet.line(Level::Shape, ((x, foot), (x, y + side * 0.31)), side * 0.1, ink);
        sheet.add(Level::Shape, Shape::Polygon { corners, fill: ink });
    } else {
        let (is_closed, is_dashed, width) = (true, false, 3.0);
        let points = corners;
        sheet.add(Level::Shape, Shape::Path { points, is_closed, width, ink, is_dashed });
        sheet.line(Level::Shape, ((x, top + side * 0.18), (x, foot)), width, ink);
    }
}

/// Fills the half of a cell at one of its corners.
fn half(sheet: &mut Sheet<'_>, area: Area, corner: Direction, ink: Ink) {
    let ((x, y), reach) = (area.middle(), area.width / 2.0);
    let (down, right) = corner.step();
    let (down, right) = (f64::from(down) * reach, f64::from(right) * reach);
    let corners = vec![(x + right, y + down), (x - right, y + down), (x + right, y - down)];
    sheet.add(Level::Fill, Shape::Polygon { corners, fill: ink });
}

/// Draws an arrow through the centre of an area; `step` is how far down and to the right it goes.
pub(super) fn arrow(sheet: &mut Sheet<'_>, area: Area, step: (f64, f64), ink: Ink) {
    let (x, y) = area.middle();
    let length = step.0.hypot(step.1).max(1.0);
    let (down, right) = (step.0 / length, step.1 / length);
    // The length depends on the extent of the area in the arrow's direction.
    let reach = if right.abs() > down.abs() { area.width } else { area.height } * 0.36;
    let head = (reach * 0.7).min(9.0);
    let at = |ahead: f64, aside: f64| {
        (x + right * ahead - down * aside, y + down * ahead + right * aside)
    };
    sheet.line(Level::Text, (at(-reach, 0.0), at(reach - head, 0.0)), 2.2, ink);
    let corners = vec![at(reach, 0.0), at(reach - head, head * 0.6), at(reach - head, -head * 0.6)];
    sheet.add(Level::Text, Shape::Polygon { corners, fill: ink });
}

/// Draws the head of an arrow at the edge of an area, or in its corner with a shaft: without a shaft, it would be
/// unclear which corner is the tip.
pub(super) fn head(sheet: &mut Sheet<'_>, area: Area, direction: Direction, ink: Ink) {
    let (x, y) = area.middle();
    let (down, right) = direction.step();
    let (down, right) = (f64::from(down), f64::from(right));
    // The distance from the middle to the tips, in each direction.
    let reach = area.width * 0.43;
    let at = |to_right: f64, to_bottom: f64| (x + right * to_right, y + down * to_bottom);
    let corners = if right != 0.0 && down != 0.0 {
        let (from, to) = (at(reach * 0.5, reach * 0.5), at(reach * 0.8, reach * 0.8));
        sheet.line(Level::Text, (from, to), 2.6, ink);
        vec![at(reach, reach), at(reach * 0.55, reach), at(reach, reach * 0.55)]
    } else {
        let base = |aside: f64| {
            let ahead = reach * 0.6;
            (x + right * ahead - down * aside, y + down * ahead + right * aside)
        };
        vec![at(reach, reach), base(reach * 0.27), base(-reach * 0.27)]
    };
    sheet.add(Level::Text, Shape::Polygon { corners, fill: ink });
}
