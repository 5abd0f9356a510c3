//! Truth values of inequalities between sums, without a variable for the sum.
//!
//! Let b be 1 if a sum S is at most c, and 0 otherwise, and let there be w numbers from the least to the greatest value of
//! S. This is c + 1 ≤ S + w·b ≤ c + w: with b = 0 the first bound says that S is greater than c, with b = 1 the second one
//! that it is at most c, and the other bound holds anyway.

use super::Lowering;
use super::arithmetic::Sum;
use super::logic::is_linear;
use crate::{Expr, Operator};
use cnfetti_core::csp::{Ranges, VarId};
use cnfetti_input::InputError;

impl Lowering<'_> {
    /// Posts that a variable is the truth value of an inequality between sums. Posts nothing and returns false if the
    /// expression is something else, or if the variable has other values than 0 and 1.
    pub(super) fn post_inequality(
        &mut self,
        operator: Operator,
        args: &[Expr],
        result: VarId,
    ) -> Result<bool, InputError> {
        let is_truth = self.lowered.csp.domain(result).iter().all(|value| matches!(value, 0 | 1));
        let ([first, second], true) = (args, is_truth && self.compares_sums(operator, args)) else {
            return Ok(false);
        };
        let (sign, most) = match operator {
            Operator::Le => (1, 0),
            Operator::Lt => (1, -1),
            Operator::Ge => (-1, 0),
            Operator::Gt => (-1, -1),
            _ => return Ok(false),
        };
        let mut sum = Sum::default();
        self.add_to(&mut sum, first, sign)?;
        self.add_to(&mut sum, second, -sign)?;
        let expr = || Expr::Apply(operator, args.to_vec());
        let (low, high) = self.range(&sum).ok_or_else(|| self.too_wide(&expr()))?;
        let (most, width) = (most.clamp(low - 1, high), high - low + 1);
        sum.add_variable(result, width).ok_or_else(|| self.too_wide(&expr()))?;
        self.post_sum(sum, &Ranges::of_intervals([(most + 1, most + width)]))?;
        Ok(true)
    }

    /// Whether an operator says which of two sums is larger, at least one of which is no variable and no number.
    pub(super) fn compares_sums(&self, operator: Operator, args: &[Expr]) -> bool {
        let compares =
            matches!(operator, Operator::Le | Operator::Lt | Operator::Ge | Operator::Gt);
        let is_sum = |arg: &Expr| matches!(arg, Expr::Apply(..));
        let are_linear = || args.iter().any(is_sum) && args.iter().all(is_linear);
        compares && (are_linear() || args.iter().any(|arg| !self.fits(arg)))
    }

    /// An equality or inequality as inequalities, if a side has too many values for a variable.
    pub(super) fn inequalities(&self, operator: Operator, args: &[Expr]) -> Option<Expr> {
        let [one, other] = args else { return None };
        if self.fits(one) && self.fits(other) {
            return None;
        }
        let two = |operator| Expr::two(operator, one.clone(), other.clone());
        match operator {
            Operator::Eq => Some(Expr::two(Operator::And, two(Operator::Le), two(Operator::Ge))),
            Operator::Ne => Some(Expr::two(Operator::Or, two(Operator::Lt), two(Operator::Gt))),
            _ => None,
        }
    }
}
