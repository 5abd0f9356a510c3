//! The units of floats: each is a number that makes all values of a float integers.
//!
//! A float follows from integers if some constraint gives it as their sum, product or the like, or as that of floats that
//! follow themselves. Then all its values are multiples of a fraction.

use std::collections::{HashMap, VecDeque};

use super::{Declared, Float, Floats, Rule, too_large};
use crate::ratio::{Ratio, common_multiple};
use crate::tree::Comparison;
use cnfetti_input::{InputError, Span};

/// The unit of each float, by its position in the model.
#[derive(Default)]
pub(super) struct Units(HashMap<usize, i64>);

impl Units {
    /// Finds the units of all floats.
    ///
    /// # Errors
    ///
    /// A float does not follow from integers, or its unit is too large.
    pub(super) fn new(
        floats: &Floats,
        name: impl Fn(usize) -> String,
    ) -> Result<Units, InputError> {
        let mut units = Units::default();
        for Declared { variable, span, .. } in &floats.declared {
            if let Some(number) = floats.number(Float::Variable(*variable)) {
                units.insert(*variable, Some(number.denominator), span)?;
            }
        }
        let mut mentions: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut unknown: Vec<usize> = vec![0; floats.rules.len()];
        for (at, (rule, _)) in floats.rules.iter().enumerate() {
            let mut variables = rule.variables();
            variables.retain(|variable| units.get(*variable).is_none());
            unknown[at] = variables.len();
            variables.into_iter().for_each(|one| mentions.entry(one).or_default().push(at));
        }
        let mut ready: VecDeque<usize> =
            (0..unknown.len()).filter(|&at| unknown[at] == 1).collect();
        while let Some(at) = ready.pop_front() {
            let (rule, span) = &floats.rules[at];
            let Some(variable) = rule.variables().into_iter().find(|one| units.get(*one).is_none())
            else {
                continue;
            };
            let Some(unit) = rule.unit(variable, &units) else { continue };
            units.insert(variable, unit, span)?;
            for &mention in &mentions[&variable] {
                unknown[mention] -= 1;
                if unknown[mention] == 1 {
                    ready.push_back(mention);
                }
            }
        }
        match floats.declared.iter().find(|one| units.get(one.variable).is_none()) {
            None => Ok(units),
            Some(Declared { variable, span, .. }) => {
                let expected = "floats that follow from integers";
                let found = format!("`{}`, which no constraint gives", name(*variable));
                let help = "a float may be a sum, a product, an extremum or an item of a list, of integers, numbers and \
                            floats that follow";
                Err(InputError::expected(span.clone(), expected, found).help(help))
            }
        }
    }

    pub(super) fn get(&self, variable: usize) -> Option<i64> {
        self.0.get(&variable).copied()
    }

    /// The unit of a number, or of a variable that has one.
    pub(super) fn of(&self, float: Float) -> Option<i128> {
        match float {
            Float::Number(number) => Some(number.denominator),
            Float::Variable(variable) => self.get(variable).map(i128::from),
        }
    }

    /// A number that makes each of these floats an integer. `None` if a unit is unknown; within that, `None` if it is too
    /// large.
    pub(super) fn common(&self, list: impl IntoIterator<Item = Float>) -> Option<Option<i128>> {
        let units = list.into_iter().map(|one| self.of(one)).collect::<Option<Vec<i128>>>()?;
        Some(units.into_iter().try_fold(1, common_multiple))
    }

    fn insert(
        &mut self,
        variable: usize,
        unit: Option<i128>,
        span: &Span,
    ) -> Result<(), InputError> {
        let unit = unit.and_then(|unit| i64::try_from(unit).ok()).ok_or_else(|| too_large(span))?;
        self.0.insert(variable, unit);
        Ok(())
    }
}

impl Rule {
    /// The different variables.
    fn variables(&self) -> Vec<usize> {
        let variable = |float: &Float| match float {
            Float::Number(_) => None,
            Float::Variable(variable) => Some(*variable),
        };
        let mut variables: Vec<usize> = match self {
            Rule::Sum(sum) => return sum.floats.iter().map(|(variable, _)| *variable).collect(),
            Rule::Absolute { of, result } => {
                [of, result].into_iter().filter_map(variable).collect()
            }
            Rule::Product { factors, result } => {
                factors.iter().chain([result]).filter_map(variable).collect()
            }
            Rule::Extreme { list, result, .. }
            | Rule::Choice { list, result, .. }
            | Rule::Element { list, result, .. } => {
                list.iter().chain([result]).filter_map(variable).collect()
            }
        };
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    /// The unit of the only variable without one, if the rule gives its value; within that, `None` if it is too large.
    fn unit(&self, variable: usize, units: &Units) -> Option<Option<i128>> {
        let is_result = |result: &Float| *result == Float::Variable(variable);
        match self {
            Rule::Sum(sum) => {
                let &(_, own) = sum.floats.iter().find(|(other, _)| *other == variable)?;
                if sum.relation != Comparison::Equal || sum.truth.is_some() {
                    return None;
                }
                let others = sum.floats.iter().filter(|(other, _)| *other != variable);
                let others = others.map(|&(other, weight)| {
                    let unit = Ratio::whole(units.get(other).expect("the others have units"));
                    weight.over(unit)
                });
                let less = sum.less.iter().map(|_| Some(Ratio::ONE));
                let mut all = others.chain(less).chain([Some(sum.bound)]);
                Some(all.try_fold(1, |unit, weight| {
                    common_multiple(unit, weight?.over(own)?.denominator)
                }))
            }
            Rule::Absolute { of, result } if is_result(result) => units.common([*of]),
            Rule::Product { factors: [one, other], result } if is_result(result) => {
                Some(units.of(*one)?.checked_mul(units.of(*other)?))
            }
            Rule::Extreme { list, result, .. }
            | Rule::Choice { list, result, .. }
            | Rule::Element { list, result, .. }
                if is_result(result) =>
            {
                units.common(list.iter().copied())
            }
            _ => None,
        }
    }
}
