//! Conditions on numbers that a constraint computes.

use std::collections::HashSet;

use super::arithmetic::Sum;
use super::{Done, Lowering};
use crate::tree::operator;
use crate::{Comparison, Condition, Expr, Operator};
use cnfetti_core::csp::{self, Operand, Ranges, Value, VarId};
use cnfetti_input::InputError;

impl Lowering<'_> {
    /// Posts that an expression satisfies a condition.
    pub(super) fn post_condition(&mut self, expr: &Expr, condition: &Condition) -> Done {
        match condition {
            Condition::Compare(relation, other) => {
                self.post_true(&Expr::two(operator(*relation), expr.clone(), other.clone()))
            }
            Condition::Within { intervals, inside } => {
                if let (&[(low, high)], true) = (&intervals[..], *inside) {
                    self.note_between(expr, low, high);
                }
                let mut sum = Sum::default();
                self.add_to(&mut sum, expr, 1)?;
                self.post_sum(sum, &within(intervals, *inside))
            }
        }
    }

    /// The condition as one of the CSP. Its variable is not in `scope`.
    pub(super) fn condition(
        &mut self,
        condition: &Condition,
        scope: &[VarId],
    ) -> Result<csp::Condition, InputError> {
        match condition {
            Condition::Within { intervals, inside } => {
                Ok(csp::Condition::Within(within(intervals, *inside)))
            }
            Condition::Compare(relation, expr) => match self.fixed_value(expr) {
                Some(number) => Ok(csp::Condition::Within(ranges_of(*relation, number))),
                None => {
                    let mut taken: HashSet<VarId> = scope.iter().copied().collect();
                    let variable = self.variable_not_in(expr, &mut taken)?;
                    Ok(csp::Condition::Compare(*relation, variable))
                }
            },
        }
    }

    /// The index of the first place of a list.
    pub(super) fn first_place(&self, start: i64) -> Result<Value, InputError> {
        Value::try_from(start).map_err(|_| {
            self.error(format_args!("expected a first index of at most 32 bits, found {start}"))
        })
    }

    /// The least value of an operand.
    pub(super) fn least(&self, operand: Operand) -> Value {
        match operand {
            Operand::Constant(value) => value,
            Operand::Variable(id) => self.lowered.csp.domain(id).first().copied().unwrap_or(0),
        }
    }
}

/// The numbers in these intervals, or all others.
fn within(intervals: &[(i64, i64)], inside: bool) -> Ranges {
    let ranges = Ranges::of_intervals(intervals.iter().copied());
    if inside { ranges } else { ranges.complement() }
}

/// The numbers that are in this relation to `number`.
pub(super) fn ranges_of(relation: Comparison, number: i64) -> Ranges {
    relation.with(number)
}

/// The expression `expr = value`.
pub(super) fn equals(expr: &Expr, value: i64) -> Expr {
    Expr::two(Operator::Eq, expr.clone(), Expr::Number(value))
}

/// An expression for "`expr` is one of these values".
pub(super) fn member(expr: &Expr, values: &[i64]) -> Expr {
    let values = values.iter().copied().map(Expr::Number);
    Expr::Apply(Operator::In, [expr.clone()].into_iter().chain(values).collect())
}

/// An expression for "`expr` satisfies the condition".
pub(super) fn fulfils(expr: &Expr, condition: &Condition) -> Expr {
    match condition {
        Condition::Compare(relation, other) => {
            Expr::two(operator(*relation), expr.clone(), other.clone())
        }
        Condition::Within { intervals, inside } => {
            let between = |&(low, high): &(i64, i64)| match low == high {
                true => equals(expr, low),
                false => Expr::two(
                    Operator::And,
                    Expr::two(Operator::Le, Expr::Number(low), expr.clone()),
                    Expr::two(Operator::Le, expr.clone(), Expr::Number(high)),
                ),
            };
            let some: Vec<Expr> = intervals.iter().map(between).collect();
            let some = match some.is_empty() {
                true => Expr::Number(0),
                false => Expr::Apply(Operator::Or, some),
            };
            if *inside { some } else { Expr::Apply(Operator::Not, vec![some]) }
        }
    }
}

/// Whether 0 satisfies a condition, whatever the values of variables.
pub(super) fn allows_nothing(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(relation, Expr::Number(number)) => relation.holds(0, *number),
        Condition::Compare(..) => false,
        Condition::Within { intervals, inside } => within(intervals, *inside).contains(0),
    }
}
