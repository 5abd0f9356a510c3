//! Numbers, words and signs, with arrows and pencil marks.

use std::collections::{BTreeMap, BTreeSet};

use super::super::looks::{Half, Mark, Tone, What, clue_look, unknown_look};
use super::super::{Alphabet, Written, paint};
use super::sheet::{Level, SIDE, Sheet};
use super::{filled, mark, name};
use crate::picture::{Align, Area, Ink, Picture, Shape, View, text_width};
use cnfetti_core::csp::VarId;
use cnfetti_kinds::{Direction, Look, Place};

/// The texts of one place.
#[derive(Default)]
struct Note {
    given: Vec<String>,
    found: Vec<String>,
    corner: Vec<String>,
    /// Whether it is in the corner of a cage or path: then it is small, because it stands beside numbers of cells.
    is_total: bool,
    halves: Vec<(Half, String)>,
    arrow: Option<(Direction, Ink)>,
    /// Directions whose arrows are around the number.
    around: Vec<Direction>,
}

/// The inks of what is given, of what is found, and of what is in the corners.
#[derive(Clone, Copy)]
struct Inks {
    given: Ink,
    found: Ink,
    corner: Ink,
}

impl Inks {
    fn all(ink: Ink) -> Inks {
        Inks { given: ink, found: ink, corner: ink }
    }
}

pub(super) fn draw(sheet: &mut Sheet<'_>, puzzle: &Written, marks: &[Mark], view: &View<'_>) {
    let painted = marks.iter().filter(|mark| mark.what != What::False);
    let painted = painted.filter_map(|mark| Some((mark.place, mark::background(mark)?)));
    let painted: BTreeMap<Place, Ink> = painted.collect();
    let is_disc = |mark: &&Mark| !matches!(mark.look, Look::Shade | Look::Filled | Look::Dot);
    let discs = marks.iter().filter(is_disc);
    let discs = discs.filter_map(|mark| Some((mark.place, mark.what.tone()?)));
    let discs: BTreeMap<Place, Tone> = discs.collect();
    let dark: BTreeSet<Place> =
        painted.iter().filter(|(_, ink)| **ink == Ink::Black).map(|(&place, _)| place).collect();
    let notes = notes(puzzle, marks);
    for (&place, note) in &notes {
        // On what is black or white in every theme, text is the other one.
        let inks = match (painted.get(&place), discs.get(&place)) {
            (Some(Ink::Black), _) => Inks::all(Ink::White),
            (Some(_), _) => Inks::all(Ink::Black),
            (None, Some(Tone::Black)) => Inks { corner: Ink::Clue, ..Inks::all(Ink::White) },
            (None, Some(Tone::White)) => Inks { corner: Ink::Clue, ..Inks::all(Ink::Black) },
            (None, _) => Inks { found: Ink::Found, ..Inks::all(Ink::Clue) },
        };
        match place {
            Place::Edge(side, at) => {
                if let Some((direction, ink)) = note.arrow {
                    let slot = sheet.slot(side, at, 0, 1);
                    draw_arrow(sheet, slot, direction, ink);
                }
            }
            Place::Cell(..) => in_cell(sheet, sheet.area(place), note, inks),
            _ => between(sheet, place, note, inks),
        }
    }
    open(sheet, puzzle, view, &notes, &dark);
    if view.pencil.is_some() {
        for (layer, look, groups) in puzzle.groups() {
            if matches!(look, Look::Outline | Look::Dashed | Look::Stroke | Look::Arrow) {
                let entries = &puzzle.data.layers[layer];
                let groups = groups.iter().enumerate();
                groups.for_each(|(at, cells)| name(sheet, cells, &entries.name(at)));
            }
        }
    }
}

/// The texts of each place; those of an area are in the corner of its first cell.
fn notes(puzzle: &Written, marks: &[Mark]) -> BTreeMap<Place, Note> {
    let mut notes: BTreeMap<Place, Note> = BTreeMap::new();
    for mark in marks {
        let of_group = puzzle.group_cells(mark.place).first();
        let note = notes.entry(*of_group.unwrap_or(&mark.place)).or_default();
        match &mark.what {
            What::Direction(direction)
                if mark.look != Look::Triangle || !direction.is_diagonal() =>
            {
                let ink = if mark.unknown.is_some() { Ink::Found } else { Ink::Clue };
                note.arrow = Some((*direction, ink));
            }
            What::Directions(directions) => note.around.clone_from(directions),
            _ => {}
        }
        let counts_lines = mark.look == Look::Line && matches!(mark.what, What::Number(0..=4));
        let Some(text) = mark.what.text().filter(|_| !counts_lines) else { continue };
        if let Some(half) = mark.half {
            note.halves.push((half, text));
            continue;
        }
        match mark.unknown {
            _ if of_group.is_some() || mark.look == Look::Corner => {
                note.is_total |= is_caged(puzzle, mark.place);
                note.corner.push(text);
            }
            Some(_) => note.found.push(text),
            None => note.given.push(text),
        }
    }
    notes
}

/// Whether a place is a cage or a path, and not an area with walls.
fn is_caged(puzzle: &Written, place: Place) -> bool {
    let Place::Group(layer, _) = place else { return false };
    puzzle.kind.clues.get(usize::from(layer)).is_some_and(|layer| clue_look(layer) != Look::Outline)
}

fn in_cell(sheet: &mut Sheet<'_>, cell: Area, note: &Note, inks: Inks) {
    let is_same = note.found.iter().all(|text| note.given.contains(text));
    let (main, ink, bold) = match is_same {
        true => (note.given.join(" "), inks.given, true),
        false => (note.found.join(" "), inks.found, false),
    };
    let mut corner = note.corner.clone();
    // With arrows around it, there is no room for a given beside another number.
    if !is_same && note.around.is_empty() {
        corner.extend(note.given.iter().cloned());
    }
    let (mut place, mut size) = (cell.inset(5.0), 28.0);
    if let Some((direction, ink)) = note.arrow {
        let ink = if inks.given == Ink::Clue { ink } else { inks.given };
        if main.is_empty() {
            draw_arrow(sheet, cell, direction, ink);
        } else {
            let (strip, rest) = beside_arrow(cell, direction);
            draw_arrow(sheet, strip, direction, ink);
            (place, size) = (rest, 24.0);
        }
    }
    if !note.around.is_empty() {
        note.around.iter().for_each(|&direction| mark::head(sheet, cell, direction, inks.given));
        (place, size) = (cell.inset(cell.width / 4.0), 22.0);
    }
    if !main.is_empty() {
        sheet.text(Level::Text, place, size, bold, ink, &main);
    }
    // The corners of a hexagon's square are outside.
    let cell = if sheet.is_hexagonal() { cell.inset(7.0) } else { cell };
    in_corners(sheet, cell, &corner, inks.corner, if note.is_total { 10.5 } else { 12.5 });
    in_halves(sheet, cell, &note.halves, inks.given);
}

/// Draws numbers on both sides of a diagonal.
fn in_halves(sheet: &mut Sheet<'_>, cell: Area, texts: &[(Half, String)], ink: Ink) {
    let half = cell.width / 2.0;
    for (place, text) in texts {
        sheet.line(Level::Grid, diagonal(cell), 1.0, ink);
        let (x, y) = match place {
            Half::Upper => (half - 1.0, 4.0),
            Half::Lower => (4.0, half + 2.0),
        };
        let place = Area { x: cell.x + x, y: cell.y + y, width: half - 3.0, height: half - 6.0 };
        sheet.text(Level::Text, place, 16.0, true, ink, text);
    }
}

/// The space for an arrow in a cell, and the rest for a number: below a horizontal arrow, beside a
/// vertical one.
fn beside_arrow(cell: Area, direction: Direction) -> (Area, Area) {
    const STRIP: f64 = 15.0;
    match direction {
        Direction::North | Direction::South => {
            let width = cell.width - STRIP;
            let strip = Area { x: cell.x + width - 2.0, width: STRIP, ..cell };
            (strip, Area { x: cell.x + 3.0, width: width - 4.0, ..cell })
        }
        _ => {
            let strip = Area { y: cell.y + 2.0, height: STRIP, ..cell };
            let (y, height) = (cell.y + STRIP, cell.height - STRIP);
            (strip, Area { y, height, ..cell }.inset(3.0))
        }
    }
}

fn draw_arrow(sheet: &mut Sheet<'_>, area: Area, direction: Direction, ink: Ink) {
    let (down, right) = direction.step();
    mark::arrow(sheet, area, (f64::from(down), f64::from(right)), ink);
}

/// Draws small numbers in the corners.
fn in_corners(sheet: &mut Sheet<'_>, cell: Area, texts: &[String], ink: Ink, size: f64) {
    let (bold, height) = (true, size + 1.5);
    for (at, text) in texts.iter().enumerate() {
        let width = text_width(text, size).min(cell.width / 2.0) + 2.0;
        let x = if at % 2 == 0 { cell.x + 2.5 } else { cell.x + cell.width - width - 2.5 };
        let y = if at / 2 % 2 == 0 { cell.y + 2.5 } else { cell.y + cell.height - height - 2.5 };
        let place = Area { x, y, width, height };
        if ink == Ink::Clue {
            let paper = Area { x: x - 0.5, y: y - 0.5, ..place };
            sheet.add(Level::Shape, filled(paper, Ink::Board));
        }
        sheet.text(Level::Text, place, size, bold, ink, text);
    }
}

fn diagonal(cell: Area) -> ((f64, f64), (f64, f64)) {
    ((cell.x, cell.y), (cell.x + cell.width, cell.y + cell.height))
}

/// Draws signs on sides and corners, numbers with some paper around them, and numbers in circles.
fn between(sheet: &mut Sheet<'_>, place: Place, note: &Note, inks: Inks) {
    let area = sheet.area(place);
    if let Some((direction, ink)) = note.arrow {
        draw_arrow(sheet, area, direction, ink);
    }
    let texts = [(&note.given, inks.given, true), (&note.found, inks.found, false)];
    for (texts, ink, bold) in texts {
        let text = [&texts[..], &note.corner[..]].concat().join(" ");
        if text.is_empty() || (texts.is_empty() && !(note.given.is_empty() && bold)) {
            continue;
        }
        match (place, text.as_str()) {
            (Place::Above(..) | Place::Left(..), "<" | ">") => {
                chevron(sheet, place, area, text == "<", ink);
            }
            (Place::Corner(..), _) => {
                mark::disc(sheet, area.middle(), area.width / 2.0, None);
                sheet.text(Level::Text, area.inset(2.0), 15.0, bold, ink, &text);
            }
            _ => {
                let (x, y) = area.middle();
                let width = text_width(&text, 16.0).clamp(12.0, SIDE * 0.6);
                let place = Area { x: x - width / 2.0, y: y - 9.0, width, height: 18.0 };
                sheet.add(Level::Shape, filled(place, Ink::Board));
                sheet.text(Level::Text, place, 17.0, bold, ink, &text);
            }
        }
    }
}

/// Draws "less" or "greater", which opens towards the larger side: from left to right, or
/// downwards.
fn chevron(sheet: &mut Sheet<'_>, place: Place, area: Area, is_less: bool, ink: Ink) {
    let (x, y) = area.middle();
    let sheet_around = area.inset(1.0);
    sheet.add(Level::Shape, filled(sheet_around, Ink::Board));
    let tip = if is_less { -5.0 } else { 5.0 };
    let at = |ahead: f64, aside: f64| match place {
        Place::Above(..) => (x + aside, y + ahead),
        _ => (x + ahead, y + aside),
    };
    for aside in [-7.0, 7.0] {
        sheet.line(Level::Text, (at(-tip, aside), at(tip, 0.0)), 2.4, ink);
    }
}

/// Draws open values: their number, or pencil marks.
fn open(
    sheet: &mut Sheet<'_>,
    puzzle: &Written,
    view: &View<'_>,
    notes: &BTreeMap<Place, Note>,
    dark: &BTreeSet<Place>,
) {
    let rows = puzzle.unfolded.unknowns.iter().zip(&puzzle.kind.unknowns).enumerate();
    for (at, (places, _)) in rows.filter(|(_, (_, row))| unknown_look(row) != Look::Hidden) {
        for (&place, variable) in places.places.iter().zip(places.variables.clone()) {
            let (variable, area) = (VarId::at(variable), sheet.area(place));
            let ink = if dark.contains(&place) { Ink::White } else { Ink::Pencil };
            if let Some(&count) = view.candidates.and_then(|counts| counts.get(variable.index())) {
                left(sheet, area, count, ink);
            }
            let note = notes.get(&place);
            let is_empty = note.is_none_or(|note| note.found.is_empty());
            if let Some(pencil) = view.pencil.filter(|_| is_empty && !puzzle.is_truth(at)) {
                let marks = pencil.marks(variable, |value| {
                    let named = paint::named(puzzle, at, value, Alphabet::Unicode);
                    named.unwrap_or_else(|| value.to_string())
                });
                let given = note.and_then(|note| note.given.first());
                if given.is_some_and(|given| marks.iter().any(|mark| mark.text == *given)) {
                    continue;
                }
                let mut picture = Picture::default();
                picture.pencil(for_pencil(area, note), ink, &marks);
                let shapes = picture.shapes.into_iter();
                shapes.for_each(|shape| sheet.add(Level::Note, shape));
            }
        }
    }
}

/// The space for pencil marks: below what is given or in the corner.
fn for_pencil(area: Area, note: Option<&Note>) -> Area {
    let inner = area.inset(area.width * 0.17);
    let is_taken = |note: &Note| !(note.given.is_empty() && note.corner.is_empty());
    match note.is_some_and(is_taken) {
        true => Area { y: inner.y + inner.height * 0.25, height: inner.height * 0.85, ..inner },
        false => inner,
    }
}

/// Draws the number of candidates: in the corner of a cell, or in the middle of a side.
fn left(sheet: &mut Sheet<'_>, area: Area, count: usize, ink: Ink) {
    let bold = count <= 1;
    if area.width < SIDE {
        return sheet.text(Level::Note, area, 11.0, bold, ink, &count.to_string());
    }
    let at = (area.x + area.width - 4.0, area.y + 9.0);
    let (align, size, text) = (Align::End, 11.0, count.to_string());
    sheet.add(Level::Note, Shape::Text { at, align, size, bold, ink, text });
}
