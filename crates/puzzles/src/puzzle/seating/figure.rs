//! The seats of a room: their positions, which are adjacent, and the room's symmetries.

mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use itertools::Itertools;

/// The row and the column of a seat, from 0.
pub(super) type Place = (usize, usize);

/// The row and the column of a square of a figure that is being turned.
type Square = (isize, isize);

/// Which seats are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbours {
    /// Those that share a side.
    Four,
    /// Also those that share a corner.
    Eight,
}

/// Some squares of a rectangle.
pub(super) struct Figure {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Row by row.
    pub(super) seats: Vec<Place>,
}

/// The symmetries of a figure, each once and without the identity: for each seat, its image.
pub(super) struct Turns {
    pub(super) rotations: Vec<Vec<usize>>,
    /// The symmetries that are not rotations.
    pub(super) reflections: Vec<Vec<usize>>,
}

impl Figure {
    /// The maximal sets of pairwise adjacent seats, as indices into `seats`. Any two adjacent
    /// seats are in one of them; a seat without neighbours is in none.
    pub(super) fn cliques(&self, neighbours: Neighbours) -> Vec<Vec<usize>> {
        let shapes: &[&[Place]] = match neighbours {
            Neighbours::Eight => &[&[(0, 0), (0, 1), (1, 0), (1, 1)]],
            Neighbours::Four => &[&[(0, 0), (0, 1)], &[(0, 0), (1, 0)]],
        };
        let index: BTreeMap<Place, usize> =
            self.seats.iter().enumerate().map(|(index, &seat)| (seat, index)).collect();
        // A block with at least two seats may begin a square above or left of the board, so the
        // board is shifted by one.
        let corners = (0..=self.rows).cartesian_product(0..=self.columns);
        let block = |(row, column): Place, shape: &[Place]| -> Vec<usize> {
            let seat = |&(down, right): &Place| {
                let shifted = ((row + down).checked_sub(1)?, (column + right).checked_sub(1)?);
                index.get(&shifted).copied()
            };
            shape.iter().filter_map(seat).collect()
        };
        let blocks =
            corners.flat_map(|corner| shapes.iter().map(move |shape| block(corner, shape)));
        let blocks: BTreeSet<Vec<usize>> = blocks.filter(|block| block.len() > 1).collect();
        let blocks: Vec<Vec<usize>> = blocks.into_iter().collect();
        let mut with_seat: BTreeMap<usize, Vec<&Vec<usize>>> = BTreeMap::new();
        for block in &blocks {
            for &seat in block {
                with_seat.entry(seat).or_default().push(block);
            }
        }
        let within = |block: &Vec<usize>, other: &Vec<usize>| {
            block.len() < other.len() && block.iter().all(|seat| other.contains(seat))
        };
        let largest =
            |block: &&Vec<usize>| !with_seat[&block[0]].iter().any(|other| within(block, other));
        blocks.iter().filter(largest).cloned().collect()
    }

    /// The rotations and reflections that map the figure to itself.
    pub(super) fn symmetries(&self) -> Turns {
        let rotations = self.fitting(&[
            |row, column| (column, -row),
            |row, column| (-row, -column),
            |row, column| (-column, row),
        ]);
        let mut reflections = self.fitting(&[
            |row, column| (row, -column),
            |row, column| (-row, column),
            |row, column| (column, row),
            |row, column| (-column, -row),
        ]);
        reflections.retain(|reflection| !rotations.contains(reflection));
        Turns { rotations, reflections }
    }

    /// The maps that preserve the figure, after moving the image back to its position.
    fn fitting(&self, maps: &[fn(isize, isize) -> Square]) -> Vec<Vec<usize>> {
        let own =
            to_origin(self.seats.iter().map(|&(row, column)| (row as isize, column as isize)));
        let index: BTreeMap<Square, usize> =
            own.iter().enumerate().map(|(index, &seat)| (seat, index)).collect();
        let identity: Vec<usize> = (0..own.len()).collect();
        maps.iter()
            .filter_map(|map| {
                let mapped = to_origin(own.iter().map(|&(row, column)| map(row, column)));
                mapped.iter().map(|seat| index.get(seat).copied()).collect::<Option<Vec<usize>>>()
            })
            .filter(|symmetry| *symmetry != identity)
            .unique()
            .collect()
    }
}

/// A line for each row, in the format that is read.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut squares = vec!['.'; self.rows * self.columns];
        self.seats.iter().for_each(|(row, column)| squares[row * self.columns + column] = 'X');
        squares.chunks(self.columns).try_for_each(|row| writeln!(f, "{}", row.iter().format("")))
    }
}

/// The squares, moved so that the smallest row and column are 0.
fn to_origin(squares: impl Iterator<Item = Square> + Clone) -> Vec<Square> {
    let row = squares.clone().map(|(row, _)| row).min().unwrap_or(0);
    let column = squares.clone().map(|(_, column)| column).min().unwrap_or(0);
    squares.map(|(r, c)| (r - row, c - column)).collect()
}
