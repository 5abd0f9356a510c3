//! Why a problem has no solution, as data: first the values that single constraints rule out, then a tree of cases that
//! sums of linear inequalities close.
//!
//! [`presolve`](crate::presolve) and [`relaxation`](crate::relaxation) write refutations. `cnfetti_proof::refutation`
//! checks them, without trusting anything but the constraints. That an optimum is optimal is the statement that the
//! problem of the better solutions, [`Csp::better_than`](crate::csp::Csp::better_than), has none.

use crate::values::{Value, VarId};

/// A refutation of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refutation {
    /// The values that are removed at first, in this order. If a domain becomes empty, nothing else is needed.
    pub removals: Vec<Removal>,
    /// The columns of the rows.
    pub columns: Vec<Column>,
    /// Linear inequalities that every solution satisfies.
    pub rows: Vec<Row>,
    /// The cases; the first one is all solutions.
    pub cases: Vec<Case>,
}

/// Values that a constraint rules out, given those that were removed before. Removals for the same constraint, one after
/// the other, may depend on each other in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The constraint, by its position.
    pub constraint: usize,
    /// The variable.
    pub variable: VarId,
    /// The first of the values.
    pub first: Value,
    /// The last of the values.
    pub last: Value,
}

/// An integer that each solution determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Column {
    /// The value of a variable.
    Value(VarId),
    /// 1 if the variable has the value, and 0 otherwise.
    Is(VarId, Value),
}

/// Bounds on a weighted sum of columns. The smallest and the largest `i64` stand for no bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The constraint from which it follows, by its position; `None` if it follows from the domains.
    pub constraint: Option<usize>,
    /// Columns, by their positions, with their weights.
    pub terms: Vec<(usize, i64)>,
    /// The least value of the sum.
    pub low: i64,
    /// The greatest value of the sum.
    pub high: i64,
}

/// A part of the solutions. It is closed if its steps leave no values, or if both of its halves are closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Sums of rows, each of which narrows the bounds of the columns.
    pub steps: Vec<Step>,
    /// How the rest is divided.
    pub split: Option<Split>,
}

/// A sum of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A single row.
    Row(u32),
    /// Several rows, each times an integer: a positive one for its greatest value, a negative one for its least.
    Sum(Vec<(u32, i64)>),
}

/// A column is either at most, or greater than, a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The column.
    pub column: usize,
    /// The number.
    pub middle: i64,
    /// The case in which the column is at most this number.
    pub below: usize,
    /// The case in which it is greater.
    pub above: usize,
}
