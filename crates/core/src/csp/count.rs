//! A condition on the number of variables that have certain values.

use std::collections::BTreeSet;

use super::operand::bounded;
use super::rows::Rows;
use super::{Condition, Csp, Rule, Value, VarId};
use crate::domains::{Domains, Step};
use crate::program::Sum;
use itertools::Itertools;

/// The number of variables that have one of the values satisfies the condition. (Also known as
/// among: Beldiceanu and Contejean, Introducing Global Constraints in CHIP, 1994.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// The values, each once.
    pub values: Vec<Value>,
    /// The condition on their number. Its variable is not in the scope.
    pub condition: Condition,
}

impl Rule for Count {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain(self.condition.variable()).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let counted = |variable: &&VarId| self.values.contains(&solution[variable.index()]);
        let count = self.scope.iter().filter(counted).count();
        self.condition.holds(count as i64, solution)
    }

    fn describe(&self, csp: &Csp) -> String {
        let values = csp.values_text(&self.scope, &self.values);
        let condition = self.condition.describe(csp);
        format!("Count({}; {values}) {condition}", csp.names(&self.scope))
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        let counted = |value| self.values.contains(value);
        self.condition.variable().is_none() && values.iter().map(counted).all_equal()
    }
}

/// The number of variables with one of the values satisfies the condition.
pub(super) fn propagate(domains: &mut Domains, count: &Count) -> Step {
    counted(domains, &count.scope, &count.values, &count.condition)
}

pub(super) fn counted(
    domains: &mut Domains,
    scope: &[VarId],
    values: &[Value],
    condition: &Condition,
) -> Step {
    let (mut surely, mut perhaps) = (0, 0);
    let mut open = Vec::new();
    for &variable in scope {
        domains.work += values.len() as u64;
        let inside = values.iter().filter(|&&value| domains.has(variable, value.into())).count();
        if inside == domains.size(variable) {
            surely += 1;
        } else if inside > 0 {
            perhaps += 1;
            open.push(variable);
        }
    }
    let (low, high) = bounded(domains, condition, surely, surely + perhaps)?;
    if high == surely {
        for variable in open {
            values.iter().try_for_each(|&value| domains.remove(variable, value.into()))?;
        }
    } else if low == surely + perhaps {
        for variable in open {
            domains.retain(variable, |value| values.iter().any(|&one| i64::from(one) == value))?;
        }
    }
    Ok(())
}

impl Rows<'_> {
    pub(super) fn count(&mut self, count: &Count) {
        let mut sum = Sum::default();
        for &value in count.values.iter().collect::<BTreeSet<_>>() {
            for &variable in &count.scope {
                let Some(part) = self.is(variable, value) else { return };
                sum.add(part, 1);
            }
        }
        self.condition(sum, &count.condition);
    }
}
