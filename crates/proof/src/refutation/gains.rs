//! A sum of functions, one of each variable: what a row adds up.

use std::collections::BTreeMap;

use super::Domains;
use cnfetti_core::csp::{Operand, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_core::refutation::Column;

/// The bound that only the greatest value of no assignment at all keeps.
pub(super) const INFEASIBLE: i128 = i128::MIN;

/// A function of a variable: a weight times its value, and numbers for single values.
#[derive(Clone, Debug, Default)]
struct Gain {
    weight: i128,
    single: BTreeMap<Value, i128>,
}

/// The sum, with the domains of the variables. Other variables add 0.
#[derive(Clone, Debug)]
pub(super) struct Gains<'a> {
    pub(super) domains: &'a Domains,
    pub(super) budget: &'a Budget,
    /// If the sum is known to be at most this, its exact bound does not matter.
    pub(super) wanted: i128,
    of: BTreeMap<VarId, Gain>,
}

impl<'a> Gains<'a> {
    /// The sum that is always 0.
    pub(super) fn none(domains: &'a Domains, budget: &'a Budget) -> Gains<'a> {
        Gains { domains, budget, wanted: INFEASIBLE, of: BTreeMap::new() }
    }

    /// The sum of columns, times the sign. `None` if there is no such column or variable.
    pub(super) fn new(
        columns: &[Column],
        terms: &[(usize, i64)],
        sign: i128,
        domains: &'a Domains,
        budget: &'a Budget,
    ) -> Option<Gains<'a>> {
        let mut gains = Gains::none(domains, budget);
        for &(column, weight) in terms {
            let weight = sign * i128::from(weight);
            let (&Column::Value(variable) | &Column::Is(variable, _)) = columns.get(column)?;
            domains.get(variable.index())?;
            let gain = gains.of.entry(variable).or_default();
            match columns[column] {
                Column::Value(_) => gain.weight += weight,
                Column::Is(_, value) => *gain.single.entry(value).or_default() += weight,
            }
        }
        Some(gains)
    }

    /// The same sum, where only bounds up to this one matter.
    pub(super) fn wanting(&self, most: i128) -> Gains<'a> {
        Gains { wanted: most, ..self.clone() }
    }

    /// What the variable adds with this value.
    pub(super) fn at(&self, variable: VarId, value: Value) -> i128 {
        self.of.get(&variable).map_or(0, |gain| {
            gain.weight * i128::from(value) + gain.single.get(&value).copied().unwrap_or(0)
        })
    }

    /// The values of a variable that are left.
    pub(super) fn domain(&self, variable: VarId) -> &'a [Value] {
        &self.domains[variable.index()]
    }

    /// The least and the greatest value; `None` if there is none.
    pub(super) fn ends(&self, operand: Operand) -> Option<(i64, i64)> {
        match operand {
            Operand::Constant(value) => Some((value.into(), value.into())),
            Operand::Variable(variable) => {
                let domain = self.domain(variable);
                Some((i64::from(*domain.first()?), i64::from(*domain.last()?)))
            }
        }
    }

    /// The values of an operand, each with what it adds. What a variable adds is taken out of the sum, so it adds
    /// nothing the next time, and whoever takes all roles of a variable apart counts it once.
    pub(super) fn take(&mut self, operand: Operand) -> Vec<(i64, i128)> {
        self.budget.spend(8);
        match operand {
            Operand::Constant(value) => vec![(value.into(), 0)],
            Operand::Variable(variable) => {
                let domain = self.domain(variable);
                self.budget.spend(8 * domain.len() as u64);
                let values = domain.iter().map(|&value| (value.into(), self.at(variable, value)));
                let values = values.collect();
                self.of.remove(&variable);
                values
            }
        }
    }

    /// The weight of each of these variables, if no single value adds anything.
    pub(super) fn weight(&self, operand: Operand) -> Option<i128> {
        let Some(gain) = operand.variable().and_then(|variable| self.of.get(&variable)) else {
            return Some(0);
        };
        gain.single.is_empty().then_some(gain.weight)
    }

    /// Removes a variable, which someone else accounts for.
    pub(super) fn forget(&mut self, operand: Operand) {
        if let Some(variable) = operand.variable() {
            self.of.remove(&variable);
        }
    }

    /// The most that the variables of the sum add, each by itself; `None` if one has no value.
    pub(super) fn rest(&self) -> Option<i128> {
        let most = |&variable: &VarId| {
            self.budget.spend(8 * self.domain(variable).len() as u64);
            let gains = self.domain(variable).iter().map(|&value| self.at(variable, value));
            gains.max()
        };
        self.of.keys().map(most).sum()
    }
}
