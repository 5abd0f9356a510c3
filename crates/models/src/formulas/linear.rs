//! Weighted sums of expressions.

use std::collections::HashMap;

use crate::tree::{Comparison, Condition, Constraint};
use crate::{Expr, Operator};

/// A weighted sum of different expressions that are no sums themselves, and a constant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Linear {
    terms: Vec<(Expr, i64)>,
    /// The position of each term.
    places: HashMap<Expr, usize>,
    constant: i64,
}

impl Linear {
    /// An expression as a sum; `None` if a number gets too large.
    pub(crate) fn of(expr: &Expr) -> Option<Linear> {
        let mut sum = Linear::default();
        sum.add(expr, 1)?;
        Some(sum)
    }

    pub(crate) fn of_number(constant: i64) -> Linear {
        Linear { constant, ..Linear::default() }
    }

    pub(crate) fn constant(&self) -> i64 {
        self.constant
    }

    /// The number of terms.
    pub(crate) fn len(&self) -> usize {
        self.terms().count()
    }

    /// Adds a sum times a weight; `None` if a number gets too large.
    pub(crate) fn add_sum(&mut self, other: &Linear, weight: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(weight)?)?;
        self.add_terms(other, weight)
    }

    /// The same without the constant.
    pub(crate) fn add_terms(&mut self, other: &Linear, weight: i64) -> Option<()> {
        other.terms().try_for_each(|(term, times)| self.add_term(term, times.checked_mul(weight)?))
    }

    /// The sum that is 0 exactly if the constraint holds; `None` if it is no equation.
    pub(crate) fn of_equation(constraint: &Constraint) -> Option<Linear> {
        let mut sum = Linear::default();
        match constraint {
            Constraint::Intension(Expr::Apply(Operator::Eq, sides)) => {
                let [left, right] = &sides[..] else { return None };
                sum.add(left, 1)?;
                sum.add(right, -1)?;
            }
            Constraint::Sum { terms, weights, condition } => {
                let Condition::Compare(Comparison::Equal, right) = condition else { return None };
                for (term, weight) in terms.iter().zip(weights) {
                    match weight {
                        Expr::Number(weight) => sum.add(term, *weight)?,
                        _ => sum.add(&Expr::two(Operator::Mul, weight.clone(), term.clone()), 1)?,
                    }
                }
                sum.add(right, -1)?;
            }
            _ => return None,
        }
        Some(sum)
    }

    /// The terms. One with the weight 0 is left out, unless it may have no value.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &(Expr, i64)> {
        self.terms.iter().filter(|(expr, weight)| *weight != 0 || expr.is_partial())
    }

    /// What the variable equals if the sum is 0, which the rest of the sum must not mention; `None` unless its weight is
    /// 1 or -1.
    pub(super) fn solved_for(mut self, variable: usize) -> Option<Expr> {
        let at = *self.places.get(&Expr::Variable(variable))?;
        let weight = std::mem::take(&mut self.terms[at].1);
        match weight {
            -1 => {}
            1 => {
                for number in
                    self.terms.iter_mut().map(|(_, weight)| weight).chain([&mut self.constant])
                {
                    *number = number.checked_neg()?;
                }
            }
            _ => return None,
        }
        Some(self.expr())
    }

    /// The sum as an expression.
    pub(crate) fn expr(&self) -> Expr {
        let mut list: Vec<Expr> = Vec::with_capacity(self.terms.len() + 1);
        list.extend(self.terms().map(|(expr, weight)| match weight {
            1 => expr.clone(),
            weight => Expr::two(Operator::Mul, Expr::Number(*weight), expr.clone()),
        }));
        if self.constant != 0 || list.is_empty() {
            list.push(Expr::Number(self.constant));
        }
        match list.len() {
            1 => list.remove(0),
            _ => Expr::Apply(Operator::Add, list),
        }
    }

    /// Adds an expression times a weight; `None` if a number gets too large.
    pub(crate) fn add(&mut self, expr: &Expr, weight: i64) -> Option<()> {
        match expr {
            Expr::Number(number) => {
                self.constant = self.constant.checked_add(number.checked_mul(weight)?)?;
                Some(())
            }
            Expr::Apply(Operator::Add, args) => {
                args.iter().try_for_each(|arg| self.add(arg, weight))
            }
            Expr::Apply(Operator::Sub, args) => {
                self.add(&args[0], weight)?;
                self.add(&args[1], weight.checked_neg()?)
            }
            Expr::Apply(Operator::Neg, args) => self.add(&args[0], weight.checked_neg()?),
            Expr::Apply(Operator::Mul, args) => {
                let mut others = args.iter().filter(|arg| !matches!(arg, Expr::Number(_)));
                match (others.next(), others.next()) {
                    (Some(other), None) => {
                        let mut numbers = args.iter().filter_map(|arg| match arg {
                            Expr::Number(number) => Some(*number),
                            _ => None,
                        });
                        let weight = numbers.try_fold(weight, i64::checked_mul)?;
                        self.add(other, weight)
                    }
                    _ => self.add_term(expr, weight),
                }
            }
            _ => self.add_term(expr, weight),
        }
    }

    fn add_term(&mut self, expr: &Expr, weight: i64) -> Option<()> {
        match self.places.get(expr) {
            Some(&at) => {
                let total = &mut self.terms[at].1;
                *total = total.checked_add(weight)?;
            }
            None => {
                self.places.insert(expr.clone(), self.terms.len());
                self.terms.push((expr.clone(), weight));
            }
        }
        Some(())
    }
}
