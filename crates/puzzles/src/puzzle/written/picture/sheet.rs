//! The positions of a board's places on the sheet, and the shapes on it, level by level.

use super::super::Written;
use super::super::looks::unknown_look;
use crate::picture::{Align, Area, Ink, Picture, Point, Shape, fitting_size};
use cnfetti_kinds::{Direction, Look, On, Place};

/// The side of a cell.
pub(super) const SIDE: f64 = 48.0;

/// The distance of two rows of hexagons, which stand on a corner.
pub(super) const PITCH: f64 = SIDE * 0.866_025_403_784_438_6;

/// The space around a board with lines along its rim.
pub(super) const RIM: f64 = 8.0;

/// The space for one number outside.
pub(super) const UNIT: f64 = 21.0;

/// The levels of drawing, from bottom to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Ground,
    Fill,
    Path,
    Grid,
    Border,
    Shape,
    Line,
    Text,
    Note,
}

/// The greatest number of entries outside, on each side of the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Room {
    pub(super) north: usize,
    pub(super) east: usize,
    pub(super) south: usize,
    pub(super) west: usize,
}

pub(super) struct Sheet<'p> {
    puzzle: &'p Written,
    shapes: Vec<(Level, Shape)>,
    room: Room,
    /// The upper left corner of the board.
    pub(super) origin: Point,
    extent: Picture,
}

impl<'p> Sheet<'p> {
    pub(super) fn new(puzzle: &'p Written, room: Room) -> Sheet<'p> {
        // Lines along the rim, and their marks, need some space.
        let rim = if puzzle.is_drawn_along() { RIM } else { 0.0 };
        let origin = (depth(room.west).max(rim), depth(room.north).max(rim));
        let mut sheet =
            Sheet { puzzle, shapes: Vec::new(), room, origin, extent: Picture::default() };
        let board = sheet.board();
        let (width, height) =
            (board.width + depth(room.east).max(rim), board.height + depth(room.south).max(rim));
        sheet.room(Area { width, height, ..board });
        sheet
    }

    pub(super) fn board(&self) -> Area {
        let board = &self.puzzle.data.board;
        let (x, y) = self.origin;
        let (columns, rows) = (f64::from(board.columns), f64::from(board.rows));
        let (width, height) = match board.hexagons {
            true => ((columns + 0.5) * SIDE, (rows + 1.0 / 3.0) * PITCH),
            false => (columns * SIDE, rows * SIDE),
        };
        Area { x, y, width, height }
    }

    /// Enlarges the picture to include an area.
    pub(super) fn room(&mut self, area: Area) {
        self.extent.room(area);
    }

    pub(super) fn add(&mut self, level: Level, shape: Shape) {
        self.shapes.push((level, shape));
    }

    pub(super) fn line(&mut self, level: Level, (from, to): (Point, Point), width: f64, ink: Ink) {
        self.add(level, Shape::Line { from, to, width, ink });
    }

    /// Adds a line of text centred in an area.
    pub(super) fn text(
        &mut self,
        level: Level,
        area: Area,
        size: f64,
        bold: bool,
        ink: Ink,
        text: &str,
    ) {
        let size = fitting_size(text, area.width, size.min(area.height));
        let (at, align, text) = (area.middle(), Align::Middle, text.to_owned());
        self.add(level, Shape::Text { at, align, size, bold, ink, text });
    }

    /// The area of a place: a square around its centre; for an area, that of its first cell.
    pub(super) fn area(&self, place: Place) -> Area {
        let around = |(x, y): Point, side: f64| Area::square(x - side / 2.0, y - side / 2.0, side);
        match place {
            Place::Cell(row, column) if self.is_hexagonal() => {
                let across = 2 * column + self.puzzle.data.board.shift(row) + 1;
                let (x, y) = self.corner(row, across);
                around((x, y + PITCH * 2.0 / 3.0), SIDE)
            }
            Place::Cell(row, column) => {
                let (x, y) = self.corner(row, column);
                Area::square(x, y, SIDE)
            }
            Place::Corner(row, column) => around(self.corner(row, column), SIDE * 0.42),
            Place::Above(..) | Place::Left(..) => {
                let (from, to) = self.along(place);
                around(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), SIDE * 0.42)
            }
            Place::Edge(side, at) => self.edge(side, at),
            Place::Group(..) => {
                let first = self.puzzle.group_cells(place).first();
                first.map_or(self.board(), |&cell| self.area(cell))
            }
        }
    }

    pub(super) fn is_hexagonal(&self) -> bool {
        self.puzzle.data.board.hexagons
    }

    /// Whether cells are filled in a solution.
    pub(super) fn has_filled_cells(&self) -> bool {
        let mut unknowns = self.puzzle.kind.unknowns.iter();
        unknowns.any(|unknown| unknown.on == On::Cells && unknown_look(unknown) == Look::Filled)
    }

    /// The shape of a cell, or the area of another place.
    pub(super) fn filled(&self, place: Place, fill: Ink) -> Shape {
        let mut corners = self.points(self.puzzle.data.board.flat().corners_of(place));
        if corners.is_empty() {
            return super::filled(self.area(place), fill);
        }
        // Clockwise: the upper ones, and the lower ones from the right.
        let half = corners.len() / 2;
        corners[half..].reverse();
        Shape::Polygon { corners, fill }
    }

    /// Where corners are.
    fn points(&self, corners: Vec<Place>) -> Vec<Point> {
        let point = |corner| match corner {
            Place::Corner(row, at) => Some(self.corner(row, at)),
            _ => None,
        };
        corners.into_iter().filter_map(point).collect()
    }

    fn corner(&self, row: u16, column: u16) -> Point {
        if self.is_hexagonal() {
            let is_low = column.abs_diff(self.puzzle.data.board.shift(row)).is_multiple_of(2);
            let low = if is_low { PITCH / 3.0 } else { 0.0 };
            let (x, y) = (f64::from(column) * SIDE / 2.0, f64::from(row) * PITCH + low);
            return (self.origin.0 + x, self.origin.1 + y);
        }
        (self.origin.0 + f64::from(column) * SIDE, self.origin.1 + f64::from(row) * SIDE)
    }

    /// The whole space at the end of a row or a column.
    fn edge(&self, side: Direction, at: u16) -> Area {
        let (board, room) = (self.board(), self.room);
        let Area { x, y, .. } = self.area(Place::Cell(at, at));
        let (right, bottom) = (board.x + board.width, board.y + board.height);
        let (north, west) = (depth(room.north), depth(room.west));
        let (south, east) = (depth(room.south), depth(room.east));
        match side {
            Direction::North => Area { x, y: board.y - north, width: SIDE, height: north },
            Direction::South => Area { x, y: bottom, width: SIDE, height: south },
            Direction::East => Area { x: right, y, width: east, height: SIDE },
            _ => Area { x: board.x - west, y, width: west, height: SIDE },
        }
    }

    /// The area of one of several numbers outside. On the left and above, the last ones are next to
    /// the board; elsewhere the first ones.
    pub(super) fn slot(&self, side: Direction, at: u16, index: usize, of: usize) -> Area {
        let edge = self.edge(side, at);
        let (before, after) = (index as f64 * UNIT + 5.0, (of - index) as f64 * UNIT + 5.0);
        match side {
            Direction::North => Area { y: edge.y + edge.height - after, height: UNIT, ..edge },
            Direction::South => Area { y: edge.y + before, height: UNIT, ..edge },
            Direction::East => Area { x: edge.x + before, width: UNIT, ..edge },
            _ => Area { x: edge.x + edge.width - after, width: UNIT, ..edge },
        }
    }

    /// The two ends of a side.
    pub(super) fn along(&self, side: Place) -> (Point, Point) {
        match side {
            Place::Above(..) | Place::Left(..) => {
                let ends = self.points(self.puzzle.data.board.flat().ends(side));
                (ends[0], ends[1])
            }
            other => self.diagonal(other),
        }
    }

    /// The centres of the two squares next to a side, or where a line between them leaves the sheet.
    pub(super) fn across(&self, side: Place) -> (Point, Point) {
        if let ([one, other], true) =
            (&self.puzzle.data.board.beside(side)[..], self.is_hexagonal())
        {
            return (self.area(*one).middle(), self.area(*other).middle());
        }
        let (from, to) = self.along(side);
        let (x, y) = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let (down, aside) =
            if matches!(side, Place::Above(..)) { (SIDE / 2.0, 0.0) } else { (0.0, SIDE / 2.0) };
        let Area { x: left, y: top, width, height } = self.board();
        let inside = |(x, y): Point| (x.clamp(left, left + width), y.clamp(top, top + height));
        (inside((x - aside, y - down)), inside((x + aside, y + down)))
    }

    /// The diagonal of a place from the upper left to the lower right.
    pub(super) fn diagonal(&self, place: Place) -> (Point, Point) {
        let area = self.area(place);
        ((area.x, area.y), (area.x + area.width, area.y + area.height))
    }

    pub(super) fn picture(mut self) -> Picture {
        self.shapes.sort_by_key(|(level, _)| *level);
        self.extent.shapes = self.shapes.into_iter().map(|(_, shape)| shape).collect();
        self.extent
    }
}

/// The space for this many numbers outside.
fn depth(numbers: usize) -> f64 {
    if numbers == 0 { 0.0 } else { numbers as f64 * UNIT + 6.0 }
}
