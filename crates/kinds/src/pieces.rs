//! Pieces that are placed on the board: their shapes, how people write them, and where they can lie.

use std::collections::{BTreeMap, BTreeSet};

use cnfetti_core::random::Random;
use itertools::Itertools;

use crate::board::{Board, Place, letter};

/// What a kind says about its pieces.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    /// Those of a puzzle that does not say, as people write them.
    pub(crate) items: Vec<String>,
    pub(crate) times: Times,
    /// Whether every cell is covered.
    pub(crate) cover: bool,
    pub(crate) turned: bool,
    pub(crate) mirrored: bool,
}

/// How often a piece is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Times {
    Once,
    AtMostOnce,
    Any,
}

impl Pieces {
    /// The pieces of a puzzle that does not say.
    pub(crate) fn set(&self, board: &Board) -> Vec<Piece> {
        let items: Vec<&str> = self.items.iter().map(String::as_str).collect();
        read(&items, board).unwrap_or_default()
    }
}

impl Times {
    pub(crate) const NAMES: &[(&str, Times)] =
        &[("once", Times::Once), ("at most once", Times::AtMostOnce), ("any", Times::Any)];
}

/// What an unknown shows of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Whether a piece covers the cell.
    Covered,
    /// The number of the piece on the cell, from 1; 0 if there is none.
    Piece,
    /// The same, with one number for all pieces of a shape: that of the first.
    Shape,
    /// What the piece has on the cell.
    Value,
    /// Whether a piece covers both cells of a link.
    Joined,
}

impl Shows {
    pub(crate) const NAMES: &[(&str, Shows)] = &[
        ("covered", Shows::Covered),
        ("piece", Shows::Piece),
        ("shape", Shows::Shape),
        ("value", Shows::Value),
        ("joined", Shows::Joined),
    ];

    /// Whether it is a number, not a truth.
    pub fn is_number(self) -> bool {
        !matches!(self, Shows::Covered | Shows::Joined)
    }
}

/// A cell of a piece: its row, its column and the number on it.
type Square = (u16, u16, i32);

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name, which can be a word of the kind.
    pub name: String,
    /// Its cells in reading order, beginning in the first row and the first column.
    squares: Vec<Square>,
}

/// The most pieces of a puzzle, and the most rows, columns and cells of a piece.
const MAX_PIECES: usize = 200;
const MAX_SIDE: usize = 30;

/// The largest number on a cell of a piece.
const MAX_VALUE: usize = 99;

const TETROMINOES: &[(&str, &str)] =
    &[("I", "####"), ("L", "###/#.."), ("O", "##/##"), ("S", ".##/##."), ("T", "###/.#.")];

const PENTOMINOES: &[(&str, &str)] = &[
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "####/#..."),
    ("N", ".###/##.."),
    ("P", "##/##/#."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", "####/.#.."),
    ("Z", "##./.#./.##"),
];

impl Piece {
    fn new(name: impl Into<String>, mut squares: Vec<Square>) -> Piece {
        let top = squares.iter().map(|square| square.0).min().unwrap_or(0);
        let left = squares.iter().map(|square| square.1).min().unwrap_or(0);
        for (row, column, _) in &mut squares {
            (*row, *column) = (*row - top, *column - left);
        }
        squares.sort_unstable();
        Piece { name: name.into(), squares }
    }

    /// Reads `##/#.`: rows, each with a `#` or a digit for a cell and a `.` for none. Numbers of several digits have
    /// blanks around them: `10 0`.
    fn drawn(name: &str, text: &str) -> Option<Piece> {
        let mut squares = Vec::new();
        for (row, line) in text.split('/').enumerate() {
            let single = line.chars().map(String::from).collect_vec();
            let words = match line.trim().contains(' ') {
                true => line.split_whitespace().map(str::to_owned).collect(),
                false => single,
            };
            for (column, word) in words.iter().enumerate() {
                let value = match word.as_str() {
                    "." => continue,
                    "#" => 0,
                    word => word.parse().ok().filter(|&value| value <= MAX_VALUE as i32)?,
                };
                if row >= MAX_SIDE || column >= MAX_SIDE {
                    return None;
                }
                squares.push((row as u16, column as u16, value));
            }
        }
        (!squares.is_empty()).then(|| Piece::new(name, squares))
    }

    /// The cells as text.
    pub fn text(&self) -> String {
        let has_numbers = self.squares.iter().any(|square| square.2 > 0);
        let word = |row: u16, column: u16| {
            let square = self.squares.iter().find(|square| (square.0, square.1) == (row, column));
            match square {
                None => ".".to_owned(),
                Some((.., value)) if has_numbers => value.to_string(),
                Some(_) => "#".to_owned(),
            }
        };
        let (height, width) = self.size();
        let is_short = self.squares.iter().all(|square| square.2 < 10);
        let between = if is_short { "" } else { " " };
        let line = |row| (0..width).map(|column| word(row, column)).join(between);
        (0..height).map(line).join("/")
    }

    /// Whether its cells hang together.
    fn is_whole(&self) -> bool {
        let mut left = self.squares.iter().map(|square| (square.0, square.1)).collect_vec();
        let mut open = vec![left.remove(0)];
        while let Some((row, column)) = open.pop() {
            let beside = |&(r, c): &(u16, u16)| row.abs_diff(r) + column.abs_diff(c) == 1;
            let (near, far) = left.into_iter().partition(beside);
            left = far;
            open.extend::<Vec<(u16, u16)>>(near);
        }
        left.is_empty()
    }

    /// What people call it.
    pub(crate) fn called(&self) -> String {
        let name = &self.name;
        let has_letter = |(letter, cells): &(&str, &str)| {
            letter == name && Piece::drawn(letter, cells).as_ref() == Some(self)
        };
        match self.squares[..] {
            [(.., one), (.., other)] if one.max(other) > 0 || name.contains('-') => {
                format!("domino {name}")
            }
            _ if TETROMINOES.iter().chain(PENTOMINOES).any(has_letter) => format!("the {name}"),
            _ => format!("piece {name}"),
        }
    }

    pub(crate) fn size(&self) -> (u16, u16) {
        let height = self.squares.iter().map(|square| square.0 + 1).max().unwrap_or(0);
        (height, self.squares.iter().map(|square| square.1 + 1).max().unwrap_or(0))
    }

    /// Whether each row and column has a cell, in the order in which one reads them.
    pub(crate) fn bits(&self) -> Vec<bool> {
        let (height, width) = self.size();
        let places = (0..height).cartesian_product(0..width);
        let has = |place| self.squares.iter().any(|square| (square.0, square.1) == place);
        places.map(has).collect()
    }

    pub(crate) fn of_bits(at: usize, width: usize, bits: &[bool]) -> Option<Piece> {
        let cells = bits.iter().enumerate().filter(|(_, is_cell)| **is_cell);
        let squares = cells.map(|(at, _)| ((at / width) as u16, (at % width) as u16, 0));
        let squares = squares.collect_vec();
        let piece = (!squares.is_empty()).then(|| Piece::new(letter(at), squares));
        piece.filter(Piece::is_whole)
    }

    /// A few small pieces, with numbers if those of the kind have some.
    pub(crate) fn random(pieces: &Pieces, board: &Board, random: &mut Random) -> Vec<Piece> {
        let has_numbers = pieces.set(board).iter().flat_map(Piece::values).any(|value| value > 0);
        let number = 1 + random.below(3);
        let one = |at| {
            let (mut row, mut column) = (0, 0);
            let mut squares: BTreeMap<(u16, u16), i32> = BTreeMap::new();
            for _ in 0..1 + random.below(3) {
                let value = if has_numbers { random.below(3) as i32 } else { 0 };
                squares.insert((row, column), value);
                *(if random.one_in(2) { &mut row } else { &mut column }) += 1;
            }
            let squares = squares.into_iter().map(|((row, column), value)| (row, column, value));
            Piece::new(letter(at), squares.collect())
        };
        (0..number).map(one).collect()
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = i32> {
        self.squares.iter().map(|square| square.2)
    }

    /// The piece in every position that it can be turned and mirrored to, each once.
    fn positions(&self, pieces: &Pieces) -> BTreeSet<Vec<Square>> {
        let mut positions = BTreeSet::new();
        for is_mirrored in [false, true] {
            let mut squares = self.squares.clone();
            if is_mirrored {
                let last = self.size().1 - 1;
                squares.iter_mut().for_each(|square| square.1 = last - square.1);
            }
            for turns in 0..4 {
                if (turns == 0 || pieces.turned) && (!is_mirrored || pieces.mirrored) {
                    positions.insert(Piece::new("", squares.clone()).squares);
                }
                let last = squares.iter().map(|square| square.0).max().unwrap_or(0);
                squares = squares.into_iter().map(|(row, at, n)| (at, last - row, n)).collect();
            }
        }
        positions
    }
}

/// A set as people write it: the name of a set, or the cells of a piece.
fn listed(item: &str, board: &Board) -> Option<Vec<Piece>> {
    let named = |set: &[(&str, &str)]| {
        set.iter().map(|(name, cells)| Piece::drawn(name, cells)).collect::<Option<Vec<Piece>>>()
    };
    let number = |name: &str| {
        let number = item.strip_prefix(name)?.trim().parse::<usize>().ok()?;
        (1..=MAX_SIDE).contains(&number).then_some(number)
    };
    match item {
        "tetrominoes" => return named(TETROMINOES),
        "pentominoes" => return named(PENTOMINOES),
        _ => {}
    }
    if let Some(largest) = number("fleet ") {
        let ships = (1..=largest).rev().flat_map(|size| vec![size; largest + 1 - size]);
        return ships.map(|size| Piece::drawn(&size.to_string(), &"#".repeat(size))).collect();
    }
    let cells = board.cells().len();
    let fitting = || (1..MAX_SIDE).rev().find(|largest| (largest + 1) * (largest + 2) <= cells);
    let largest = if item == "dominoes" { fitting().or(Some(1)) } else { number("dominoes ") };
    if let Some(largest) = largest {
        let pairs =
            (0..=largest as i32).flat_map(|one| (one..=largest as i32).map(move |n| (one, n)));
        let domino =
            |(one, other)| Piece::new(format!("{one}-{other}"), vec![(0, 0, one), (0, 1, other)]);
        return Some(pairs.map(domino).collect());
    }
    Piece::drawn("", item).filter(Piece::is_whole).map(|piece| vec![piece])
}

/// Whether this is a piece whose cells do not hang together.
pub(crate) fn is_in_parts(item: &str) -> bool {
    Piece::drawn("", item).is_some_and(|piece| !piece.is_whole())
}

/// What people can write for pieces.
pub(crate) const EXPECTED: &str = "\"pentominoes\", \"tetrominoes\", \"dominoes 6\", \"fleet 4\", or the cells of a \
                                   piece, such as \"##/#.\"";

/// Reads the items of a list of pieces. Pieces without a name get a letter.
///
/// # Errors
///
/// Returns the position of the first item that cannot be read, or that makes them too many.
pub fn read(items: &[&str], board: &Board) -> Result<Vec<Piece>, usize> {
    let mut set: Vec<Piece> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        set.extend(listed(item, board).ok_or(at)?);
        if set.len() > MAX_PIECES {
            return Err(at);
        }
    }
    for (at, piece) in set.iter_mut().enumerate() {
        if piece.name.is_empty() {
            piece.name = letter(at);
        }
    }
    Ok(set)
}

/// Pieces as people write them.
pub fn written(set: &[Piece], board: &Board) -> String {
    let sets = ["tetrominoes".to_owned(), "pentominoes".to_owned()].into_iter();
    let sets = sets.chain((1..=MAX_SIDE).map(|largest| format!("fleet {largest}")));
    let mut sets = sets.chain((1..=MAX_SIDE).map(|largest| format!("dominoes {largest}")));
    match sets.find(|name| read(&[name], board).is_ok_and(|known| known == set)) {
        Some(name) => format!("{name:?}"),
        None => format!("[{}]", set.iter().map(|piece| format!("{:?}", piece.text())).join(", ")),
    }
}

/// A way for a piece to lie on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The first piece of this shape.
    pub(crate) shape: usize,
    /// Increasing, each with what the piece has on it.
    pub(crate) cells: Vec<(Place, i32)>,
}

impl Placement {
    pub(crate) fn covers(&self, cell: Place) -> bool {
        self.cells.iter().any(|(covered, _)| *covered == cell)
    }
}

/// For each piece, the first one of the same shape.
pub(crate) fn shapes(pieces: &Pieces, set: &[Piece]) -> Vec<usize> {
    let positions = set.iter().map(|piece| piece.positions(pieces)).collect_vec();
    let first = |one: &BTreeSet<Vec<Square>>| positions.iter().position(|other| one == other);
    positions.iter().map(|one| first(one).unwrap_or(0)).collect()
}

/// Every placement of every shape. Those of a shape follow each other.
pub(crate) fn placements(pieces: &Pieces, set: &[Piece], board: &Board) -> Vec<Placement> {
    let mut placements = Vec::new();
    for (at, shape) in shapes(pieces, set).into_iter().enumerate() {
        if at != shape {
            continue;
        }
        for squares in set[shape].positions(pieces) {
            let (_, first_column, _) = squares[0];
            for start in board.cells() {
                let Place::Cell(row, column) = start else { continue };
                let there = |&(down, right, value): &Square| {
                    let column = (column + right).checked_sub(first_column)?;
                    let cell = Place::Cell(row + down, column);
                    board.has(cell).then_some((cell, value))
                };
                if let Some(cells) = squares.iter().map(there).collect() {
                    placements.push(Placement { shape, cells });
                }
            }
        }
    }
    placements
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Board = Board::new(5, 6);

    const ALL: Pieces =
        Pieces { items: Vec::new(), times: Times::Once, cover: true, turned: true, mirrored: true };

    /// There are 12 free pentominoes, 18 if they cannot be mirrored, and 63 in fixed positions.
    #[test]
    fn the_sets_have_each_shape_once() {
        for (name, free, one_sided, fixed) in
            [("tetrominoes", 5, 7, 19), ("pentominoes", 12, 18, 63)]
        {
            let set = read(&[name], &BOARD).unwrap();
            let number = |pieces: &Pieces| {
                set.iter().flat_map(|piece| piece.positions(pieces)).unique().count()
            };
            assert_eq!(shapes(&ALL, &set).into_iter().unique().count(), free);
            assert_eq!(number(&ALL), fixed);
            let unmirrored = Pieces { mirrored: false, ..ALL };
            let mirrored = set
                .iter()
                .filter(|piece| piece.positions(&unmirrored).len() < piece.positions(&ALL).len());
            assert_eq!(free + mirrored.count(), one_sided);
            assert_eq!(written(&set, &BOARD), format!("{name:?}"));
        }
    }

    #[test]
    fn pieces_are_read_as_they_are_written() {
        for (text, number) in [("\"fleet 4\"", 10), ("\"dominoes 6\"", 28)] {
            let set = read(&[text.trim_matches('"')], &BOARD).unwrap();
            assert_eq!((set.len(), written(&set, &BOARD)), (number, text.to_owned()));
        }
        let set = read(&["##/#.", "12", "10 0", "3/4"], &BOARD).unwrap();
        assert_eq!(written(&set, &BOARD), r###"["##/#.", "12", "10 0", "3/4"]"###);
        assert_eq!(set[3].name, "D");
        assert_eq!(read(&["##", "#x"], &BOARD), Err(1));
        assert_eq!(read(&["..", "##"], &BOARD), Err(0));
    }
}
