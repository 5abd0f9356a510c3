//! A condition on a number that a constraint computes: it is in a set, or compares with a variable.

use std::borrow::Cow;
use std::fmt;

use super::{Csp, Operand, Ranges, Value, VarId};

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The first is less.
    Less,
    /// The first is not greater.
    AtMost,
    /// Both are equal.
    Equal,
    /// They are different.
    Different,
    /// The first is not less.
    AtLeast,
    /// The first is greater.
    Greater,
}

impl Comparison {
    /// All six comparisons.
    pub const ALL: [Comparison; 6] = [
        Comparison::Less,
        Comparison::AtMost,
        Comparison::Equal,
        Comparison::Different,
        Comparison::AtLeast,
        Comparison::Greater,
    ];

    /// The numbers `x` for which `x <comparison> number` holds.
    pub fn with(self, number: i64) -> Ranges {
        let (before, after) = (number.checked_sub(1), number.checked_add(1));
        match self {
            Comparison::Less => before.map_or(Ranges::of([]), Ranges::at_most),
            Comparison::AtMost => Ranges::at_most(number),
            Comparison::Equal => Ranges::exactly(number),
            Comparison::Different => Ranges::not(number),
            Comparison::AtLeast => Ranges::at_least(number),
            Comparison::Greater => after.map_or(Ranges::of([]), Ranges::at_least),
        }
    }

    /// The comparison that holds exactly when this one does not.
    pub fn opposite(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::Greater,
            Comparison::Equal => Comparison::Different,
            Comparison::Different => Comparison::Equal,
            Comparison::AtLeast => Comparison::Less,
            Comparison::Greater => Comparison::AtMost,
        }
    }

    /// Whether the comparison holds between the first number and the second.
    pub fn holds(self, first: i64, second: i64) -> bool {
        match self {
            Comparison::Less => first < second,
            Comparison::AtMost => first <= second,
            Comparison::Equal => first == second,
            Comparison::Different => first != second,
            Comparison::AtLeast => first >= second,
            Comparison::Greater => first > second,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Equal => "=",
            Comparison::Different => "!=",
            Comparison::AtLeast => ">=",
            Comparison::Greater => ">",
        })
    }
}

/// A condition on a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The number is in this set.
    Within(Ranges),
    /// The comparison holds between the number, on its left, and the variable's value.
    Compare(Comparison, VarId),
}

impl Condition {
    /// The condition that the comparison holds between the number and the operand.
    pub fn new(comparison: Comparison, operand: Operand) -> Condition {
        match operand {
            Operand::Constant(value) => Condition::Within(comparison.with(value.into())),
            Operand::Variable(variable) => Condition::Compare(comparison, variable),
        }
    }

    /// The condition that the number equals the variable's value.
    pub fn is(variable: VarId) -> Condition {
        Condition::Compare(Comparison::Equal, variable)
    }

    /// The variable with which the number is compared.
    pub fn variable(&self) -> Option<VarId> {
        match self {
            Condition::Within(_) => None,
            Condition::Compare(_, variable) => Some(*variable),
        }
    }

    /// Whether the number satisfies the condition if each variable `v` has the value
    /// `solution[v.index()]`.
    pub fn holds(&self, number: i64, solution: &[Value]) -> bool {
        self.allows(number, self.variable().map_or(0, |variable| solution[variable.index()]))
    }

    /// The numbers that satisfy the condition if the variable has this value.
    pub fn allowed(&self, value: Value) -> Cow<'_, Ranges> {
        match self {
            Condition::Within(ranges) => Cow::Borrowed(ranges),
            Condition::Compare(comparison, _) => Cow::Owned(comparison.with(value.into())),
        }
    }

    /// Whether the number satisfies the condition if the variable has this value.
    pub fn allows(&self, number: i64, value: Value) -> bool {
        match self {
            Condition::Within(ranges) => ranges.contains(number),
            Condition::Compare(comparison, _) => comparison.holds(number, value.into()),
        }
    }

    /// The condition as a sentence has it after a number: `<= 5`, `= x`.
    pub fn describe(&self, csp: &Csp) -> String {
        match self {
            Condition::Within(ranges) => ranges.to_string(),
            Condition::Compare(comparison, variable) => {
                format!("{comparison} {}", csp.name(*variable))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_that_compare_are_those_for_which_it_holds() {
        for comparison in Comparison::ALL {
            for second in -3..=3 {
                let ranges = comparison.with(second);
                for first in -5..=5 {
                    assert_eq!(ranges.contains(first), comparison.holds(first, second));
                }
            }
        }
        assert!(!Comparison::Less.with(i64::MIN).contains(i64::MIN));
        assert!(!Comparison::Greater.with(i64::MAX).contains(i64::MAX));
    }
}
