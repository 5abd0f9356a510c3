//! Propagation for the arguments and the result of an operation.

use itertools::Itertools;

use super::Domains;
use crate::csp::{Operand, Operation, Operator, Ranges, Terms, Value, VarId};

/// The most combinations of several arguments that are enumerated. For a single argument, all
/// values are.
const MAX_COMBINATIONS: usize = 20_000;

/// The most pairs of a product and a factor that are checked.
const MAX_PAIRS: usize = 5_000_000;

/// The smallest and the largest number, wide enough for products of values.
type Bounds = (i128, i128);

impl Domains<'_> {
    pub(super) fn operation(&mut self, operation: &Operation) {
        if let Some((terms, constant)) = operation.as_sum() {
            return self.weighted_sum(&terms, constant, &Ranges::exactly(0));
        }
        let inputs = operation.inputs();
        let sizes = inputs.iter().map(|input| self.values[input.index()].len());
        let combinations = sizes.fold(1_usize, usize::saturating_mul);
        if inputs.len() == 1 || combinations <= MAX_COMBINATIONS {
            return self.by_supports(operation, &inputs, combinations);
        }
        if let (Some(holds), &[one, other]) =
            (operation.operator.difference(), &operation.arguments[..])
        {
            self.comparison(operation.result, &holds, one, other);
        } else {
            self.by_bounds(operation);
        }
        if let (Operator::Mul, &[Operand::Variable(one), Operand::Variable(other)]) =
            (&operation.operator, &operation.arguments[..])
            && !self.empty
        {
            self.factors(one, other, operation.result);
            if !self.empty {
                self.factors(other, one, operation.result);
            }
        }
    }

    /// Each value needs a combination of arguments that supports it.
    fn by_supports(&mut self, operation: &Operation, inputs: &[VarId], combinations: usize) {
        self.work(combinations);
        let result_input = inputs.iter().position(|&input| input == operation.result);
        let mut supported: Vec<Vec<Value>> = vec![Vec::new(); inputs.len()];
        let mut results = Vec::new();
        let places = operation.arguments.iter().map(|argument| match *argument {
            Operand::Constant(number) => Err(i64::from(number)),
            Operand::Variable(id) => Ok(inputs.iter().position(|&input| input == id).unwrap_or(0)),
        });
        let places: Vec<Result<usize, i64>> = places.collect();
        let mut arguments = vec![0; places.len()];
        let domains = inputs.iter().map(|input| self.values[input.index()].iter().copied());
        let mut try_row = |row: &[Value]| {
            for (argument, place) in arguments.iter_mut().zip(&places) {
                *argument = place.map_or_else(|number| number, |at| i64::from(row[at]));
            }
            let result = operation.operator.apply(&arguments);
            let result = result.and_then(|result| Value::try_from(result).ok());
            let fits = |result: &Value| match result_input {
                Some(at) => row[at] == *result,
                None => self.has(operation.result, *result),
            };
            if let Some(result) = result.filter(fits) {
                row.iter().zip(&mut supported).for_each(|(&value, column)| column.push(value));
                results.push(result);
            }
        };
        match inputs {
            [] => try_row(&[]),
            &[input] => {
                self.values[input.index()].iter().for_each(|&value| try_row(&[value]));
            }
            _ => domains.multi_cartesian_product().for_each(|row| try_row(&row)),
        }
        for (&input, supported) in inputs.iter().zip(&mut supported) {
            self.keep_of(input, supported);
        }
        if result_input.is_none() {
            self.keep_of(operation.result, &mut results);
        }
    }

    /// The result is the truth of "the difference is in this set". Fixes it if the ranges decide
    /// that, and propagates the difference once the result is known.
    fn comparison(&mut self, result: VarId, holds: &Ranges, one: Operand, other: Operand) {
        let ends = [one, other].map(|operand| self.bounds_of(operand));
        let difference = (ends[0].0 - ends[1].1, ends[0].1 - ends[1].0);
        let within = |ranges: &Ranges, (low, high): Bounds| {
            let narrow = |end: i128| i64::try_from(end).unwrap_or_default();
            ranges.meets(narrow(low), narrow(high))
        };
        if !within(holds, difference) {
            self.retain(result, |value| value == 0);
        } else if !within(&holds.complement(), difference) {
            self.retain(result, |value| value == 1);
        }
        let Some(truth) = self.only(result).filter(|_| !self.empty) else { return };
        let within = if truth == 1 { holds.clone() } else { holds.complement() };
        let mut constant = 0;
        let mut terms = Vec::new();
        for (operand, weight) in [(one, 1), (other, -1)] {
            match operand {
                Operand::Variable(variable) => terms.push((variable, weight)),
                Operand::Constant(number) => constant += weight * i64::from(number),
            }
        }
        self.weighted_sum(&Terms::new(terms), constant, &within);
    }

    fn bounds_of(&self, operand: Operand) -> Bounds {
        match operand {
            Operand::Constant(number) => (number.into(), number.into()),
            Operand::Variable(variable) => {
                let (low, high) = self.ends(variable);
                (low.into(), high.into())
            }
        }
    }

    /// Bounds the result by the ranges of the arguments, and keeps the values of each argument that
    /// can lead to a result within its bounds.
    fn by_bounds(&mut self, operation: &Operation) {
        let operator = &operation.operator;
        let bounds =
            operation.arguments.iter().map(|&argument| self.bounds_of(argument)).collect_vec();
        let Some((low, high)) = outcome(operator, &bounds) else { return };
        let clamp = |end: i128| end.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        self.keep_between(operation.result, clamp(low), clamp(high));
        if self.empty {
            return;
        }
        let (low, high) = self.bounds_of(Operand::Variable(operation.result));
        for (at, argument) in operation.arguments.iter().enumerate() {
            let &Operand::Variable(variable) = argument else { continue };
            let mut tried = bounds.clone();
            let mut can_lead = |value: Value| {
                tried[at] = (value.into(), value.into());
                outcome(operator, &tried).is_none_or(|(from, to)| from <= high && low <= to)
            };
            let values = self.values[variable.index()].iter().copied();
            let mut kept = values.filter(|&value| can_lead(value)).collect_vec();
            self.work(kept.len());
            self.keep_of(variable, &mut kept);
            if self.empty {
                return;
            }
        }
    }

    /// A value of the factor needs a product and a value of the other factor that fit.
    fn factors(&mut self, factor: VarId, other: VarId, product: VarId) {
        let [factors, products] = [factor, product].map(|id| self.values[id.index()].len());
        if factors.saturating_mul(products) > MAX_PAIRS {
            return;
        }
        self.work(factors * products);
        let supported = |&value: &Value| {
            let factor = i64::from(value);
            self.values[product.index()].iter().any(|&product| match (factor, i64::from(product)) {
                (0, product) => product == 0,
                (factor, product) => {
                    product % factor == 0
                        && Value::try_from(product / factor)
                            .is_ok_and(|quotient| self.has(other, quotient))
                }
            })
        };
        let mut kept: Vec<Value> =
            self.values[factor.index()].iter().copied().filter(|value| supported(value)).collect();
        self.keep_of(factor, &mut kept);
    }
}

/// The range of the results for these ranges of the arguments; `None` if unknown.
fn outcome(operator: &Operator, arguments: &[Bounds]) -> Option<Bounds> {
    let magnitude = |(low, high): Bounds| low.abs().max(high.abs());
    Some(match (operator, arguments) {
        (Operator::Mul, &[a, b]) => {
            let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            let (low, high) = corners.into_iter().minmax().into_option()?;
            (low, high)
        }
        // The quotient is no further from 0 than the dividend, and is negative only if the operands
        // can be.
        (Operator::Div, &[a, b]) if a.0 >= 0 && b.0 > 0 => (a.0 / b.1, a.1 / b.0),
        (Operator::Div, &[a, _]) => (-magnitude(a), magnitude(a)),
        (Operator::Mod, &[a, b]) => {
            let most = magnitude(a).min((magnitude(b) - 1).max(0));
            (if a.0 >= 0 { 0 } else { -most }, if a.1 <= 0 { 0 } else { most })
        }
        (Operator::Dist, &[a, b]) => {
            let (low, high) = (a.0 - b.1, a.1 - b.0);
            (
                if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) },
                magnitude((low, high)),
            )
        }
        (Operator::Min, _) => {
            (arguments.iter().map(|a| a.0).min()?, arguments.iter().map(|a| a.1).min()?)
        }
        (Operator::Max, _) => {
            (arguments.iter().map(|a| a.0).max()?, arguments.iter().map(|a| a.1).max()?)
        }
        _ => return None,
    })
}
