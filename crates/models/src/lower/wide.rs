//! Expressions with too many values for a variable, as weighted sums of expressions that can have one.
//!
//! A product of two sums is the sum of the products of their terms. If these have too many values as well, their factors are
//! written in binary digits. A quotient, a maximum and a minimum get digits of their own. All that is added follows from
//! the arguments, so solutions still correspond one to one.
//!
//! Such a digit is an expression too, which has only its right value. So what defines it is true whatever the variables are, and
//! must be stated (`post_wide`) and never evaluated (`post_true`): it would be left out as superfluous.

mod fitting;
#[cfg(test)]
mod tests;

use super::{Done, Lowering};
use crate::declared::is_short;
use crate::formulas::{Linear, weights};
use crate::{Comparison, Expr, Operator};
use cnfetti_core::csp::{Value, VarId};
use cnfetti_input::InputError;

/// Products of sums have at most so many terms; a factor gets digits before there are more.
const MAX_PRODUCTS: usize = 4096;

/// A product of two variables gets a variable if there are at most so many pairs of values.
const MAX_PAIRS: usize = 256;

impl Lowering<'_> {
    /// An expression as a sum of expressions that fit.
    pub(super) fn spread(&mut self, expr: &Expr) -> Result<Linear, InputError> {
        self.poll.step().map_err(InputError::limit)?;
        if let Some(known) = self.spread.get(expr) {
            return Ok(known.clone());
        }
        let sum = Linear::of(expr).ok_or_else(|| self.too_wide(expr))?;
        let mut parts = Linear::of_number(sum.constant());
        for (term, weight) in sum.terms() {
            let more = match self.fits(term) {
                true => parts.add(term, *weight),
                false => {
                    let inner = self.spread_term(term)?;
                    parts.add_sum(&inner, *weight)
                }
            };
            more.ok_or_else(|| self.too_wide(expr))?;
        }
        self.spread.insert(expr.clone(), parts.clone());
        Ok(parts)
    }

    /// The same for an expression that is no sum. It is defined once: a second definition would find the conditions of the
    /// first, and leave its own digits free.
    fn spread_term(&mut self, expr: &Expr) -> Result<Linear, InputError> {
        if let Some(known) = self.spread.get(expr) {
            return Ok(known.clone());
        }
        let parts = self.spread_new_term(expr)?;
        self.spread.insert(expr.clone(), parts.clone());
        Ok(parts)
    }

    fn spread_new_term(&mut self, expr: &Expr) -> Result<Linear, InputError> {
        let Expr::Apply(operator, args) = expr else { return Err(self.too_wide(expr)) };
        match (operator, &args[..]) {
            (Operator::Mul, args) => self.product(args),
            (Operator::Sqr, [arg]) => self.product(&[arg.clone(), arg.clone()]),
            (Operator::Pow, [base, Expr::Number(exponent @ 0..=64)]) => {
                self.product(&vec![base.clone(); *exponent as usize])
            }
            (Operator::Div, [dividend, divisor]) => {
                let quotient = self.result(expr)?;
                self.post_quotient(dividend, divisor, &quotient)?;
                Linear::of(&quotient).ok_or_else(|| self.too_wide(expr))
            }
            (Operator::Mod, [dividend, divisor]) => {
                let quotient = Expr::Apply(Operator::Div, args.clone());
                let multiple = Expr::two(Operator::Mul, divisor.clone(), quotient);
                self.spread(&Expr::two(Operator::Sub, dividend.clone(), multiple))
            }
            (Operator::Max | Operator::Min, list) => {
                let result = self.result(expr)?;
                self.post_extreme(*operator, list, &result)?;
                Linear::of(&result).ok_or_else(|| self.too_wide(expr))
            }
            (Operator::Abs, [arg]) => {
                let is_negative = Expr::two(Operator::Lt, arg.clone(), Expr::Number(0));
                self.either(&is_negative, &Expr::Apply(Operator::Neg, vec![arg.clone()]), arg)
            }
            (Operator::Dist, [one, other]) => {
                let difference = Expr::two(Operator::Sub, one.clone(), other.clone());
                self.spread(&Expr::Apply(Operator::Abs, vec![difference]))
            }
            (Operator::If, [condition, then, otherwise]) => {
                let is_true = self.truth(condition);
                self.either(&is_true, then, otherwise)
            }
            _ => Err(self.too_wide(expr)),
        }
    }

    /// The first expression if the truth value is 1, else the second.
    fn either(
        &mut self,
        truth: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> Result<Linear, InputError> {
        let difference = Expr::two(Operator::Sub, then.clone(), otherwise.clone());
        let product = Expr::two(Operator::Mul, truth.clone(), difference);
        self.spread(&Expr::two(Operator::Add, otherwise.clone(), product))
    }

    fn product(&mut self, factors: &[Expr]) -> Result<Linear, InputError> {
        let mut product = Linear::of_number(1);
        for (at, factor) in factors.iter().enumerate() {
            let mut other = self.spread(factor)?;
            if product.len() * other.len() > MAX_PRODUCTS {
                let so_far = Expr::Apply(Operator::Mul, factors[..at].to_vec());
                product = self.in_digits(&so_far, &product.expr())?;
            }
            if product.len() * other.len() > MAX_PRODUCTS {
                other = self.in_digits(factor, &other.expr())?;
            }
            product = self.times(&product, &other)?;
        }
        Ok(product)
    }

    /// The product of two sums.
    fn times(&mut self, one: &Linear, other: &Linear) -> Result<Linear, InputError> {
        let whole = || Expr::two(Operator::Mul, one.expr(), other.expr());
        let constant = one.constant().checked_mul(other.constant());
        let mut product = Linear::of_number(constant.ok_or_else(|| self.too_wide(&whole()))?);
        let scaled = product.add_terms(one, other.constant());
        let scaled = scaled.and_then(|()| product.add_terms(other, one.constant()));
        scaled.ok_or_else(|| self.too_wide(&whole()))?;
        for (term, weight) in one.terms() {
            for (factor, times) in other.terms() {
                let pair = self.pair(term, factor)?;
                let weight = weight.checked_mul(*times);
                let added = weight.and_then(|weight| product.add_sum(&pair, weight));
                added.ok_or_else(|| self.too_wide(&whole()))?;
            }
        }
        Ok(product)
    }

    /// The product of two expressions that fit.
    fn pair(&mut self, one: &Expr, other: &Expr) -> Result<Linear, InputError> {
        self.poll.step().map_err(InputError::limit)?;
        let (first, second) = (self.variable(one)?, self.variable(other)?);
        let values = |id: VarId| self.lowered.csp.domain(id);
        let is_truth = values(first).iter().all(|value| matches!(value, 0 | 1));
        let lengths = [values(first).len(), values(second).len()];
        if first == second && is_truth {
            return Ok(Linear::of(one).unwrap_or_default());
        }
        // Both orders are one product.
        let factors = if first <= second { [one, other] } else { [other, one] };
        let product = Expr::Apply(Operator::Mul, factors.map(Expr::clone).to_vec());
        if lengths[0].saturating_mul(lengths[1]) > MAX_PAIRS || !self.fits(&product) {
            let (longer, shorter) =
                if lengths[0] > lengths[1] { (one, other) } else { (other, one) };
            let digits = self.in_digits(longer, longer)?;
            let factor = Linear::of(shorter).unwrap_or_default();
            return self.times(&digits, &factor);
        }
        Ok(Linear::of(&product).unwrap_or_default())
    }

    /// An expression in binary digits. The sum has the same value.
    fn in_digits(&mut self, expr: &Expr, sum: &Expr) -> Result<Linear, InputError> {
        if let Some(digits) = self.digits.get(expr) {
            return Ok(digits.clone());
        }
        let digits = self.added_digits(expr)?;
        self.digits.insert(expr.clone(), digits.clone());
        self.post_relation(Comparison::Equal, sum, &digits.expr())?;
        Ok(digits)
    }

    /// Variables for the binary digits of an expression, which the caller defines.
    fn added_digits(&mut self, expr: &Expr) -> Result<Linear, InputError> {
        let (low, high) = self.bounds_of(expr)?;
        let width = high.checked_sub(low).ok_or_else(|| self.too_wide(expr))?;
        let distance = Expr::two(Operator::Sub, expr.clone(), Expr::Number(low));
        let mut digits = Linear::of_number(low);
        for weight in weights(width).into_iter().rev() {
            let shifted = Expr::two(Operator::Div, distance.clone(), Expr::Number(weight));
            let digit = Expr::two(Operator::Mod, shifted, Expr::Number(2));
            if !self.known.contains_key(&digit) {
                self.added(digit.clone(), [0, 1]);
            }
            digits.add(&digit, weight).ok_or_else(|| self.too_wide(expr))?;
        }
        Ok(digits)
    }

    fn bounds_of(&self, expr: &Expr) -> Result<(i64, i64), InputError> {
        let bounds = self.model.bounds(expr);
        let bounds =
            bounds.and_then(|(low, high)| Some((low.try_into().ok()?, high.try_into().ok()?)));
        bounds.ok_or_else(|| self.too_wide(expr))
    }

    /// A variable or digits for the result of an operator, which the caller defines.
    fn result(&mut self, expr: &Expr) -> Result<Expr, InputError> {
        let bounds = self.bounds_of(expr)?;
        if is_short(bounds) {
            self.added(expr.clone(), bounds.0 as Value..=bounds.1 as Value);
            return Ok(expr.clone());
        }
        Ok(self.added_digits(expr)?.expr())
    }

    /// The variable of an expression with few values, some of whose arguments do not fit.
    pub(super) fn narrow(&mut self, expr: &Expr) -> Result<VarId, InputError> {
        let parts = self.spread(expr)?;
        if let Some(&known) = self.known.get(expr) {
            return Ok(known);
        }
        let domain = self.domain_within(expr)?;
        let result = self.added(expr.clone(), domain);
        self.post_relation(Comparison::Equal, &parts.expr(), expr)?;
        Ok(result)
    }

    /// Posts that an expression that does not fit has this value.
    pub(super) fn post_wide_result(&mut self, expr: &Expr, result: &Expr) -> Done {
        match expr {
            _ if self.fits(expr) => self.post_relation(Comparison::Equal, expr, result),
            Expr::Apply(Operator::Div, args) => self.post_quotient(&args[0], &args[1], result),
            Expr::Apply(operator @ (Operator::Max | Operator::Min), list) => {
                self.post_extreme(*operator, list, result)
            }
            _ => self.post_relation(Comparison::Equal, expr, result),
        }
    }

    /// Posts that a quotient, truncated towards 0, has this value: the remainder is smaller than the divisor, and not of the
    /// other sign than the dividend.
    fn post_quotient(&mut self, dividend: &Expr, divisor: &Expr, quotient: &Expr) -> Done {
        let two =
            |operator, one: &Expr, other: &Expr| Expr::two(operator, one.clone(), other.clone());
        let zero = Expr::Number(0);
        let multiple = two(Operator::Mul, divisor, quotient);
        let rest = self.spread(&two(Operator::Sub, dividend, &multiple))?.expr();
        let (least, most) = self.bounds_of(divisor)?;
        if least <= 0 && most >= 0 {
            self.post_wide(&two(Operator::Ne, divisor, &zero))?;
        }
        let size = match (least, most) {
            (0.., _) => divisor.clone(),
            (_, ..=0) => Expr::Apply(Operator::Neg, vec![divisor.clone()]),
            _ => Expr::Apply(Operator::Abs, vec![divisor.clone()]),
        };
        let (low, high) = self.bounds_of(dividend)?;
        match high > 0 {
            true => self.post_wide(&two(Operator::Lt, &rest, &size))?,
            false => self.post_wide(&two(Operator::Le, &rest, &zero))?,
        }
        match low < 0 {
            true => {
                let negative = Expr::Apply(Operator::Neg, vec![rest.clone()]);
                self.post_wide(&two(Operator::Lt, &negative, &size))?;
            }
            false => self.post_wide(&two(Operator::Ge, &rest, &zero))?,
        }
        if low < 0 && high > 0 {
            for (one, other) in [(Operator::Ge, Operator::Le), (Operator::Le, Operator::Ge)] {
                let signs = [two(one, dividend, &zero), two(other, &rest, &zero)];
                self.post_wide(&Expr::Apply(Operator::Or, signs.to_vec()))?;
            }
        }
        Ok(())
    }

    /// Posts that a maximum or minimum has this value: no item is beyond it, and some item is not before it.
    pub(super) fn post_extreme(
        &mut self,
        operator: Operator,
        list: &[Expr],
        result: &Expr,
    ) -> Done {
        let (beyond, reaches) = match operator {
            Operator::Max => (Operator::Le, Operator::Ge),
            _ => (Operator::Ge, Operator::Le),
        };
        let compare = |operator| {
            list.iter().map(move |item| Expr::two(operator, item.clone(), result.clone()))
        };
        compare(beyond).try_for_each(|each| self.post_wide(&each))?;
        self.post_wide(&Expr::Apply(Operator::Or, compare(reaches).collect()))
    }
}
