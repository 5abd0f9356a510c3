//! Areas, cages and paths.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Written;
use super::mark;
use super::sheet::{Level, SIDE, Sheet};
use crate::picture::{Area, Ink, Point, Shape};
use cnfetti_kinds::{Board, Look, Place};

/// The distance of a cage's border from the sides of its cells.
const INSET: f64 = 4.0;

pub(super) fn draw(sheet: &mut Sheet<'_>, puzzle: &Written) {
    if !puzzle.blocks.is_empty() {
        outlines(sheet, &puzzle.data.board, &puzzle.blocks);
    }
    for (_, look, groups) in puzzle.groups() {
        match look {
            Look::Outline => outlines(sheet, &puzzle.data.board, groups),
            Look::Dashed => groups.iter().for_each(|cells| cage(sheet, &puzzle.data.board, cells)),
            Look::Stroke => groups.iter().for_each(|cells| stroke(sheet, cells)),
            Look::Arrow => groups.iter().for_each(|cells| arrow(sheet, cells)),
            Look::Line => groups.iter().for_each(|cells| {
                through(sheet, Level::Path, cells, 2.5, Ink::Pencil);
            }),
            Look::Shade | Look::Filled => {
                let ink = if look == Look::Filled { Ink::Black } else { Ink::Grey };
                for &cell in groups.iter().flatten() {
                    sheet.add(Level::Fill, sheet.filled(cell, ink));
                }
            }
            other => {
                for &cell in groups.iter().flatten() {
                    mark::shape(sheet, other, sheet.area(cell), None, Ink::Clue);
                }
            }
        }
    }
}

/// Draws thick lines where areas end.
fn outlines(sheet: &mut Sheet<'_>, board: &Board, groups: &[Vec<Place>]) {
    let cells = groups.iter().enumerate();
    let of: BTreeMap<Place, usize> =
        cells.flat_map(|(at, cells)| cells.iter().map(move |&cell| (cell, at))).collect();
    for side in board.flat().sides() {
        let beside = board.beside(side);
        if beside.len() == 2 && of.get(&beside[0]) != of.get(&beside[1]) {
            sheet.line(Level::Border, sheet.along(side), 3.0, Ink::Clue);
        }
    }
}

/// Draws a dashed line inside the border of an area.
fn cage(sheet: &mut Sheet<'_>, board: &Board, cells: &[Place]) {
    let inside: BTreeSet<Place> = cells.iter().copied().collect();
    if !board.is_drawn() {
        return cage_by_sides(sheet, board, &inside);
    }
    let mut next: BTreeMap<(i64, i64), (Point, Point)> = BTreeMap::new();
    for &cell in &inside {
        for turn in 0..4 {
            if let Some((from, to)) = cage_side(sheet.area(cell), cell, turn, &inside) {
                next.insert(rounded(from), (from, to));
            }
        }
    }
    while let Some((_, (start, mut at))) = next.pop_first() {
        let mut points = vec![start];
        while let Some((from, to)) = next.remove(&rounded(at)) {
            points.push(from);
            at = to;
        }
        let (is_closed, is_dashed) = (true, true);
        let path = Shape::Path { points, is_closed, width: 1.3, ink: Ink::Pencil, is_dashed };
        sheet.add(Level::Border, path);
    }
}

/// Draws dashed lines inside the outer sides of an area.
fn cage_by_sides(sheet: &mut Sheet<'_>, board: &Board, inside: &BTreeSet<Place>) {
    for &cell in inside {
        let (x, y) = sheet.area(cell).middle();
        for side in board.flat().sides_of(cell) {
            let beside = board.beside(side);
            if beside.len() == 2 && beside.iter().all(|cell| inside.contains(cell)) {
                continue;
            }
            let (from, to) = sheet.along(side);
            let near = |point: Point| (x + (point.0 - x) * 0.84, y + (point.1 - y) * 0.84);
            let (points, is_closed, is_dashed) = (vec![near(from), near(to)], false, true);
            let path = Shape::Path { points, is_closed, width: 1.3, ink: Ink::Pencil, is_dashed };
            sheet.add(Level::Border, path);
        }
    }
}

fn rounded((x, y): Point) -> (i64, i64) {
    ((x * 4.0).round() as i64, (y * 4.0).round() as i64)
}

/// One side of a cell as a part of a cage's border, clockwise: the upper, right, lower and left
/// side.
fn cage_side(
    area: Area,
    cell: Place,
    turn: usize,
    inside: &BTreeSet<Place>,
) -> Option<(Point, Point)> {
    const AHEAD: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
    let has = |(down, right): (i32, i32)| {
        let Place::Cell(row, column) = cell else { return false };
        let row = u16::try_from(i32::from(row) + down);
        let column = u16::try_from(i32::from(column) + right);
        matches!((row, column), (Ok(row), Ok(column)) if inside.contains(&Place::Cell(row, column)))
    };
    let out = AHEAD[turn];
    if has(out) {
        return None;
    }
    // The directions to the left and right, seen from the centre with this side on top.
    let (left, right) = (AHEAD[(turn + 3) % 4], AHEAD[(turn + 1) % 4]);
    let half = SIDE / 2.0;
    let reach = |aside: (i32, i32)| match (has(aside), has((out.0 + aside.0, out.1 + aside.1))) {
        (false, _) => half - INSET,
        (true, false) => half,
        (true, true) => half + INSET,
    };
    let (x, y) = area.middle();
    let point = |aside: (i32, i32)| {
        let (ahead, beside) = (half - INSET, reach(aside));
        let x = x + f64::from(out.1) * ahead + f64::from(aside.1) * beside;
        (x, y + f64::from(out.0) * ahead + f64::from(aside.0) * beside)
    };
    Some((point(left), point(right)))
}

/// Draws a wide stroke with a bulb at its start.
fn stroke(sheet: &mut Sheet<'_>, cells: &[Place]) {
    through(sheet, Level::Path, cells, SIDE * 0.3, Ink::Grey);
    if let Some(&first) = cells.first() {
        let middle = sheet.area(first).middle();
        sheet.add(Level::Path, Shape::Circle { middle, radius: SIDE * 0.36, fill: Ink::Grey });
    }
}

/// Draws a circle, and an arrow that starts there.
fn arrow(sheet: &mut Sheet<'_>, cells: &[Place]) {
    let Some(&first) = cells.first() else { return };
    let area = sheet.area(first).inset(SIDE * 0.11);
    let ring = Shape::Frame {
        area,
        radius: area.width / 2.0,
        width: 2.0,
        ink: Ink::Pencil,
        is_dashed: false,
    };
    sheet.add(Level::Path, ring);
    let mut points = middles(sheet, cells);
    let [start, second, ..] = points[..] else { return };
    points[0] = towards(start, second, area.width / 2.0);
    let last = points.len() - 1;
    let (before, end) = (points[last - 1], points[last]);
    points[last] = towards(end, before, -SIDE * 0.18);
    let tip = points[last];
    add_path(sheet, points, 2.0, Ink::Pencil);
    let (length, right, down) = direction(before, end);
    let back = |aside: f64| {
        let (along, across) = (-11.0, 7.0 * aside);
        (
            tip.0 + (right * along - down * across) / length,
            tip.1 + (down * along + right * across) / length,
        )
    };
    add_path(sheet, vec![back(1.0), tip, back(-1.0)], 2.0, Ink::Pencil);
}

fn direction(from: Point, to: Point) -> (f64, f64, f64) {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    (right.hypot(down).max(1.0), right, down)
}

/// The point at this distance from one point towards another.
fn towards(from: Point, to: Point, far: f64) -> Point {
    let (length, right, down) = direction(from, to);
    (from.0 + right * far / length, from.1 + down * far / length)
}

fn middles(sheet: &Sheet<'_>, cells: &[Place]) -> Vec<Point> {
    cells.iter().map(|&cell| sheet.area(cell).middle()).collect()
}

fn through(sheet: &mut Sheet<'_>, level: Level, cells: &[Place], width: f64, ink: Ink) {
    let points = middles(sheet, cells);
    sheet.add(level, Shape::Path { points, is_closed: false, width, ink, is_dashed: false });
}

fn add_path(sheet: &mut Sheet<'_>, points: Vec<Point>, width: f64, ink: Ink) {
    sheet.add(Level::Path, Shape::Path { points, is_closed: false, width, ink, is_dashed: false });
}
