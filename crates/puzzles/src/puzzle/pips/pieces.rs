//! Cells and dominoes.

use std::fmt;

use crate::puzzle::words::place;
use cnfetti_core::csp::Value;

/// A place on the board, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell {
    pub(super) row: usize,
    pub(super) column: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&place(self.row, self.column))
    }
}

/// The largest row or column in a file.
pub(super) const MAX_PLACE: i64 = 9_999;

/// Two numbers on one piece, in the order of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Domino(pub(super) [Value; 2]);

impl Domino {
    pub(super) fn is_double(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// Whether two dominoes are equal up to turning one of them.
    pub(super) fn is_same(self, other: Domino) -> bool {
        self.0 == other.0 || self.0 == other.turned().0
    }

    /// The numbers, the smaller first: the same for all dominoes that are [`Domino::is_same`].
    pub(super) fn sorted(self) -> [Value; 2] {
        let [one, other] = self.0;
        [one.min(other), one.max(other)]
    }

    pub(super) fn turned(self) -> Domino {
        Domino([self.0[1], self.0[0]])
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0[0], self.0[1])
    }
}
