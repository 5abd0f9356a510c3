//! The board as a picture: light or dark paper, on which black is darker and white is lighter in every
//! theme.

mod groups;
mod mark;
mod outside;
mod sheet;
mod text;

use super::looks::{Mark, What, unknown_look};
use super::{Puzzle, Written};
use crate::picture::{Area, Ink, Pencil, Picture, Shape, View};
use crate::puzzle::value_json;
use std::collections::HashSet;

use cnfetti_core::csp::{Constraint, Value, VarId};
use cnfetti_kinds::{Look, On, Place, Unknown};
use sheet::{Level, PITCH, RIM, SIDE, Sheet};

pub(super) fn picture(puzzle: &Written, view: &View<'_>) -> Picture {
    let known = |variable: VarId| {
        let solved = view.solution.map(|solution| solution[variable.index()]);
        let entered = || view.entered.and_then(|entered| entered[variable.index()]);
        solved.or_else(entered).or_else(|| view.pencil.and_then(|pencil| pencil.decided(variable)))
    };
    let mut marks = puzzle.marks(known);
    if view.solution.is_some() {
        marks.retain(|mark| mark.what != What::False || shows_false(mark));
    } else if marks.iter().any(|mark| mark.what == What::False) {
        // A dot would hide the clue, and say what nobody doubts.
        let settled = settled(puzzle, &marks);
        let is_settled =
            |mark: &Mark| mark.unknown.is_some_and(|at| settled.contains(&(at, mark.place)));
        marks.retain(|mark| mark.what != What::False || !is_settled(mark));
    }
    let mut sheet = Sheet::new(puzzle, outside::room(puzzle, &marks));
    draw_ground(&mut sheet, puzzle);
    groups::draw(&mut sheet, puzzle);
    for mark in &marks {
        mark::draw(&mut sheet, mark, puzzle);
    }
    text::draw(&mut sheet, puzzle, &marks, view);
    outside::draw(&mut sheet, &marks);
    let origin = sheet.origin;
    let areas: Vec<Option<Area>> = view.pencil.map_or(Vec::new(), |pencil| {
        let variables = 0..pencil.after.len();
        variables.map(|at| framed(&sheet, puzzle, VarId::at(at))).collect()
    });
    let spots = if view.has_spots { spots(&sheet, puzzle, &marks) } else { Vec::new() };
    let mut picture = sheet.picture();
    picture.shapes.extend(spots);
    if let Some(pencil) = &view.pencil {
        let board = &puzzle.data.board;
        let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
        let pitch = if board.hexagons { PITCH } else { SIDE };
        picture.coordinates(rows, columns, (SIDE, pitch), origin);
        explain(&mut picture, pencil, &areas);
    }
    picture
}

fn explain(picture: &mut Picture, pencil: &Pencil<'_>, areas: &[Option<Area>]) {
    picture.highlight(pencil, |variable| areas.get(variable.index()).copied().flatten());
}

/// Whether a false truth is drawn even in a whole solution.
fn shows_false(mark: &Mark) -> bool {
    mark.look == Look::Line && mark.on == On::Cells
}

/// Draws the sheet with its grid; if unknown lines go along the sides, only dots at the corners.
fn draw_ground(sheet: &mut Sheet<'_>, puzzle: &Written) {
    let board = &puzzle.data.board;
    let (flat, whole) = (board.flat(), sheet.board());
    // The sheet includes lines along the rim.
    let around = if puzzle.is_drawn_along() { whole.inset(-RIM) } else { whole };
    match board.is_rectangle() {
        true => sheet.add(Level::Ground, filled(around, Ink::Board)),
        false => board.cells().into_iter().for_each(|cell| {
            if !board.hexagons {
                let around = sheet.area(cell).inset(around.x - whole.x);
                sheet.add(Level::Ground, filled(around, Ink::Board));
            }
            sheet.add(Level::Ground, sheet.filled(cell, Ink::Board));
        }),
    }
    let is_frame = board.is_rectangle() && board.is_drawn();
    for side in flat.sides().into_iter().filter(|side| flat.beside(*side).len() == 1) {
        if board.beside(side).len() == 2 {
            let (from, to) = sheet.along(side);
            let (points, is_closed, is_dashed) = (vec![from, to], false, true);
            let path = Shape::Path { points, is_closed, width: 2.0, ink: Ink::Text, is_dashed };
            sheet.add(Level::Grid, path);
        } else if !puzzle.is_drawn_along() && !is_frame {
            sheet.line(Level::Border, sheet.along(side), 3.0, Ink::Text);
        }
    }
    if puzzle.is_drawn_along() {
        for corner in flat.corners() {
            let middle = sheet.area(corner).middle();
            sheet.add(Level::Grid, Shape::Circle { middle, radius: 2.5, fill: Ink::Clue });
        }
        sheet.room(whole);
        return;
    }
    for link in flat.links() {
        sheet.line(Level::Grid, sheet.along(link), 1.0, Ink::Pencil);
    }
    sheet.room(whole);
    if is_frame {
        let (points, is_closed, is_dashed) = (corners(whole), true, false);
        let path = Shape::Path { points, is_closed, width: 3.0, ink: Ink::Text, is_dashed };
        sheet.add(Level::Border, path);
    }
}

fn corners(area: Area) -> Vec<(f64, f64)> {
    let (right, bottom) = (area.x + area.width, area.y + area.height);
    vec![(area.x, area.y), (right, area.y), (right, bottom), (area.x, bottom)]
}

/// An area in one ink. This is a polygon, because rectangles have an outline in some themes.
fn filled(area: Area, fill: Ink) -> Shape {
    Shape::Polygon { corners: corners(area), fill }
}

/// Whether lines of the unknown go from cell to cell, across the side between them.
pub(super) fn is_across(unknown: &Unknown) -> bool {
    unknown.on == On::Links && matches!(unknown_look(unknown), Look::Line | Look::Stroke)
}

/// The area to frame for a step about a variable.
fn framed(sheet: &Sheet<'_>, puzzle: &Written, variable: VarId) -> Option<Area> {
    const THICK: f64 = 22.0;
    let (unknown, place) = puzzle.place_of(variable)?;
    let row = &puzzle.kind.unknowns[unknown];
    Some(match place {
        Place::Cell(..) if sheet.is_hexagonal() => {
            sheet.area(place).inset((SIDE - PITCH) / 2.0 - 1.0)
        }
        Place::Above(..) | Place::Left(..) if !sheet.is_hexagonal() => {
            let (from, to) = if is_across(row) { sheet.across(place) } else { sheet.along(place) };
            let (width, height) = (to.0 - from.0, to.1 - from.1);
            let thick = |length: f64| if length > 0.0 { length } else { THICK };
            let off = |length: f64| if length > 0.0 { 0.0 } else { THICK / 2.0 };
            let (x, y) = (from.0 - off(width), from.1 - off(height));
            Area { x, y, width: thick(width), height: thick(height) }
        }
        _ => sheet.area(place).inset(-1.0),
    })
}

/// The truths that the rules say do not hold in a cell with a clue, as unknowns with their places.
fn settled(puzzle: &Written, marks: &[Mark]) -> HashSet<(usize, Place)> {
    let has_clue: HashSet<Place> =
        marks.iter().filter(|mark| mark.unknown.is_none()).map(|mark| mark.place).collect();
    let csp = puzzle.csp();
    let never = csp.constraints().iter().filter_map(|posted| match &posted.constraint {
        Constraint::Fixed(fixed) if fixed.atom.value == 0 => puzzle.place_of(fixed.atom.variable),
        _ => None,
    });
    never.filter(|(at, place)| puzzle.is_truth(*at) && has_clue.contains(place)).collect()
}

/// The spots of the unknowns that are not given; small spots are above large ones.
fn spots(sheet: &Sheet<'_>, puzzle: &Written, marks: &[Mark]) -> Vec<Shape> {
    let is_given = |place: Place, look: Look| {
        marks.iter().any(|mark| {
            mark.unknown.is_none()
                && mark.place == place
                && mark.look == look
                && look == Look::Number
        })
    };
    let csp = puzzle.csp();
    // Nobody wants to blacken them by mistake.
    let settled = settled(puzzle, marks);
    let spot = |variable: VarId| {
        let (unknown, place) = puzzle.place_of(variable)?;
        let look = unknown_look(&puzzle.kind.unknowns[unknown]);
        if look == Look::Hidden || is_given(place, look) || settled.contains(&(unknown, place)) {
            return None;
        }
        let area = framed(sheet, puzzle, variable)?;
        let words = |&value: &Value| {
            (value_json(&csp, variable, value), puzzle.value_words(variable, value))
        };
        let values = csp.domain(variable).iter().map(words).collect();
        let (name, subject) = (csp.name(variable).to_owned(), puzzle.words(&csp, variable).subject);
        Some((area, Shape::Spot { area, name, subject, values }))
    };
    let mut spots: Vec<(Area, Shape)> = csp.ids().filter_map(spot).collect();
    spots.sort_by(|(one, _), (other, _)| {
        (other.width * other.height).total_cmp(&(one.width * one.height))
    });
    // The board itself: a spot without a name, below all others.
    // It says how far apart columns and rows are.
    let mut area = sheet.board();
    if sheet.is_hexagonal() {
        let (width, height) = (area.width - SIDE / 2.0, area.height - PITCH / 3.0);
        area = Area { y: area.y + PITCH / 6.0, width, height, ..area };
    }
    let (name, subject, values) = (String::new(), String::new(), Vec::new());
    let board = Shape::Spot { area, name, subject, values };
    [board].into_iter().chain(spots.into_iter().map(|(_, shape)| shape)).collect()
}

/// Draws the name of an area in the corner of its first cell.
fn name(sheet: &mut Sheet<'_>, cells: &[Place], name: &str) {
    let Some(&first) = cells.first() else { return };
    let cell = sheet.area(first);
    let place = Area { x: cell.x + SIDE - 14.0, y: cell.y + 2.5, width: 12.0, height: 10.0 };
    sheet.text(Level::Note, place, 10.0, true, Ink::Pencil, name);
}
