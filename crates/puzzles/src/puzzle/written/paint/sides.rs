//! What is drawn between cells: walls, loops, lines from cell to cell, signs.

use std::collections::BTreeMap;

use super::super::Written;
use super::super::looks::{Mark, What, is_along, unknown_look};
use super::glyphs::{glyph, pick, written};
use crate::puzzle::Alphabet;
use cnfetti_core::csp::VarId;
use cnfetti_kinds::{Look, On, Place};

/// What is drawn on one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Side {
    /// The wall along it.
    pub(super) wall: Wall,
    /// The number of lines across it, from cell to cell.
    pub(super) lines: usize,
    /// The sign in the middle.
    pub(super) sign: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wall {
    #[default]
    None,
    Dashed,
    Full,
}

impl Side {
    /// The text in the middle.
    pub(super) fn middle(&self, place: Place, alphabet: Alphabet) -> String {
        let is_above = matches!(place, Place::Above(..));
        if let Some(sign) = &self.sign {
            return sign.clone();
        }
        let text = match (self.lines, self.wall, is_above) {
            (0, Wall::None, _) => " ",
            (0, wall, _) => return wall.line(is_above, alphabet).to_string(),
            (1, Wall::Full, _) => pick("┼", "+", alphabet),
            (1, _, true) => pick("│", "|", alphabet),
            (1, _, false) => pick("─", "-", alphabet),
            (_, _, true) => pick("║", "\"", alphabet),
            (_, _, false) => pick("═", "=", alphabet),
        };
        text.to_owned()
    }
}

impl Wall {
    /// The character of a horizontal or vertical wall.
    pub(super) fn line(self, lies: bool, alphabet: Alphabet) -> char {
        let text = match (self, lies) {
            (Wall::None, _) => " ",
            (Wall::Dashed, true) => pick("╌", "~", alphabet),
            (Wall::Dashed, false) => pick("╎", ":", alphabet),
            (Wall::Full, true) => pick("─", "-", alphabet),
            (Wall::Full, false) => pick("│", "|", alphabet),
        };
        text.chars().next().unwrap_or(' ')
    }
}

/// All sides, with the given walls.
pub(super) fn walls(puzzle: &Written, has_rim: bool) -> BTreeMap<Place, Side> {
    let board = &puzzle.data.board;
    let mut sides: BTreeMap<Place, Side> = BTreeMap::new();
    let flat = board.flat();
    let is_wall = puzzle.kind.unknowns.iter().any(|row| is_along(row.on, unknown_look(row)));
    for place in flat.sides() {
        let side = sides.entry(place).or_default();
        if has_rim && flat.beside(place).len() == 1 {
            side.wall = match board.beside(place).len() {
                1 => Wall::Full,
                // There can be something to find.
                _ if is_wall => Wall::None,
                _ => Wall::Dashed,
            };
        }
    }
    let groups = puzzle.groups().map(|(_, look, groups)| (look, groups));
    for (look, groups) in groups.chain([(Look::Outline, &puzzle.blocks[..])]) {
        let wall = match look {
            Look::Outline => Wall::Full,
            Look::Dashed => Wall::Dashed,
            _ => continue,
        };
        let cells = groups.iter().enumerate();
        let of: BTreeMap<Place, usize> =
            cells.flat_map(|(at, cells)| cells.iter().map(move |&cell| (cell, at))).collect();
        for (place, side) in &mut sides {
            let beside = board.beside(*place);
            let (first, last) = (of.get(&beside[0]), of.get(&beside[beside.len() - 1]));
            let is_rim = beside.len() == 1 && first.is_some();
            if first != last || is_rim {
                side.wall = side.wall.max(wall);
            }
        }
    }
    sides
}

impl Side {
    /// Adds a mark on the side.
    pub(super) fn add(&mut self, mark: &Mark, alphabet: Alphabet) {
        let is_across = mark.on == On::Links;
        match (mark.look, &mark.what) {
            (Look::Line, What::False | What::Number(0)) => {
                self.sign = Some(pick("×", "x", alphabet).to_owned());
            }
            (Look::Line, What::Number(number @ 1..=2)) if is_across => {
                self.lines = *number as usize;
            }
            (Look::Line | Look::Stroke, What::True) if is_across => self.lines = 1,
            (Look::Line | Look::Outline, What::True) => self.wall = Wall::Full,
            (Look::Dashed | Look::Stroke, What::True) => self.wall = self.wall.max(Wall::Dashed),
            (_, What::False) => {
                self.sign = Some(super::glyphs::not(Look::Dot, alphabet).to_owned())
            }
            (look, what) => {
                let text = written(what, alphabet);
                let text = text.unwrap_or_else(|| glyph(look, what.tone(), alphabet).to_owned());
                self.sign = Some(match what {
                    What::Word(_) => turned(&text, mark.place, alphabet),
                    _ => text,
                });
            }
        }
    }
}

/// The most characters, beyond one, of signs on sides, whatever their values.
pub(super) fn spill(puzzle: &Written, alphabet: Alphabet) -> usize {
    let is_between = |on: On| matches!(on, On::Links | On::Sides);
    let given = puzzle.marks(|_| None).into_iter().filter(|mark| is_between(mark.on));
    let given = given.filter_map(|mark| written(&mark.what, alphabet));
    let found = puzzle.kind.unknowns.iter().enumerate().filter(|(_, row)| is_between(row.on));
    let found = found.flat_map(|(unknown, row)| {
        let domains = puzzle.unfolded.unknowns[unknown].variables.clone();
        let variables = domains.map(|at| puzzle.lowered.csp.domain(VarId::at(at)));
        // Of numbers, the first or the last is the longest; of words, any can be.
        let longest = variables.flat_map(|domain| {
            let inner = if row.is_named() { domain } else { &[] };
            domain.first().into_iter().chain(domain.last()).chain(inner)
        });
        longest.filter_map(move |&value| written(&puzzle.what(unknown, value), alphabet))
    });
    let longest = given.chain(found).map(|text| text.chars().count()).max();
    longest.unwrap_or(1).saturating_sub(1)
}

/// A sign as it looks between a cell and the one below it.
fn turned(text: &str, place: Place, alphabet: Alphabet) -> String {
    let turned = match (place, text) {
        (Place::Above(..), "<") => pick("∧", "^", alphabet),
        (Place::Above(..), ">") => pick("∨", "v", alphabet),
        _ => text,
    };
    turned.to_owned()
}
