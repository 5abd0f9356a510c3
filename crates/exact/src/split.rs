//! Divides a count into independent pieces.
//!
//! The states before a step are the different problems that partial assignments can leave. Each is described
//! by one of the partial assignments that lead to it, and by their number: it adds this number times its
//! completions to the number of solutions, whoever counts them. The other numbers are divided in the same way
//! ([`Unit`]): classes are averages of such numbers, and for the assignments of a projection, each set of
//! states that one reading can lead to is a state.
//!
//! Pieces share nothing. [`Rounds`] instead carry states from step to step, and merge equal ones in between.

mod count;
mod divide;
mod front;
mod gathering;
mod rounds;
mod shares;
mod sketch;
mod units;

use cnfetti_core::csp::{Atom, Malformed};
use cnfetti_core::limit::Stopped;

use super::consistency::Inconsistent;

pub use count::{Found, count, solutions, total};
pub use divide::split;
pub use front::{Front, Weighted, order};
pub use gathering::{Gathering, Sums};
pub use rounds::Rounds;
pub use sketch::{different, sketch};
pub use units::Unit;

/// Some states before a step, for one of the numbers to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The number to count, by its place in the list of [`Unit`]s.
    pub unit: usize,
    /// How many decisions are made in each state.
    pub step: usize,
    /// The states.
    pub states: Vec<State>,
    /// The sets of states for the projections.
    pub sets: Vec<Set>,
}

/// A state: all partial assignments that leave the same problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The atoms of one of them. All other atoms of pieces decided so far were rejected.
    pub atoms: Vec<Atom>,
    /// The number of partial assignments; 0 if another piece has the state too, and counts it.
    pub solutions: u128,
    /// Their number up to renaming of values that were never used before.
    pub classes: u128,
}

/// The states that equal readings of a projection's scope lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The projection.
    pub projection: usize,
    /// How many different readings lead to exactly these states.
    pub readings: num_bigint::BigUint,
    /// The states, by their places in the piece, in increasing order.
    pub states: Vec<u32>,
}

/// Why there are no pieces, or why a piece has no number.
#[derive(Debug, thiserror::Error)]
pub enum SplitError {
    /// The problem is not valid.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The optimal solutions of a model with an objective cannot be counted in parts.
    #[error(
        "it has an objective, and the optimal solutions cannot be counted in parts: --all-costs counts all"
    )]
    Objective,
    /// The limit was reached first.
    #[error("it was not finished")]
    Stopped(#[from] Stopped),
    /// A state does not belong to the problem.
    #[error("state {0} is no state of this problem")]
    NoState(usize),
    /// Numbers contradict each other.
    #[error("internal error: the exact counter contradicts itself: {0}")]
    Inconsistent(#[from] Inconsistent),
}
