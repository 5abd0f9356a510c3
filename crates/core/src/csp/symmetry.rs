//! What maps solutions to solutions, and which variables are of interest.

use super::{Value, VarId};

/// Values that may be exchanged for each other throughout any solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interchangeable {
    /// The variables that take these values, in the order in which precedence reads them.
    pub scope: Vec<VarId>,
    /// Each once, and none in another set. May be a single value, or values that no variable has.
    pub values: Vec<Value>,
}

/// What maps solutions to solutions. The puzzle declares it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// What the interchangeable values are, in the plural: `dice`. Empty when the kind of puzzle
    /// has none.
    pub values_called: &'static str,
    /// What the permutations are, in the plural: `rotations`. Empty when the kind of puzzle has
    /// none, and then nothing is reported between all solutions and the classes.
    pub permutations_called: &'static str,
    /// Sets of values, disjoint from each other.
    pub interchangeable: Vec<Interchangeable>,
    /// A group of permutations of the variables without its identity ([`Csp::verify`](super::Csp::verify) looks at
    /// that), each of which maps solutions to solutions. Under a permutation `p` a
    /// solution `s` becomes the solution that has at each variable `v` the value
    /// `s[p[v.index()].index()]`.
    pub permutations: Vec<Vec<VarId>>,
}

impl Symmetry {
    /// Whether only the identity is declared.
    pub fn is_trivial(&self) -> bool {
        self.interchangeable.is_empty() && self.permutations.is_empty()
    }

    /// Whether some values can be exchanged for others.
    pub fn has_renamings(&self) -> bool {
        self.interchangeable.iter().any(|group| group.values.len() > 1)
    }
}

/// Some of the variables, when the assignments to them alone are of interest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// What its assignments are called, as in the JSON output: `grids`.
    pub name: &'static str,
    /// The variables.
    pub scope: Vec<VarId>,
}
