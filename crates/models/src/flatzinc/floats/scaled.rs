//! Constraints on floats as constraints on integers, multiplied by the common denominator.

use std::collections::{BTreeSet, HashMap};

use super::units::Units;
use super::{ComparedSum, Declared, Float, Floats, Rule, too_large};
use crate::ratio::{Ratio, common_multiple, gcd};
use crate::tree::{self, Comparison, Condition, Constraint, Element, Model, Posted, Rank};
use crate::{Expr, Operator};
use cnfetti_core::csp::Value;
use cnfetti_input::InputError;

/// Bounds of floats further from 0 than this are no bounds: sums have at most as many bits.
const FAR: i128 = 1 << 62;

/// The least and the greatest value of a float, multiplied by its unit; `None` if the file gives none.
pub(in crate::flatzinc) type Ends = Option<(i64, i64)>;

impl Floats {
    /// Gives each float its unit, and posts the constraints. Calls `close` with each float and its bounds.
    ///
    /// # Errors
    ///
    /// A float does not follow from integers, or a number is too large.
    pub(in crate::flatzinc) fn state(
        &self,
        model: &mut Model,
        mut close: impl FnMut(&Declared, Ends),
    ) -> Result<(), InputError> {
        let units = Units::new(self, |variable| model.variables[variable].name.clone())?;
        let items = self.items(&units);
        for declared in &self.declared {
            let Some(unit) = units.get(declared.variable) else { continue };
            let ends = declared.ends(unit);
            let variable = &mut model.variables[declared.variable];
            variable.unit = Some(unit);
            match items.get(&declared.variable) {
                Some(items) => {
                    let (low, high) = ends.unwrap_or((i64::MIN, i64::MAX));
                    let inside = items.iter().filter(|item| (low..=high).contains(item));
                    let values = inside.map(|&item| Value::try_from(item).ok());
                    let values = values.collect::<Option<BTreeSet<Value>>>();
                    let values = values.ok_or_else(|| too_large(&declared.span))?;
                    variable.domain = values.into_iter().collect();
                }
                None => close(declared, ends),
            }
        }
        for (rule, span) in &self.rules {
            let constraint = rule.stated(&units).ok_or_else(|| too_large(span))?;
            model.constraints.push(Posted::rule(constraint, None, span.clone()));
        }
        Ok(())
    }

    /// The values of the results that are items of lists of numbers, times their units. Their bounds would leave too many.
    fn items(&self, units: &Units) -> HashMap<usize, Vec<i64>> {
        let mut items = HashMap::new();
        for (rule, _) in &self.rules {
            let Rule::Element { list, result: Float::Variable(result), .. } = rule else {
                continue;
            };
            let unit = units.get(*result).map(Ratio::whole);
            let item = |item: &Float| match item {
                Float::Number(number) => Some(number.times(unit?)?),
                Float::Variable(_) => None,
            };
            let Some(values) = list.iter().map(item).collect::<Option<Vec<Ratio>>>() else {
                continue;
            };
            let whole = values.into_iter().filter(|value| value.is_whole());
            let whole = whole.map(|value| i64::try_from(value.numerator).ok()).collect();
            if let Some(whole) = whole {
                items.insert(*result, whole);
            }
        }
        items
    }
}

impl Declared {
    fn ends(&self, unit: i64) -> Ends {
        let (low, high) = self.limits?;
        let times = |bound: Ratio| bound.times(Ratio::whole(unit));
        let far = |bound: Ratio| if bound.numerator < 0 { -FAR } else { FAR };
        let low = times(low).map_or_else(|| far(low), Ratio::ceil).clamp(-FAR, FAR);
        let high = times(high).map_or_else(|| far(high), Ratio::floor).clamp(-FAR, FAR);
        Some((low as i64, high as i64))
    }
}

impl ComparedSum {
    /// The comparison of integers, in lowest terms; `None` if a number is too large.
    fn stated(&self, units: &Units) -> Option<Constraint> {
        let (mut terms, mut weights) = (Vec::new(), Vec::new());
        for &(variable, weight) in &self.floats {
            terms.push(Expr::Variable(variable));
            weights.push(weight.over(Ratio::whole(units.get(variable)?))?);
        }
        if let Some(less) = &self.less {
            terms.push(less.clone());
            weights.push(Ratio::ONE.negated());
        }
        let unit =
            weights.iter().try_fold(1, |unit, weight| common_multiple(unit, weight.denominator))?;
        let times = |weight: &Ratio| weight.numerator.checked_mul(unit / weight.denominator);
        let mut whole = weights.iter().map(times).collect::<Option<Vec<i128>>>()?;
        let common = whole.iter().fold(0, |common, weight| gcd(common, weight.abs())).max(1);
        whole.iter_mut().for_each(|weight| *weight /= common);
        let bound = self.bound.times(Ratio::of(unit, common)?)?;
        let (relation, bound) = match self.relation {
            Comparison::Less => (Comparison::AtMost, bound.ceil() - 1),
            Comparison::AtMost => (Comparison::AtMost, bound.floor()),
            // A sum of integers is never a fraction.
            relation if !bound.is_whole() => return self.always(relation == Comparison::Different),
            relation => (relation, bound.floor()),
        };
        if terms.is_empty() {
            return self.always(relation.holds(0, i64::try_from(bound).ok()?));
        }
        let weights: Vec<Expr> = whole
            .into_iter()
            .map(|weight| Some(Expr::Number(i64::try_from(weight).ok()?)))
            .collect::<Option<_>>()?;
        let bound = Expr::Number(i64::try_from(bound).ok()?);
        Some(match &self.truth {
            None => {
                let condition = Condition::Compare(relation, bound);
                Constraint::Sum { terms, weights, condition }
            }
            Some((operator, truth)) => {
                let products = weights.into_iter().zip(terms);
                let mut products: Vec<Expr> = products
                    .map(|(weight, term)| match weight {
                        Expr::Number(1) => term,
                        weight => Expr::two(Operator::Mul, weight, term),
                    })
                    .collect();
                let sum = match products.len() {
                    1 => products.remove(0),
                    _ => Expr::Apply(Operator::Add, products),
                };
                let holds = Expr::two(tree::operator(relation), sum, bound);
                Constraint::Intension(Expr::two(*operator, truth.clone(), holds))
            }
        })
    }

    /// The constraint if the comparison always has this truth.
    fn always(&self, holds: bool) -> Option<Constraint> {
        let holds = Expr::Number(holds.into());
        Some(Constraint::Intension(match &self.truth {
            None => holds,
            Some((operator, truth)) => Expr::two(*operator, truth.clone(), holds),
        }))
    }
}

impl Rule {
    /// The constraint on integers; `None` if a number is too large.
    fn stated(&self, units: &Units) -> Option<Constraint> {
        let equals = |result: Expr| Condition::Compare(Comparison::Equal, result);
        Some(match self {
            Rule::Sum(sum) => sum.stated(units)?,
            Rule::Absolute { of, result } => {
                let unit = units.common([*of, *result])??;
                let absolute = Expr::Apply(Operator::Abs, vec![scaled(*of, unit, units)?]);
                equal(scaled(*result, unit, units)?, absolute)
            }
            Rule::Product { factors: [one, other], result } => {
                let own = units.of(*one)?.checked_mul(units.of(*other)?)?;
                let unit = common_multiple(own, units.of(*result)?)?;
                let mut factors = vec![
                    scaled(*one, units.of(*one)?, units)?,
                    scaled(*other, units.of(*other)?, units)?,
                ];
                if unit > own {
                    factors.insert(0, Expr::Number(i64::try_from(unit / own).ok()?));
                }
                equal(scaled(*result, unit, units)?, Expr::Apply(Operator::Mul, factors))
            }
            Rule::Extreme { extreme, list, result } => {
                let unit = units.common(list.iter().chain([result]).copied())??;
                Constraint::Extreme {
                    extreme: *extreme,
                    list: all_scaled(list, unit, units)?,
                    condition: equals(scaled(*result, unit, units)?),
                }
            }
            Rule::Choice { conditions, list, result } => {
                let unit = units.common(list.iter().chain([result]).copied())??;
                let mut items = conditions.iter().zip(all_scaled(list, unit, units)?).rev();
                let (_, last) = items.next()?;
                let chosen = items.fold(last, |rest, (condition, item)| {
                    Expr::Apply(Operator::If, vec![condition.clone(), item, rest])
                });
                equal(scaled(*result, unit, units)?, chosen)
            }
            Rule::Element { index, list, result } => {
                let unit = units.common(list.iter().chain([result]).copied())??;
                let (index, list) = (index.clone(), all_scaled(list, unit, units)?);
                let element = Element::List { list, start: 1, index, rank: Rank::Any };
                Constraint::Element { element, condition: equals(scaled(*result, unit, units)?) }
            }
        })
    }
}

fn equal(result: Expr, value: Expr) -> Constraint {
    Constraint::Intension(Expr::two(Operator::Eq, result, value))
}

/// A float times this multiple of its unit.
fn scaled(float: Float, unit: i128, units: &Units) -> Option<Expr> {
    let factor = i64::try_from(unit / units.of(float)?).ok()?;
    match float {
        Float::Number(number) => {
            let number = number.numerator.checked_mul(i128::from(factor))?;
            Some(Expr::Number(i64::try_from(number).ok()?))
        }
        Float::Variable(variable) if factor == 1 => Some(Expr::Variable(variable)),
        Float::Variable(variable) => {
            Some(Expr::two(Operator::Mul, Expr::Number(factor), Expr::Variable(variable)))
        }
    }
}

fn all_scaled(list: &[Float], unit: i128, units: &Units) -> Option<Vec<Expr>> {
    list.iter().map(|&float| scaled(float, unit, units)).collect()
}
