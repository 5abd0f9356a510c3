//! A board drawn by the user, for which rules are to be made.

use std::fmt;

use crate::csp::Value;
use crate::instance::Instance;
use crate::puzzle::Outline;

/// The outline of a board of dominoes.
pub struct Shape {
    /// The origin of the shape, for the puzzle's file.
    pub name: String,
    /// The cells, as row and column.
    pub cells: Vec<(usize, usize)>,
    /// The dominoes to place on it; by default any of a double-six set.
    pub dominoes: Option<Vec<[Value; 2]>>,
}

/// Why a puzzle cannot be used as a shape.
#[derive(Debug, PartialEq, Eq)]
pub enum NoShape {
    /// It is of another kind.
    Kind(&'static str),
    /// It has too many cells.
    TooLarge(usize),
}

impl fmt::Display for NoShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoShape::Kind(kind) => write!(f, "expected a board of pips, found {kind}"),
            NoShape::TooLarge(cells) => {
                write!(f, "rules are made for at most {MOST_CELLS} cells, found {cells}")
            }
        }
    }
}

/// The number of cells that a double-six set covers.
const MOST_CELLS: usize = 56;

impl Shape {
    /// The outline of a puzzle, with or without its dominoes.
    ///
    /// # Errors
    ///
    /// The puzzle is not a board of dominoes, or is too large.
    pub fn of(instance: &Instance, name: String, keeps_dominoes: bool) -> Result<Shape, NoShape> {
        let outline = instance.puzzle.outline().ok_or(NoShape::Kind(instance.kind))?;
        let Outline { cells, dominoes } = outline;
        if cells.len() > MOST_CELLS {
            return Err(NoShape::TooLarge(cells.len()));
        }
        Ok(Shape { name, cells, dominoes: keeps_dominoes.then_some(dominoes) })
    }
}
