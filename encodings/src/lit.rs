//! Literals, and truth values that may be known.

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;

/// A literal, by its DIMACS number: `v` is the variable `v`, `-v` its negation.
///
/// ```
/// use cnfetti_encodings::Lit;
///
/// let lit = Lit::from_dimacs(-7).expect("-7 is the number of a literal");
/// assert_eq!((lit.variable(), lit.is_positive()), (7, false));
/// assert_eq!((!lit).dimacs(), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The largest variable number a formula can have.
    pub const MAX_VARIABLE: u32 = i32::MAX as u32;

    /// The literal with this DIMACS number; `None` for 0 and for `i32::MIN`, which has no
    /// negation.
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        if number == i32::MIN { None } else { NonZeroI32::new(number).map(Lit) }
    }

    /// The DIMACS number.
    pub fn dimacs(self) -> i32 {
        self.0.get()
    }

    /// The number of the variable, from 1 on.
    #[inline]
    pub fn variable(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether the literal is the variable itself, not its negation.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A truth value: known, or that of a literal. Encodings return it where the result may be known:
/// at least 0 of some literals are always true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bit {
    /// Known to be false.
    False,
    /// Known to be true.
    True,
    /// True exactly when the literal is.
    Lit(Lit),
}

impl Bit {
    /// The literal; `None` if the value is known.
    pub fn lit(self) -> Option<Lit> {
        match self {
            Bit::Lit(lit) => Some(lit),
            Bit::False | Bit::True => None,
        }
    }
}

impl From<Lit> for Bit {
    fn from(lit: Lit) -> Bit {
        Bit::Lit(lit)
    }
}

impl From<bool> for Bit {
    fn from(value: bool) -> Bit {
        if value { Bit::True } else { Bit::False }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_and_the_smallest_integer_are_not_literals() {
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
        assert_eq!(Lit::from_dimacs(-7).map(|lit| (!lit).dimacs()), Some(7));
    }

    #[test]
    fn a_literal_is_shown_as_its_number() {
        let lit = Lit::from_dimacs(-7).expect("it is one");
        assert_eq!((format!("{lit}"), format!("{lit:?}")), ("-7".to_owned(), "-7".to_owned()));
    }
}
