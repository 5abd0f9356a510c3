//! Functions about places.

use super::{Function, Puzzle};
use crate::board::{Board, Direction, Place};
use crate::types::{Sort, Type};
use crate::value::Val;

/// A name that the board gives a meaning.
pub struct Constant {
    /// As it is written.
    pub name: &'static str,
    /// What it stands for.
    pub gives: &'static str,
    pub(crate) typed: fn() -> Type,
    pub(crate) value: fn(Board) -> Val,
}

fn lines(lines: Vec<Vec<Place>>) -> Val {
    Val::list(lines.into_iter().map(Val::places).collect())
}

fn list_of_lists() -> Type {
    Type::list(Type::places(Sort::Cell))
}

fn directions(number: usize) -> Val {
    Val::list(Direction::ALL[..number].iter().map(|row| Val::Direction(row.0)).collect())
}

/// Every such name. Directions have theirs beside these.
pub const CONSTANTS: &[Constant] = &[
    Constant {
        name: "cells",
        gives: "every cell",
        typed: || Type::places(Sort::Cell),
        value: |board| Val::places(board.cells()),
    },
    Constant {
        name: "sides",
        gives: "every side of a cell, at the rim too",
        typed: || Type::places(Sort::Side),
        value: |board| Val::places(board.sides()),
    },
    Constant {
        name: "links",
        gives: "every side between two cells",
        typed: || Type::places(Sort::Side),
        value: |board| Val::places(board.links()),
    },
    Constant {
        name: "corners",
        gives: "every corner of a cell",
        typed: || Type::places(Sort::Corner),
        value: |board| Val::places(board.corners()),
    },
    Constant {
        name: "outside",
        gives: "every place outside from which one looks along a row or a column",
        typed: || Type::places(Sort::Edge),
        value: |board| Val::places(board.edges()),
    },
    Constant {
        name: "rows",
        gives: "every row, from above",
        typed: list_of_lists,
        value: |board| lines(board.rows()),
    },
    Constant {
        name: "columns",
        gives: "every column, from the left",
        typed: list_of_lists,
        value: |board| lines(board.columns()),
    },
    Constant {
        name: "lines",
        gives: "every row and every column",
        typed: list_of_lists,
        value: |board| lines([board.rows(), board.columns()].concat()),
    },
    Constant {
        name: "diagonals",
        gives: "the two diagonals of the board, from the top",
        typed: list_of_lists,
        value: |board| {
            let from = |column, direction| {
                let start = Place::Cell(0, column);
                [vec![start], board.ray(start, direction)].concat()
            };
            let falling = from(0, Direction::SouthEast);
            lines(vec![falling, from(board.columns - 1, Direction::SouthWest)])
        },
    },
    Constant {
        name: "neighbours",
        gives: "every pair of cells that share a side: `a, b in neighbours`",
        typed: list_of_lists,
        value: |board| lines(board.links().into_iter().map(|link| board.beside(link)).collect()),
    },
    Constant {
        name: "directions",
        gives: "north, east, south and west",
        typed: || Type::list(Type::Direction),
        value: |_| directions(4),
    },
    Constant {
        name: "height",
        gives: "how many rows there are",
        typed: || Type::KNOWN_NUMBER,
        value: |board| Val::Number(i64::from(board.rows)),
    },
    Constant {
        name: "width",
        gives: "how many columns there are",
        typed: || Type::KNOWN_NUMBER,
        value: |board| Val::Number(i64::from(board.columns)),
    },
    Constant {
        name: "true",
        gives: "what is always so",
        typed: || Type::KNOWN_TRUTH,
        value: |_| Val::Truth(true),
    },
    Constant {
        name: "false",
        gives: "what is never so",
        typed: || Type::KNOWN_TRUTH,
        value: |_| Val::Truth(false),
    },
];

/// Whether a type is a place of this sort.
fn is(sort: Sort) -> impl Fn(&Type) -> bool {
    move |ty| matches!(ty, Type::Place { sort: found, .. } if *found == sort)
}

fn from_cell(types: &[Type], result: Type) -> Option<Type> {
    matches!(types, [cell] if is(Sort::Cell)(cell)).then_some(result)
}

fn from_cell_and_direction(types: &[Type], result: Type) -> Option<Type> {
    matches!(types, [cell, Type::Direction] if is(Sort::Cell)(cell)).then_some(result)
}

fn two_numbers(types: &[Type]) -> Option<Type> {
    let known = |ty: &Type| *ty == Type::KNOWN_NUMBER;
    matches!(types, [one, two] if known(one) && known(two)).then(list_of_lists)
}

fn place(args: &[Val], at: usize) -> Place {
    args.get(at).and_then(Val::place).unwrap_or(Place::Cell(0, 0))
}

fn direction(args: &[Val], at: usize) -> Direction {
    match args.get(at) {
        Some(Val::Direction(direction)) => *direction,
        _ => Direction::North,
    }
}

/// A size; what does not fit on a board is larger than every board.
fn size(args: &[Val], at: usize) -> u16 {
    let number = args.get(at).and_then(Val::number).unwrap_or(0);
    u16::try_from(number).unwrap_or(if number < 0 { 0 } else { u16::MAX })
}

fn rectangles(puzzle: &Puzzle<'_>, args: &[Val], apart: bool) -> Val {
    let size = (size(args, 0), size(args, 1));
    if size.0 == 0 || size.1 == 0 {
        return Val::list(Vec::new());
    }
    lines(puzzle.board.rectangles(size, if apart { size } else { (1, 1) }))
}

/// Every function about places.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "adjacent",
        takes: "a cell",
        gives: "the cells that share a side with it",
        example: "count(black of adjacent(c))",
        typed: |types| from_cell(types, Type::places(Sort::Cell)),
        value: |puzzle, args| Val::places(puzzle.board.adjacent(place(args, 0))),
    },
    Function {
        name: "around",
        takes: "a cell",
        gives: "the up to eight cells that share a side or a corner with it, clockwise",
        example: "count(mine of around(c))",
        typed: |types| from_cell(types, Type::places(Sort::Cell)),
        value: |puzzle, args| Val::places(puzzle.board.around(place(args, 0))),
    },
    Function {
        name: "step",
        takes: "a cell, a direction",
        gives: "the next cell that way: a list of one cell, or of none at the rim",
        example: "any(black of step(c, north))",
        typed: |types| from_cell_and_direction(types, Type::places(Sort::Cell)),
        value: |puzzle, args| Val::places(puzzle.board.step(place(args, 0), direction(args, 1))),
    },
    Function {
        name: "ray",
        takes: "a cell, a direction",
        gives: "all further cells that way, the next one first",
        example: "count(black of ray(c, d))",
        typed: |types| from_cell_and_direction(types, Type::places(Sort::Cell)),
        value: |puzzle, args| Val::places(puzzle.board.ray(place(args, 0), direction(args, 1))),
    },
    Function {
        name: "line",
        takes: "a place outside",
        gives: "the row or column that one sees from there, the next cell first",
        example: "different(value of line(e))",
        typed: |types| match types {
            [edge] if is(Sort::Edge)(edge) => Some(Type::places(Sort::Cell)),
            _ => None,
        },
        value: |puzzle, args| Val::places(puzzle.board.line(place(args, 0))),
    },
    Function {
        name: "outside",
        takes: "a direction",
        gives: "the places outside on that side of the board",
        example: "outside(north) with clue",
        typed: |types| (*types == [Type::Direction]).then(|| Type::places(Sort::Edge)),
        value: |puzzle, args| Val::places(puzzle.board.edges_at(direction(args, 0))),
    },
    Function {
        name: "side",
        takes: "a cell, a direction along rows or columns",
        gives: "the side of the cell that way: a list of one side, or of none for a slanted direction",
        example: "any(line of side(c, east))",
        typed: |types| from_cell_and_direction(types, Type::places(Sort::Side)),
        value: |puzzle, args| Val::places(puzzle.board.side(place(args, 0), direction(args, 1))),
    },
    Function {
        name: "sides",
        takes: "a cell or a corner",
        gives: "the four sides of a cell, or the sides that end in a corner",
        example: "count(line of sides(c))",
        typed: |types| match types {
            [place] if is(Sort::Cell)(place) || is(Sort::Corner)(place) => {
                Some(Type::places(Sort::Side))
            }
            _ => None,
        },
        value: |puzzle, args| Val::places(puzzle.board.sides_of(place(args, 0))),
    },
    Function {
        name: "cells",
        takes: "a side, a corner, an area or a path",
        gives: "the cells beside a side, around a corner, in an area, along a path",
        example: "different(value of cells(area))",
        typed: |types| match types {
            [Type::Place { sort: Sort::Side | Sort::Corner | Sort::Group(_), .. }] => {
                Some(Type::places(Sort::Cell))
            }
            _ => None,
        },
        value: |puzzle, args| {
            Val::places(match place(args, 0) {
                group @ Place::Group(..) => (puzzle.group)(group),
                place => puzzle.board.beside(place),
            })
        },
    },
    Function {
        name: "ends",
        takes: "a side",
        gives: "the two corners in which it ends",
        example: "ends(s)",
        typed: |types| match types {
            [side] if is(Sort::Side)(side) => Some(Type::places(Sort::Corner)),
            _ => None,
        },
        value: |puzzle, args| Val::places(puzzle.board.ends(place(args, 0))),
    },
    Function {
        name: "corners",
        takes: "a cell",
        gives: "its four corners, as one reads",
        example: "corner_number of (corners(c) with corner_number)",
        typed: |types| from_cell(types, Type::places(Sort::Corner)),
        value: |puzzle, args| Val::places(puzzle.board.corners_of(place(args, 0))),
    },
    Function {
        name: "windows",
        takes: "a height, a width",
        gives: "the cells of every rectangle of that size",
        example: "windows(2, 2)",
        typed: two_numbers,
        value: |puzzle, args| rectangles(puzzle, args, false),
    },
    Function {
        name: "boxes",
        takes: "a height, a width",
        gives: "the rectangles of that size into which the board falls, from the upper left",
        example: "boxes(3, 3)",
        typed: two_numbers,
        value: |puzzle, args| rectangles(puzzle, args, true),
    },
    Function {
        name: "rectangle",
        takes: "a cell, a cell",
        gives: "the cells of the rectangle with these two as opposite corners",
        example: "all(part[d] == n for d in rectangle(c, k))",
        typed: |types| match types {
            [one, two] if is(Sort::Cell)(one) && is(Sort::Cell)(two) => {
                Some(Type::places(Sort::Cell))
            }
            _ => None,
        },
        value: |puzzle, args| {
            let (Place::Cell(top, left), Place::Cell(bottom, right)) =
                (place(args, 0), place(args, 1))
            else {
                return Val::list(Vec::new());
            };
            let rows = top.min(bottom)..=top.max(bottom);
            let columns = left.min(right)..=left.max(right);
            let is_in = |cell: &Place| {
                matches!(cell, Place::Cell(row, column)
                    if rows.contains(row) && columns.contains(column))
            };
            Val::places(puzzle.board.cells().into_iter().filter(is_in))
        },
    },
    Function {
        name: "distance",
        takes: "a cell, a cell",
        gives: "how many steps along rows and columns lead from one to the other",
        example: "distance(c, d) <= number[c]",
        typed: |types| match types {
            [one, two] if is(Sort::Cell)(one) && is(Sort::Cell)(two) => Some(Type::KNOWN_NUMBER),
            _ => None,
        },
        value: |_, args| match (place(args, 0), place(args, 1)) {
            (Place::Cell(row, column), Place::Cell(other_row, other_column)) => Val::Number(
                i64::from(row.abs_diff(other_row)) + i64::from(column.abs_diff(other_column)),
            ),
            _ => Val::Number(0),
        },
    },
    Function {
        name: "opposite",
        takes: "a direction",
        gives: "the direction back",
        example: "opposite(d)",
        typed: |types| (*types == [Type::Direction]).then_some(Type::Direction),
        value: |_, args| Val::Direction(direction(args, 0).opposite()),
    },
];
