//! Literals and constants, so that an encoding can be written without special cases at its
//! borders.

use std::ops::Not;

use crate::{Cnf, Lit};

/// A truth value: known, or that of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bit {
    False,
    True,
    Lit(Lit),
}

impl From<Lit> for Bit {
    fn from(lit: Lit) -> Bit {
        Bit::Lit(lit)
    }
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        match self {
            Bit::False => Bit::True,
            Bit::True => Bit::False,
            Bit::Lit(lit) => Bit::Lit(!lit),
        }
    }
}

/// Appends a clause without its false bits; nothing at all when one of them is true.
pub(crate) fn add_clause(cnf: &mut Cnf, bits: impl IntoIterator<Item = Bit> + Clone) {
    if bits.clone().into_iter().any(|bit| bit == Bit::True) {
        return;
    }
    cnf.add_clause(bits.into_iter().filter_map(|bit| match bit {
        Bit::Lit(lit) => Some(lit),
        Bit::False | Bit::True => None,
    }));
}
