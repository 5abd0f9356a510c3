//! Inequalities over literals: the weights of the true literals add up to at least some number.

use std::collections::BTreeMap;

use cnfetti_encodings::Lit;

/// Weights and degrees stay below this, so that sums of a few thousand of them fit into 64 bits.
const LARGEST: i128 = 1 << 46;

/// The weights of the true literals add up to at least the degree. All weights are positive, and each
/// variable occurs at most once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inequality {
    terms: Vec<(i64, Lit)>,
    degree: i64,
}

/// A number is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its numbers are too large for a proof")]
pub struct TooLarge;

impl Inequality {
    /// The weights of the true literals, which may be negative, add up to at least the degree.
    ///
    /// # Errors
    ///
    /// A weight or the degree is too large.
    pub fn at_least(
        terms: impl IntoIterator<Item = (i64, Lit)>,
        degree: i64,
    ) -> Result<Inequality, TooLarge> {
        let mut degree = i128::from(degree);
        let mut by_variable = BTreeMap::<u32, (i128, Lit)>::new();
        for (weight, lit) in terms {
            let positive = if lit.is_positive() { lit } else { !lit };
            let mut weight = i128::from(weight);
            if !lit.is_positive() {
                degree -= weight;
                weight = -weight;
            }
            by_variable.entry(lit.variable()).or_insert((0, positive)).0 += weight;
        }
        let mut kept = Vec::with_capacity(by_variable.len());
        for (weight, lit) in by_variable.into_values().filter(|&(weight, _)| weight != 0) {
            let (weight, lit) = if weight < 0 {
                degree -= weight;
                (-weight, !lit)
            } else {
                (weight, lit)
            };
            kept.push((fitting(weight)?, lit));
        }
        Ok(Inequality { terms: kept, degree: fitting(degree)? })
    }

    /// The weights of the true literals add up to at most the bound.
    ///
    /// # Errors
    ///
    /// The same as for [`Inequality::at_least`].
    pub fn at_most(
        terms: impl IntoIterator<Item = (i64, Lit)>,
        bound: i64,
    ) -> Result<Inequality, TooLarge> {
        let terms = terms.into_iter().map(|(weight, lit)| (-weight, lit));
        Inequality::at_least(terms, bound.checked_neg().ok_or(TooLarge)?)
    }

    /// At least one of these is true. A repeated literal counts once; a literal and its opposite together
    /// make the clause always true.
    pub fn clause(lits: &[Lit]) -> Inequality {
        let mut terms: Vec<(i64, Lit)> = lits.iter().map(|&lit| (1, lit)).collect();
        terms.sort_unstable_by_key(|&(_, lit)| (lit.variable(), !lit.is_positive()));
        terms.dedup();
        if terms.windows(2).any(|pair| pair[0].1 == !pair[1].1) {
            return Inequality { terms: Vec::new(), degree: 0 };
        }
        Inequality { terms, degree: 1 }
    }

    /// The literals with their weights, in the order of their variables.
    pub fn terms(&self) -> &[(i64, Lit)] {
        &self.terms
    }

    /// The number that the weights of the true literals have to reach.
    pub fn degree(&self) -> i64 {
        self.degree
    }

    /// Whether the inequality is a clause.
    pub fn is_clause(&self) -> bool {
        self.degree == 1 && self.terms.iter().all(|&(weight, _)| weight == 1)
    }

    /// The inequality that holds exactly when this one does not.
    pub fn negated(&self) -> Inequality {
        let total: i64 = self.terms.iter().map(|&(weight, _)| weight).sum();
        let terms = self.terms.iter().map(|&(weight, lit)| (weight, !lit)).collect();
        Inequality { terms, degree: total - self.degree + 1 }
    }

    /// If the literal is true, this inequality holds. The literal's variable must not occur in it.
    pub fn under(&self, lit: Lit) -> Inequality {
        let degree = self.degree.max(0);
        let mut terms = self.terms.clone();
        if degree > 0 {
            let at = terms.partition_point(|(_, other)| other.variable() < lit.variable());
            terms.insert(at, (degree, !lit));
        }
        Inequality { terms, degree }
    }
}

fn fitting(number: i128) -> Result<i64, TooLarge> {
    if number.abs() > LARGEST { Err(TooLarge) } else { Ok(number as i64) }
}
