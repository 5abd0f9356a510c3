//! Formulas that determine their variables: `100·a + 10·b + c` with digits `a`, `b` and `c`.

use super::Formula;
use super::linear::Linear;
use crate::Expr;

impl Formula {
    /// The unknown variables of the formula if the value determines them: each weight is greater than all that those with
    /// smaller weights can change. `width` is the distance between the least and the greatest value of a variable. `None`
    /// if that is not so, or if the formula is more than a weighted sum of them.
    pub(crate) fn determines(
        &self,
        is_known: impl Fn(usize) -> bool,
        width: impl Fn(usize) -> i128,
    ) -> Option<Vec<usize>> {
        let sum = Linear::of(&self.value)?;
        let mut unknown: Vec<(i128, usize)> = Vec::new();
        for (term, weight) in sum.terms() {
            if let Expr::Variable(variable) = *term {
                if !is_known(variable) {
                    unknown.push((i128::from(*weight).abs(), variable));
                }
                continue;
            }
            let mut follows = true;
            term.each_variable(&mut |variable| follows &= is_known(variable));
            if !follows {
                return None;
            }
        }
        unknown.sort_unstable();
        let mut change = 0;
        for &(weight, variable) in &unknown {
            if weight <= change {
                return None;
            }
            change = weight.checked_mul(width(variable))?.checked_add(change)?;
        }
        Some(unknown.into_iter().map(|(_, variable)| variable).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use itertools::{Itertools, iproduct};

    use super::*;
    use crate::Operator;

    #[test]
    fn sums_that_determine_their_variables_are_different() {
        const WIDTHS: [i64; 3] = [2, 3, 1];
        let mut determined = 0;
        for weights in iproduct!(-14..15, -6..7, -14..15).map(|(a, b, c)| [a, b, c]) {
            let terms = weights.iter().enumerate().map(|(variable, &weight)| {
                Expr::two(Operator::Mul, Expr::Number(weight), Expr::Variable(variable))
            });
            let value = Expr::Apply(Operator::Add, terms.collect());
            let formula = Formula { value, bounds: (-100, 100), constraint: 0, digits: Vec::new() };
            let Some(found) = formula.determines(|_| false, |at| WIDTHS[at].into()) else {
                continue;
            };
            // A variable with the weight 0 does not occur.
            let occurs = (0..3).filter(|&at| weights[at] != 0).collect_vec();
            assert_eq!(found.into_iter().sorted().collect_vec(), occurs, "{weights:?}");
            let all = occurs.iter().map(|&at| 0..=WIDTHS[at]).multi_cartesian_product();
            let sum = |values: Vec<i64>| -> i64 {
                occurs.iter().zip(values).map(|(&at, value)| weights[at] * value).sum()
            };
            let sums = all.map(sum).collect_vec();
            let different: BTreeSet<&i64> = sums.iter().collect();
            assert_eq!(different.len(), sums.len(), "{weights:?}");
            determined += usize::from(occurs.len() == 3);
        }
        assert!(determined > 300, "{determined}");
    }

    #[test]
    fn terms_that_are_no_variables_must_be_known() {
        let [one, other] = [Expr::Variable(0), Expr::Variable(1)];
        let product = Expr::two(Operator::Mul, one.clone(), other);
        let value = Expr::two(Operator::Add, product, one);
        let formula = Formula { value, bounds: (0, 100), constraint: 0, digits: Vec::new() };
        assert_eq!(formula.determines(|_| false, |_| 3), None);
        assert_eq!(formula.determines(|at| at == 1, |_| 3), None);
        assert_eq!(formula.determines(|_| true, |_| 3), Some(Vec::new()));
    }
}
