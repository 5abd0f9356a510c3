//! A model as its file has it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::declared::{Array, Declared, Output};
use super::symbols::Symbols;
use super::{Expr, Operator};
use cnfetti_core::csp::{Role, Value};
use cnfetti_input::Span;

/// Variables, constraints and objectives, with their places in the file.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Every declared variable, cells of arrays in the order of the arrays.
    pub variables: Vec<Declared>,
    /// The declarations, in the order of the file. A single variable is an array without sizes.
    pub arrays: Vec<Array>,
    /// The position in `arrays` of each name.
    pub names: HashMap<String, usize>,
    /// The constraints, in the order of the file; groups and slides are expanded.
    pub constraints: Vec<Posted>,
    /// The objectives, in the order of the file. Only one is supported.
    pub objectives: Vec<Objective>,
    /// The variables that the file outputs, if it does: they take part whether or not a constraint
    /// mentions them.
    pub outputs: Vec<Output>,
    /// The values of symbolic variables.
    pub symbols: Symbols,
}

/// A constraint with what the file says around it.
#[derive(Clone, Debug)]
pub struct Posted {
    /// The constraint itself.
    pub constraint: Constraint,
    /// The innermost note, of the constraint, its group or its block.
    pub note: Option<String>,
    /// Whether the note says it all, as a sentence.
    pub is_sentence: bool,
    /// Whether it says what is special about this puzzle.
    pub role: Role,
    /// Where the constraint stands, or the arguments of its group.
    pub span: Span,
}

impl Posted {
    /// A rule, with what the file says around it.
    pub(super) fn rule(constraint: Constraint, note: Option<String>, span: Span) -> Posted {
        Posted { constraint, note, is_sentence: false, role: Role::Rule, span }
    }
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Less.
    Lt,
    /// At most.
    Le,
    /// At least.
    Ge,
    /// Greater.
    Gt,
    /// Different.
    Ne,
    /// Equal.
    Eq,
}

impl Relation {
    /// Every relation with its name in files and its sign.
    pub const ALL: [(Relation, &'static str, &'static str); 6] = [
        (Relation::Lt, "lt", "<"),
        (Relation::Le, "le", "≤"),
        (Relation::Ge, "ge", "≥"),
        (Relation::Gt, "gt", ">"),
        (Relation::Ne, "ne", "≠"),
        (Relation::Eq, "eq", "="),
    ];

    /// Whether it holds between two numbers.
    pub fn holds(self, first: i64, second: i64) -> bool {
        match self {
            Relation::Lt => first < second,
            Relation::Le => first <= second,
            Relation::Ge => first >= second,
            Relation::Gt => first > second,
            Relation::Ne => first != second,
            Relation::Eq => first == second,
        }
    }

    /// How two numbers compare exactly when they do not compare so.
    pub fn opposite(self) -> Relation {
        match self {
            Relation::Lt => Relation::Ge,
            Relation::Le => Relation::Gt,
            Relation::Ge => Relation::Lt,
            Relation::Gt => Relation::Le,
            Relation::Ne => Relation::Eq,
            Relation::Eq => Relation::Ne,
        }
    }

    /// The operator that says whether two numbers compare so.
    pub fn operator(self) -> Operator {
        match self {
            Relation::Lt => Operator::Lt,
            Relation::Le => Operator::Le,
            Relation::Ge => Operator::Ge,
            Relation::Gt => Operator::Gt,
            Relation::Ne => Operator::Ne,
            Relation::Eq => Operator::Eq,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = Relation::ALL.iter().find(|(relation, ..)| relation == self);
        f.write_str(row.map_or("", |(_, _, sign)| sign))
    }
}

/// A condition on a number that a constraint computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It compares so with a number or a variable.
    Compare(Relation, Expr),
    /// It is in one of these intervals, both ends included; or in none of them.
    Within {
        /// From, to.
        intervals: Vec<(i64, i64)>,
        /// Whether it must be in one of them.
        inside: bool,
    },
}

/// How often a value may occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occurs {
    /// As often as this says.
    Exactly(Expr),
    /// From, to, both included.
    Between(i64, i64),
}

/// Which of several positions is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rank {
    /// One of them.
    #[default]
    Any,
    /// The first one.
    First,
    /// The last one.
    Last,
}

/// The largest or the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The largest.
    Maximum,
    /// The smallest.
    Minimum,
}

/// The rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuples {
    /// How many cells a row has.
    pub arity: usize,
    /// Row by row; `None` stands for every value.
    pub cells: Vec<Option<Value>>,
}

impl Tuples {
    /// The rows.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Option<Value>]> {
        self.cells.chunks(self.arity.max(1))
    }
}

/// States that words lead through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    /// The names of the states.
    pub states: Vec<String>,
    /// From, by, to.
    pub transitions: Vec<(usize, Value, usize)>,
    /// Where words begin.
    pub start: usize,
    /// Where they may end.
    pub finals: Vec<usize>,
}

/// Where an element is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// Somewhere in the list.
    Member(Vec<Expr>),
    /// At an index of the list.
    List {
        /// What is looked into.
        list: Vec<Expr>,
        /// The index of the first.
        start: i64,
        /// The index.
        index: Expr,
        /// Which index, where several fit.
        rank: Rank,
    },
    /// At a row and a column.
    Matrix {
        /// Row by row, all of the same length.
        rows: Vec<Vec<Expr>>,
        /// The index of the first row and of the first column.
        starts: [i64; 2],
        /// Row and column.
        index: [Expr; 2],
    },
}

/// The limits of the bins of a packing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packing {
    /// The same for each bin that is used.
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
    /// It holds where this is not 0; without it, always.
    pub condition: Option<Expr>,
}

/// A constraint of XCSP3, as it is written. For the crates of this workspace.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// An expression that is true.
    Intension(Expr),
    /// The scope is a row of a table, or none of its rows.
    Extension { scope: Vec<Expr>, tuples: Arc<Tuples>, positive: bool },
    /// The values spell a word of an automaton.
    Regular { scope: Vec<Expr>, automaton: Arc<Automaton> },
    /// All differ, but for those with a value in `except`.
    AllDifferent { list: Vec<Expr>, except: Vec<i64> },
    /// As [`Constraint::AllDifferent`], for each row and each column.
    AllDifferentMatrix { rows: Vec<Vec<Expr>>, except: Vec<i64> },
    /// The lists differ pairwise somewhere, but for those that are in `except`.
    DifferentLists { lists: Vec<Vec<Expr>>, except: Vec<Vec<i64>> },
    /// All are equal, but for those with a value in `except`.
    AllEqual { list: Vec<Expr>, except: Vec<i64> },
    /// Each, with its length, compares with the next one.
    Ordered { list: Vec<Expr>, lengths: Vec<Expr>, relation: Relation },
    /// Each list compares with the next one as words do; in a matrix the columns do as well.
    Lex { lists: Vec<Vec<Expr>>, columns: bool, relation: Relation },
    /// Each value occurs only after the one before it did. Where it is covered, the last one occurs.
    Precedence { list: Vec<Expr>, values: Vec<i64>, covered: bool },
    /// A weighted sum.
    Sum { terms: Vec<Expr>, weights: Vec<Expr>, condition: Condition },
    /// How many are among the values.
    Count { list: Vec<Expr>, values: Vec<Expr>, condition: Condition },
    /// How many different values occur.
    DistinctCount { list: Vec<Expr>, except: Vec<i64>, condition: Condition },
    /// How often each value occurs, and whether others may.
    Cardinality { list: Vec<Expr>, values: Vec<Expr>, occurs: Vec<Occurs>, closed: bool },
    /// The largest or smallest value.
    Extreme { extreme: Extreme, list: Vec<Expr>, condition: Condition },
    /// Where the largest or smallest value is.
    ExtremeArg { extreme: Extreme, list: Vec<Expr>, start: i64, rank: Rank, condition: Condition },
    /// What stands at an index.
    Element { element: Element, condition: Condition },
    /// Two lists are each other's inverse: in the first a is at b exactly where in the second b is
    /// at a. Where the second is longer, only what the first says must be so.
    Channel { first: Vec<Expr>, first_start: i64, second: Vec<Expr>, second_start: i64 },
    /// One of the list is 1 and all others are 0, and the value is its index.
    ChannelValue { list: Vec<Expr>, start: i64, value: Expr },
    /// Boxes that do not overlap: of each its origin and its lengths.
    NoOverlap { origins: Vec<Vec<Expr>>, lengths: Vec<Vec<Expr>>, zero_ignored: bool },
    /// What runs at the same time takes no more than there is.
    Cumulative {
        origins: Vec<Expr>,
        lengths: Vec<Expr>,
        ends: Vec<Expr>,
        heights: Vec<Expr>,
        condition: Condition,
    },
    /// Items in bins.
    BinPacking { list: Vec<Expr>, sizes: Vec<Expr>, start: i64, packing: Packing },
    /// Two weighted sums of the same list.
    Knapsack { list: Vec<Expr>, weights: Vec<Expr>, profits: Vec<Expr>, conditions: [Condition; 2] },
    /// What flows along arcs, each from a node to a node: out of each node flows its balance more
    /// than into it. The weighted sum of the flows may have to fulfil a condition.
    Flow {
        list: Vec<Expr>,
        arcs: Vec<[usize; 2]>,
        /// The number of the first node.
        start: i64,
        balance: Vec<Expr>,
        cost: Option<(Vec<Expr>, Condition)>,
    },
    /// Each index leads to the next one on a circuit; indices that lead to themselves are not on it.
    Circuit { list: Vec<Expr>, start: i64, size: Option<Condition> },
    /// Between any two places that hold, those whose expressions are not 0, a way leads over links
    /// and places that hold. Where none may hold that is allowed too.
    Connected { places: Vec<Expr>, links: Vec<Link>, may_be_empty: bool },
    /// Each part that hangs together is as large as each of its places says that says a size, and has
    /// exactly one of the marks, which are positions of places, where there are marks.
    Parts {
        places: Vec<Expr>,
        links: Vec<Link>,
        sizes: Vec<Option<Expr>>,
        marks: Option<Vec<usize>>,
    },
}

/// Whether the least or the most is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// The least.
    Minimize,
    /// The most.
    Maximize,
}

/// The quantity that an objective measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The value of an expression, which may be a sum, a minimum or a maximum.
    Value(Expr),
    /// How many different values occur.
    DistinctCount(Vec<Expr>),
}

/// Something to minimize or maximize.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Which of the two.
    pub sense: Sense,
    /// The quantity.
    pub goal: Goal,
    /// Where it stands.
    pub span: Span,
}

impl Constraint {
    /// The name of its element.
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
        }
    }
}
