//! Reads drawn boards: a place has the value that would be drawn as the place looks.

use std::collections::BTreeMap;

use super::super::looks::{Mark, What, clue_look, follows, is_along, unknown_look};
use super::super::{Broken, Written};
use super::cells::content;
use super::sides::{self, Side};
use crate::puzzle::{Alphabet, in_ascii};
use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_kinds::{Look, On, Place};

/// Whether a drawing shows the unknowns, each place by itself. What is hidden of pieces follows from the others.
pub(in super::super) fn is_readable(puzzle: &Written) -> bool {
    let unknowns = || puzzle.kind.unknowns.iter().filter(|row| !follows(row));
    let on_cells = unknowns().filter(|row| row.on == On::Cells).count();
    let between: Vec<_> =
        unknowns().filter(|row| matches!(row.on, On::Links | On::Sides)).collect();
    let is_hidden = unknowns().any(|row| unknown_look(row) == Look::Hidden);
    let is_wall = between.iter().any(|row| is_along(row.on, unknown_look(row)));
    // Small numbers interrupt walls, and a given wall looks like a found one.
    let is_in_the_way = puzzle.kind.clues.iter().any(|layer| match (clue_look(layer), layer.on) {
        (Look::Hidden, _) => false,
        (Look::Corner, _) => true,
        (_, On::Groups(_) | On::Links | On::Sides | On::Corners) => true,
        (Look::Outline | Look::Dashed, On::Areas { .. } | On::Paths) => is_wall,
        _ => false,
    });
    on_cells <= 1
        && between.len() <= 1
        && on_cells + between.len() == unknowns().count()
        && unknowns().count() > 0
        && !is_hidden
        && (between.is_empty() || !is_in_the_way)
        && (puzzle.blocks.is_empty() || !is_wall)
}

/// The values of unknowns in a drawing. If the whole solution is drawn, truths that are not drawn
/// are false; otherwise they are open.
pub(in super::super) fn atoms(
    puzzle: &Written,
    lines: &[Vec<char>],
    is_whole: bool,
) -> Result<Vec<Atom>, Broken> {
    let reader = Reader::new(puzzle, lines);
    let mut atoms = Vec::new();
    for (unknown, places) in puzzle.unfolded.unknowns.iter().enumerate() {
        if follows(&puzzle.kind.unknowns[unknown]) {
            continue;
        }
        for (&place, variable) in places.places.iter().zip(places.variables.clone()) {
            let variable = VarId::at(variable);
            if let Some(value) = reader.value(unknown, place, variable, is_whole)? {
                atoms.push(Atom { variable, value });
            }
        }
    }
    Ok(atoms)
}

struct Reader<'r> {
    puzzle: &'r Written,
    /// Lines are converted to ASCII, like everything with which they are compared.
    lines: Vec<Vec<char>>,
    clues: BTreeMap<Place, Vec<Mark>>,
    walls: BTreeMap<Place, Side>,
    width: usize,
    spill: usize,
    alphabet: Alphabet,
}

impl<'r> Reader<'r> {
    fn new(puzzle: &'r Written, lines: &[Vec<char>]) -> Reader<'r> {
        let columns = usize::from(puzzle.data.board.columns);
        let length = lines.first().map_or(1, Vec::len);
        let mut clues: BTreeMap<Place, Vec<Mark>> = BTreeMap::new();
        for mark in puzzle.marks(|_| None) {
            clues.entry(mark.place).or_default().push(mark);
        }
        let plain = |line: &Vec<char>| in_ascii(&line.iter().collect::<String>()).chars().collect();
        let lines: Vec<Vec<char>> = lines.iter().map(plain).collect();
        let alphabet = match lines.iter().flatten().all(char::is_ascii) {
            true => Alphabet::Ascii,
            false => Alphabet::Unicode,
        };
        Reader {
            puzzle,
            lines,
            clues,
            walls: sides::walls(puzzle, !puzzle.is_drawn_along()),
            width: ((length - 1) / columns).saturating_sub(1),
            spill: sides::spill(puzzle, alphabet),
            alphabet,
        }
    }

    fn value(
        &self,
        unknown: usize,
        place: Place,
        variable: VarId,
        is_whole: bool,
    ) -> Result<Option<Value>, Broken> {
        let is_open = self.is_drawn(place, None) || self.found(place).trim().is_empty();
        if is_open && !is_whole {
            return Ok(None);
        }
        let row = &self.puzzle.kind.unknowns[unknown];
        let is_side = matches!(place, Place::Above(..) | Place::Left(..));
        let fits = |value: &&Value| {
            let (look, what) = (unknown_look(row), self.puzzle.what(unknown, **value));
            // False sides are only drawn while others are open.
            match is_whole && is_side && what == What::False {
                true => is_open,
                false => {
                    let mark =
                        Mark { place, on: row.on, look, what, unknown: Some(unknown), half: None };
                    self.is_drawn(place, Some(mark))
                }
            }
        };
        let domain = self.puzzle.lowered.csp.domain(variable);
        let fitting: Vec<Value> = domain.iter().filter(fits).copied().collect();
        match fitting[..] {
            [value] => Ok(Some(value)),
            [] if is_open && self.puzzle.is_truth(unknown) => Ok(Some(0)),
            [] if !is_open && self.puzzle.is_truth(unknown) => {
                let (name, found) = (&row.name, self.found(place));
                Err(Broken(format!("{place} is drawn as `{found}`, which `{name}` cannot be")))
            }
            // Several values are possible, or the drawing does not show which it is.
            _ => Ok(None),
        }
    }

    /// Whether a place looks as it would with this mark.
    fn is_drawn(&self, place: Place, mark: Option<Mark>) -> bool {
        let clues = self.clues.get(&place).map_or(&[][..], Vec::as_slice);
        let marks: Vec<&Mark> = clues.iter().chain(mark.as_ref()).collect();
        match place {
            Place::Above(..) | Place::Left(..) => {
                let mut side = self.walls.get(&place).cloned().unwrap_or_default();
                marks.iter().for_each(|mark| side.add(mark, self.alphabet));
                self.is_side(place, &side)
            }
            _ => {
                let content = content(self.puzzle, place, &marks, None, self.alphabet);
                let text = in_ascii(&content.across(self.width));
                let text: String = text.chars().skip(self.spill).collect();
                self.plain(&text) == self.found(place)
            }
        }
    }

    /// Whether a side looks like this: compares a horizontal wall as a whole, and a vertical one
    /// over the length of its sign.
    fn is_side(&self, place: Place, side: &Side) -> bool {
        let middle = in_ascii(&side.middle(place, self.alphabet));
        let Place::Left(row, column) = place else {
            let wall = in_ascii(&side.wall.line(true, self.alphabet).to_string());
            let before = self.width.saturating_sub(middle.chars().count()) / 2;
            let after = self.width.saturating_sub(middle.chars().count() + before);
            return wall.repeat(before) + &middle + &wall.repeat(after) == self.found(place);
        };
        let (row, from) = (2 * usize::from(row) + 1, usize::from(column) * (self.width + 1));
        let length = middle.chars().count();
        let is_longer = self.slice(row, from + length, 1).contains(|c: char| c.is_ascii_digit());
        let found = self.slice(row, from, length);
        found.trim() == middle.trim() && !(is_longer && length <= self.spill)
    }

    fn slice(&self, row: usize, from: usize, length: usize) -> String {
        let line = self.lines.get(row).map_or(&[][..], Vec::as_slice);
        line.iter().skip(from).take(length).collect()
    }

    /// The text at a place.
    fn found(&self, place: Place) -> String {
        let step = self.width + 1;
        match place {
            Place::Above(row, column) => {
                let text =
                    self.slice(2 * usize::from(row), usize::from(column) * step + 1, self.width);
                format!("{text:width$}", width = self.width)
            }
            Place::Left(row, column) => {
                let from = usize::from(column) * step;
                self.slice(2 * usize::from(row) + 1, from, 1).trim().to_owned()
            }
            Place::Cell(row, column) => {
                let from = usize::from(column) * step + 1 + self.spill;
                let length = self.width.saturating_sub(self.spill);
                self.plain(&self.slice(2 * usize::from(row) + 1, from, length))
            }
            _ => String::new(),
        }
    }

    /// The content of a cell without the lines through it.
    fn plain(&self, text: &str) -> String {
        let kind = &self.puzzle.kind;
        let layers = kind.clues.iter().map(|layer| layer.on);
        let mut layers = layers.chain(kind.unknowns.iter().map(|row| row.on));
        if !layers.any(|on| on == On::Links) {
            return text.trim().to_owned();
        }
        let text = text.trim_matches([' ', '═', '-', '=']);
        let is_joint = |c: char| "║+|\"".contains(c);
        if text.chars().all(is_joint) { String::new() } else { text.to_owned() }
    }
}
