//! All variables are equal.

use itertools::Itertools;

use super::residual::{Frame, Residual, VarSet, View};
use super::{Constraint, Csp, Rule, Value, VarId};

/// All variables of the scope have the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllEqual {
    /// The variables, each once.
    pub scope: Vec<VarId>,
}

impl From<AllEqual> for Constraint {
    fn from(constraint: AllEqual) -> Constraint {
        Constraint::AllEqual(constraint)
    }
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

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        Box::new(Open { scope: frame.set(&self.scope) })
    }
}

/// The variables that are left can take the same values, those common to all.
struct Open {
    scope: VarSet,
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, _variable: VarId, row: usize) -> bool {
        let others = (0..view.rows()).filter(|&other| other != row);
        others.for_each(|other| view.remove(other, &self.scope));
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let rest = view.rest(&self.scope);
        for row in 0..view.rows() {
            let able = view.count(row, &self.scope);
            if able > 0 && able < rest {
                view.remove(row, &self.scope);
            }
        }
        rest == 0 || (0..view.rows()).any(|row| view.count(row, &self.scope) > 0)
    }
}
