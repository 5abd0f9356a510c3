//! Weighted sums of literals, with numbers of any size.

use num_bigint::{BigInt, BigUint, Sign};

use crate::Comparison;
use crate::expression::{Expr, Operator};
use crate::tree::{Condition, Constraint};
use crate::zero_one::literal;

/// The most bits of the numbers in a model.
const MAX_BITS: u64 = 62;

/// Weights with their products of literals, and a constant.
#[derive(Default)]
pub(super) struct Sum {
    terms: Vec<Expr>,
    weights: Vec<BigInt>,
    constant: BigInt,
}

impl Sum {
    /// Adds a weighted product of literals, each given as a variable and whether it is negated.
    pub(super) fn add(&mut self, weight: BigInt, mut literals: Vec<(Expr, bool)>) {
        let (term, weight) = match literals.pop() {
            Some((variable, false)) if literals.is_empty() => (variable, weight),
            // w·(1 - x)
            Some((variable, true)) if literals.is_empty() => {
                self.constant += &weight;
                (variable, -weight)
            }
            last => {
                let factors = literals.into_iter().chain(last);
                let factors = factors.map(|(variable, is_negated)| literal(variable, is_negated));
                (Expr::Apply(Operator::And, factors.collect()), weight)
            }
        };
        self.terms.push(term);
        self.weights.push(weight);
    }

    /// The sum as an expression; `None` if it can be too large.
    pub(super) fn expr(self) -> Option<Expr> {
        fits(&self.weights, &self.constant).then_some(())?;
        let mut parts = Vec::with_capacity(self.terms.len() + 1);
        for (weight, term) in self.weights.iter().zip(self.terms) {
            parts.push(Expr::two(Operator::Mul, Expr::Number(weight.try_into().ok()?), term));
        }
        if self.constant.sign() != Sign::NoSign || parts.is_empty() {
            parts.push(Expr::Number(self.constant.try_into().ok()?));
        }
        Some(Expr::Apply(Operator::Add, parts))
    }

    /// The constraint that the relation holds between the sum and the bound. If numbers are too large,
    /// looks for an equivalent constraint with smaller ones; returns `None` if there is none.
    pub(super) fn compared(mut self, relation: Comparison, bound: BigInt) -> Option<Constraint> {
        let mut bound = bound - std::mem::take(&mut self.constant);
        if self.terms.is_empty() || !fits(&self.weights, &bound) {
            // Negating both sides turns "at most" into "at least".
            let negate = |numbers: &mut Vec<BigInt>, bound: &mut BigInt| {
                numbers.iter_mut().chain([bound]).for_each(|number| *number *= -1);
            };
            let is_most = relation == Comparison::AtMost;
            if is_most {
                negate(&mut self.weights, &mut bound);
            }
            let truth = match relation {
                Comparison::Equal => simplify_equal(&mut self.weights, &mut bound),
                _ => simplify_least(&mut self.weights, &mut bound),
            };
            if is_most {
                negate(&mut self.weights, &mut bound);
            }
            if let Some(truth) = truth {
                return Some(Constraint::Intension(Expr::Number(truth.into())));
            }
            fits(&self.weights, &bound).then_some(())?;
        }
        let weights = self.weights.iter().map(|weight| weight.try_into().ok().map(Expr::Number));
        Some(Constraint::Sum {
            terms: self.terms,
            weights: weights.collect::<Option<_>>()?,
            condition: Condition::Compare(relation, Expr::Number(bound.try_into().ok()?)),
        })
    }
}

/// Whether the sum of the magnitudes and the other number fit.
fn fits(weights: &[BigInt], other: &BigInt) -> bool {
    let sum: BigUint = weights.iter().map(BigInt::magnitude).sum();
    sum.bits().max(other.bits()) <= MAX_BITS
}

/// The least and the greatest value of the sum.
fn range(weights: &[BigInt]) -> (BigInt, BigInt) {
    let (low, high): (Vec<&BigInt>, Vec<&BigInt>) =
        weights.iter().partition(|weight| weight.sign() == Sign::Minus);
    (low.into_iter().sum(), high.into_iter().sum())
}

/// Divides the weights by their common divisor, and reduces weights that suffice by themselves to what
/// is needed. Returns the truth of a constraint that always or never holds.
fn simplify_least(weights: &mut [BigInt], bound: &mut BigInt) -> Option<bool> {
    let (low, high) = range(weights);
    if *bound <= low || *bound > high {
        return Some(*bound <= low);
    }
    // With literals of negative weight negated, the magnitudes must reach this sum.
    let mut enough = &*bound - low;
    loop {
        let divisor = common_divisor(weights);
        enough = (enough + &divisor - 1) / &divisor;
        let mut is_changed = divisor != BigInt::from(1);
        for weight in &mut *weights {
            *weight /= &divisor;
            if *weight.magnitude() > *enough.magnitude() {
                *weight = BigInt::from_biguint(weight.sign(), enough.magnitude().clone());
                is_changed = true;
            }
        }
        // Reducing weights may make a larger common divisor possible.
        if !is_changed {
            break;
        }
    }
    *bound = enough + range(weights).0;
    None
}

/// Divides all numbers by the common divisor of the weights. Returns the truth of a constraint that
/// always or never holds.
fn simplify_equal(weights: &mut [BigInt], bound: &mut BigInt) -> Option<bool> {
    let (low, high) = range(weights);
    if *bound < low || *bound > high || low == high {
        return Some(*bound == low);
    }
    let divisor = common_divisor(weights);
    if (&*bound % &divisor).sign() != Sign::NoSign {
        return Some(false);
    }
    weights.iter_mut().chain([bound]).for_each(|number| *number /= &divisor);
    None
}

/// The greatest common divisor. Not all numbers may be 0.
fn common_divisor(numbers: &[BigInt]) -> BigInt {
    let divisor = numbers.iter().fold(BigUint::ZERO, |mut one, number| {
        let mut other = number.magnitude().clone();
        while other != BigUint::ZERO {
            one %= &other;
            std::mem::swap(&mut one, &mut other);
        }
        one
    });
    divisor.into()
}
