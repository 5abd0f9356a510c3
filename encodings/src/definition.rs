//! What auxiliary variables mean: each is a function of variables before it, a sum that reaches a number.
//!
//! Encodings say it beside the clauses when a formula is asked to keep it
//! ([`Cnf::keep_definitions`](crate::Cnf::keep_definitions)), and nothing is worked out when it is not. With
//! it, what a formula says can be proved without knowing how its encodings are made.

use crate::labels::Relation;
use crate::lit::{Bit, Lit};

/// The meaning of an auxiliary variable, over the problem's variables and auxiliary ones that were
/// defined before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// A literal of the auxiliary variable.
    pub lit: Lit,
    /// The literals that are counted, each with its weight.
    pub terms: Vec<(u64, Lit)>,
    /// The relation: at least or exactly.
    pub relation: Relation,
    /// The literal is true exactly when the weights of the true terms compare with this.
    pub bound: u64,
}

/// When all conditions are true, so is one of the alternatives: cases to go through in a proof. That there is
/// one follows from the clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The literals that have to be true.
    pub conditions: Vec<Lit>,
    /// The literals of which one is then true.
    pub alternatives: Vec<Lit>,
}

/// An auxiliary variable that no sum defines, but that has one value in each solution, because of all that its
/// constraint says: such as whether a place belongs to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Determined {
    /// The variable's positive literal.
    pub lit: Lit,
    /// Which of the constraint's variables it is, by two numbers, such as a place and a part.
    pub at: [usize; 2],
}

/// A sum of weighted truth values that is at least, or exactly, a number.
pub(crate) struct Meaning {
    terms: Vec<(u64, Lit)>,
    relation: Relation,
    bound: u64,
}

impl Meaning {
    /// The weights of those that are true are together at least the bound.
    pub(crate) fn reaches(
        terms: impl IntoIterator<Item = (u64, impl Into<Bit>)>,
        bound: u64,
    ) -> Meaning {
        Meaning::new(terms, Relation::AtLeast, bound)
    }

    /// They are together exactly the number.
    pub(crate) fn is(terms: impl IntoIterator<Item = (u64, impl Into<Bit>)>, sum: u64) -> Meaning {
        Meaning::new(terms, Relation::Exactly, sum)
    }

    /// At least this many are true.
    pub(crate) fn count(bits: impl IntoIterator<Item: Into<Bit>>, bound: u64) -> Meaning {
        Meaning::reaches(bits.into_iter().map(|bit| (1, bit)), bound)
    }

    /// One of them is true.
    pub(crate) fn any(bits: impl IntoIterator<Item: Into<Bit>>) -> Meaning {
        Meaning::count(bits, 1)
    }

    /// All of them are true.
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

    /// As the definition of this literal.
    pub(crate) fn of(self, lit: Lit) -> Definition {
        Definition { lit, terms: self.terms, relation: self.relation, bound: self.bound }
    }
}
