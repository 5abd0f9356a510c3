//! Divides a count into parts.
//!
//! The states before a step are the different problems that partial assignments can leave. Each adds the number of
//! these times its completions to the number of solutions, whoever counts them. The other numbers are divided in the
//! same way ([`Unit`]): classes are averages of such numbers, and for the assignments of a projection, each set of
//! states that one reading can lead to is a state.
//!
//! A part carries its states to the end and shares nothing with others, or only to a later step, where equal states
//! are merged before the next round.

mod front;
mod gathering;
mod rounds;
mod shares;
mod sketch;
mod total;
mod units;

use cnfetti_core::csp::Malformed;
use cnfetti_core::limit::Stopped;

use super::consistency::Inconsistent;

pub use front::{Front, Weighted, order};
pub use gathering::{Gathering, Sums};
pub use rounds::Rounds;
pub use sketch::{different, sketch};
pub use total::Found;
pub use units::Unit;

/// The states that equal readings of a projection's scope lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The projection.
    pub projection: usize,
    /// How many different readings lead to exactly these states.
    pub readings: num_bigint::BigUint,
    /// The states, by their places in the front, in increasing order.
    pub states: Vec<u32>,
}

/// Why there are no parts, or why a part has no number.
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
