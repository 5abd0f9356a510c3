//! The pattern that a technique sees in the pencil marks.

use cnfetti_core::csp::{Value, VarId};

/// A pattern in the marks of groups of places with different values: what a picture shows of it, and what its sentence
/// speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// How hard it is to see, on the scale of Sudoku Explainer in tenths: from 10 to 110.
    pub rating: usize,
    /// The groups that it starts from, as positions in [`Csp::constraints`](cnfetti_core::csp::Csp::constraints).
    pub groups: Vec<usize>,
    /// The groups that cover a fish.
    pub covers: Vec<usize>,
    /// The places that make it; the fins of a fish that has some.
    pub places: Vec<VarId>,
    /// Of two almost locked sets how many of the places are the first one's.
    pub first: usize,
    /// The value that only one of two almost locked sets has.
    pub restricted: Option<Value>,
    /// The values that it is about.
    pub values: Vec<Value>,
    /// Its chains: one, or one for each case, or the two colours.
    pub chains: Vec<Vec<Cause>>,
}

/// A link of a chain: one of these places has the value, or none of them has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// One place, or several on a line of a box that count as one.
    pub places: Vec<VarId>,
    /// The value.
    pub value: Value,
    /// Whether it holds.
    pub holds: bool,
}
