//! A puzzle of a kind: its board, parameters and clues.

use std::collections::BTreeMap;

use crate::board::{Board, Direction, Place, letter};
use crate::kind::{Kind, On};
use crate::pieces::Piece;

/// The board of one puzzle, its parameters and its clues.
#[derive(Clone, Debug)]
pub struct Data {
    /// The size of the board.
    pub board: Board,
    /// The value of each parameter of the kind.
    pub parameters: Vec<i64>,
    /// The entries of each layer of clues.
    pub layers: Vec<Entries>,
    /// What is placed on the board.
    pub pieces: Vec<Piece>,
}

/// The entries of one layer of clues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    /// The entry at each place; empty for areas and paths.
    pub at: BTreeMap<Place, Entry>,
    /// The squares of each area, or of each path in order.
    pub groups: Vec<Vec<Place>>,
    /// The name of each area or path in the puzzle.
    pub names: Vec<String>,
}

/// Names of areas that are longer do not fit into drawings.
const LONGEST_NAME: usize = 3;

impl Entries {
    /// What an area or a path is called: its name in the puzzle, or its letter if some names are long.
    pub fn name(&self, at: usize) -> String {
        let are_short = self.names.iter().all(|name| name.chars().count() <= LONGEST_NAME);
        let name = self.names.get(at).filter(|_| are_short);
        name.cloned().unwrap_or_else(|| letter(at))
    }
}

/// A clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A `?`: there is a clue, but it is not known.
    Open,
    /// The clue is present.
    Flag,
    /// A number.
    Number(i64),
    /// The word with this number in [`Kind::words`].
    Word(u32),
    /// A direction.
    Direction(Direction),
    /// Directions, clockwise from the north.
    Directions(Vec<Direction>),
    /// Numbers, in order.
    Numbers(Vec<i64>),
}

impl Entry {
    /// Stands for an unknown number in a list of numbers.
    pub const ANY: i64 = -1;
}

impl Data {
    /// An empty board: no clues, and default parameters.
    pub fn new(kind: &Kind, board: Board) -> Data {
        let parameters = kind.parameters.iter();
        let pieces = kind.pieces.as_ref().map(|pieces| pieces.set(&board)).unwrap_or_default();
        let mut data = Data {
            board: board.of(kind),
            parameters: parameters.map(|row| row.default.unwrap_or(row.range.0)).collect(),
            layers: vec![Entries::default(); kind.clues.len()],
            pieces,
        };
        data.cut(kind);
        data
    }

    /// Takes away the cells that the kind says are missing; this can depend on clues.
    pub fn cut(&mut self, kind: &Kind) {
        let Some(condition) = &kind.cells else { return };
        self.board = self.board.whole();
        let holes = kind.missing(self, condition);
        self.board = self.board.whole().without(holes);
    }

    /// The squares of an area or a path; none for other places.
    pub fn group(&self, place: Place) -> &[Place] {
        match place {
            Place::Group(layer, at) => &self.layers[usize::from(layer)].groups[usize::from(at)],
            _ => &[],
        }
    }

    /// The places of a layer, whether or not they have an entry.
    pub fn places(&self, on: On) -> Vec<Place> {
        match on {
            On::Cells | On::Areas { .. } | On::Paths => self.board.cells(),
            On::Links => self.board.links(),
            On::Sides => self.board.sides(),
            On::Corners => self.board.corners(),
            On::Outside => self.board.edges(),
            On::Groups(layer) => {
                let number = self.layers.get(layer).map_or(0, |entries| entries.groups.len());
                (0..number).map(|at| Place::Group(layer as u16, at as u16)).collect()
            }
        }
    }

    /// What differs first in two puzzles of a kind, whatever the names of their areas: the name of a parameter or
    /// layer, or the size.
    pub(crate) fn first_difference<'k>(&self, kind: &'k Kind, other: &Data) -> Option<&'k str> {
        if self.board != other.board {
            return Some("size");
        }
        if self.pieces != other.pieces {
            return Some("pieces");
        }
        let layers = kind.clues.iter().zip(self.layers.iter().zip(&other.layers));
        let differs =
            |(one, other): (&Entries, &Entries)| one.at != other.at || one.groups != other.groups;
        let mut layers = layers.filter(|(_, entries)| differs(*entries));
        let mut values = self.parameters.iter().zip(&other.parameters);
        let parameter = values.position(|(one, other)| one != other);
        let parameter = parameter.map(|at| &*kind.parameters[at].name);
        parameter.or_else(|| layers.next().map(|(layer, _)| &*layer.name))
    }
}
