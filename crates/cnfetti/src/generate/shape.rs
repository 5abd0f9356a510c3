//! A board that somebody has drawn, for which rules are to be made.

use std::fmt;

use crate::csp::Value;
use crate::instance::Instance;

/// The outline of a board of dominoes.
pub struct Shape {
    /// Where it comes from, as puzzles say it.
    pub name: String,
    /// Its cells: row and column.
    pub cells: Vec<(usize, usize)>,
    /// What is to lie on it; without, any of a double-six set.
    pub dominoes: Option<Vec<[Value; 2]>>,
}

/// Why a puzzle is no shape.
#[derive(Debug, PartialEq, Eq)]
pub enum NoShape {
    /// It is of another kind.
    Kind(&'static str),
    /// It has more cells than rules can be made for.
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

/// As many as a double-six set covers.
const MOST_CELLS: usize = 56;

impl Shape {
    /// The outline of a puzzle, with its dominoes or others.
    ///
    /// # Errors
    ///
    /// When it is no board of dominoes, or too large.
    pub fn of(instance: &Instance, name: String, keeps_dominoes: bool) -> Result<Shape, NoShape> {
        if instance.kind != "pips" {
            return Err(NoShape::Kind(instance.kind));
        }
        let csp = instance.puzzle.csp();
        let names = || csp.ids().map(|id| csp.name(id));
        // `cell[2][3]` and `domino[5-1]`, as formulas have them.
        let numbers = |name: &str, of: &str| -> Option<[usize; 2]> {
            let digits = name.strip_prefix(of)?.split(|c: char| !c.is_ascii_digit());
            let numbers: Vec<usize> = digits
                .filter(|part| !part.is_empty())
                .filter_map(|part| part.parse().ok())
                .collect();
            numbers.get(..2)?.try_into().ok()
        };
        let cells: Vec<(usize, usize)> = names()
            .filter_map(|name| numbers(name, "cell["))
            .map(|[row, column]| (row, column))
            .collect();
        if cells.len() > MOST_CELLS {
            return Err(NoShape::TooLarge(cells.len()));
        }
        let dominoes = names().filter_map(|name| numbers(name, "domino["));
        let dominoes = dominoes.map(|halves| halves.map(|half| half as Value)).collect();
        Ok(Shape { name, cells, dominoes: keeps_dominoes.then_some(dominoes) })
    }
}
