//! How many solutions a problem has, as every engine says it.

use num_bigint::BigUint;

/// Numbers of solutions. Where `exact` is false each is a lower bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Whether all solutions were found.
    pub exact: bool,
    /// Of a problem with an objective, what it is for the best solutions: only these are counted.
    pub optimum: Option<i64>,
    /// How many solutions there are.
    pub solutions: BigUint,
    /// How many up to the renaming of interchangeable values.
    pub up_to_renaming: BigUint,
    /// How many up to all symmetries.
    pub classes: BigUint,
    /// For each projection of the CSP, how many different assignments to its variables the
    /// solutions have.
    pub projected: Vec<BigUint>,
}
