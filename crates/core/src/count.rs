//! How many solutions a problem has: the common result of all engines.

use num_bigint::BigUint;

use crate::csp::Csp;

/// Who counts keeps this many of the solutions as examples, which can be checked by rules that are not in the problem.
/// If they are drawn, and half of all solutions are wrong, one of them is, with a probability of 1 - 2⁻¹⁶.
pub const EXAMPLES: usize = 16;

/// Numbers of solutions. If `exact` is false, each is a lower bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Whether all solutions were found.
    pub exact: bool,
    /// The best value of the objective, if the problem has or had one: only the best solutions are
    /// counted.
    pub optimum: Option<i64>,
    /// The number of solutions.
    pub solutions: BigUint,
    /// The number of solutions up to renaming of interchangeable values.
    pub up_to_renaming: BigUint,
    /// The number of solutions up to all symmetries.
    pub classes: BigUint,
    /// For each projection of the CSP, the number of different assignments to its variables in the
    /// solutions.
    pub projected: Vec<BigUint>,
}

impl Count {
    /// A count before the first solution: a lower bound of 0.
    pub fn none(csp: &Csp) -> Count {
        let projected = vec![BigUint::ZERO; csp.projections.len()];
        Count {
            projected,
            optimum: csp.bound.as_ref().map(|bound| bound.value),
            ..Count::default()
        }
    }

    /// For a problem with one projection: the same count, with the number of the projection's
    /// assignments in place of the number of solutions.
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

/// Whether two counts of the same thing, each exact or a lower bound, can both be right.
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
