//! Constraint satisfaction problems over finite domains: the layer between a puzzle and its CNF.
//!
//! A [`Csp`] is plain data. You can check each [`Constraint`] on an assignment and print it as one
//! line ([`Rule`]). The compiler turns it into clauses; the exact counter knows the residual
//! constraint once some variables have their values.

mod all_different;
mod all_equal;
mod arg_extremum;
mod automaton;
mod bin_packing;
mod cardinality;
mod channel;
mod circuit;
mod condition;
mod connected;
mod count;
mod counted;
mod cumulative;
mod determined;
mod distinct_count;
mod element;
mod entries;
mod exchangeable;
mod extremum;
mod fixed;
mod in_order;
mod increasing;
mod lex;
mod linear;
mod links;
mod malformed;
mod no_overlap;
mod objective;
mod operand;
mod operation;
mod operator;
mod parts;
mod problem;
mod ranges;
mod repeated;
mod rows;
mod selection;
mod symmetry;
mod table;
mod value_precedence;

pub use all_different::AllDifferent;
pub(crate) use all_different::{Different, Hall, Permutation};
pub use all_equal::AllEqual;
pub use arg_extremum::{ArgExtremum, Rank};
pub use automaton::{Automaton, Transition};
pub use bin_packing::{Bin, BinPacking};
pub use cardinality::{Cardinality, Occurrence};
pub use channel::{Channel, Pair};
pub use circuit::Circuit;
pub use condition::{Comparison, Condition};
pub use connected::Connected;
pub use count::Count;
pub use cumulative::{Cumulative, Task};
pub use determined::determined;
pub use distinct_count::DistinctCount;
pub use element::{Element, Index};
pub use entries::Mark;
pub use extremum::{Extreme, Extremum};
pub use fixed::Fixed;
pub use increasing::Increasing;
pub use lex::Lex;
pub(crate) use linear::WeightedSum;
pub use linear::{Linear, Terms, Weighted};
pub use links::Link;
pub use malformed::Malformed;
pub use no_overlap::{Extent, NoOverlap};
pub use objective::{Bound, Objective, Sense};
pub use operand::Operand;
pub use operation::Operation;
pub use operator::Operator;
pub use parts::Parts;
pub use problem::Csp;
pub use ranges::Ranges;
pub(crate) use rows::Rows;
pub use selection::{Choice, Selection};
pub use symmetry::{Interchangeable, Projection, Symmetry};
pub use symmetry::{MOVED, permute};
pub(crate) use table::Fitting;
pub use table::Table;
pub use value_precedence::ValuePrecedence;

pub use crate::values::{Atom, Value, VarId, Variable};

use std::sync::Arc;

use crate::domains::{Domains, Step};

/// What every constraint can do.
pub trait Rule {
    /// The variables of the constraint, each once.
    fn scope(&self) -> Vec<VarId>;

    /// Whether the constraint holds if each variable `v` has the value `solution[v.index()]`.
    fn holds(&self, solution: &[Value]) -> bool;

    /// The constraint as one readable line, such as `AllDifferent(b, u, o, y)`.
    fn describe(&self, csp: &Csp) -> String;

    /// Whether the values are interchangeable: exchanging them among all variables does not change
    /// whether the constraint holds. `false` is always safe.
    fn treats_alike(&self, _values: &[Value]) -> bool {
        false
    }
}

/// The type of all constraints, from a table of them.
macro_rules! constraints {
    ($($(#[$says:meta])* $name:ident,)*) => {
        /// A constraint, as data.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Constraint {
            $($(#[$says])* $name($name),)*
        }

        impl Constraint {
            /// The constraint as a trait object that checks and prints it.
            pub fn rule(&self) -> &dyn Rule {
                match self {
                    $(Constraint::$name(constraint) => constraint,)*
                }
            }
        }

        $(impl From<$name> for Constraint {
            fn from(constraint: $name) -> Constraint {
                Constraint::$name(constraint)
            }
        })*
    };
}

constraints! {
    /// No two variables are equal.
    AllDifferent,
    /// All variables are equal.
    AllEqual,
    /// A condition on the position of the smallest or largest variable.
    ArgExtremum,
    /// The values are a word that an automaton accepts.
    Automaton,
    /// Items of given sizes go into bins.
    BinPacking,
    /// How often some values occur.
    Cardinality,
    /// Two lists are each other's inverse.
    Channel,
    /// Each variable names its successor; together they form one circuit.
    Circuit,
    /// The places that hold are connected.
    Connected,
    /// A condition on the number of variables that have certain values.
    Count,
    /// Tasks share a resource.
    Cumulative,
    /// A condition on the number of different values.
    DistinctCount,
    /// A condition on an entry of a list, selected by variables.
    Element,
    /// A condition on the smallest or the largest of some variables.
    Extremum,
    /// A variable has a value.
    Fixed,
    /// Each variable is larger than the one before it.
    Increasing,
    /// One list comes before another in lexicographic order.
    Lex,
    /// A weighted sum is in a set of numbers.
    Linear,
    /// Boxes do not overlap.
    NoOverlap,
    /// A variable is the result of an operation on others.
    Operation,
    /// Connected components have the given sizes.
    Parts,
    /// Exactly one of several atoms holds, and determines a variable.
    Selection,
    /// The values are a row of a table, or are not.
    Table,
    /// The values first occur in a given order.
    ValuePrecedence,
}

impl Constraint {
    /// Removes values that the constraint rules out.
    pub(crate) fn propagate(&self, domains: &mut Domains) -> Step {
        match self {
            Constraint::AllEqual(one) => all_equal::propagate(domains, one),
            Constraint::Automaton(one) => automaton::propagate(domains, one),
            Constraint::BinPacking(one) => bin_packing::propagate(domains, one),
            Constraint::Cardinality(one) => cardinality::propagate(domains, one),
            Constraint::Channel(one) => channel::propagate(domains, one),
            Constraint::Circuit(one) => circuit::propagate(domains, one),
            Constraint::Count(one) => count::propagate(domains, one),
            Constraint::Cumulative(one) => cumulative::propagate(domains, one),
            Constraint::Element(one) => element::propagate(domains, one),
            Constraint::Extremum(one) => extremum::propagate(domains, one),
            Constraint::Fixed(one) => fixed::propagate(domains, one),
            Constraint::Increasing(one) => increasing::propagate(domains, one),
            Constraint::Lex(one) => lex::propagate(domains, one),
            Constraint::NoOverlap(one) => no_overlap::propagate(domains, one),
            Constraint::Operation(one) => operation::propagate(domains, one),
            Constraint::Selection(one) => selection::propagate(domains, one),
            Constraint::Table(one) => table::propagate(domains, one),
            // Their propagators keep a state, so the engine has them.
            Constraint::AllDifferent(_) | Constraint::Linear(_) => Ok(()),
            // They are only checked in the end: nobody has needed more.
            Constraint::ArgExtremum(_)
            | Constraint::Connected(_)
            | Constraint::DistinctCount(_)
            | Constraint::Parts(_)
            | Constraint::ValuePrecedence(_) => Ok(()),
        }
    }
}

/// A posted constraint, with its reason in the puzzle's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The constraint itself.
    pub constraint: Constraint,
    /// Which rule of the puzzle this is, as a clause that can follow "because": `the letters of
    /// BUOY are on different dice`.
    pub reason: String,
    /// Whether it is a rule or a clue.
    pub role: Role,
    /// Whether it belongs to the same rule as the constraint before it.
    pub continues: bool,
    /// The name of the clue that it belongs to, such as `cage A`. All constraints with this name are one clue;
    /// without a name, each rule is a clue of its own.
    pub clue: Option<Arc<str>>,
}

/// Whether a posted constraint belongs to every puzzle of its kind, or to the clues of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Follows from the kind of puzzle, such as "a cell is covered once".
    Rule,
    /// A clue of this puzzle, such as a given number, a word or a region's sum. Clues can be left
    /// out.
    Clue,
    /// What a player has marked: the values that are left to a variable.
    Mark,
    /// What holds in the only solution, if there is just one.
    AssumesUnique,
}
