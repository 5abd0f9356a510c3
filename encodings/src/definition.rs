//! Definitions of auxiliary variables: each says which sum over earlier variables must reach which bound.
//!
//! Encodings record them along with the clauses if the formula asks for it
//! ([`Cnf::keep_definitions`](crate::Cnf::keep_definitions)); otherwise they cost nothing. With them, you
//! can prove what a formula means without knowing how its encodings work.

use crate::labels::Relation;
use crate::lit::{Bit, Lit};

/// The definition of an auxiliary variable, over the problem's variables and auxiliary variables defined
/// earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// A literal of the auxiliary variable.
    pub lit: Lit,
    /// The terms of the sum: literals with their weights.
    pub terms: Vec<(u64, Lit)>,
    /// The relation: at least or exactly.
    pub relation: Relation,
    /// The literal is true exactly when the sum of the true terms' weights compares with this bound.
    pub bound: u64,
}

/// A case distinction for proofs: if all conditions are true, so is one of the alternatives. This follows
/// from the clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The literals that must be true.
    pub conditions: Vec<Lit>,
    /// The literals of which one is true then.
    pub alternatives: Vec<Lit>,
}

/// An auxiliary variable that no sum defines, but that has one value in each solution because of its whole
/// constraint, such as whether a place belongs to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Determined {
    /// The variable's positive literal.
    pub lit: Lit,
    /// Identifies the variable within its constraint by two numbers, such as a place and a part.
    pub at: [usize; 2],
}

/// A sum of weighted bits that is at least, or exactly, a number.
pub(crate) struct Meaning {
    terms: Vec<(u64, Lit)>,
    relation: Relation,
    bound: u64,
}

impl Meaning {
    /// The weights of the true bits sum to at least the bound.
    pub(crate) fn reaches(
        terms: impl IntoIterator<Item = (u64, impl Into<Bit>)>,
        bound: u64,
    ) -> Meaning {
        Meaning::new(terms, Relation::AtLeast, bound)
    }

    /// The weights of the true bits sum to exactly this number.
    pub(crate) fn is(terms: impl IntoIterator<Item = (u64, impl Into<Bit>)>, sum: u64) -> Meaning {
        Meaning::new(terms, Relation::Exactly, sum)
    }

    /// At least this many bits are true.
    pub(crate) fn count(bits: impl IntoIterator<Item: Into<Bit>>, bound: u64) -> Meaning {
        Meaning::reaches(bits.into_iter().map(|bit| (1, bit)), bound)
    }

    /// At least one bit is true.
    pub(crate) fn any(bits: impl IntoIterator<Item: Into<Bit>>) -> Meaning {
        Meaning::count(bits, 1)
    }

    /// All bits are true.
    pub(crate) fn all(bits: impl IntoIterator<Item: Into<Bit>>) -> Meaning {
        let bits: Vec<Bit> = bits.into_iter().map(Into::into).collect();
        let bound = bits.len() as u64;
        Meaning::count(bits, bound)
    }

    fn new(
        terms: impl IntoIterator<Item = (u64, impl Into<Bit>)>,
        relation: Relation,
        mut bound: u64,
    ) -> Meaning {
        let mut open = Vec::new();
        for (weight, bit) in terms {
            match bit.into() {
                Bit::Lit(lit) if weight > 0 => open.push((weight, lit)),
                Bit::True => bound = bound.saturating_sub(weight),
                Bit::Lit(_) | Bit::False => {}
            }
        }
        Meaning { terms: open, relation, bound }
    }

    /// The definition of this literal by this meaning.
    pub(crate) fn of(self, lit: Lit) -> Definition {
        Definition { lit, terms: self.terms, relation: self.relation, bound: self.bound }
    }
}
