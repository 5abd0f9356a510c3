//! Inequalities: the weights of the true literals add up to at least a number, the degree.

/// Twice the number of a variable, plus 1 if the literal is negative.
pub(super) type Lit = u32;

/// Weights, their sums and degrees must stay below this bound, so that nothing overflows.
const LARGEST: i128 = 1 << 60;

/// The variable of a literal.
pub(super) fn variable(lit: Lit) -> u32 {
    lit / 2
}

/// The negation of a literal.
pub(super) fn opposite(lit: Lit) -> Lit {
    lit ^ 1
}

/// Whether a literal is positive.
pub(super) fn is_positive(lit: Lit) -> bool {
    lit & 1 == 0
}

/// An inequality in normal form: each variable at most once, in order, with a positive weight.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Inequality {
    pub(super) terms: Vec<(i64, Lit)>,
    pub(super) degree: i64,
}

/// A number exceeds the bound.
#[derive(Debug)]
pub(super) struct TooLarge;

impl From<TooLarge> for String {
    fn from(_: TooLarge) -> String {
        "its numbers are too large to be checked".to_owned()
    }
}

impl Inequality {
    /// The inequality "these weights, of any sign, add up to at least the degree".
    pub(super) fn new(
        terms: impl IntoIterator<Item = (i128, Lit)>,
        degree: i128,
    ) -> Result<Inequality, TooLarge> {
        let mut terms: Vec<(i128, Lit)> = terms.into_iter().collect();
        let mut degree = degree;
        for (weight, lit) in &mut terms {
            if weight.abs() > LARGEST {
                return Err(TooLarge);
            }
            // `-w·x` is `w·¬x - w`.
            if *weight < 0 {
                (*weight, *lit) = (-*weight, opposite(*lit));
                degree += *weight;
            }
        }
        terms.sort_unstable_by_key(|&(_, lit)| lit);
        let mut joined: Vec<(i128, Lit)> = Vec::with_capacity(terms.len());
        for (weight, lit) in terms {
            match joined.last_mut().filter(|(_, last)| variable(*last) == variable(lit)) {
                Some((sum, last)) if *last == lit => *sum += weight,
                Some((sum, last)) => {
                    // One of a literal and its negation is always true.
                    degree -= weight.min(*sum);
                    (*sum, *last) =
                        if weight > *sum { (weight - *sum, lit) } else { (*sum - weight, *last) };
                }
                None => joined.push((weight, lit)),
            }
        }
        joined.retain(|&(weight, _)| weight != 0);
        let total: i128 = joined.iter().map(|&(weight, _)| weight).sum();
        if total > LARGEST || degree.abs() > LARGEST {
            return Err(TooLarge);
        }
        let terms = joined.into_iter().map(|(weight, lit)| (weight as i64, lit)).collect();
        Ok(Inequality { terms, degree: degree as i64 })
    }

    pub(super) fn total(&self) -> i64 {
        self.terms.iter().map(|&(weight, _)| weight).sum()
    }

    /// The negation, which holds exactly if this does not.
    pub(super) fn negated(&self) -> Inequality {
        let terms = self.terms.iter().map(|&(weight, lit)| (weight, opposite(lit))).collect();
        Inequality { terms, degree: self.total() - self.degree + 1 }
    }

    /// The sum of both inequalities.
    pub(super) fn plus(&self, other: &Inequality) -> Result<Inequality, TooLarge> {
        let terms = self.terms.iter().chain(&other.terms);
        let terms = terms.map(|&(weight, lit)| (i128::from(weight), lit));
        Inequality::new(terms, i128::from(self.degree) + i128::from(other.degree))
    }

    /// The inequality times a factor.
    pub(super) fn times(&self, factor: u64) -> Result<Inequality, TooLarge> {
        let factor = i128::from(factor);
        let times = |number: i64| i128::from(number).checked_mul(factor).ok_or(TooLarge);
        let terms = self.terms.iter().map(|&(weight, lit)| Ok((times(weight)?, lit)));
        Inequality::new(terms.collect::<Result<Vec<_>, _>>()?, times(self.degree)?)
    }

    /// The inequality divided by a number, weights and degree rounded up; `None` if the number is
    /// 0.
    pub(super) fn divided(&self, divisor: u64) -> Option<Inequality> {
        let divisor = i64::try_from(divisor).ok().filter(|&divisor| divisor > 0)?;
        let up = |number: i64| -(-number).div_euclid(divisor);
        let terms = self.terms.iter().map(|&(weight, lit)| (up(weight), lit)).collect();
        Some(Inequality { terms, degree: up(self.degree) })
    }

    /// Whether no assignment satisfies it.
    pub(super) fn is_impossible(&self) -> bool {
        self.total() < self.degree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_cancel() {
        let sum = Inequality::new([(3, 2), (2, 3), (-1, 4), (1, 6), (-1, 6)], 1).unwrap();
        // 3 a + 2 (1 - a) - b >= 1 is a + (1 - b) >= 0.
        assert_eq!(sum, Inequality { terms: vec![(1, 2), (1, 5)], degree: 0 });
        assert_eq!(sum.negated(), Inequality { terms: vec![(1, 3), (1, 4)], degree: 3 });
        assert!(sum.negated().is_impossible());
    }

    #[test]
    fn quotients_are_rounded_up() {
        let sum = Inequality::new([(3, 2), (1, 4), (4, 7)], 7).unwrap();
        let third = Inequality { terms: vec![(1, 2), (1, 4), (2, 7)], degree: 3 };
        assert_eq!(sum.divided(3), Some(third));
        let below = Inequality { terms: Vec::new(), degree: -7 };
        assert_eq!(below.divided(3).map(|quotient| quotient.degree), Some(-2));
        assert_eq!(sum.divided(0), None);
    }

    #[test]
    fn numbers_that_would_overflow_are_refused() {
        assert!(Inequality::new([(1 << 61, 2)], 1).is_err());
        assert!(Inequality::new([(1 << 59, 2), (1 << 59, 4), (1, 6)], 1).is_err());
        let one = Inequality::new([(1, 2)], 1).unwrap();
        assert!(one.times(u64::MAX).is_err());
    }
}
