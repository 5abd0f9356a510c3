//! Rotations and reflections of a board, and the images of its places.

use crate::board::{Board, Direction, Place};

/// A rotation or a reflection: an optional transposition, followed by optional reversals of the
/// rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// Whether rows become columns. Only square boards have such turns.
    transposed: bool,
    /// Whether the last row becomes the first.
    upside_down: bool,
    /// Whether the last column becomes the first.
    left_right: bool,
}

impl Turn {
    /// The identity.
    const IDENTITY: Turn = Turn::new(false, false, false);

    const fn new(transposed: bool, upside_down: bool, left_right: bool) -> Turn {
        Turn { transposed, upside_down, left_right }
    }

    /// Every turn of a board except the identity.
    pub fn all(board: &Board) -> Vec<Turn> {
        let both = [false, true];
        let turns = both.into_iter().flat_map(|transposed| {
            both.into_iter().flat_map(move |upside_down| {
                both.map(|left_right| Turn::new(transposed, upside_down, left_right))
            })
        });
        let fits = |turn: &Turn| turn.fits(board) && *turn != Turn::IDENTITY;
        turns.filter(fits).collect()
    }

    fn fits(self, board: &Board) -> bool {
        !board.hexagons
            && (!self.transposed || board.rows == board.columns && board.wraps[0] == board.wraps[1])
            && board.holes().all(|hole| !board.has(self.place(board, hole)))
    }

    /// Whether it is a rotation, not a reflection.
    pub fn is_rotation(self) -> bool {
        !(self.transposed ^ self.upside_down ^ self.left_right)
    }

    /// The direction in which a reflection mirrors the board.
    pub(crate) fn axis(self) -> &'static str {
        match (self.transposed, self.upside_down) {
            (false, false) => "left to right",
            (false, true) => "top to bottom",
            (true, false) => "along the falling diagonal",
            (true, true) => "along the rising diagonal",
        }
    }

    /// The image of a place. Areas and paths are unchanged, because they belong to a puzzle.
    pub fn place(self, board: &Board, place: Place) -> Place {
        let (rows, columns) = (board.rows, board.columns);
        let down = |at: u16, number: u16| if self.upside_down { number - 1 - at } else { at };
        let across = |at: u16, number: u16| if self.left_right { number - 1 - at } else { at };
        board.folded(match self.exchanged(place) {
            Place::Cell(row, column) => Place::Cell(down(row, rows), across(column, columns)),
            Place::Above(row, column) => Place::Above(down(row, rows + 1), across(column, columns)),
            Place::Left(row, column) => Place::Left(down(row, rows), across(column, columns + 1)),
            Place::Corner(row, column) => {
                Place::Corner(down(row, rows + 1), across(column, columns + 1))
            }
            Place::Edge(side, at) => {
                let at = match side {
                    Direction::North | Direction::South => across(at, columns),
                    _ => down(at, rows),
                };
                Place::Edge(self.reversed(side), at)
            }
            group @ Place::Group(..) => group,
        })
    }

    /// The image of a direction.
    pub fn direction(self, direction: Direction) -> Direction {
        let direction = if self.transposed { transposed(direction) } else { direction };
        self.reversed(direction)
    }

    fn exchanged(self, place: Place) -> Place {
        match place {
            _ if !self.transposed => place,
            Place::Cell(row, column) => Place::Cell(column, row),
            Place::Above(row, column) => Place::Left(column, row),
            Place::Left(row, column) => Place::Above(column, row),
            Place::Corner(row, column) => Place::Corner(column, row),
            Place::Edge(side, at) => Place::Edge(transposed(side), at),
            group @ Place::Group(..) => group,
        }
    }

    fn reversed(self, direction: Direction) -> Direction {
        let (down, right) = direction.step();
        let down = if self.upside_down { -down } else { down };
        let right = if self.left_right { -right } else { right };
        by_step(down, right)
    }
}

fn transposed(direction: Direction) -> Direction {
    let (down, right) = direction.step();
    by_step(right, down)
}

fn by_step(down: i32, right: i32) -> Direction {
    let row = Direction::ALL.iter().find(|row| (row.2, row.3) == (down, right));
    row.map_or(Direction::North, |row| row.0)
}

/// The symmetry of the places of clues in a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Symmetric under half a turn.
    Rotate180,
    /// Symmetric under a quarter turn.
    Rotate90,
    /// The left and right halves are mirror images.
    Mirror,
    /// The top and bottom halves are mirror images.
    Flip,
    /// Symmetric along the diagonal from the upper left.
    Diagonal,
}

impl Symmetry {
    /// Each symmetry with its name and a description.
    pub const ALL: [(Symmetry, &'static str, &'static str); 6] = [
        (Symmetry::None, "none", "clues stand anywhere"),
        (Symmetry::Rotate180, "rotate180", "half a turn keeps the places of clues"),
        (Symmetry::Rotate90, "rotate90", "so does a quarter of a turn, of a square board"),
        (Symmetry::Mirror, "mirror", "left and right are mirror images"),
        (Symmetry::Flip, "flip", "top and bottom are mirror images"),
        (Symmetry::Diagonal, "diagonal", "mirror images along the diagonal of a square board"),
    ];

    /// The symmetry with this name.
    pub fn by_name(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The name of the symmetry.
    pub fn name(self) -> &'static str {
        Symmetry::ALL.iter().find(|row| row.0 == self).map_or("none", |row| row.1)
    }

    /// Whether a board can have the symmetry.
    pub fn fits(self, board: &Board) -> bool {
        self.turns().iter().all(|turn| turn.fits(board))
    }

    fn turns(self) -> Vec<Turn> {
        match self {
            Symmetry::None => Vec::new(),
            Symmetry::Rotate180 => vec![Turn::new(false, true, true)],
            Symmetry::Rotate90 => vec![
                Turn::new(true, false, true),
                Turn::new(false, true, true),
                Turn::new(true, true, false),
            ],
            Symmetry::Mirror => vec![Turn::new(false, false, true)],
            Symmetry::Flip => vec![Turn::new(false, true, false)],
            Symmetry::Diagonal => vec![Turn::new(true, false, false)],
        }
    }

    /// The orbit of a place: itself and the places to which it is symmetric, each once.
    pub fn orbit(self, board: &Board, place: Place) -> Vec<Place> {
        let turned = self.turns().into_iter().map(|turn| turn.place(board, place));
        let mut orbit: Vec<Place> = std::iter::once(place).chain(turned).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: Board = Board::new(3, 3);
    const WIDE: Board = Board::new(2, 3);

    fn wrapping(mut board: Board, wraps: [bool; 2]) -> Board {
        board.wraps = wraps;
        board
    }

    /// Turns preserve neighbourhoods: a side moves with the cells next to it, and a line with its
    /// cells in order.
    #[test]
    fn turns_preserve_neighbourhoods() {
        let boards = [SQUARE, WIDE, Board::new(1, 4)];
        let around = [
            wrapping(SQUARE, [true; 2]),
            wrapping(Board::new(3, 4), [true; 2]),
            wrapping(WIDE, [false, true]),
        ];
        for board in boards.into_iter().chain(around) {
            for turn in Turn::all(&board) {
                let moved = |cells: Vec<Place>| {
                    cells.into_iter().map(|cell| turn.place(&board, cell)).collect::<Vec<_>>()
                };
                let sorted = |mut places: Vec<Place>| {
                    places.sort_unstable();
                    places
                };
                for place in [board.sides(), board.corners()].concat() {
                    let there = sorted(board.beside(turn.place(&board, place)));
                    assert_eq!(sorted(moved(board.beside(place))), there, "{turn:?} {place}");
                }
                for edge in board.edges() {
                    assert_eq!(moved(board.line(edge)), board.line(turn.place(&board, edge)));
                }
                for (cell, way) in board
                    .cells()
                    .into_iter()
                    .flat_map(|cell| Direction::ALL.map(|row| (cell, row.0)))
                {
                    let there = board.ray(turn.place(&board, cell), turn.direction(way));
                    assert_eq!(moved(board.ray(cell, way)), there, "{turn:?} {cell} {way:?}");
                }
            }
        }
        assert_eq!(Turn::all(&SQUARE).len(), 7);
        assert_eq!(Turn::all(&WIDE).len(), 3);
        assert_eq!(Turn::all(&wrapping(SQUARE, [true; 2])).len(), 7);
        assert_eq!(Turn::all(&wrapping(SQUARE, [false, true])).len(), 3);
    }

    /// Each place is in one orbit, which is also the orbit of all its places.
    #[test]
    fn orbits_partition_the_places() {
        for (symmetry, name, _) in Symmetry::ALL {
            assert_eq!(Symmetry::by_name(name), Some(symmetry));
            for board in [SQUARE, WIDE].into_iter().filter(|board| symmetry.fits(board)) {
                for place in [board.cells(), board.sides(), board.edges()].concat() {
                    let orbit = symmetry.orbit(&board, place);
                    for other in &orbit {
                        assert_eq!(symmetry.orbit(&board, *other), orbit, "{name} {place}");
                    }
                }
            }
        }
        assert!(!Symmetry::Rotate90.fits(&WIDE) && !Symmetry::Diagonal.fits(&WIDE));
        assert_eq!(Symmetry::Rotate90.orbit(&SQUARE, Place::Cell(0, 1)).len(), 4);
        assert_eq!(Symmetry::Mirror.orbit(&WIDE, Place::Cell(0, 0)).len(), 2);
        assert_eq!(Symmetry::Rotate180.orbit(&WIDE, Place::Cell(0, 1)).len(), 2);
    }
}
