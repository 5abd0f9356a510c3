//! Necessary conditions on expressions that would otherwise have too many or too large values: in
//! `x*y*z = 711000000`, the product has few divisors, but the variables have many products.
//!
//! Only posted expressions count, not those below a disjunction: every solution must satisfy the
//! condition.

use super::Lowering;
use crate::bounds::Bounds;
use crate::{Comparison, Expr, Operator};
use cnfetti_core::csp::Value;

/// Only numbers up to this are factorized.
const MAX_FACTORIZED: i64 = 1_000_000_000_000;

/// A necessary condition on a result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The least and the greatest value.
    bounds: Bounds,
    /// A number, not 0, that the result must divide.
    divides: Option<i64>,
}

impl Wanted {
    /// Whether a number satisfies the condition.
    pub(super) fn admits(self, number: i64) -> bool {
        let (low, high) = self.bounds;
        let divides = |of: i64| number != 0 && of % number == 0;
        (low..=high).contains(&i128::from(number)) && self.divides.is_none_or(divides)
    }

    /// Whether every number that satisfies the condition can be a value.
    pub(super) fn is_short(self) -> bool {
        [self.bounds.0, self.bounds.1].into_iter().all(|end| Value::try_from(end).is_ok())
    }

    /// All numbers that satisfy the condition, in any order; `None` if there are more than `most` or
    /// some are too large.
    pub(super) fn values(self, most: i128) -> Option<Vec<Value>> {
        let (low, high) = self.bounds;
        if let Some(of) = self.divides.map(i64::abs).filter(|&of| of <= MAX_FACTORIZED) {
            let small = (1..).take_while(|divisor| divisor * divisor <= of);
            let divisors = small.filter(|divisor| of % divisor == 0);
            let all = divisors.flat_map(|divisor| [divisor, of / divisor]);
            let all = all.flat_map(|divisor| [divisor, -divisor]);
            let values = all.filter(|&number| self.admits(number));
            return values.map(|number| Value::try_from(number).ok()).collect();
        }
        let ends = Value::try_from(low).ok().zip(Value::try_from(high).ok());
        let (first, last) = ends.filter(|_| high - low < most)?;
        Some((first..=last).collect())
    }
}

impl Lowering<'_> {
    /// Records the conditions that follow if the relation holds between two expressions.
    pub(super) fn note_wanted(&mut self, relation: Comparison, first: &Expr, second: &Expr) {
        let both = self.model.bounds(first).zip(self.model.bounds(second));
        let Some((one, other)) = both else { return };
        let below = |bounds: Bounds, end: i128| (bounds.0, bounds.1.min(end));
        let above = |bounds: Bounds, end: i128| (bounds.0.max(end), bounds.1);
        let (one, other) = match relation {
            Comparison::Equal => {
                let common = below(above(one, other.0), other.1);
                (common, common)
            }
            Comparison::AtMost => (below(one, other.1), above(other, one.0)),
            Comparison::Less => (below(one, other.1 - 1), above(other, one.0 + 1)),
            Comparison::AtLeast => (above(one, other.0), below(other, one.1)),
            Comparison::Greater => (above(one, other.0 + 1), below(other, one.1 - 1)),
            Comparison::Different => return,
        };
        for (expr, bounds) in [(first, one), (second, other)] {
            let fixed = (bounds.0 == bounds.1).then_some(bounds.0);
            let divides = fixed.and_then(|number| i64::try_from(number).ok());
            let divides = divides.filter(|&number| number != 0);
            self.want(expr, Wanted { bounds, divides });
        }
    }

    /// Records the conditions that follow if an expression is between two numbers.
    pub(super) fn note_between(&mut self, expr: &Expr, low: i64, high: i64) {
        let is_known = matches!(expr, Expr::Apply(_, args) if args.iter().all(is_plain));
        if let Some(own) = self.model.bounds(expr).filter(|_| !is_known) {
            let bounds = (own.0.max(low.into()), own.1.min(high.into()));
            self.want(expr, Wanted { bounds, divides: None });
        }
    }

    /// Transfers the condition on an expression to a simpler equivalent, and returns that.
    pub(super) fn same_wanted(&mut self, expr: &Expr, simpler: Expr) -> Expr {
        if let Some(&wanted) = self.wanted.get(expr) {
            self.wanted.insert(simpler.clone(), wanted);
        }
        simpler
    }

    fn want(&mut self, expr: &Expr, wanted: Wanted) {
        let Expr::Apply(operator, args) = expr else { return };
        self.wanted.insert(expr.clone(), wanted);
        match (operator, &args[..]) {
            (Operator::Mul, [args @ .., last]) if !args.is_empty() => {
                let rest = match args {
                    [one] => one.clone(),
                    _ => Expr::Apply(Operator::Mul, args.to_vec()),
                };
                if let Some(wanted) = self.factor(&rest, last, wanted) {
                    self.want(&rest, wanted);
                }
                if let Some(wanted) = self.factor(last, &rest, wanted) {
                    self.want(last, wanted);
                }
            }
            (Operator::Add, _) => self.want_terms(args, &[1], wanted.bounds),
            (Operator::Sub, [_, _]) => self.want_terms(args, &[1, -1], wanted.bounds),
            (Operator::Neg, [_]) => self.want_terms(args, &[-1], wanted.bounds),
            _ => {}
        }
    }

    /// The conditions on the terms of a sum that is between these bounds. The signs repeat.
    fn want_terms(&mut self, terms: &[Expr], signs: &[i128], (low, high): Bounds) {
        let signed = |(low, high): Bounds, sign| if sign < 0 { (-high, -low) } else { (low, high) };
        let bounds = terms.iter().zip(signs.iter().cycle());
        let bounds =
            bounds.map(|(term, &sign)| Some((signed(self.model.bounds(term)?, sign), sign)));
        let Some(bounds) = bounds.collect::<Option<Vec<(Bounds, i128)>>>() else { return };
        let total = |end: fn(Bounds) -> i128| bounds.iter().map(|one| end(one.0)).sum::<i128>();
        let (least, most) = (total(|bounds| bounds.0), total(|bounds| bounds.1));
        for (term, (own, sign)) in terms.iter().zip(bounds).filter(|(term, _)| !is_plain(term)) {
            // What the others add is at least `least - own.0`, and at most `most - own.1`.
            let left = (own.0.max(low - (most - own.1)), own.1.min(high - (least - own.0)));
            self.want(term, Wanted { bounds: signed(left, sign), divides: None });
        }
    }

    /// The condition on a factor that follows from the one on the product with the other factor.
    fn factor(&self, factor: &Expr, other: &Expr, product: Wanted) -> Option<Wanted> {
        let (own, other) = (self.model.bounds(factor)?, self.model.bounds(other)?);
        let (mut low, mut high) = own;
        if other.0 >= 1 && product.bounds.1 >= 0 {
            high = high.min(product.bounds.1 / other.0);
        }
        if other.0 >= 1 && product.bounds.0 <= 0 {
            low = low.max(product.bounds.0 / other.0);
        }
        Some(Wanted { bounds: (low, high), divides: product.divides })
    }
}

/// Whether an expression is a number, or a variable times a number at most: its domain is known.
fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Apply(Operator::Mul, args) => {
            matches!(
                args[..],
                [Expr::Number(_), Expr::Variable(_)] | [Expr::Variable(_), Expr::Number(_)]
            )
        }
        Expr::Apply(..) => false,
        _ => true,
    }
}
