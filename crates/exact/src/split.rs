//! A count in pieces that need nothing from each other.
//!
//! The states before a step are the different problems that partial assignments can leave. Each is
//! told by one of the partial assignments that lead to it and by how many do: this many times its
//! completions is what it adds to the number of solutions, whoever counts them. What else is
//! counted is divided likewise ([`Unit`]): classes are averages of such numbers, and of different
//! assignments to a projection's scope each set of states that one reading can lead to is a state.

mod count;
mod divide;
mod units;

use cnfetti_core::csp::{Atom, Malformed};
use cnfetti_core::limit::Stopped;

use super::consistency::Inconsistent;

pub use count::{Found, count, solutions, total};
pub use divide::split;
pub use units::Unit;

/// Some states before a step, for one of the numbers to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Which number, by its place in the list of [`Unit`]s.
    pub unit: usize,
    /// How many decisions are made in each state.
    pub step: usize,
    /// The states.
    pub states: Vec<State>,
    /// The sets to read of the projections' scopes.
    pub sets: Vec<Set>,
}

/// A state: all partial assignments that leave the same problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The atoms of one of them. All other pieces of the variables decided are nowhere yet.
    pub atoms: Vec<Atom>,
    /// How many there are. 0 where another piece has the state too, and counts it.
    pub solutions: u128,
    /// How many there are when values that were never used before are not told apart.
    pub classes: u128,
}

/// The states to which equal readings of a projection's scope lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Which projection.
    pub projection: usize,
    /// How many different readings lead to just these states.
    pub readings: num_bigint::BigUint,
    /// The states, by their places in the piece; increasing.
    pub states: Vec<u32>,
}

/// Why there are no pieces, or no number of one.
#[derive(Debug, thiserror::Error)]
pub enum SplitError {
    /// The problem is none that can be counted.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// Of a model with an objective the best solutions cannot be told part by part.
    #[error(
        "it has an objective, and the optimal solutions cannot be counted in parts: --all-costs counts all"
    )]
    Objective,
    /// A limit was reached first.
    #[error("it was not finished")]
    Stopped(#[from] Stopped),
    /// A state is none of the problem.
    #[error("state {0} is no state of this problem")]
    NoState(usize),
    /// Numbers do not fit together.
    #[error("internal error: the exact counter contradicts itself: {0}")]
    Inconsistent(#[from] Inconsistent),
}
