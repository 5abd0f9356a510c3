//! All variables are equal.

use super::operand::compare;
use super::{Comparison, Csp, Rule, Value, VarId};
use crate::domains::{Domains, Step};
use itertools::Itertools;

/// All variables of the scope have the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllEqual {
    /// The variables, each once.
    pub scope: Vec<VarId>,
}

impl Rule for AllEqual {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.scope.iter().map(|variable| solution[variable.index()]).all_equal()
    }

    fn describe(&self, csp: &Csp) -> String {
        format!("AllEqual({})", csp.names(&self.scope))
    }

    fn treats_alike(&self, _values: &[Value]) -> bool {
        true
    }
}

pub(super) fn propagate(domains: &mut Domains, constraint: &AllEqual) -> Step {
    let Some((&first, others)) = constraint.scope.split_first() else { return Ok(()) };
    for _ in 0..2 {
        for &other in others {
            compare(domains, first.into(), Comparison::Equal, other.into())?;
        }
    }
    Ok(())
}
