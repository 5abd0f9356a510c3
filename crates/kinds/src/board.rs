//! The places of a board of squares or hexagons, and their neighbourhoods.
//!
//! Hexagons stand on a corner, and every other row is half a cell further to the right, from the second one on. What is
//! between two rows is a zigzag, whose sides and corners are counted from the left, in steps of half a cell.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use cnfetti_input::MAX_CELLS;

use crate::kind::Kind;

/// A place of a puzzle. Places of one sort are in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A square: its row and its column, from 0.
    Cell(u16, u16),
    /// The horizontal side above a square, or below the last row: the square's row and column.
    Above(u16, u16),
    /// The vertical side to the left of a square, or right of the last column.
    Left(u16, u16),
    /// The upper left corner of a square; also the corners beyond the last row and column.
    Corner(u16, u16),
    /// A place outside the board, at the end of a row or column.
    Edge(Direction, u16),
    /// An area, a path or a cage: its layer and its number in that layer.
    Group(u16, u16),
}

/// A direction in which one can go from a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the points of a compass")]
pub enum Direction {
    North,
    East,
    South,
    West,
    NorthEast,
    SouthEast,
    SouthWest,
    NorthWest,
}

impl Direction {
    /// Every direction with its name, its steps down and to the right, and its arrow. The first
    /// four go along rows and columns.
    pub const ALL: [(Direction, &'static str, i32, i32, char); 8] = [
        (Direction::North, "north", -1, 0, '↑'),
        (Direction::East, "east", 0, 1, '→'),
        (Direction::South, "south", 1, 0, '↓'),
        (Direction::West, "west", 0, -1, '←'),
        (Direction::NorthEast, "northeast", -1, 1, '↗'),
        (Direction::SouthEast, "southeast", 1, 1, '↘'),
        (Direction::SouthWest, "southwest", 1, -1, '↙'),
        (Direction::NorthWest, "northwest", -1, -1, '↖'),
    ];

    /// The sides of the board, with the names that puzzles use.
    pub const SIDES: [(&'static str, Direction); 4] = [
        ("top", Direction::North),
        ("left", Direction::West),
        ("right", Direction::East),
        ("bottom", Direction::South),
    ];

    /// The directions along rows and columns.
    pub fn straight() -> impl Iterator<Item = Direction> {
        Direction::ALL[..4].iter().map(|row| row.0)
    }

    /// The direction with this name or arrow.
    pub fn by_name(name: &str) -> Option<Direction> {
        let row = Direction::ALL.iter().find(|row| row.1 == name || row.4.to_string() == name);
        row.map(|row| row.0)
    }

    /// The name of the direction.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The arrow of the direction.
    pub fn arrow(self) -> char {
        self.row().4
    }

    /// The steps down and to the right.
    pub fn step(self) -> (i32, i32) {
        let row = self.row();
        (row.2, row.3)
    }

    /// Whether it leads to a corner.
    pub fn is_diagonal(self) -> bool {
        let (down, right) = self.step();
        down != 0 && right != 0
    }

    pub(crate) fn opposite(self) -> Direction {
        let (down, right) = self.step();
        let row = Direction::ALL.iter().find(|row| (row.2, row.3) == (-down, -right));
        row.map_or(self, |row| row.0)
    }

    fn row(self) -> &'static (Direction, &'static str, i32, i32, char) {
        &Direction::ALL[self as usize]
    }
}

/// A rectangle of squares, some of which may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// At least 1.
    pub rows: u16,
    /// At least 1.
    pub columns: u16,
    /// Whether the cells are hexagons.
    pub hexagons: bool,
    /// Whether columns, and whether rows, go on at the opposite side. What is between the last and the first of their cells
    /// is then a single place, the one at the top or on the left.
    pub wraps: [bool; 2],
    /// The squares that are missing, if any are.
    holes: Option<Arc<BTreeSet<Place>>>,
}

/// The most rows, and the most columns, of a board.
const MAX_SIDE: usize = 1_000;

/// The fewest cells of a row or column that wraps around: a cell has two neighbours then, which are others.
pub(crate) const MIN_RING: u16 = 3;

impl Board {
    /// A board with all its squares; it has at least one row and one column.
    pub const fn new(rows: u16, columns: u16) -> Board {
        Board { rows, columns, hexagons: false, wraps: [false; 2], holes: None }
    }

    /// The same board with the cells of this kind. It wraps around where that is possible.
    pub(crate) fn of(self, kind: &Kind) -> Board {
        let [down, aside] = kind.wraps;
        let wraps = [down && self.rows >= MIN_RING, aside && self.columns >= MIN_RING];
        Board { hexagons: kind.hexagons, wraps, ..self }
    }

    /// The board as it lies on a sheet: without wrapping around.
    pub fn flat(&self) -> Board {
        Board { wraps: [false; 2], ..self.clone() }
    }

    /// Whether there is a place for each side and corner of a drawing.
    pub fn is_drawn(&self) -> bool {
        !self.hexagons && self.wraps == [false; 2]
    }

    /// The place of this board that a place on the sheet is.
    pub fn folded(&self, place: Place) -> Place {
        let fold = |at: u16, length: u16, wraps: bool| if wraps { at % length } else { at };
        let row = |row| fold(row, self.rows, self.wraps[0]);
        let column = |column| fold(column, self.columns, self.wraps[1]);
        match place {
            Place::Above(down, right) => Place::Above(row(down), right),
            Place::Left(down, right) => Place::Left(down, column(right)),
            Place::Corner(down, right) => Place::Corner(row(down), column(right)),
            other => other,
        }
    }

    /// Where a place is on the sheet: at opposite sides too, where the board wraps around.
    pub fn unfolded(&self, place: Place) -> Vec<Place> {
        let rim = match place {
            Place::Above(_, right) => vec![Place::Above(self.rows, right)],
            Place::Left(down, _) => vec![Place::Left(down, self.columns)],
            Place::Corner(down, right) => vec![
                Place::Corner(self.rows, right),
                Place::Corner(down, self.columns),
                Place::Corner(self.rows, self.columns),
            ],
            _ => Vec::new(),
        };
        let is_it = |other: &Place| *other != place && self.folded(*other) == place;
        [place].into_iter().chain(rim.into_iter().filter(is_it)).collect()
    }

    /// The directions in which a cell has neighbours, clockwise.
    pub fn ways(&self) -> &'static [Direction] {
        use Direction::*;
        match self.hexagons {
            true => &[NorthEast, East, SouthEast, SouthWest, West, NorthWest],
            false => &[North, East, South, West],
        }
    }

    /// How many half cells a row of hexagons begins further to the right than the first one.
    pub fn shift(&self, row: u16) -> u16 {
        if self.hexagons { row % 2 } else { 0 }
    }

    /// The same board without some of its squares.
    pub(crate) fn without(self, holes: BTreeSet<Place>) -> Board {
        let holes = (!holes.is_empty()).then(|| Arc::new(holes));
        Board { holes, ..self }
    }

    /// Whether it is a whole rectangle of squares.
    pub fn is_rectangle(&self) -> bool {
        self.holes.is_none() && !self.hexagons
    }

    /// The same board with all its squares.
    pub fn whole(&self) -> Board {
        Board { holes: None, ..*self }
    }

    /// The squares that are missing, in reading order.
    pub(crate) fn holes(&self) -> impl Iterator<Item = Place> {
        self.holes.iter().flat_map(|holes| holes.iter().copied())
    }

    /// A board of this size; `None` if the size is not allowed.
    pub fn within_limits(rows: usize, columns: usize) -> Option<Board> {
        let sides = 1..=MAX_SIDE;
        let is_fine = sides.contains(&rows) && sides.contains(&columns);
        (is_fine && rows * columns <= MAX_CELLS).then_some(Board::new(rows as u16, columns as u16))
    }

    /// The allowed sizes, as text.
    pub(crate) fn limits() -> String {
        format!("1 to {MAX_CELLS} cells, at most {MAX_SIDE} in a row or column")
    }

    /// The square at a row and column; `None` if it is not on the board.
    pub(crate) fn cell(&self, row: i32, column: i32) -> Option<Place> {
        let wrap = |at: i32, length: u16, wraps: bool| {
            u16::try_from(if wraps { at.rem_euclid(length.into()) } else { at }).ok()
        };
        let row = wrap(row, self.rows, self.wraps[0])?;
        let column = wrap(column, self.columns, self.wraps[1])?;
        Some(Place::Cell(row, column)).filter(|cell| self.has(*cell))
    }

    /// Whether a place is a square of the board.
    pub fn has(&self, cell: Place) -> bool {
        matches!(cell, Place::Cell(row, column) if row < self.rows && column < self.columns)
            && self.holes.as_ref().is_none_or(|holes| !holes.contains(&cell))
    }

    /// Every square.
    pub fn cells(&self) -> Vec<Place> {
        grid(self.rows, self.columns, Place::Cell).filter(|&cell| self.has(cell)).collect()
    }

    /// Every corner of a square.
    pub fn corners(&self) -> Vec<Place> {
        let [rows, columns] = self.rims();
        self.bordering(grid(self.rows + rows, self.between_rows() + columns, Place::Corner))
    }

    /// Every side of a square.
    pub fn sides(&self) -> Vec<Place> {
        let [rows, columns] = self.rims();
        let above = grid(self.rows + rows, self.between_rows(), Place::Above);
        self.bordering(above.chain(grid(self.rows, self.columns + columns, Place::Left)))
    }

    /// How many more lines of sides there are than rows, and than columns.
    pub fn rims(&self) -> [u16; 2] {
        self.wraps.map(|wraps| u16::from(!wraps))
    }

    /// The sides and corners that are beside a square.
    fn bordering(&self, places: impl IntoIterator<Item = Place>) -> Vec<Place> {
        let is_there = |&place: &Place| self.is_rectangle() || !self.beside(place).is_empty();
        places.into_iter().filter(is_there).collect()
    }

    /// Every side between two squares.
    pub fn links(&self) -> Vec<Place> {
        let [first, from] = self.rims();
        let above = |row, at| Place::Above(row + first, at);
        let above = grid(self.rows - first, self.between_rows(), above);
        let left = |row, column| Place::Left(row, column + from);
        let left = grid(self.rows, self.columns - from, left);
        let is_between = |&link: &Place| self.is_rectangle() || self.beside(link).len() == 2;
        above.chain(left).filter(is_between).collect()
    }

    /// How many sides there are between two rows, at most.
    pub fn between_rows(&self) -> u16 {
        if self.hexagons { 2 * self.columns + 1 } else { self.columns }
    }

    /// Every place outside: above the columns, to the left of the rows, to the right, below. Hexagons have no columns.
    pub fn edges(&self) -> Vec<Place> {
        [Direction::North, Direction::West, Direction::East, Direction::South]
            .into_iter()
            .flat_map(|side| self.edges_at(side))
            .collect()
    }

    /// Every place outside on one side.
    pub fn edges_at(&self, side: Direction) -> Vec<Place> {
        let length = match side {
            Direction::North | Direction::South if self.hexagons => 0,
            Direction::North | Direction::South => self.columns,
            _ => self.rows,
        };
        (0..length).map(|at| Place::Edge(side, at)).collect()
    }

    /// Each row, from top to bottom.
    pub fn rows(&self) -> Vec<Vec<Place>> {
        (0..self.rows).map(|row| self.line(Place::Edge(Direction::West, row))).collect()
    }

    /// Each column, from left to right; of hexagons, each line that falls to the right, and each that falls to the left.
    pub fn columns(&self) -> Vec<Vec<Place>> {
        if self.hexagons {
            return [Direction::SouthEast, Direction::SouthWest]
                .map(|way| self.slanted(way))
                .concat();
        }
        (0..self.columns).map(|column| self.line(Place::Edge(Direction::North, column))).collect()
    }

    /// Each line of hexagons in a direction that leads downwards.
    fn slanted(&self, way: Direction) -> Vec<Vec<Place>> {
        let whole = self.whole();
        let begins = |cell: &Place| whole.step(*cell, way.opposite()).is_none();
        let line = |cell: Place| {
            let mut line = [vec![cell], whole.ray(cell, way)].concat();
            line.retain(|&cell| self.has(cell));
            line
        };
        whole.cells().into_iter().filter(begins).map(line).filter(|line| !line.is_empty()).collect()
    }

    /// The square next to a place in a direction; for a side, the one beyond it.
    pub(crate) fn step(&self, from: Place, direction: Direction) -> Option<Place> {
        let Place::Cell(row, column) = from else { return None };
        let (down, mut right) = direction.step();
        if self.hexagons {
            if right == 0 {
                return None;
            }
            // Half a cell to the side leads to another column only in every other row.
            right = if down == 0 { right } else { (right - 1) / 2 + i32::from(self.shift(row)) };
        }
        self.cell(i32::from(row) + down, i32::from(column) + right)
    }

    /// The other squares in a direction, nearest first.
    pub(crate) fn ray(&self, from: Place, direction: Direction) -> Vec<Place> {
        let next = |&place: &Place| self.step(place, direction).filter(|next| *next != from);
        std::iter::successors(self.step(from, direction), next).collect()
    }

    /// The squares seen from a place outside, nearest first.
    pub(crate) fn line(&self, edge: Place) -> Vec<Place> {
        let Place::Edge(side, at) = edge else { return Vec::new() };
        let mut line: Vec<Place> = match side {
            Direction::North | Direction::South => {
                (0..self.rows).map(|row| Place::Cell(row, at)).collect()
            }
            _ => (0..self.columns).map(|column| Place::Cell(at, column)).collect(),
        };
        line.retain(|&cell| self.has(cell));
        if matches!(side, Direction::South | Direction::East) {
            line.reverse();
        }
        line
    }

    /// The squares that share a side with a square.
    pub(crate) fn adjacent(&self, cell: Place) -> Vec<Place> {
        self.ways().iter().filter_map(|&direction| self.step(cell, direction)).collect()
    }

    /// The squares that hang together with a square along their sides, through those that are in the part; with itself.
    pub(crate) fn part_of(&self, cell: Place, is_in: impl Fn(&Place) -> bool) -> BTreeSet<Place> {
        let mut part = BTreeSet::from([cell]);
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            let beside = self.adjacent(cell).into_iter().filter(&is_in);
            open.extend(beside.filter(|cell| part.insert(*cell)));
        }
        part
    }

    /// The squares that share a side or a corner with a square, in circular order.
    pub(crate) fn around(&self, cell: Place) -> Vec<Place> {
        use Direction::*;
        let ring = [North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest];
        // A hexagon has no neighbours to the north and south.
        ring.into_iter().filter_map(|direction| self.step(cell, direction)).collect()
    }

    /// The side of a square in a direction.
    pub(crate) fn side(&self, cell: Place, direction: Direction) -> Option<Place> {
        let Place::Cell(row, column) = cell else { return None };
        if self.hexagons {
            let (down, right) = direction.step();
            let at = 2 * column + self.shift(row) + u16::from(right > 0);
            return match (down, right) {
                (_, 0) => None,
                (0, _) => Some(Place::Left(row, column + u16::from(right > 0))),
                _ => Some(Place::Above(row + u16::from(down > 0), at)),
            };
        }
        let side = match direction {
            Direction::North => Place::Above(row, column),
            Direction::South => Place::Above(row + 1, column),
            Direction::West => Place::Left(row, column),
            Direction::East => Place::Left(row, column + 1),
            _ => return None,
        };
        Some(self.folded(side))
    }

    /// The sides of a square, or those that end in a corner.
    pub fn sides_of(&self, place: Place) -> Vec<Place> {
        match place {
            Place::Cell(..) => {
                self.ways().iter().filter_map(|&way| self.side(place, way)).collect()
            }
            Place::Corner(row, at) if self.hexagons => {
                // The upright side begins or ends here.
                let begins = at.abs_diff(self.shift(row)).is_multiple_of(2);
                let row_of = if begins { Some(row) } else { row.checked_sub(1) };
                let upright = row_of.map(|row| Place::Left(row, at.abs_diff(self.shift(row)) / 2));
                let before = at.checked_sub(1).map(|at| Place::Above(row, at));
                self.bordering([Some(Place::Above(row, at)), upright, before].into_iter().flatten())
            }
            Place::Corner(row, column) => {
                let before = |at: u16, length: u16, wraps: bool| {
                    at.checked_sub(1).or(wraps.then_some(length - 1))
                };
                let mut sides = Vec::new();
                if let Some(row) = before(row, self.rows, self.wraps[0]) {
                    sides.push(Place::Left(row, column));
                }
                if column < self.columns {
                    sides.push(Place::Above(row, column));
                }
                if row < self.rows {
                    sides.push(Place::Left(row, column));
                }
                if let Some(column) = before(column, self.columns, self.wraps[1]) {
                    sides.push(Place::Above(row, column));
                }
                self.bordering(sides)
            }
            _ => Vec::new(),
        }
    }

    /// The squares next to a side or a corner, in reading order.
    pub fn beside(&self, place: Place) -> Vec<Place> {
        let cells = |cells: &[(i32, i32)]| {
            cells.iter().filter_map(|&(row, column)| self.cell(row, column)).collect()
        };
        // The hexagons of a row between the first and the last of these half cells.
        let within = |row: i32, from: i32, to: i32| {
            let shift = row.rem_euclid(2);
            let columns = (from - shift).div_euclid(2)..=(to - shift).div_euclid(2);
            columns.map(move |column| (row, column))
        };
        match place {
            Place::Above(row, at) if self.hexagons => {
                let (row, at) = (i32::from(row), i32::from(at));
                cells(&within(row - 1, at, at).chain(within(row, at, at)).collect::<Vec<_>>())
            }
            Place::Corner(row, at) if self.hexagons => {
                let (row, at) = (i32::from(row), i32::from(at));
                cells(
                    &within(row - 1, at - 1, at).chain(within(row, at - 1, at)).collect::<Vec<_>>(),
                )
            }
            Place::Above(row, column) => {
                let (row, column) = (i32::from(row), i32::from(column));
                cells(&[(row - 1, column), (row, column)])
            }
            Place::Left(row, column) => {
                let (row, column) = (i32::from(row), i32::from(column));
                cells(&[(row, column - 1), (row, column)])
            }
            Place::Corner(row, column) => {
                let (row, column) = (i32::from(row), i32::from(column));
                cells(&[(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)])
            }
            _ => Vec::new(),
        }
    }

    /// The corners of a cell, in reading order of the rows between which they are.
    pub fn corners_of(&self, cell: Place) -> Vec<Place> {
        let Place::Cell(row, column) = cell else { return Vec::new() };
        let (first, number) =
            if self.hexagons { (2 * column + self.shift(row), 3) } else { (column, 2) };
        let corner = |down, right| self.folded(Place::Corner(row + down, first + right));
        grid(2, number, corner).collect()
    }

    /// The steps from neighbour to neighbour between two cells of a board without holes.
    pub(crate) fn distance(&self, one: Place, other: Place) -> i64 {
        // The numbers of the row and of the line that falls to the right.
        let at = |place: Place| match place {
            Place::Cell(row, column) if self.hexagons => {
                (i64::from(row), i64::from(column) - (i64::from(row) - i64::from(row % 2)) / 2)
            }
            Place::Cell(row, column) => (i64::from(row), i64::from(column)),
            _ => (0, 0),
        };
        let ((row, line), (to_row, to_line)) = (at(one), at(other));
        let (down, aside) = (to_row - row, to_line - line);
        match self.hexagons && down.signum() != aside.signum() {
            true => down.abs().max(aside.abs()),
            false => {
                let around = |apart: i64, length: u16, wraps: bool| match wraps {
                    true => apart.abs().min(i64::from(length) - apart.abs()),
                    false => apart.abs(),
                };
                around(down, self.rows, self.wraps[0]) + around(aside, self.columns, self.wraps[1])
            }
        }
    }

    /// What people call a place of this board.
    pub fn name(&self, place: Place) -> String {
        let first = self.beside(place).first().copied().filter(|_| self.hexagons);
        let Some(cell) = first else { return place.to_string() };
        let way = |way: &&Direction| self.side(cell, **way) == Some(place);
        let side = self.ways().iter().find(way).map(|way| format!("{} side", way.name()));
        let corners = ["northwest", "north", "northeast", "southwest", "south", "southeast"];
        let mut corners = self.corners_of(cell).into_iter().zip(corners);
        let corner = corners.find(|(corner, _)| *corner == place);
        let what = side.or_else(|| corner.map(|(_, name)| format!("{name} corner")));
        what.map_or_else(|| place.to_string(), |what| format!("the {what} of {cell}"))
    }

    /// The two corners at which a side ends.
    pub fn ends(&self, side: Place) -> Vec<Place> {
        let ends = match side {
            Place::Left(row, column) if self.hexagons => {
                let at = 2 * column + self.shift(row);
                vec![Place::Corner(row, at), Place::Corner(row + 1, at)]
            }
            Place::Above(row, column) => {
                vec![Place::Corner(row, column), Place::Corner(row, column + 1)]
            }
            Place::Left(row, column) => {
                vec![Place::Corner(row, column), Place::Corner(row + 1, column)]
            }
            _ => Vec::new(),
        };
        ends.into_iter().map(|corner| self.folded(corner)).collect()
    }

    /// Every rectangle of this size, at distances of `step` (down, right). Those at distances of 1 go on at the opposite side.
    pub(crate) fn rectangles(&self, size: (u16, u16), step: (u16, u16)) -> Vec<Vec<Place>> {
        let (height, width) = size;
        let mut found = Vec::new();
        if height > self.rows || width > self.columns {
            return found;
        }
        let starts = |length: u16, size: u16, step: u16, wraps: bool| {
            let last = if wraps && step == 1 && size < length { length - 1 } else { length - size };
            (0..=last).step_by(usize::from(step.max(1)))
        };
        for top in starts(self.rows, height, step.0, self.wraps[0]) {
            for left in starts(self.columns, width, step.1, self.wraps[1]) {
                let cell = |row, column| {
                    Place::Cell((top + row) % self.rows, (left + column) % self.columns)
                };
                found.push(grid(height, width, cell).collect::<Vec<_>>());
            }
        }
        found.retain(|cells| cells.iter().all(|&cell| self.has(cell)));
        found
    }
}

fn grid(rows: u16, columns: u16, place: impl Fn(u16, u16) -> Place) -> impl Iterator<Item = Place> {
    (0..rows)
        .flat_map(move |row| (0..columns).map(move |column| (row, column)))
        .map(move |(row, column)| place(row, column))
}

impl Place {
    /// The line and the column of the place in a drawing that has a character for each cell, side
    /// and corner; cells are at odd numbers.
    pub fn in_drawing(self) -> (usize, usize) {
        let at = |row: u16, column: u16, (down, right): (usize, usize)| {
            (2 * usize::from(row) + down, 2 * usize::from(column) + right)
        };
        match self {
            Place::Above(row, column) => at(row, column, (0, 1)),
            Place::Left(row, column) => at(row, column, (1, 0)),
            Place::Cell(row, column) => at(row, column, (1, 1)),
            Place::Corner(row, column) => at(row, column, (0, 0)),
            Place::Edge(..) | Place::Group(..) => (0, 0),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::Cell(row, column) => write!(f, "r{}c{}", row + 1, column + 1),
            Place::Above(0, column) => write!(f, "the top of r1c{}", column + 1),
            Place::Above(row, column) => write!(f, "the bottom of r{}c{}", row, column + 1),
            Place::Left(row, 0) => write!(f, "the left side of r{}c1", row + 1),
            Place::Left(row, column) => write!(f, "the right side of r{}c{}", row + 1, column),
            Place::Corner(0, 0) => write!(f, "the top left corner of r1c1"),
            Place::Corner(0, column) => write!(f, "the top right corner of r1c{column}"),
            Place::Corner(row, 0) => write!(f, "the bottom left corner of r{row}c1"),
            Place::Corner(row, column) => write!(f, "the bottom right corner of r{row}c{column}"),
            Place::Edge(Direction::North, at) => write!(f, "column {} from above", at + 1),
            Place::Edge(Direction::South, at) => write!(f, "column {} from below", at + 1),
            Place::Edge(Direction::East, at) => write!(f, "row {} from the right", at + 1),
            Place::Edge(_, at) => write!(f, "row {} from the left", at + 1),
            Place::Group(_, at) => write!(f, "area {}", letter(usize::from(at))),
        }
    }
}

/// The letter of an area: A to Z, then A1 to Z1 and so on.
pub fn letter(at: usize) -> String {
    let letter = char::from(b'A' + (at % 26) as u8);
    match at / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
