//! Floats that follow from integers, such as an average or a cost with decimals.
//!
//! Such a float is a fraction whose denominator is known, its *unit*: in `f = 0.5·x + 0.25·y`, it is 4. In the model,
//! the variable `f` stands for the integer `4·f`, and the constraints on floats become constraints on integers: everything
//! is multiplied by the common denominator. Decimals are exact, as the file writes them.
//!
//! [`units`] finds the units, and [`scaled`] states the constraints.

mod scaled;
mod units;

use super::names::Names;
use super::parser::Placed;
use crate::ratio::Ratio;
use crate::tree::{Comparison, Extreme};
use crate::{Expr, Operator};
use cnfetti_input::{InputError, Span};

/// A float: a number, or a variable by its position in [`Model::variables`](crate::Model::variables).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    Number(Ratio),
    Variable(usize),
}

/// The bounds of a float in the file.
pub(super) type Limits = Option<(Ratio, Ratio)>;

/// A float variable.
pub(super) struct Declared {
    /// Its position in [`Model::variables`](crate::Model::variables).
    pub(super) variable: usize,
    pub(super) limits: Limits,
    pub(super) span: Span,
}

/// A constraint on floats.
#[derive(Debug)]
enum Rule {
    /// A weighted sum is in a relation to a number.
    Sum(ComparedSum),
    Extreme {
        extreme: Extreme,
        list: Vec<Float>,
        result: Float,
    },
    Absolute {
        of: Float,
        result: Float,
    },
    Product {
        factors: [Float; 2],
        result: Float,
    },
    /// The result is the first item whose condition is true; the last one's always is.
    Choice {
        conditions: Vec<Expr>,
        list: Vec<Float>,
        result: Float,
    },
    /// The items are numbered from 1.
    Element {
        index: Expr,
        list: Vec<Float>,
        result: Float,
    },
}

#[derive(Debug)]
struct ComparedSum {
    /// Different variables with weights other than 0.
    floats: Vec<(usize, Ratio)>,
    /// An integer that is subtracted.
    less: Option<Expr>,
    relation: Comparison,
    bound: Ratio,
    /// If the truth is a variable: it is equivalent, or implies the comparison.
    truth: Option<(Operator, Expr)>,
}

/// The relations, as they end names.
const RELATIONS: [(&str, Comparison); 4] = [
    ("eq", Comparison::Equal),
    ("ne", Comparison::Different),
    ("le", Comparison::AtMost),
    ("lt", Comparison::Less),
];

/// The floats of a file, and the constraints on them.
#[derive(Default)]
pub(super) struct Floats {
    /// Increasing by their positions.
    declared: Vec<Declared>,
    rules: Vec<(Rule, Span)>,
}

impl Floats {
    pub(super) fn declare(&mut self, variable: usize, limits: Limits, span: Span) {
        self.declared.push(Declared { variable, limits, span });
    }

    /// Adds that two floats are equal.
    pub(super) fn equate(
        &mut self,
        one: Float,
        other: Float,
        span: &Span,
    ) -> Result<(), InputError> {
        let list = [(one, Ratio::ONE), (other, Ratio::ONE.negated())];
        self.compare(&list, Comparison::Equal, None, span)
    }

    /// Adds a constraint. Returns whether it is one on floats.
    pub(super) fn add(
        &mut self,
        names: &Names<'_>,
        name: &str,
        args: &[Placed<'_>],
        span: &Span,
    ) -> Result<bool, InputError> {
        let (one, minus) = (Ratio::ONE, Ratio::ONE.negated());
        let float = |at: usize| names.float(&args[at]);
        match (name, args.len()) {
            ("int2float", 2) => {
                let less = Some(names.expr(&args[0])?);
                let sum = self.sum(&[(float(1)?, one)], Comparison::Equal, None, span)?;
                self.rules.push((Rule::Sum(ComparedSum { less, ..sum }), span.clone()));
            }
            ("float_plus", 3) => {
                let list = [(float(0)?, one), (float(1)?, one), (float(2)?, minus)];
                self.compare(&list, Comparison::Equal, None, span)?;
            }
            ("float_minus", 3) => {
                let list = [(float(0)?, one), (float(1)?, minus), (float(2)?, minus)];
                self.compare(&list, Comparison::Equal, None, span)?;
            }
            ("float_times", 3) => self.multiply([float(0)?, float(1)?], float(2)?, span)?,
            // The dividend is the product of divisor and quotient.
            ("float_div", 3) => {
                let divisor = float(1)?;
                self.compare(&[(divisor, one)], Comparison::Different, None, span)?;
                self.multiply([divisor, float(2)?], float(0)?, span)?;
            }
            ("float_abs", 2) => {
                let rule = Rule::Absolute { of: float(0)?, result: float(1)? };
                self.rules.push((rule, span.clone()));
            }
            ("float_max" | "float_min", 3) => {
                self.extreme(name, vec![float(0)?, float(1)?], float(2)?, span);
            }
            ("array_float_maximum" | "array_float_minimum", 2) => {
                let list = names.floats(&args[1])?;
                if list.is_empty() {
                    return Err(super::names::wrong(&args[1], "a list that is not empty"));
                }
                self.extreme(name, list, float(0)?, span);
            }
            ("array_float_element" | "array_var_float_element", 3) => {
                let (index, list) = (names.expr(&args[0])?, names.floats(&args[1])?);
                if list.is_empty() {
                    return Err(super::names::wrong(&args[1], "a list that is not empty"));
                }
                self.rules.push((Rule::Element { index, list, result: float(2)? }, span.clone()));
            }
            ("cnfetti_if_then_else_float", 3) => {
                let (conditions, list) = (names.list(&args[0])?, names.floats(&args[1])?);
                if conditions.last() != Some(&Expr::Number(1)) || conditions.len() != list.len() {
                    let expected = "a condition for each float, the last one `true`";
                    return Err(super::names::wrong(&args[0], expected));
                }
                let rule = Rule::Choice { conditions, list, result: float(2)? };
                self.rules.push((rule, span.clone()));
            }
            _ => return self.relate(names, name, args, span),
        }
        Ok(true)
    }

    /// Adds a relation between two floats, or between a weighted sum and a number.
    fn relate(
        &mut self,
        names: &Names<'_>,
        name: &str,
        args: &[Placed<'_>],
        span: &Span,
    ) -> Result<bool, InputError> {
        let Some(word) = name.strip_prefix("float_") else {
            return if name.contains("float") { Err(unknown(name, span)) } else { Ok(false) };
        };
        let (mut word, mut args, mut truth) = (word, args, None);
        for (suffix, operator) in [("_reif", Operator::Iff), ("_imp", Operator::Imp)] {
            if let (Some(base), Some((last, rest))) = (word.strip_suffix(suffix), args.split_last())
            {
                (word, args, truth) = (base, rest, Some((operator, last)));
            }
        }
        let of_sum = word.strip_prefix("lin_");
        let row = RELATIONS.iter().find(|(name, _)| *name == of_sum.unwrap_or(word));
        let Some((_, relation)) = row else { return Err(unknown(name, span)) };
        let list = match (of_sum, args) {
            (None, [one, other]) => {
                vec![(names.float(one)?, Ratio::ONE), (names.float(other)?, Ratio::ONE.negated())]
            }
            (Some(_), [weights, list, bound]) => {
                let (numbers, floats) = (names.floats(weights)?, names.floats(list)?);
                let numbers = numbers.into_iter().map(|weight| self.number(weight));
                let numbers = numbers.collect::<Option<Vec<Ratio>>>();
                let Some(numbers) = numbers.filter(|numbers| numbers.len() == floats.len()) else {
                    let expected = format!("{} numbers, one for each float", floats.len());
                    let place = weights.span.clone();
                    return Err(InputError::expected(place, expected, "something else"));
                };
                let mut list: Vec<(Float, Ratio)> = floats.into_iter().zip(numbers).collect();
                list.push((names.float(bound)?, Ratio::ONE.negated()));
                list
            }
            _ => return Err(unknown(name, span)),
        };
        let truth = truth.map(|(operator, truth)| Ok((operator, names.expr(truth)?)));
        self.compare(&list, *relation, truth.transpose()?, span)?;
        Ok(true)
    }

    /// The value of a number, or of a variable that can have only one.
    fn number(&self, float: Float) -> Option<Ratio> {
        match float {
            Float::Number(number) => Some(number),
            Float::Variable(variable) => {
                let at = self.declared.binary_search_by_key(&variable, |one| one.variable).ok()?;
                let (low, high) = self.declared[at].limits?;
                (low == high).then_some(low)
            }
        }
    }

    fn compare(
        &mut self,
        list: &[(Float, Ratio)],
        relation: Comparison,
        truth: Option<(Operator, Expr)>,
        span: &Span,
    ) -> Result<(), InputError> {
        let sum = self.sum(list, relation, truth, span)?;
        self.rules.push((Rule::Sum(sum), span.clone()));
        Ok(())
    }

    /// The comparison of a weighted sum with 0.
    fn sum(
        &self,
        list: &[(Float, Ratio)],
        relation: Comparison,
        truth: Option<(Operator, Expr)>,
        span: &Span,
    ) -> Result<ComparedSum, InputError> {
        let mut places = std::collections::HashMap::new();
        let (mut floats, mut constant): (Vec<(usize, Ratio)>, _) = (Vec::new(), Ratio::ZERO);
        for &(float, weight) in list {
            let place = match (self.number(float), float) {
                (Some(number), _) | (None, Float::Number(number)) => {
                    let product = number.times(weight);
                    let sum = product.and_then(|product| constant.plus(product));
                    constant = sum.ok_or_else(|| too_large(span))?;
                    continue;
                }
                (None, Float::Variable(variable)) => *places.entry(variable).or_insert_with(|| {
                    floats.push((variable, Ratio::ZERO));
                    floats.len() - 1
                }),
            };
            let sum = floats[place].1.plus(weight);
            floats[place].1 = sum.ok_or_else(|| too_large(span))?;
        }
        floats.retain(|(_, weight)| *weight != Ratio::ZERO);
        Ok(ComparedSum { floats, less: None, relation, bound: constant.negated(), truth })
    }

    fn multiply(
        &mut self,
        factors: [Float; 2],
        result: Float,
        span: &Span,
    ) -> Result<(), InputError> {
        let [one, other] = factors;
        let (number, rest) = match (self.number(one), self.number(other)) {
            (Some(number), _) => (number, other),
            (None, Some(number)) => (number, one),
            (None, None) => {
                self.rules.push((Rule::Product { factors, result }, span.clone()));
                return Ok(());
            }
        };
        let list = [(rest, number), (result, Ratio::ONE.negated())];
        self.compare(&list, Comparison::Equal, None, span)
    }

    fn extreme(&mut self, name: &str, list: Vec<Float>, result: Float, span: &Span) {
        let extreme = if name.contains("max") { Extreme::Maximum } else { Extreme::Minimum };
        self.rules.push((Rule::Extreme { extreme, list, result }, span.clone()));
    }
}

/// The error that numbers are too large, or have too many decimals.
fn too_large(span: &Span) -> InputError {
    let expected =
        "floats that are integers of at most 62 bits once multiplied by their common denominator";
    InputError::expected(span.clone(), expected, "more digits")
}

fn unknown(name: &str, span: &Span) -> InputError {
    let expected =
        "floats that follow from integers by sums, products, extrema, lists and conditions";
    InputError::expected(span.clone(), expected, format!("`{name}`"))
}
