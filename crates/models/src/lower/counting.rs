//! How often values occur.

use std::collections::{BTreeSet, HashSet};

use cnfetti_encodings::Relation as Bound;
use itertools::Itertools;

use super::conditions::equals;
use super::operators::numbers;
use super::{Done, Lowering};
use crate::tree::Occurs;
use crate::{Comparison, Condition, Expr, Operator};
use cnfetti_core::csp::{self, Cardinality, Count, DistinctCount, Occurrence, Value, VarId};
use cnfetti_input::InputError;

impl Lowering<'_> {
    /// The number of items that have one of the values.
    pub(super) fn count(&mut self, list: &[Expr], values: &[Expr], condition: &Condition) -> Done {
        if let Some(numbers) = numbers(values) {
            let values = numbers.into_iter().filter_map(|value| Value::try_from(value).ok());
            let values = values.unique().collect();
            let scope = self.distinct(list)?;
            let condition = self.condition(condition, &scope)?;
            return self.post(Count { scope, values, condition });
        }
        let counted = |expr: &Expr| {
            let set = [expr.clone()].into_iter().chain(values.iter().cloned());
            Expr::Apply(Operator::In, set.collect())
        };
        let sum = Expr::Apply(Operator::Add, list.iter().map(counted).collect());
        self.post_condition(&sum, condition)
    }

    /// The number of different values.
    pub(super) fn distinct_count(
        &mut self,
        list: &[Expr],
        except: &[i64],
        condition: &Condition,
    ) -> Done {
        let scope = self.each_once(list)?;
        let except = except.iter().filter_map(|&value| Value::try_from(value).ok());
        let except = except.unique().collect();
        let condition = self.condition(condition, &scope)?;
        self.post(DistinctCount { scope, except, condition })
    }

    /// A variable for the number of different values.
    pub(super) fn number_of_values(&mut self, list: &[Expr]) -> Result<VarId, InputError> {
        let scope = self.each_once(list)?;
        let domains = scope.iter().flat_map(|&variable| self.lowered.csp.domain(variable));
        let values: BTreeSet<i64> = domains.copied().map(i64::from).collect();
        let occurs = |value: i64| {
            let some = list.iter().map(|expr| equals(expr, value));
            Expr::Apply(Operator::Or, some.collect())
        };
        let number = Expr::Apply(Operator::Add, values.into_iter().map(occurs).collect());
        let possible = 0..=scope.len() as Value;
        let result = self.added(number, possible);
        let condition = csp::Condition::is(result);
        self.post(DistinctCount { scope, except: Vec::new(), condition })?;
        Ok(result)
    }

    pub(super) fn each_once(&mut self, list: &[Expr]) -> Result<Vec<VarId>, InputError> {
        let variables = list.iter().map(|expr| self.variable(expr));
        Ok(variables.collect::<Result<Vec<VarId>, InputError>>()?.into_iter().unique().collect())
    }

    pub(super) fn cardinality(
        &mut self,
        list: &[Expr],
        values: &[Expr],
        occurs: &[Occurs],
        closed: bool,
    ) -> Done {
        if closed {
            for expr in list {
                let set = [expr.clone()].into_iter().chain(values.iter().cloned()).collect();
                self.post_true(&Expr::Apply(Operator::In, set))?;
            }
        }
        let (mut bounds, mut others) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for (value, occurs) in values.iter().zip(occurs) {
            match (constant(value), range(occurs)) {
                (Some(value), Some(range)) if seen.insert(value) => bounds.push((value, range)),
                _ => others.push((value, occurs)),
            }
        }
        self.post_occurrences(list, &bounds)?;
        for (value, occurs) in others {
            let condition = match occurs {
                Occurs::Exactly(expr) => Condition::Compare(Comparison::Equal, expr.clone()),
                Occurs::Between(low, high) => {
                    Condition::Within { intervals: vec![(*low, *high)], inside: true }
                }
            };
            self.count(list, std::slice::from_ref(value), &condition)?;
        }
        Ok(())
    }

    /// Posts bounds on how often values occur; a lower and an upper bound are two constraints.
    fn post_occurrences(&mut self, list: &[Expr], bounds: &[(Value, (i64, i64))]) -> Done {
        let scope = self.distinct(list)?;
        let size = scope.len() as i64;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for &(value, (low, high)) in bounds {
            if low > high || high < 0 || low > size {
                return self.post_false();
            }
            let (low, high) = (low.max(0) as usize, high.min(size) as usize);
            let occurrence = |relation, count| Occurrence { value, relation, count };
            if low == high {
                first.push(occurrence(Bound::Exactly, low));
                continue;
            }
            if high < scope.len() {
                first.push(occurrence(Bound::AtMost, high));
            }
            if low > 0 {
                second.push(occurrence(Bound::AtLeast, low));
            }
        }
        for occurrences in [first, second] {
            if !occurrences.is_empty() {
                self.post(Cardinality { scope: scope.clone(), occurrences })?;
            }
        }
        Ok(())
    }
}

fn constant(expr: &Expr) -> Option<Value> {
    match expr {
        Expr::Number(number) | Expr::Word(number) => Value::try_from(*number).ok(),
        _ => None,
    }
}

fn range(occurs: &Occurs) -> Option<(i64, i64)> {
    match occurs {
        Occurs::Exactly(Expr::Number(number)) => Some((*number, *number)),
        Occurs::Exactly(_) => None,
        Occurs::Between(low, high) => Some((*low, *high)),
    }
}
