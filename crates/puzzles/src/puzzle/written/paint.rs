//! The board on a terminal: a character for each corner, a line for each row of cells, with walls,
//! loops and signs between them; numbers outside around it, and below it what has no room.

mod canvas;
mod cells;
mod draw;
mod glyphs;
mod read;
mod sides;

use std::collections::BTreeMap;

use itertools::Itertools;

use super::Written;
use super::looks::{Mark, What};
use crate::picture::shades;
use crate::puzzle::Alphabet;
use cells::{At, Content, by_place, content};
use cnfetti_core::csp::{Value, VarId};
use cnfetti_kinds::{Direction, Look, Place};
use glyphs::{glyph, written};
use sides::Side;

pub(super) use read::{atoms, is_readable};

/// The least width of a cell.
const MIN_WIDTH: usize = 3;

/// What is known, and what to write elsewhere.
pub(super) struct Seen<'s> {
    /// The value of a variable, if it is known.
    pub(super) value: &'s dyn Fn(VarId) -> Option<Value>,
    /// The text for a variable with an open value.
    pub(super) open: &'s dyn Fn(VarId) -> Option<String>,
    /// Whether everything is known; then sides without a line need no mark.
    pub(super) is_whole: bool,
    pub(super) alphabet: Alphabet,
}

pub(super) fn paint(puzzle: &Written, seen: &Seen<'_>) -> String {
    let mut marks = puzzle.marks(seen.value);
    let is_side = |mark: &Mark| matches!(mark.place, Place::Above(..) | Place::Left(..));
    marks.retain(|mark| !(seen.is_whole && is_side(mark) && mark.what == What::False));
    let board = Painted::new(puzzle, &marks, seen);
    board.canvas().text()
}

/// The clues that have no room on the board: paths, and small numbers on them.
pub(super) fn legend(puzzle: &Written) -> String {
    let groups = puzzle
        .groups()
        .filter(|(_, look, _)| matches!(look, Look::Stroke | Look::Arrow | Look::Line));
    let lines = groups.flat_map(|(layer, _, groups)| {
        let (name, entries) = (&puzzle.kind.clues[layer].name, &puzzle.data.layers[layer]);
        groups.iter().enumerate().map(move |(at, cells)| {
            let cells = cells.iter().map(Place::to_string).join(" ");
            format!("{name} {}: {cells}\n", entries.name(at))
        })
    });
    lines.collect()
}

/// The possible values of an unknown: words and directions as they are drawn, names of pieces, and numbers as digits if
/// all of the domain have only one, else as ranges.
pub(super) fn listed(
    puzzle: &Written,
    unknown: usize,
    values: &[Value],
    domain: &[Value],
    alphabet: Alphabet,
) -> String {
    let names = values.iter().map(|&value| named(puzzle, unknown, value, alphabet));
    if let Some(names) = names.collect::<Option<Vec<String>>>() {
        return names.join(" ");
    }
    if domain.iter().all(|value| (0..10).contains(value)) {
        return values.iter().join("");
    }
    let runs = values.chunk_by(|one, next| *next == one + 1);
    let text = runs.map(|run| match run {
        [first, _, .., last] => format!("{first}-{last}"),
        run => run.iter().join(" "),
    });
    text.collect_vec().join(" ")
}

/// A word, a direction or the name of a piece, if that is what a value means.
pub(super) fn named(
    puzzle: &Written,
    unknown: usize,
    value: Value,
    alphabet: Alphabet,
) -> Option<String> {
    let Some(entry) = puzzle.kind.unknowns[unknown].entry(value) else {
        return puzzle.piece_name(unknown, value);
    };
    let what = puzzle.what_of(&entry);
    let colour = || glyph(Look::Circle, what.tone(), alphabet).to_owned();
    Some(written(&what, alphabet).unwrap_or_else(colour))
}

/// Everything on the board, and the width of its cells.
struct Painted<'p> {
    puzzle: &'p Written,
    cells: BTreeMap<Place, Content>,
    sides: BTreeMap<Place, Side>,
    corners: BTreeMap<Place, String>,
    /// Texts outside, one after another.
    edges: BTreeMap<Place, Vec<String>>,
    /// Small numbers, drawn above their cells.
    small: BTreeMap<Place, String>,
    width: usize,
    /// How far signs on vertical walls reach into the cells after them.
    spill: usize,
    alphabet: Alphabet,
}

impl<'p> Painted<'p> {
    fn new(puzzle: &'p Written, marks: &[Mark], seen: &Seen<'_>) -> Painted<'p> {
        let (at, alphabet) = (by_place(marks), seen.alphabet);
        let board = &puzzle.data.board;
        let cells = board.cells().into_iter().map(|cell| {
            let open = open_at(puzzle, cell, seen);
            let marks = at.get(&cell).map_or(&[][..], Vec::as_slice);
            (cell, content(puzzle, cell, marks, open.as_deref(), alphabet))
        });
        let mut painted = Painted {
            puzzle,
            cells: cells.collect(),
            sides: sides::walls(puzzle, !puzzle.is_drawn_along()),
            corners: BTreeMap::new(),
            edges: BTreeMap::new(),
            small: BTreeMap::new(),
            width: MIN_WIDTH,
            spill: 0,
            alphabet,
        };
        for mark in marks {
            painted.add(mark);
        }
        painted.open_sides(&at, seen);
        painted.spill = sides::spill(puzzle, alphabet);
        painted.width = painted.widest();
        painted
    }

    /// Adds a mark that is not inside a cell.
    fn add(&mut self, mark: &Mark) {
        let text = || {
            let shape = glyph(mark.look, mark.what.tone(), self.alphabet);
            written(&mark.what, self.alphabet).unwrap_or_else(|| match mark.what {
                What::False => glyphs::not(mark.look, self.alphabet).to_owned(),
                _ => shape.to_owned(),
            })
        };
        match mark.place {
            Place::Above(..) | Place::Left(..) => {
                if let Some(side) = self.sides.get_mut(&mark.place) {
                    side.add(mark, self.alphabet);
                }
            }
            Place::Corner(..) => {
                let text = text();
                self.corners.entry(mark.place).or_default().push_str(&text);
            }
            Place::Edge(..) => {
                let texts = match &mark.what {
                    What::Numbers(numbers) => numbers.clone(),
                    _ => vec![text()],
                };
                self.edges.entry(mark.place).or_default().extend(texts);
            }
            Place::Group(..) => {
                let text = text();
                if let Some(&first) = self.puzzle.group_cells(mark.place).first() {
                    push(self.small.entry(first).or_default(), &text);
                }
            }
            Place::Cell(..) if mark.look == Look::Corner && self.puzzle.halves().is_none() => {
                if mark.unknown.is_none() {
                    let text = text();
                    push(self.small.entry(mark.place).or_default(), &text);
                }
            }
            Place::Cell(..) => {}
        }
    }

    /// Writes the possible values of numbers on sides, corners and outside.
    fn open_sides(&mut self, at: &At<'_>, seen: &Seen<'_>) {
        for (unknown, places) in self.puzzle.unfolded.unknowns.iter().enumerate() {
            if self.puzzle.is_truth(unknown) {
                continue;
            }
            for (&place, variable) in places.places.iter().zip(places.variables.clone()) {
                let Some(open) = (seen.open)(VarId::at(variable)) else { continue };
                match place {
                    Place::Above(..) | Place::Left(..) if !at.contains_key(&place) => {
                        if let Some(side) = self.sides.get_mut(&place) {
                            side.sign = Some(open).filter(|open| open.chars().count() == 1);
                        }
                    }
                    Place::Edge(..) => self.edges.entry(place).or_default().push(open),
                    _ => {}
                }
            }
        }
    }

    /// The width of cells. It is odd, so there is a middle.
    fn widest(&self) -> usize {
        let of = |text: &String| text.chars().count();
        let cells = self.cells.values().map(|content| of(&content.text) + 2 + 2 * self.spill);
        let small = self.small.values().map(of);
        let upright =
            |place: &Place| matches!(place, Place::Edge(Direction::North | Direction::South, _));
        let edges = self.edges.iter().filter(|(place, _)| upright(place));
        let edges = edges.flat_map(|(_, texts)| texts.iter().map(of));
        let sides = self.sides.values().filter_map(|side| side.sign.as_ref()).map(of);
        let widest = cells.chain(small).chain(edges).chain(sides).max().unwrap_or(0);
        widest.max(MIN_WIDTH) | 1
    }

    /// The shade of each cell that belongs to an area with walls.
    fn shades(&self) -> BTreeMap<Place, usize> {
        let outlined = self.puzzle.groups().find(|(_, look, _)| *look == Look::Outline);
        let Some((_, _, groups)) = outlined else { return BTreeMap::new() };
        let cells = groups.iter().enumerate();
        let of: BTreeMap<Place, usize> =
            cells.flat_map(|(at, cells)| cells.iter().map(move |&cell| (cell, at))).collect();
        let mut neighbours = vec![Vec::new(); groups.len()];
        for link in self.puzzle.data.board.links() {
            let beside = self.puzzle.data.board.beside(link);
            if let (Some(&one), Some(&other)) = (of.get(&beside[0]), of.get(&beside[1]))
                && one != other
            {
                neighbours[one].push(other);
                neighbours[other].push(one);
            }
        }
        let shades = shades(&neighbours);
        of.into_iter().map(|(cell, group)| (cell, shades[group])).collect()
    }
}

/// The open values of a cell.
fn open_at(puzzle: &Written, cell: Place, seen: &Seen<'_>) -> Option<String> {
    let unknowns = 0..puzzle.kind.unknowns.len();
    let mut open = unknowns.filter_map(|at| (seen.open)(puzzle.variable(at, cell)?));
    open.next()
}

fn push(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}
