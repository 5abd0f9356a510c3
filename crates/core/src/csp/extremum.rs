//! A condition on the smallest or the largest of some variables.

use std::fmt;

use super::operand::bounded;
use super::rows::Rows;
use super::{Comparison, Condition, Csp, Operand, Rule, Value, VarId};
use crate::domains::{Domains, Empty, Step};
use crate::program::Sum;

/// Smallest or largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The smallest.
    Minimum,
    /// The largest.
    Maximum,
}

impl Extreme {
    /// Whether the first number is more extreme than the second.
    pub fn is_beyond(self, first: u64, second: u64) -> bool {
        match self {
            Extreme::Minimum => first < second,
            Extreme::Maximum => first > second,
        }
    }
}

impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Extreme::Minimum => "Minimum",
            Extreme::Maximum => "Maximum",
        })
    }
}

/// The smallest or the largest value of the variables satisfies the condition. (Beldiceanu,
/// Pruning for the Minimum Constraint Family, CP 2001.) Never holds without variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremum {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// Smallest or largest.
    pub extreme: Extreme,
    /// The condition on that value. Its variable is not in the scope.
    pub condition: Condition,
}

impl Rule for Extremum {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain(self.condition.variable()).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let values = self.scope.iter().map(|variable| solution[variable.index()]);
        let end = match self.extreme {
            Extreme::Minimum => values.min(),
            Extreme::Maximum => values.max(),
        };
        end.is_some_and(|end| self.condition.holds(end.into(), solution))
    }

    fn describe(&self, csp: &Csp) -> String {
        let condition = self.condition.describe(csp);
        format!("{}({}) {condition}", self.extreme, csp.names(&self.scope))
    }
}

/// The extreme of the variables satisfies the condition.
pub(super) fn propagate(domains: &mut Domains, extremum: &Extremum) -> Step {
    let list: Vec<Operand> = extremum.scope.iter().map(|&one| one.into()).collect();
    of_operands(domains, &list, extremum.extreme, &extremum.condition)
}

/// The extreme of the operands satisfies the condition.
pub(super) fn of_operands(
    domains: &mut Domains,
    list: &[Operand],
    extreme: Extreme,
    condition: &Condition,
) -> Step {
    domains.work += 2 * list.len() as u64;
    let ends = |pick: fn(i64, i64) -> i64| {
        let lows = list.iter().map(|&operand| domains.least(operand)).reduce(pick);
        let highs = list.iter().map(|&operand| domains.most(operand)).reduce(pick);
        lows.zip(highs)
    };
    let (low, high) = match extreme {
        Extreme::Minimum => ends(i64::min),
        Extreme::Maximum => ends(i64::max),
    }
    .ok_or(Empty)?;
    let (low, high) = bounded(domains, condition, low, high)?;
    for &operand in list {
        match extreme {
            Extreme::Minimum => domains.keep(operand, low, i64::MAX)?,
            Extreme::Maximum => domains.keep(operand, i64::MIN, high)?,
        }
    }
    // Who alone can reach the bound does.
    let can = |operand: &&Operand| match extreme {
        Extreme::Minimum => domains.least(**operand) <= high,
        Extreme::Maximum => domains.most(**operand) >= low,
    };
    let mut able = list.iter().filter(can);
    match (able.next().copied(), able.next()) {
        (None, _) => Err(Empty),
        (Some(operand), None) => match extreme {
            Extreme::Minimum => domains.keep(operand, i64::MIN, high),
            Extreme::Maximum => domains.keep(operand, low, i64::MAX),
        },
        _ => Ok(()),
    }
}

impl Rows<'_> {
    /// The extremum is at least, or at most, each of the variables.
    pub(super) fn extremum(&mut self, extremum: &Extremum) {
        let Condition::Compare(comparison, variable) = extremum.condition else { return };
        let is_beyond = match extremum.extreme {
            Extreme::Maximum => {
                matches!(comparison, Comparison::Equal | Comparison::AtMost | Comparison::Less)
            }
            Extreme::Minimum => {
                matches!(comparison, Comparison::Equal | Comparison::AtLeast | Comparison::Greater)
            }
        };
        if !is_beyond {
            return;
        }
        let sign = if extremum.extreme == Extreme::Maximum { 1 } else { -1 };
        let apart = matches!(comparison, Comparison::Less | Comparison::Greater);
        for &one in &extremum.scope {
            let [end, one] = [variable, one].map(|variable| self.variable(variable));
            let mut sum = Sum::default();
            sum.add(end, sign);
            sum.add(one, -sign);
            self.program.state(sum, apart.into(), i64::MAX);
        }
    }
}
