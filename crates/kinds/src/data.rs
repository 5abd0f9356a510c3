//! What the puzzle of a kind has on its board.

use std::collections::BTreeMap;

use crate::board::{Board, Direction, Place};
use crate::kind::{Kind, On};

/// The board of one puzzle, its parameters and its clues.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its size.
    pub board: Board,
    /// The value of each parameter of the kind.
    pub parameters: Vec<i64>,
    /// The entries of each layer of clues.
    pub layers: Vec<Entries>,
}

/// The entries of one layer of clues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    /// The entry at each place; empty for areas and paths.
    pub at: BTreeMap<Place, Entry>,
    /// The squares of each area, or of each path in their order.
    pub groups: Vec<Vec<Place>>,
    /// The name that the puzzle gives to each of them.
    pub names: Vec<String>,
}

/// A clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A `?`: there is a clue, and nobody says which.
    Open,
    /// It is there.
    Flag,
    /// A number.
    Number(i64),
    /// The word with this number in [`Kind::words`].
    Word(u32),
    /// A direction.
    Direction(Direction),
    /// Numbers, in order.
    Numbers(Vec<i64>),
}

impl Entry {
    /// Stands for an open number in a list of numbers.
    pub const ANY: i64 = -1;
}

impl Data {
    /// An empty board: no clues, and the parameters where they have a default.
    pub fn new(kind: &Kind, board: Board) -> Data {
        let parameters = kind.parameters.iter();
        Data {
            board,
            parameters: parameters.map(|row| row.default.unwrap_or(row.range.0)).collect(),
            layers: vec![Entries::default(); kind.clues.len()],
        }
    }

    /// The squares of an area or a path; none of other places.
    pub fn group(&self, place: Place) -> &[Place] {
        match place {
            Place::Group(layer, at) => &self.layers[usize::from(layer)].groups[usize::from(at)],
            _ => &[],
        }
    }

    /// The places of a layer, filled or not.
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

    /// Whether two puzzles of a kind have the same board and clues, whatever their areas are called.
    pub(crate) fn says_the_same(&self, other: &Data) -> bool {
        let layers = self.layers.iter().zip(&other.layers);
        self.board == other.board
            && self.parameters == other.parameters
            && layers
                .into_iter()
                .all(|(one, other)| one.at == other.at && one.groups == other.groups)
    }
}
