//! Functions on places.

use std::collections::BTreeSet;

use super::Function;
use super::names::{lines, list_of_lists};
use crate::board::{Direction, Place};
use crate::data::Data;
use crate::types::{Sort, Type};
use crate::value::Val;

/// Whether a type is a place of this sort.
fn is(sort: Sort) -> impl Fn(&Type) -> bool {
    move |ty| matches!(ty, Type::Place { sort: found, .. } if *found == sort)
}

fn from_one(sort: Sort, types: &[Type], result: Type) -> Option<Type> {
    matches!(types, [place] if is(sort)(place)).then_some(result)
}

fn from_cell(types: &[Type], result: Type) -> Option<Type> {
    from_one(Sort::Cell, types, result)
}

fn from_two_cells(types: &[Type], result: Type) -> Option<Type> {
    matches!(types, [one, two] if is(Sort::Cell)(one) && is(Sort::Cell)(two)).then_some(result)
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

/// A size. A number that does not fit becomes larger than any board.
fn size(args: &[Val], at: usize) -> u16 {
    let number = args.get(at).and_then(Val::number).unwrap_or(0);
    u16::try_from(number).unwrap_or(if number < 0 { 0 } else { u16::MAX })
}

fn rectangles(puzzle: &Data, args: &[Val], apart: bool) -> Val {
    let size = (size(args, 0), size(args, 1));
    if size.0 == 0 || size.1 == 0 {
        return Val::list(Vec::new());
    }
    lines(puzzle.board.rectangles(size, if apart { size } else { (1, 1) }))
}

/// Every function on places.
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
        gives: "the cells that share a side or a corner with it, clockwise: up to eight",
        example: "count(mine of around(c))",
        typed: |types| from_cell(types, Type::places(Sort::Cell)),
        value: |puzzle, args| Val::places(puzzle.board.around(place(args, 0))),
    },
    Function {
        name: "cell",
        takes: "a row, a column",
        gives: "the cell there: a list of one cell, or of none beside the board",
        example: "cell(2 * row(k) - row(c), 2 * column(k) - column(c))",
        typed: |types| {
            let known = |ty: &Type| *ty == Type::KNOWN_NUMBER;
            let is_place = matches!(types, [row, column] if known(row) && known(column));
            is_place.then(|| Type::places(Sort::Cell))
        },
        value: |puzzle, args| {
            let index = |at: usize| {
                let number = args.get(at).and_then(Val::number)?;
                number.checked_sub(1).and_then(|number| i32::try_from(number).ok())
            };
            let cell =
                index(0).zip(index(1)).and_then(|(row, column)| puzzle.board.cell(row, column));
            Val::places(cell)
        },
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
        typed: |types| from_one(Sort::Edge, types, Type::places(Sort::Cell)),
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
        gives: "the sides of a cell, or the sides that end in a corner",
        example: "count(line of sides(c))",
        typed: |types| {
            let sides = || Type::places(Sort::Side);
            from_cell(types, sides()).or_else(|| from_one(Sort::Corner, types, sides()))
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
                group @ Place::Group(..) => puzzle.group(group).to_vec(),
                place => puzzle.board.beside(place),
            })
        },
    },
    Function {
        name: "ends",
        takes: "a side",
        gives: "the two corners in which it ends",
        example: "ends(s)",
        typed: |types| from_one(Sort::Side, types, Type::places(Sort::Corner)),
        value: |puzzle, args| Val::places(puzzle.board.ends(place(args, 0))),
    },
    Function {
        name: "corners",
        takes: "a cell",
        gives: "its corners, as one reads",
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
        name: "joined",
        takes: "a list of cells",
        gives: "whether the cells hang together along their sides",
        example: "joined(cells(area))",
        typed: |types| match types {
            [Type::List { item, .. }] if is(Sort::Cell)(item) => Some(Type::KNOWN_TRUTH),
            _ => None,
        },
        value: |puzzle, args| {
            let cells: BTreeSet<Place> = args[0].items().iter().filter_map(Val::place).collect();
            let part = |&first: &Place| puzzle.board.part_of(first, |cell| cells.contains(cell));
            Val::Truth(cells.first().is_none_or(|first| part(first).len() == cells.len()))
        },
    },
    Function {
        name: "rectangle",
        takes: "a cell, a cell",
        gives: "the cells of the rectangle with these two as opposite corners",
        example: "all(part[d] == n for d in rectangle(c, k))",
        typed: |types| from_two_cells(types, Type::places(Sort::Cell)),
        value: |puzzle, args| {
            let (Place::Cell(top, left), Place::Cell(bottom, right)) =
                (place(args, 0), place(args, 1))
            else {
                return Val::list(Vec::new());
            };
            let rows = top.min(bottom)..=top.max(bottom);
            let columns = left.min(right)..=left.max(right);
            let all = rows.flat_map(|row| columns.clone().map(move |at| Place::Cell(row, at)));
            Val::places(all.filter(|&cell| puzzle.board.has(cell)))
        },
    },
    Function {
        name: "distance",
        takes: "a cell, a cell",
        gives: "how many steps from neighbour to neighbour lead from one to the other",
        example: "distance(c, d) <= number[c]",
        typed: |types| from_two_cells(types, Type::KNOWN_NUMBER),
        value: |puzzle, args| Val::Number(puzzle.board.distance(place(args, 0), place(args, 1))),
    },
    Function {
        name: "opposite",
        takes: "a direction",
        gives: "the direction back",
        example: "opposite(d)",
        typed: |types| (*types == [Type::Direction]).then_some(Type::Direction),
        value: |_, args| Val::Direction(direction(args, 0).opposite()),
    },
    Function {
        name: "row",
        takes: "a cell",
        gives: "the number of its row, from 1",
        example: "row(c)",
        typed: |types| from_cell(types, Type::KNOWN_NUMBER),
        value: |_, args| match place(args, 0) {
            Place::Cell(row, _) => Val::Number(i64::from(row) + 1),
            _ => Val::Number(0),
        },
    },
    Function {
        name: "column",
        takes: "a cell",
        gives: "the number of its column, from 1",
        example: "column(c)",
        typed: |types| from_cell(types, Type::KNOWN_NUMBER),
        value: |_, args| match place(args, 0) {
            Place::Cell(_, column) => Val::Number(i64::from(column) + 1),
            _ => Val::Number(0),
        },
    },
];
