//! The model as the file states it.

use std::collections::HashMap;
use std::sync::Arc;

use super::declared::{Array, Declared, Output};
use super::symbols::Symbols;
use super::{Expr, Operator};
pub use cnfetti_core::csp::{Comparison, Extreme, Rank, Sense};
use cnfetti_core::csp::{Role, Value};
use cnfetti_input::Span;

/// Variables, constraints and objectives, with their places in the file.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Every declared variable. The cells of arrays come in the order of the arrays.
    pub variables: Vec<Declared>,
    /// The declarations, in the order of the file. A single variable is an array without sizes.
    pub arrays: Vec<Array>,
    /// The position in `arrays` of each name.
    pub names: HashMap<String, usize>,
    /// The constraints, in the order of the file; groups and slides are expanded.
    pub constraints: Vec<Posted>,
    /// The objectives, in the order of the file. Only one is supported.
    pub objectives: Vec<Objective>,
    /// The variables that the file outputs, if it says so. They belong to a solution even if no
    /// constraint mentions them.
    pub outputs: Vec<Output>,
    /// The values of symbolic variables.
    pub symbols: Symbols,
}

/// A constraint with its context in the file.
#[derive(Clone, Debug)]
pub struct Posted {
    /// The constraint itself.
    pub constraint: Constraint,
    /// The innermost note: of the constraint, its group or its block.
    pub note: Option<String>,
    /// Whether the note is a sentence that describes the whole constraint.
    pub is_sentence: bool,
    /// Whether the constraint belongs to the same rule as the one before it.
    pub continues: bool,
    /// Whether the constraint is a clue of this puzzle or a rule.
    pub role: Role,
    /// The name of the clue that it belongs to. All constraints with this name are one clue.
    pub clue: Option<Arc<str>>,
    /// The place of the constraint, or of its group's arguments.
    pub span: Span,
}

impl Posted {
    /// A constraint that is a rule, with its context in the file.
    pub(super) fn rule(constraint: Constraint, note: Option<String>, span: Span) -> Posted {
        let (is_sentence, continues, role, clue) = (false, false, Role::Rule, None);
        Posted { constraint, note, is_sentence, continues, role, clue, span }
    }
}

/// Every comparison, with its name in files, its sign, and the operator that computes whether it holds.
pub static COMPARISONS: [(Comparison, &str, &str, Operator); 6] = [
    (Comparison::Less, "lt", "<", Operator::Lt),
    (Comparison::AtMost, "le", "≤", Operator::Le),
    (Comparison::AtLeast, "ge", "≥", Operator::Ge),
    (Comparison::Greater, "gt", ">", Operator::Gt),
    (Comparison::Different, "ne", "≠", Operator::Ne),
    (Comparison::Equal, "eq", "=", Operator::Eq),
];

/// The sign of a comparison, and the operator that computes whether it holds.
fn row(comparison: Comparison) -> (&'static str, Operator) {
    let row = COMPARISONS.iter().find(|row| row.0 == comparison);
    row.map(|&(_, _, sign, operator)| (sign, operator)).expect("each comparison has its row")
}

/// The sign of a comparison.
pub(super) fn sign(comparison: Comparison) -> &'static str {
    row(comparison).0
}

/// The operator that computes whether a comparison holds.
pub(super) fn operator(comparison: Comparison) -> Operator {
    row(comparison).1
}

/// A condition on a number that a constraint computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The comparison holds between the number and an expression.
    Compare(Comparison, Expr),
    /// The number is in one of these intervals, both ends included; or in none of them.
    Within {
        /// The first and the last number of each.
        intervals: Vec<(i64, i64)>,
        /// Whether it must be in one of them or in none.
        inside: bool,
    },
}

/// How often a value occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occurs {
    /// Exactly this often.
    Exactly(Expr),
    /// Between these numbers, both included.
    Between(i64, i64),
}

/// The rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuples {
    /// The number of cells in a row.
    pub arity: usize,
    /// The cells, row by row; `None` allows any value.
    pub cells: Vec<Option<Value>>,
}

impl Tuples {
    /// The rows.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Option<Value>]> {
        self.cells.chunks(self.arity.max(1))
    }
}

/// A finite automaton, not necessarily deterministic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    /// The names of the states.
    pub states: Vec<String>,
    /// From, by, to.
    pub transitions: Vec<(usize, Value, usize)>,
    /// The initial state.
    pub start: usize,
    /// The final states.
    pub finals: Vec<usize>,
}

/// Which entry of a list or matrix a constraint is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// Any entry of the list.
    Member(Vec<Expr>),
    /// The entry of a list at an index.
    List {
        /// The list.
        list: Vec<Expr>,
        /// The index of the first entry.
        start: i64,
        /// The index.
        index: Expr,
        /// Which index counts if several fit.
        rank: Rank,
    },
    /// The entry of a matrix at a row and a column.
    Matrix {
        /// Row by row, all of the same length.
        rows: Vec<Vec<Expr>>,
        /// The index of the first row and of the first column.
        starts: [i64; 2],
        /// The row and the column.
        index: [Expr; 2],
    },
}

/// The conditions on the bins of a packing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packing {
    /// The same for each bin in use.
    Each(Condition),
    /// The largest load of each bin, from bin 0.
    Limits(Vec<Expr>),
    /// The load of each bin, from bin 0.
    Loads(Vec<Expr>),
}

/// A link between two places, in both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The positions of its ends among the places.
    pub ends: [usize; 2],
    /// The link holds if this is not 0. Without a condition, it always holds.
    pub condition: Option<Expr>,
}

/// One of several choices: it holds if the variable has the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The variable.
    pub variable: Expr,
    /// The value with which the choice holds.
    pub value: Value,
    /// What it brings.
    pub brings: Value,
}

/// A constraint of XCSP3, as written. For the crates of this workspace.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// The expression is true.
    Intension(Expr),
    /// The values of the scope are a row of the table, or of none of its rows.
    Extension { scope: Vec<Expr>, tuples: Arc<Tuples>, positive: bool },
    /// The values are a word that the automaton accepts.
    Regular { scope: Vec<Expr>, automaton: Arc<Automaton> },
    /// All values differ, except those in `except`.
    AllDifferent { list: Vec<Expr>, except: Vec<i64> },
    /// As [`Constraint::AllDifferent`], for each row and each column.
    AllDifferentMatrix { rows: Vec<Vec<Expr>>, except: Vec<i64> },
    /// The lists differ pairwise, except those in `except`.
    DifferentLists { lists: Vec<Vec<Expr>>, except: Vec<Vec<i64>> },
    /// All values are equal, except those in `except`.
    AllEqual { list: Vec<Expr>, except: Vec<i64> },
    /// Each item plus its length compares with the next one.
    Ordered { list: Vec<Expr>, lengths: Vec<Expr>, relation: Comparison },
    /// Each list compares lexicographically with the next one; in a matrix, so does each column.
    Lex { lists: Vec<Vec<Expr>>, columns: bool, relation: Comparison },
    /// Each value occurs only after the one before it. If `covered`, the last one must occur.
    Precedence { list: Vec<Expr>, values: Vec<i64>, covered: bool },
    /// A weighted sum satisfies the condition.
    Sum { terms: Vec<Expr>, weights: Vec<Expr>, condition: Condition },
    /// The number of items with one of the values satisfies the condition.
    Count { list: Vec<Expr>, values: Vec<Expr>, condition: Condition },
    /// The number of different values satisfies the condition.
    DistinctCount { list: Vec<Expr>, except: Vec<i64>, condition: Condition },
    /// How often each value occurs. If `closed`, no other values may occur.
    Cardinality { list: Vec<Expr>, values: Vec<Expr>, occurs: Vec<Occurs>, closed: bool },
    /// The largest or smallest value satisfies the condition.
    Extreme { extreme: Extreme, list: Vec<Expr>, condition: Condition },
    /// The index of the largest or smallest value satisfies the condition.
    ExtremeArg { extreme: Extreme, list: Vec<Expr>, start: i64, rank: Rank, condition: Condition },
    /// The entry at an index satisfies the condition.
    Element { element: Element, condition: Condition },
    /// Two lists are each other's inverse: the first has b at a exactly when the second has a at b.
    /// If the second is longer, only the values of the first must lead back.
    Channel { first: Vec<Expr>, first_start: i64, second: Vec<Expr>, second_start: i64 },
    /// One item of the list is 1, all others are 0, and the value is its index.
    ChannelValue { list: Vec<Expr>, start: i64, value: Expr },
    /// Boxes, given by their origins and lengths, do not overlap.
    NoOverlap { origins: Vec<Vec<Expr>>, lengths: Vec<Vec<Expr>>, zero_ignored: bool },
    /// At each time, the total height of the running tasks satisfies the condition.
    Cumulative {
        origins: Vec<Expr>,
        lengths: Vec<Expr>,
        ends: Vec<Expr>,
        heights: Vec<Expr>,
        condition: Condition,
    },
    /// Items in bins.
    BinPacking { list: Vec<Expr>, sizes: Vec<Expr>, start: i64, packing: Packing },
    /// Two weighted sums of the same list satisfy their conditions.
    Knapsack { list: Vec<Expr>, weights: Vec<Expr>, profits: Vec<Expr>, conditions: [Condition; 2] },
    /// Flows along arcs, each from a node to a node. The outflow of each node exceeds its inflow by
    /// its balance. The weighted sum of the flows may have a condition.
    Flow {
        list: Vec<Expr>,
        arcs: Vec<[usize; 2]>,
        /// The number of the first node.
        start: i64,
        balance: Vec<Expr>,
        cost: Option<(Vec<Expr>, Condition)>,
    },
    /// Each index has a successor, and they form one circuit; indices that are their own successors
    /// are not on it.
    Circuit { list: Vec<Expr>, start: i64, size: Option<Condition> },
    /// The places that hold, those whose expressions are not 0, are connected over places and links
    /// that hold. If `may_be_empty`, none need hold.
    Connected { places: Vec<Expr>, links: Vec<Link>, may_be_empty: bool },
    /// Each connected component is as large as the size of each of its places that has one. If there
    /// are marks (positions of places), it contains exactly one.
    Parts {
        places: Vec<Expr>,
        links: Vec<Link>,
        sizes: Vec<Option<Expr>>,
        marks: Option<Vec<usize>>,
    },
    /// Exactly one of the choices holds, and the result has the value that it brings.
    Selection { choices: Vec<Choice>, result: Expr },
}

/// The quantity of an objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The value of an expression, which may be a sum, a minimum or a maximum.
    Value(Expr),
    /// The number of different values.
    DistinctCount(Vec<Expr>),
}

/// An objective.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Minimize or maximize.
    pub sense: Sense,
    /// The quantity.
    pub goal: Goal,
    /// The place of the objective.
    pub span: Span,
}

impl Constraint {
    /// The name of its XCSP3 element.
    pub fn element(&self) -> &'static str {
        match self {
            Constraint::Intension(_) => "intension",
            Constraint::Extension { .. } => "extension",
            Constraint::Regular { .. } => "regular",
            Constraint::AllDifferent { .. }
            | Constraint::AllDifferentMatrix { .. }
            | Constraint::DifferentLists { .. } => "allDifferent",
            Constraint::AllEqual { .. } => "allEqual",
            Constraint::Ordered { .. } => "ordered",
            Constraint::Lex { .. } => "lex",
            Constraint::Precedence { .. } => "precedence",
            Constraint::Sum { .. } => "sum",
            Constraint::Count { .. } => "count",
            Constraint::DistinctCount { .. } => "nValues",
            Constraint::Cardinality { .. } => "cardinality",
            Constraint::Extreme { extreme: Extreme::Maximum, .. } => "maximum",
            Constraint::Extreme { extreme: Extreme::Minimum, .. } => "minimum",
            Constraint::ExtremeArg { extreme: Extreme::Maximum, .. } => "maximumArg",
            Constraint::ExtremeArg { extreme: Extreme::Minimum, .. } => "minimumArg",
            Constraint::Element { .. } => "element",
            Constraint::Channel { .. } | Constraint::ChannelValue { .. } => "channel",
            Constraint::NoOverlap { .. } => "noOverlap",
            Constraint::Cumulative { .. } => "cumulative",
            Constraint::BinPacking { .. } => "binPacking",
            Constraint::Knapsack { .. } => "knapsack",
            Constraint::Flow { .. } => "flow",
            Constraint::Circuit { .. } => "circuit",
            Constraint::Connected { .. } => "connected",
            Constraint::Parts { .. } => "parts",
            Constraint::Selection { .. } => "selection",
        }
    }
}
