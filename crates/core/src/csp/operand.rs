//! Operands: a variable or a number.

use super::{Comparison, Condition, Csp, Ranges, Value, VarId};
use crate::domains::{Domains, Effort, Empty, Step};

/// An operand of a constraint or an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A variable.
    Variable(VarId),
    /// A fixed number.
    Constant(Value),
}

impl From<VarId> for Operand {
    fn from(variable: VarId) -> Operand {
        Operand::Variable(variable)
    }
}

impl From<Value> for Operand {
    fn from(constant: Value) -> Operand {
        Operand::Constant(constant)
    }
}

impl Operand {
    /// The variable, if it is one.
    pub fn variable(self) -> Option<VarId> {
        match self {
            Operand::Variable(variable) => Some(variable),
            Operand::Constant(_) => None,
        }
    }

    /// The number, if it is one.
    pub fn constant(self) -> Option<Value> {
        match self {
            Operand::Variable(_) => None,
            Operand::Constant(constant) => Some(constant),
        }
    }

    /// The value if each variable `v` has the value `solution[v.index()]`.
    pub fn value(self, solution: &[Value]) -> i64 {
        match self {
            Operand::Variable(variable) => solution[variable.index()].into(),
            Operand::Constant(constant) => constant.into(),
        }
    }

    /// The variable's name or the number.
    pub(super) fn describe(self, csp: &Csp) -> String {
        match self {
            Operand::Variable(variable) => csp.name(variable).to_owned(),
            Operand::Constant(constant) => constant.to_string(),
        }
    }
}

impl Domains {
    pub(super) fn least(&self, operand: Operand) -> i64 {
        match operand {
            Operand::Variable(variable) => self.low(variable),
            Operand::Constant(number) => number.into(),
        }
    }

    pub(super) fn most(&self, operand: Operand) -> i64 {
        match operand {
            Operand::Variable(variable) => self.high(variable),
            Operand::Constant(number) => number.into(),
        }
    }

    pub(super) fn may_be(&self, operand: Operand, value: i64) -> bool {
        match operand {
            Operand::Variable(variable) => self.has(variable, value),
            Operand::Constant(number) => i64::from(number) == value,
        }
    }

    /// The only value of an operand, if just one is left.
    pub(super) fn known(&self, operand: Operand) -> Option<i64> {
        match operand {
            Operand::Variable(variable) => self.only(variable),
            Operand::Constant(number) => Some(number.into()),
        }
    }

    /// The number of values that are left.
    pub(super) fn choices(&self, operand: Operand) -> usize {
        operand.variable().map_or(1, |variable| self.size(variable))
    }

    /// The values that are left, increasing.
    pub(super) fn listed(&self, operand: Operand) -> Vec<i64> {
        match operand {
            Operand::Variable(variable) => self.values(variable).collect(),
            Operand::Constant(number) => vec![number.into()],
        }
    }

    pub(super) fn keep(&mut self, operand: Operand, low: i64, high: i64) -> Step {
        match operand {
            Operand::Variable(variable) => self.between(variable, low, high),
            Operand::Constant(number) if (low..=high).contains(&number.into()) => Ok(()),
            Operand::Constant(_) => Err(Empty),
        }
    }

    pub(super) fn exclude(&mut self, operand: Operand, value: i64) -> Step {
        match operand {
            Operand::Variable(variable) => self.remove(variable, value),
            Operand::Constant(number) if i64::from(number) != value => Ok(()),
            Operand::Constant(_) => Err(Empty),
        }
    }

    pub(super) fn keep_if(&mut self, operand: Operand, keep: impl Fn(i64) -> bool) -> Step {
        match operand {
            Operand::Variable(variable) => self.retain(variable, keep),
            Operand::Constant(number) if keep(number.into()) => Ok(()),
            Operand::Constant(_) => Err(Empty),
        }
    }
}

/// The operands compare like this.
pub(super) fn compare(
    domains: &mut Domains,
    first: Operand,
    comparison: Comparison,
    second: Operand,
) -> Step {
    let strict = i64::from(matches!(comparison, Comparison::Less | Comparison::Greater));
    match comparison {
        Comparison::Less | Comparison::AtMost => {
            domains.keep(first, i64::MIN, domains.most(second) - strict)?;
            domains.keep(second, domains.least(first) + strict, i64::MAX)
        }
        Comparison::AtLeast | Comparison::Greater => {
            domains.keep(first, domains.least(second) + strict, i64::MAX)?;
            domains.keep(second, i64::MIN, domains.most(first) - strict)
        }
        Comparison::Different => {
            if let Some(value) = domains.known(first) {
                domains.exclude(second, value)?;
            }
            if let Some(value) = domains.known(second) {
                domains.exclude(first, value)?;
            }
            Ok(())
        }
        Comparison::Equal => {
            for _ in 0..2 {
                domains.keep(first, domains.least(second), domains.most(second))?;
                domains.keep(second, domains.least(first), domains.most(first))?;
            }
            for (one, other) in [(first, second), (second, first)] {
                let Operand::Variable(variable) = one else { continue };
                let span = domains.most(other) - domains.least(other) + 1;
                let is_small =
                    domains.size(variable) <= MAX_VALUES || domains.effort == Effort::Once;
                // Without holes there is nothing to remove.
                if is_small && domains.choices(other) < span as usize {
                    let gone: Vec<i64> =
                        domains.values(variable).filter(|&v| !domains.may_be(other, v)).collect();
                    gone.into_iter().try_for_each(|value| domains.remove(variable, value))?;
                }
            }
            Ok(())
        }
    }
}

/// In a search, values of larger domains are not compared one by one.
const MAX_VALUES: usize = 256;

/// Whether operands with these domains compare so: `None` if they may or may not.
pub(super) fn compares(
    domains: &Domains,
    first: Operand,
    comparison: Comparison,
    second: Operand,
) -> Option<bool> {
    let (low, high) = (domains.least(first), domains.most(first));
    let (least, most) = (domains.least(second), domains.most(second));
    match comparison {
        Comparison::Less => decided(high < least, low >= most),
        Comparison::AtMost => decided(high <= least, low > most),
        Comparison::Greater => decided(low > most, high <= least),
        Comparison::AtLeast => decided(low >= most, high < least),
        Comparison::Equal => {
            decided(low == most && high == least, are_apart(domains, first, second))
        }
        Comparison::Different => {
            decided(are_apart(domains, first, second), low == most && high == least)
        }
    }
}

fn decided(is_true: bool, is_false: bool) -> Option<bool> {
    (is_true || is_false).then_some(is_true)
}

/// Whether two operands visibly have no value in common.
fn are_apart(domains: &Domains, first: Operand, second: Operand) -> bool {
    if domains.most(first) < domains.least(second) || domains.most(second) < domains.least(first) {
        return true;
    }
    match (domains.known(first), domains.known(second)) {
        (Some(value), _) => !domains.may_be(second, value),
        (_, Some(value)) => !domains.may_be(first, value),
        _ => match (first, second) {
            (Operand::Variable(one), Operand::Variable(other))
                if domains.size(one).min(domains.size(other)) <= MAX_COMMON
                    || domains.effort == Effort::Once =>
            {
                let (few, many) = match domains.size(one) <= domains.size(other) {
                    true => (one, other),
                    false => (other, one),
                };
                !domains.values(few).any(|value| domains.has(many, value))
            }
            _ => false,
        },
    }
}

/// In a search, common values are looked for in so many.
const MAX_COMMON: usize = 16;

/// A number from `low` to `high` satisfies the condition: the bounds that are left to it, while the condition's
/// variable keeps what some such number allows.
pub(super) fn bounded(
    domains: &mut Domains,
    condition: &Condition,
    low: i64,
    high: i64,
) -> Result<(i64, i64), Empty> {
    match condition {
        Condition::Within(ranges) => hull(ranges, low, high).ok_or(Empty),
        &Condition::Compare(comparison, variable) => {
            let (mut low, mut high) = (low, high);
            match comparison {
                Comparison::Less => high = high.min(domains.high(variable) - 1),
                Comparison::AtMost => high = high.min(domains.high(variable)),
                Comparison::Greater => low = low.max(domains.low(variable) + 1),
                Comparison::AtLeast => low = low.max(domains.low(variable)),
                Comparison::Equal => {
                    low = low.max(domains.low(variable));
                    high = high.min(domains.high(variable));
                }
                Comparison::Different => {
                    if let Some(value) = domains.only(variable) {
                        low += i64::from(low == value);
                        high -= i64::from(high == value);
                    }
                }
            }
            if low > high {
                return Err(Empty);
            }
            match comparison {
                Comparison::Less => domains.at_least(variable, low + 1)?,
                Comparison::AtMost => domains.at_least(variable, low)?,
                Comparison::Greater => domains.at_most(variable, high - 1)?,
                Comparison::AtLeast => domains.at_most(variable, high)?,
                Comparison::Equal => domains.between(variable, low, high)?,
                Comparison::Different if low == high => domains.remove(variable, low)?,
                Comparison::Different => {}
            }
            Ok((low, high))
        }
    }
}

/// The smallest and the largest number of the set between two others.
pub(super) fn hull(ranges: &Ranges, low: i64, high: i64) -> Option<(i64, i64)> {
    let intervals = ranges.intervals();
    let &(start, _) = intervals.get(intervals.partition_point(|&(_, end)| end < low))?;
    let at = intervals.partition_point(|&(start, _)| start <= high);
    let &(_, end) = intervals.get(at.checked_sub(1)?)?;
    let (low, high) = (low.max(start), high.min(end));
    (low <= high).then_some((low, high))
}
