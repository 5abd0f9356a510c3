//! Names whose meaning depends on the board.

use crate::board::{Board, Direction, Place};
use crate::types::{Sort, Type};
use crate::value::Val;

/// A name whose meaning depends on the board.
pub struct Constant {
    /// The name, as rules write it.
    pub name: &'static str,
    /// The meaning.
    pub gives: &'static str,
    pub(crate) typed: fn() -> Type,
    pub(crate) value: fn(&Board) -> Val,
}

pub(super) fn lines(lines: Vec<Vec<Place>>) -> Val {
    Val::list(lines.into_iter().map(Val::places).collect())
}

pub(super) fn list_of_lists() -> Type {
    Type::list(Type::places(Sort::Cell))
}

/// Every such name. Directions also have names of their own.
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
        gives: "every place outside the board, at the end of a row or column",
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
        gives: "every column, from the left; of hexagons, every line across the rows",
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
        gives: "north, east, south and west; the six directions of a hexagon",
        typed: || Type::list(Type::Direction),
        value: |board| Val::list(board.ways().iter().map(|&way| Val::Direction(way)).collect()),
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
        gives: "always true",
        typed: || Type::KNOWN_TRUTH,
        value: |_| Val::Truth(true),
    },
    Constant {
        name: "false",
        gives: "always false",
        typed: || Type::KNOWN_TRUTH,
        value: |_| Val::Truth(false),
    },
];
