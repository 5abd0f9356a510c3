//! Each variable is larger than the one before it.

use super::{Csp, Rule, Value, VarId};
use crate::domains::{Domains, Step};
use itertools::Itertools;

/// The values increase strictly along the scope. This breaks the symmetry between equal things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Increasing {
    /// The variables, each once.
    pub scope: Vec<VarId>,
}

impl Rule for Increasing {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.scope
            .iter()
            .map(|variable| solution[variable.index()])
            .tuple_windows()
            .all(|(before, after)| before < after)
    }

    fn describe(&self, csp: &Csp) -> String {
        format!("Increasing({})", csp.names(&self.scope))
    }
}

pub(super) fn propagate(domains: &mut Domains, constraint: &Increasing) -> Step {
    let pairs = || constraint.scope.windows(2);
    for pair in pairs() {
        domains.at_least(pair[1], domains.low(pair[0]) + 1)?;
    }
    for pair in pairs().rev() {
        domains.at_most(pair[0], domains.high(pair[1]) - 1)?;
    }
    Ok(())
}
