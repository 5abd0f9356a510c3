//! Which expressions can have a variable.

use super::super::arithmetic::{MAX_COMBINATIONS, has_weight};
use super::super::logic::is_linear;
use super::super::{Lowering, MAX_VALUES};
use crate::{Expr, Operator};
use cnfetti_core::csp::Value;

impl Lowering<'_> {
    /// Whether an expression can have a variable, and whatever it is computed from.
    pub(in super::super) fn fits(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Number(number) | Expr::Word(number) => Value::try_from(*number).is_ok(),
            Expr::Variable(_) => true,
            _ if self.known.contains_key(expr) => true,
            Expr::Apply(operator, _) if operator.is_logical() => true,
            Expr::Apply(Operator::Mul, args) if args.len() > 2 && !has_weight(args) => {
                // It is computed factor by factor.
                let (last, others) = args.split_last().expect("there are several");
                let others = Expr::Apply(Operator::Mul, others.to_vec());
                self.fits(&others) && self.fits(last) && self.has_few(expr)
            }
            Expr::Apply(_, args) => {
                self.has_few(expr) && (is_linear(expr) || args.iter().all(|arg| self.fits(arg)))
            }
        }
    }

    /// Whether the values of an expression can be listed.
    fn has_few(&self, expr: &Expr) -> bool {
        let is_value = |end: i128| Value::try_from(end).is_ok();
        let has_few_rows = || {
            // All values of an expression over one variable are computed.
            let rows = match self.scope_of(expr)[..] {
                [variable] => self.model.variables[variable].domain.len() as i128,
                _ => self.rows(expr),
            };
            rows <= MAX_COMBINATIONS as i128
        };
        let has_few = |(low, high): (i128, i128)| {
            is_value(low) && is_value(high) && (high - low < MAX_VALUES || has_few_rows())
        };
        self.model.bounds(expr).is_some_and(has_few)
            || self.wanted.get(expr).is_some_and(|wanted| {
                (wanted.is_short() && has_few_rows()) || wanted.values(MAX_VALUES).is_some()
            })
    }

    /// The number of values of an expression is at most this.
    fn rows(&self, expr: &Expr) -> i128 {
        match expr {
            Expr::Number(_) | Expr::Word(_) => 1,
            Expr::Variable(variable) => self.model.variables[*variable].domain.len() as i128,
            Expr::Apply(operator, _) if operator.is_logical() => 2,
            Expr::Apply(_, args) => {
                let rows = args.iter().map(|arg| self.rows(arg)).fold(1, i128::saturating_mul);
                let width = self.model.bounds(expr).map(|(low, high)| high - low + 1);
                width.map_or(rows, |width| width.min(rows))
            }
        }
    }
}
