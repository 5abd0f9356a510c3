//! The syntax tree of expressions.

use cnfetti_input::Span;

/// An expression, and its place in the file of the kind.
#[derive(Clone, Debug)]
pub(crate) struct Ast {
    pub(crate) node: Node,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Number(i64),
    Name(Box<str>),
    /// `[a, b]`
    List(Vec<Ast>),
    /// `a..b`, both ends included.
    Range(Box<Ast>, Box<Ast>),
    /// `value for x in list if condition`
    Each {
        value: Box<Ast>,
        clauses: Vec<Clause>,
    },
    /// `layer[place]`
    Index {
        layer: Box<str>,
        at: Box<Ast>,
    },
    /// `layer of list`
    Of {
        layer: Box<str>,
        list: Box<Ast>,
    },
    /// `place with layer`, `list with layer`
    With {
        of: Box<Ast>,
        layer: Box<str>,
    },
    /// `function(a, b)`
    Call {
        name: Box<str>,
        args: Vec<Ast>,
    },
    Not(Box<Ast>),
    Negative(Box<Ast>),
    Binary(Operation, Box<Ast>, Box<Ast>),
    /// `then if condition else otherwise`
    If {
        then: Box<Ast>,
        condition: Box<Ast>,
        otherwise: Box<Ast>,
    },
}

/// `a, b in list if condition`
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) targets: Vec<Box<str>>,
    pub(crate) list: Ast,
    pub(crate) conditions: Vec<Ast>,
}

/// An operation on two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Implies,
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
}

/// Each operation with its sign and its binding strength.
pub(crate) const OPERATIONS: &[(Operation, &str, u8)] = &[
    (Operation::Implies, "implies", 1),
    (Operation::Or, "or", 2),
    (Operation::And, "and", 3),
    (Operation::Eq, "==", COMPARISON),
    (Operation::Ne, "!=", COMPARISON),
    (Operation::Lt, "<", COMPARISON),
    (Operation::Le, "<=", COMPARISON),
    (Operation::Gt, ">", COMPARISON),
    (Operation::Ge, ">=", COMPARISON),
    (Operation::In, "in", COMPARISON),
    (Operation::Add, "+", 7),
    (Operation::Sub, "-", 7),
    (Operation::Mul, "*", 8),
    (Operation::Div, "//", 8),
    (Operation::Mod, "%", 8),
];

/// The binding strength of the prefix `not`.
pub(crate) const NOT: u8 = 4;

/// The binding strength of comparisons. They cannot be chained: `a < b < c` is an error.
pub(crate) const COMPARISON: u8 = 5;

/// The binding strength of `..`.
pub(crate) const RANGE: u8 = 6;
