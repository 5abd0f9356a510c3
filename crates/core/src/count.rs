//! How many solutions a problem has, as every engine says it.

use num_bigint::BigUint;

use crate::csp::Csp;

/// Numbers of solutions. Where `exact` is false each is a lower bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Whether all solutions were found.
    pub exact: bool,
    /// For a problem that has or had an objective, its best value: only the best solutions are
    /// counted.
    pub optimum: Option<i64>,
    /// How many solutions there are.
    pub solutions: BigUint,
    /// How many up to the renaming of interchangeable values.
    pub up_to_renaming: BigUint,
    /// How many up to all symmetries.
    pub classes: BigUint,
    /// For each projection of the CSP, the number of different assignments to its variables in the
    /// solutions.
    pub projected: Vec<BigUint>,
}

impl Count {
    /// Nothing counted yet of this problem: a lower bound.
    pub fn none(csp: &Csp) -> Count {
        let projected = vec![BigUint::ZERO; csp.projections.len()];
        Count {
            projected,
            optimum: csp.bound.as_ref().map(|bound| bound.value),
            ..Count::default()
        }
    }

    /// For a problem with one projection, the count with the number of its assignments in place of
    /// the solutions.
    pub fn over(&self) -> Count {
        let Some(number) = self.projected.first() else { return self.clone() };
        Count {
            solutions: number.clone(),
            up_to_renaming: number.clone(),
            classes: number.clone(),
            projected: Vec::new(),
            ..self.clone()
        }
    }
}

/// Whether two numbers for the same thing, each exact or a lower bound, can both be right.
pub fn are_consistent(
    (one, one_is_exact): (&BigUint, bool),
    (other, other_is_exact): (&BigUint, bool),
) -> bool {
    match (one_is_exact, other_is_exact) {
        (true, true) => one == other,
        (true, false) => one >= other,
        (false, true) => one <= other,
        (false, false) => true,
    }
}
