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
