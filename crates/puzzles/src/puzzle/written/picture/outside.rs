//! What is outside the board: numbers in a sequence that leads towards it.

use super::super::Written;
use super::super::looks::{Mark, What};
use super::sheet::{Level, Room, Sheet};
use crate::picture::Ink;
use cnfetti_kinds::{Direction, On, Place};

/// The space needed on each side.
pub(super) fn room(puzzle: &Written, marks: &[Mark]) -> Room {
    let mut room = Room::default();
    for place in puzzle.data.board.edges() {
        let Place::Edge(side, _) = place else { continue };
        let here = marks.iter().filter(|mark| mark.place == place);
        let mut numbers: usize = here.map(|mark| pieces(&mark.what).len().max(1)).sum();
        // Reserve space for unknowns from the start.
        numbers =
            numbers.max(puzzle.kind.unknowns.iter().filter(|row| row.on == On::Outside).count());
        let depth = match side {
            Direction::North => &mut room.north,
            Direction::East => &mut room.east,
            Direction::South => &mut room.south,
            _ => &mut room.west,
        };
        *depth = (*depth).max(numbers);
    }
    room
}

/// Draws the numbers and words; shapes are drawn like other marks.
pub(super) fn draw(sheet: &mut Sheet<'_>, marks: &[Mark]) {
    let mut from = 0;
    while let Some(first) = marks[from..].iter().position(|mark| mark.on == On::Outside) {
        let place = marks[from + first].place;
        from += first + 1;
        let Place::Edge(side, at) = place else { continue };
        let is_first = !marks[..from - 1].iter().any(|mark| mark.place == place);
        if !is_first {
            continue;
        }
        let here = marks.iter().filter(|mark| mark.place == place);
        let written: Vec<(String, bool)> = here
            .flat_map(|mark| {
                let is_found = mark.unknown.is_some();
                pieces(&mark.what).into_iter().map(move |text| (text, is_found))
            })
            .collect();
        for (index, (text, is_found)) in written.iter().enumerate() {
            let slot = sheet.slot(side, at, index, written.len());
            let ink = if *is_found { Ink::Faint } else { Ink::Text };
            sheet.text(Level::Text, slot, 19.0, false, ink, text);
        }
    }
}

/// The single numbers, or other text.
fn pieces(what: &What) -> Vec<String> {
    match what {
        What::Numbers(numbers) => numbers.clone(),
        other => other.text().into_iter().collect(),
    }
}
