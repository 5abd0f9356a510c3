//! Variables for expressions, and sums.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::conditions::ranges_of;
use super::operators::{simpler, stated};
use super::sums::sums;
use super::{Done, Lowering, MAX_VALUES};
use crate::tree::{Goal, Objective};
use crate::{Comparison, Expr, Operator};
use cnfetti_core::csp::{self, Linear, Operand, Operation, Ranges, Terms, Value, VarId};
use cnfetti_input::InputError;

/// The most combinations for which the values of a result are enumerated.
pub(super) const MAX_COMBINATIONS: usize = 200_000;

/// A weighted sum of variables, and a constant.
#[derive(Default)]
pub(super) struct Sum {
    terms: BTreeMap<VarId, i64>,
    constant: i64,
}

impl Sum {
    /// Adds a truth value, 0 or 1.
    pub(super) fn add(&mut self, truth: i64) {
        self.constant += truth;
    }

    /// Adds a variable with a weight; `None` if the total weight gets too large.
    pub(super) fn add_variable(&mut self, variable: VarId, weight: i64) -> Option<()> {
        let total = self.terms.entry(variable).or_default();
        *total = total.checked_add(weight)?;
        Some(())
    }

    /// Subtracts a variable that is not in the sum, with a weight.
    pub(super) fn subtract(&mut self, variable: VarId, weight: i64) {
        self.terms.insert(variable, -weight);
    }
}

impl Lowering<'_> {
    pub(super) fn too_wide(&self, expr: &Expr) -> InputError {
        let text: String = expr.text(self.model).chars().take(60).collect();
        self.error(format_args!(
            "expected expressions with at most {MAX_VALUES} values within 32 bits, found `{text}`"
        ))
    }

    /// The operand of an expression: a number, or else a variable.
    pub(super) fn operand(&mut self, expr: &Expr) -> Result<Operand, InputError> {
        match expr {
            Expr::Number(number) | Expr::Word(number) => {
                let value = Value::try_from(*number).map_err(|_| self.too_wide(expr))?;
                Ok(Operand::Constant(value))
            }
            _ => self.variable(expr).map(Operand::Variable),
        }
    }

    pub(super) fn operands(&mut self, list: &[Expr]) -> Result<Vec<Operand>, InputError> {
        list.iter().map(|expr| self.operand(expr)).collect()
    }

    /// The variable of an expression; adds it if there is none.
    pub(super) fn variable(&mut self, expr: &Expr) -> Result<VarId, InputError> {
        if let Some(&known) = self.known.get(expr) {
            return Ok(known);
        }
        match expr {
            Expr::Number(number) | Expr::Word(number) => {
                let value = Value::try_from(*number).map_err(|_| self.too_wide(expr))?;
                self.constant(value)
            }
            Expr::Variable(variable) => Ok(self.declared(*variable)),
            Expr::Apply(operator, args) => {
                if let Some(number) = self.fixed_value(expr) {
                    return self.variable(&Expr::Number(number));
                }
                match operator {
                    Operator::Add | Operator::Sub | Operator::Neg => self.sum_variable(expr),
                    Operator::Mul if has_weight(args) => self.sum_variable(expr),
                    _ if !self.fits(expr) => self.narrow(expr),
                    _ => self.result_variable(*operator, args, expr),
                }
            }
        }
    }

    /// The value of an expression without variables.
    pub(super) fn fixed_value(&self, expr: &Expr) -> Option<i64> {
        if expr.has_variable() { None } else { expr.value(&|_| 0) }
    }

    fn sum_variable(&mut self, expr: &Expr) -> Result<VarId, InputError> {
        self.poll.step().map_err(InputError::limit)?;
        let mut sum = Sum::default();
        self.add_to(&mut sum, expr, 1)?;
        let mut domains = sum.terms.iter().map(|(&variable, &weight)| -> Vec<i64> {
            let domain = self.lowered.csp.domain(variable);
            domain.iter().map(|&value| i64::from(value) * weight).collect()
        });
        let values = domains.try_fold(vec![sum.constant], |values, domain| {
            let is_few = values.len() * domain.len() <= MAX_COMBINATIONS;
            is_few.then(|| sums(&values, &domain))
        });
        let domain = match values {
            Some(values) => self.domain(values, expr)?,
            None => self.domain_within(expr)?,
        };
        let result = self.added(expr.clone(), domain);
        *sum.terms.entry(result).or_default() -= 1;
        self.post_sum(sum, &Ranges::exactly(0))?;
        Ok(result)
    }

    fn domain(
        &self,
        values: impl IntoIterator<Item = i64>,
        expr: &Expr,
    ) -> Result<Vec<Value>, InputError> {
        let values = values.into_iter().map(|value| Value::try_from(value).ok());
        values.collect::<Option<_>>().ok_or_else(|| self.too_wide(expr))
    }

    /// All values between the bounds of an expression, or those that the constraints require, if
    /// these are fewer.
    pub(super) fn domain_within(&self, expr: &Expr) -> Result<Vec<Value>, InputError> {
        let bounds = self.model.bounds(expr).filter(|(low, high)| high - low < MAX_VALUES);
        let all = bounds
            .and_then(|(low, high)| Some(Value::try_from(low).ok()?..=Value::try_from(high).ok()?));
        let few = self.wanted.get(expr).and_then(|wanted| wanted.values(MAX_VALUES));
        match (all, few) {
            (Some(all), Some(few)) if all.clone().count() <= few.len() => Ok(all.collect()),
            (_, Some(few)) => Ok(few.into_iter().collect()),
            (Some(all), None) => Ok(all.collect()),
            (None, None) => Err(self.too_wide(expr)),
        }
    }

    /// Adds a variable for the result of an operator.
    fn result_variable(
        &mut self,
        operator: Operator,
        args: &[Expr],
        expr: &Expr,
    ) -> Result<VarId, InputError> {
        if self.compares_sums(operator, args) {
            let result = self.added(expr.clone(), [0, 1]);
            self.post_inequality(operator, args, result)?;
            return Ok(result);
        }
        if let Some(parts) = self.inequalities(operator, args) {
            let variable = self.variable(&parts)?;
            self.known.insert(expr.clone(), variable);
            return Ok(variable);
        }
        let Some((operator, args)) = stated(operator, args) else {
            let simpler = self.same_wanted(expr, simpler(operator, args));
            let variable = self.variable(&simpler)?;
            self.known.insert(expr.clone(), variable);
            return Ok(variable);
        };
        self.poll.step().map_err(InputError::limit)?;
        let arguments = self.operands(&args)?;
        let domain = match self.values_of_one(expr) {
            Some(domain) => domain,
            None => self.result_domain(&operator, &arguments, expr)?,
        };
        let result = self.added(expr.clone(), domain);
        self.post(Operation { operator, arguments, result })?;
        Ok(result)
    }

    /// All values of an expression over one variable, if there are few. Enumerates the variable's
    /// values, because separate domains of the subexpressions would allow impossible combinations.
    fn values_of_one(&self, expr: &Expr) -> Option<Vec<Value>> {
        let [variable] = self.scope_of(expr)[..] else { return None };
        let domain = &self.model.variables[variable].domain;
        if domain.len() > MAX_COMBINATIONS {
            return None;
        }
        let values = domain.iter().filter_map(|&value| expr.value(&|_| value.into()));
        values.map(|value| Value::try_from(value).ok()).collect()
    }

    fn result_domain(
        &self,
        operator: &csp::Operator,
        arguments: &[Operand],
        expr: &Expr,
    ) -> Result<Vec<Value>, InputError> {
        if operator.is_statement() {
            return Ok(vec![0, 1]);
        }
        let domains = arguments.iter().map(|argument| match *argument {
            Operand::Constant(value) => vec![value],
            Operand::Variable(variable) => self.lowered.csp.domain(variable).to_vec(),
        });
        let domains: Vec<Vec<Value>> = domains.collect();
        let combinations =
            domains.iter().fold(1_usize, |product, domain| product.saturating_mul(domain.len()));
        if combinations > MAX_COMBINATIONS {
            return self.domain_within(expr);
        }
        let rows = domains.into_iter().multi_cartesian_product();
        let results = rows.filter_map(|row| {
            operator.apply(&row.into_iter().map(i64::from).collect::<Vec<i64>>())
        });
        let mut results: BTreeSet<i64> = results.collect();
        let is_value = |number: &i64| Value::try_from(*number).is_ok();
        if let Some(wanted) = self.wanted.get(expr).filter(|_| !results.iter().all(is_value)) {
            results.retain(|&number| wanted.admits(number));
        }
        self.domain(results, expr)
    }

    /// Adds an expression times a weight to a sum.
    pub(super) fn add_to(&mut self, sum: &mut Sum, expr: &Expr, weight: i64) -> Done {
        match expr {
            Expr::Number(number) | Expr::Word(number) => {
                let product = number.checked_mul(weight);
                let total = product.and_then(|product| sum.constant.checked_add(product));
                sum.constant = total.ok_or_else(|| self.too_wide(expr))?;
                Ok(())
            }
            Expr::Apply(Operator::Add, args) => {
                args.iter().try_for_each(|arg| self.add_to(sum, arg, weight))
            }
            Expr::Apply(Operator::Sub, args) => {
                self.add_to(sum, &args[0], weight)?;
                self.add_to(sum, &args[1], -weight)
            }
            Expr::Apply(Operator::Neg, args) => self.add_to(sum, &args[0], -weight),
            Expr::Apply(Operator::Mul, args) if has_weight(args) => {
                let (mut weight, mut other) = (weight, Expr::Number(1));
                for arg in args {
                    match arg {
                        Expr::Number(number) => {
                            let product = weight.checked_mul(*number);
                            weight = product.ok_or_else(|| self.too_wide(expr))?;
                        }
                        _ => other = arg.clone(),
                    }
                }
                self.add_to(sum, &other, weight)
            }
            _ if !self.fits(expr) => {
                let parts = self.spread(expr)?.expr();
                self.add_to(sum, &parts, weight)
            }
            _ => {
                let variable = self.variable(expr)?;
                sum.add_variable(variable, weight).ok_or_else(|| self.too_wide(expr))
            }
        }
    }

    /// The least and the greatest value that the domains allow a sum; `None` if these are too large.
    pub(super) fn range(&self, sum: &Sum) -> Option<(i64, i64)> {
        const MOST: i64 = 1 << 60;
        let start = Some((sum.constant, sum.constant));
        let range = sum.terms.iter().fold(start, |range, (&variable, &weight)| {
            // Without any value, there is no solution, and any bounds will do.
            let domain = self.lowered.csp.domain(variable);
            let end = |end: Option<&Value>| {
                i64::from(end.copied().unwrap_or_default()).checked_mul(weight)
            };
            let (one, other) = (end(domain.first())?, end(domain.last())?);
            let (low, high) = range?;
            Some((low.checked_add(one.min(other))?, high.checked_add(one.max(other))?))
        });
        range.filter(|&(low, high)| -MOST <= low && high <= MOST)
    }

    /// Posts that the value of a sum is in the set.
    pub(super) fn post_sum(&mut self, mut sum: Sum, within: &Ranges) -> Done {
        sum.terms.retain(|_, weight| *weight != 0);
        let within = shifted(within, sum.constant);
        if sum.terms.is_empty() {
            return if within.contains(0) { Ok(()) } else { self.post_false() };
        }
        self.post(Linear { terms: Terms::new(sum.terms), within })
    }

    /// States the objective.
    pub(super) fn state_objective(&mut self, objective: &Objective) -> Done {
        let mut sum = Sum::default();
        match &objective.goal {
            Goal::DistinctCount(list) => {
                sum.terms.insert(self.number_of_values(list)?, 1);
            }
            Goal::Value(expr) => {
                self.add_to(&mut sum, expr, 1)?;
                if sum.constant != 0 {
                    // The reported value includes the constant, so that is a term too.
                    let one = self.constant(1)?;
                    *sum.terms.entry(one).or_default() += sum.constant;
                }
            }
        }
        let objective = csp::Objective { terms: Terms::new(sum.terms), sense: objective.sense };
        self.lowered.csp.optimize(objective).map_err(|error| self.error(error))
    }

    /// Posts that the relation holds between two expressions.
    pub(super) fn post_relation(
        &mut self,
        relation: Comparison,
        first: &Expr,
        second: &Expr,
    ) -> Done {
        let mut sum = Sum::default();
        self.add_to(&mut sum, first, 1)?;
        self.add_to(&mut sum, second, -1)?;
        self.post_sum(sum, &ranges_of(relation, 0))
    }
}

/// The numbers that are in the ranges once the constant is added.
fn shifted(ranges: &Ranges, constant: i64) -> Ranges {
    let shift = |end: i64| match end {
        i64::MIN | i64::MAX => end,
        _ => end.saturating_sub(constant),
    };
    Ranges::of_intervals(ranges.intervals().iter().map(|&(low, high)| (shift(low), shift(high))))
}

/// Whether a product consists of numbers and at most one other factor.
pub(super) fn has_weight(args: &[Expr]) -> bool {
    let others = args.iter().filter(|arg| !matches!(arg, Expr::Number(_))).count();
    others == 0 || others == 1 && args.len() > 1
}
